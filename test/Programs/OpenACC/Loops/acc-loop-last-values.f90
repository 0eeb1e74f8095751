!===-- acc-loop-last-values.f90 - Loop variables after their loops --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -target=cpu -Minfo=accel -c %s -o %t.o 2>&1 | FileCheck %s
!
! A loop that no directive names keeps Fortran's rule on the value of its
! variable, wherever it is used later, and is parallel all the same. Variables
! of array constructors are others, and those of I/O lists are set anew.
!
! CHECK-NOT: loop seq
! CHECK-NOT: serial kernel
! CHECK: plain:
! CHECK: loop gang, vector
! CHECK: stepped:
! CHECK: loop gang, vector
! CHECK: within_data:
! CHECK: loop gang, vector
! CHECK: loop gang, vector
! CHECK: repeated:
! CHECK: loop gang, vector
! CHECK: by_internal:
! CHECK: loop gang, vector
! CHECK: within_construct:
! CHECK: loop gang, vector
! CHECK: loop gang, vector
!
!===----------------------------------------------------------------------===!

module loops
  implicit none
  integer :: shared
contains
  integer function plain(a, n)
    integer, intent(in) :: n
    integer, intent(inout) :: a(n)
    integer :: i
    !$acc kernels copy(a)
    do i = 1, n
      a(i) = i
    end do
    !$acc end kernels
    plain = i
  end function
  integer function stepped(a, n, first, step)
    integer, intent(in) :: n, first, step
    integer, intent(inout) :: a(n)
    integer(2) :: i
    !$acc kernels copy(a)
    do i = first, 1, step
      a(i) = a(i) + 1
    end do
    !$acc end kernels
    stepped = i
  end function
  integer function within_data(a, n)
    integer, intent(in) :: n
    integer, intent(inout) :: a(n)
    integer :: i
    character(40) :: line
    !$acc data copy(a)
    !$acc kernels
    do i = 1, n
      a(i) = 2*a(i)
    end do
    !$acc end kernels
    within_data = i
    i = 3
    !$acc update self(a)
    write (line, '(*(i5))') (a(i), i=1, 3), [(i, i=1, 2)]
    !$acc kernels
    do i = 1, n
      a(i) = a(i) + 1
    end do
    !$acc end kernels
    !$acc end data
  end function
  integer function repeated(a, n)
    integer, intent(in) :: n
    integer, intent(inout) :: a(n)
    integer :: i, j
    repeated = 0
    i = 100
    do j = 1, 3
      repeated = repeated + i
      !$acc kernels copy(a)
      do i = j, n
        a(i) = a(i) + i
      end do
      !$acc end kernels
    end do
  end function
  integer function by_internal(a, n)
    integer, intent(in) :: n
    integer, intent(inout) :: a(n)
    integer :: i
    !$acc kernels copy(a)
    do i = 1, n
      a(i) = -i
    end do
    !$acc end kernels
    by_internal = value()
  contains
    integer function value()
      value = i
    end function
  end function
  integer function within_construct(a, n)
    integer, intent(in) :: n
    integer, intent(inout) :: a(n)
    integer :: i
    !$acc kernels copy(a)
    do i = 1, n - 1
      a(i) = 7
    end do
    a(i) = 8
    do shared = 1, n - 2
      a(shared) = a(shared) + 1
    end do
    !$acc end kernels
    within_construct = i
  end function
end module

program main
  use testing
  use loops
  implicit none
  integer, parameter :: n = 300
  integer :: a(n), i
  call expect_equal(plain(a, n), n + 1, 'plain')
  call expect_equal(a, [(i, i=1, n)], 'plain, elements')
  call expect_equal(stepped(a, n, 298, -3), -2, 'stepped')
  call expect_equal(a, [(i + merge(1, 0, mod(i, 3) == 1 .and. i < 299), i=1, n)], 'stepped, elements')
  call expect_equal(stepped(a, n, 0, -1), 0, 'no iterations')
  a = 1
  call expect_equal(within_data(a, n), n + 1, 'in a data region')
  call expect_equal(a, [(3, i=1, n)], 'in a data region, elements')
  call expect_equal(repeated(a, n), 100 + 2*(n + 1), 'repeated')
  call expect_equal(by_internal(a, n), n + 1, 'internal procedure')
  call expect_equal(within_construct(a, n), n, 'in a construct')
  call expect_equal(shared, n - 1, 'of a module')
  call expect_equal(a, [(8, i=1, n - 2), 7, 8], 'in a construct, elements')
  call finish()
end program
