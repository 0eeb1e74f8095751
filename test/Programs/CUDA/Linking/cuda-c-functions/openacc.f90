!===-- openacc.f90 - CUDA C functions in compute constructs --------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! REQUIRES: nvcc
! RUN: %{fresh-folder}
! RUN: %{nvcc-device-code} %S/Inputs/functions.cu -o %t.dir/functions.o
! RUN: %{compile} -acc %{testing} %s %t.dir/functions.o -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: llvm-ar rc %t.dir/libfunctions.a %t.dir/functions.o
! RUN: %{compile} -acc %{testing} %s -L%t.dir -lfunctions -o %t.dir/archived
! RUN: %run %t.dir/archived | %{check-pass}
!
! Arguments and results of every kind, names in bind clauses, routines with a
! level, calls from Fortran's own routines, in objects and archives.
!
!===----------------------------------------------------------------------===!

module c_functions
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    real(c_float) function triple(x) bind(c)
      !$acc routine seq
      import :: c_float
      real(c_float), value :: x
    end function
    integer(c_long_long) function sum_of_kinds(a, b, c, d) bind(c)
      !$acc routine seq
      import
      integer(c_signed_char), value :: a
      integer(c_short), value :: b
      integer(c_int), value :: c
      integer(c_long_long), value :: d
    end function
    integer(c_signed_char) function negated(a) bind(c)
      !$acc routine seq
      import
      integer(c_signed_char), value :: a
    end function
    logical(c_bool) function is_positive(x) bind(c)
      !$acc routine seq
      import
      real(c_double), value :: x
    end function
    subroutine exchange(a, b) bind(c, name='swap_values')
      !$acc routine seq
      import
      real(c_double) :: a, b
    end subroutine
    real(c_double) function norm(x, n) bind(c, name='NormOf')
      !$acc routine seq
      import
      real(c_double), intent(in) :: x(*)
      integer(c_int), value :: n
    end function
    subroutine add_to_row(x, y, n) bind(c)
      !$acc routine vector
      import
      real(c_float) :: x(*)
      real(c_float), value :: y
      integer(c_int), value :: n
    end subroutine
    real(c_float) function on_device(x)
      !$acc routine seq bind("triple")
      import :: c_float
      real(c_float), value :: x
    end function
    subroutine row_on_device(x, y, n)
      !$acc routine vector bind("add_to_row")
      import
      real(c_float) :: x(*)
      real(c_float), value :: y
      integer(c_int), value :: n
    end subroutine
  end interface
contains
  real function nine_times(x)
    !$acc routine seq
    real, intent(in) :: x
    nine_times = triple(triple(x))
  end function
end module

program main
  use c_functions
  use testing
  implicit none
  integer, parameter :: n = 1000, m = 77
  real :: x(n), rows(m, 20)
  integer(8) :: k(n)
  integer(1) :: t(n)
  real(8) :: a(n), b(n), points(3, n), d(n)
  logical(1) :: l(n)
  integer :: i

  x = [(real(i), i = 1, n)]
  !$acc parallel loop copy(x)
  do i = 1, n
    x(i) = triple(x(i)) + 1
  end do
  call expect_equal(x, [(3.0*i + 1, i = 1, n)], 'a real value')
  call expect_equal(triple(2.0), 6.0, 'on the host')

  x = [(real(i), i = 1, n)]
  !$acc kernels loop independent copy(x)
  do i = 1, n
    x(i) = nine_times(x(i))
  end do
  call expect_equal(x, [(9.0*i, i = 1, n)], 'through a Fortran routine')
  call expect_equal(nine_times(2.0), 18.0, 'the same on the host')

  !$acc parallel loop copyout(x)
  do i = 1, n
    x(i) = on_device(real(i))
  end do
  call expect_equal(x, [(3.0*i, i = 1, n)], 'bind with a string')

  !$acc parallel loop copyout(k, t)
  do i = 1, n
    k(i) = sum_of_kinds(int(-mod(i, 100), 1), int(-i, 2), -i, -10000000000_8)
    t(i) = negated(int(mod(i, 100), 1))
  end do
  call expect(all(k == [(-mod(i, 100) - 2*i - 10000000000_8, i = 1, n)]), &
              'integers of all kinds')
  call expect(all(t == [(-mod(i, 100), i = 1, n)]), 'a small result')

  !$acc parallel loop copyout(l)
  do i = 1, n
    l(i) = is_positive(500.5d0 - i)
  end do
  call expect(all(l .eqv. [(i <= 500, i = 1, n)]), 'a logical result')

  a = [(1d0*i, i = 1, n)]
  b = -a
  !$acc parallel loop copy(a, b)
  do i = 1, n
    call exchange(a(i), b(i))
  end do
  call expect(all(a == [(-1d0*i, i = 1, n)]) .and. all(b == -a), 'references')

  do i = 1, n
    points(:, i) = [2d0*i, 3d0*i, 6d0*i]
  end do
  !$acc parallel loop copyin(points) copyout(d)
  do i = 1, n
    d(i) = norm(points(:, i), 3)
  end do
  call expect(all(abs(d - [(7d0*i, i = 1, n)]) < 1d-9), 'arrays')

  rows = 0
  !$acc parallel loop gang copy(rows) vector_length(64)
  do i = 1, 20
    call add_to_row(rows(1, i), real(i), m)
  end do
  do i = 1, 20
    call expect(all(rows(2:, i) == i) .and. rows(1, i) == 2*i, &
                'a routine of level vector')
  end do
  rows = 0
  !$acc parallel loop gang copy(rows)
  do i = 1, 20
    call row_on_device(rows(1, i), real(i), m)
  end do
  do i = 1, 20
    call expect(all(rows(2:, i) == i) .and. rows(1, i) == 2*i, &
                'a routine of level vector with another name')
  end do
  call finish()
end program
