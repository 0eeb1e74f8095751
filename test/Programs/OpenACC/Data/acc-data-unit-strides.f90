!===-- acc-data-unit-strides.f90 - Sections with a stride of one -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! A stride that is one by an expression is none.
!
!===----------------------------------------------------------------------===!

program unit_strides
  use testing
  implicit none
  type set_t
    integer :: v(20)
  end type
  integer, parameter :: one = 1
  type(set_t) :: s
  integer :: y(20), z(5, 20), i
  y = 0
  z = 0
  s%v = 0
  !$acc parallel loop copy(y(10:20:one), z(:, 10:20:(1)), s%v(10:20:2 - 1))
  do i = 10, 20
    y(i) = i
    z(2, i) = 2*i
    s%v(i) = 3*i
  end do
  call expect_equal(y, [(merge(i, 0, i >= 10), i = 1, 20)], "named")
  call expect_equal(z(2, :), [(merge(2*i, 0, i >= 10), i = 1, 20)], "parentheses")
  call expect_equal(s%v, [(merge(3*i, 0, i >= 10), i = 1, 20)], "expression")
  !$acc enter data copyin(y(1:20:1_8))
  !$acc parallel loop present(y(1:20:one))
  do i = 1, 20
    y(i) = -i
  end do
  !$acc update self(y(1:20:one))
  !$acc exit data delete(y(1:20:1_8))
  call expect_equal(y, [(-i, i = 1, 20)], "enter data")
  call finish
end program
