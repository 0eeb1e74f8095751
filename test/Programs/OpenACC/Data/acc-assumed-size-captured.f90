!===-- acc-assumed-size-captured.f90 - Assumed size in internal procedures -===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! An internal procedure finds the device's copy of an array of assumed size of
! its host: by default, by PRESENT, in a HOST_DATA construct, of two dimensions
! and with another lower bound.
!
!===----------------------------------------------------------------------===!

module work
  implicit none
contains
  subroutine by_default(a, n)
    integer :: n, a(*)
    call inner
  contains
    subroutine inner
      integer :: i
      !$acc parallel loop
      do i = 1, n
        a(i) = a(i) + 1
      end do
    end subroutine
  end subroutine

  subroutine by_present(a, n)
    integer :: n, a(2, 0:*)
    call inner
  contains
    subroutine inner
      integer :: i
      !$acc parallel loop present(a)
      do i = 1, n
        a(2, i - 1) = a(2, i - 1) + 10
      end do
      !$acc kernels default(present)
      a(1, 0:n - 1) = a(1, 0:n - 1) + 100
      !$acc end kernels
    end subroutine
  end subroutine

  subroutine by_address(a, n)
    integer :: n, a(*)
    call inner
  contains
    subroutine inner
      !$acc host_data use_device(a)
      call on_device(a, n)
      !$acc end host_data
    end subroutine
  end subroutine

  subroutine on_device(d, n)
    integer :: n, d(n), i
    !$acc parallel loop deviceptr(d)
    do i = 1, n
      d(i) = d(i) + 1000
    end do
  end subroutine
end module

program main
  use work
  use testing
  implicit none
  integer :: g(6)
  g = 0
  !$acc data copy(g)
  call by_default(g, 6)
  call by_present(g, 3)
  call by_address(g, 4)
  !$acc end data
  call expect_equal(g, [1101, 1011, 1101, 1011, 101, 11], 'values')
  call finish
end program
