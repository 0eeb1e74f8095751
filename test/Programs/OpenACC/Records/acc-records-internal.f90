!===-- acc-records-internal.f90 - Subscripts that procedures change --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! The record of an array is chosen by a variable that an internal procedure changes in the
! construct, which gets its address in a tuple.
!
!===----------------------------------------------------------------------===!
module work
  implicit none
  type record
    real, allocatable :: x(:)
  end type
contains
  subroutine assign(r)
    type(record) :: r(2)
    integer :: i, which
    which = 1
    !$acc serial loop
    do i = 1, 8
      call choose
      r(which)%x(i) = i
    end do
  contains
    subroutine choose
      !$acc routine seq
      which = 2
    end subroutine
  end subroutine
end module

program main
  use testing
  use work
  implicit none
  type(record) :: r(2)
  integer :: i
  allocate(r(1)%x(8), r(2)%x(8))
  r(1)%x = 0
  r(2)%x = 0
  call assign(r)
  call expect_equal(r(1)%x, [(0.0, i = 1, 8)], 'the first')
  call expect_equal(r(2)%x, [(real(i), i = 1, 8)], 'the second')
  call finish()
end program
