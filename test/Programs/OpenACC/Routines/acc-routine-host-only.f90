!===-- acc-routine-host-only.f90 - Routines of a program without kernels -===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Only the host calls them.
!
!===----------------------------------------------------------------------===!

module tools
  implicit none
contains
  subroutine fill(x, k)
    !$acc routine vector
    integer, value :: k
    integer :: x(k), i
    integer, allocatable :: z(:)
    !$acc loop vector
    do i = 1, k
      allocate (z(i))
      z = 1
      x(i) = sum(z)
      deallocate (z)
    end do
  end subroutine
  subroutine pass(x, k)
    !$acc routine vector
    integer, value :: k
    integer :: x(:)
    call fill(x, k)
  end subroutine
end module

program main
  use testing
  use tools
  implicit none
  integer :: a(20), i
  a = 0
  call pass(a(2::2), 10)
  call expect_equal(a(2::2), [(i, i = 1, 10)], 'on the host')
  call finish()
end program
