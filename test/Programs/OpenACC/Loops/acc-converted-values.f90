!===-- acc-converted-values.f90 - Conversions to the same type -------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! In compute constructs the value of a conversion is passed to procedures and
! gets ASSOCIATE names, not the variable that is converted.
!
!===----------------------------------------------------------------------===!

module routines
  implicit none
contains
  subroutine add(a, b)
    !$acc routine seq
    real(8) :: a, b
    a = a + 1
    b = b + a
  end subroutine

  subroutine add_array(a)
    !$acc routine seq
    real(8) :: a(4)
    a = a + 1
  end subroutine
end module

program main
  use routines
  use testing
  implicit none
  real(8) :: x(0:9), y(0:9), z(4)
  real(8), allocatable :: a(:)
  integer :: i
  x = 1
  y = 0
  !$acc parallel loop copy(x, y) private(z)
  do i = 0, 9
    call add(dble(x(i)), y(i))
    z = i
    call add_array(dble(z))
    y(i) = y(i) + z(1)
  end do
  call expect_equal(x, [(1.0_8, i=0, 9)], 'arguments')
  call expect_equal(y, [(2.0_8 + i, i=0, 9)], 'sums')
  !$acc parallel loop copy(x, y)
  do i = 0, 9
    associate (w => dble(x(i)))
      x(i) = 5
      y(i) = w
    end associate
  end do
  call expect_equal(y, [(1.0_8, i=0, 9)], 'names')
  associate (w => dble(x))
    !$acc parallel loop copy(x) copyin(w)
    do i = 1, 10
      x(i - 1) = w(i) + i
    end do
  end associate
  call expect_equal(x, [(5.0_8 + i, i=1, 10)], 'name of an array')
  allocate (a(-1:8), source=2.0_8)
  !$acc kernels copy(a, x)
  a = real(x, 8)
  x = dble(a) + 1
  !$acc end kernels
  call expect_equal(x, [(6.0_8 + i, i=1, 10)], 'kernels')
  do concurrent(i=0:9)
    associate (w => dble(x(i)))
      x(i) = 0
      y(i) = w
    end associate
  end do
  call expect_equal(y, [(6.0_8 + i, i=1, 10)], 'do concurrent')
  call finish()
end program
