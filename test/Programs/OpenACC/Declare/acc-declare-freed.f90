!===-- acc-declare-freed.f90 - DECLARE of local allocatables -------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! The procedure's end frees them, and what they have on the device: the next call
! allocates more at the same place.
!
!===----------------------------------------------------------------------===!

subroutine fill(k)
  use testing
  implicit none
  integer, intent(in) :: k
  integer, allocatable :: w(:)
  integer :: i
  !$acc declare create(w)
  allocate (w(3 + k))
  !$acc parallel loop
  do i = 1, 3 + k
    w(i) = k - i
  end do
  !$acc update host(w)
  if (any(w /= [(k - i, i = 1, 3 + k)])) stop 1
end subroutine

program main
  use testing
  implicit none
  integer :: k
  do k = 1, 3
    call fill(k)
  end do
  call finish()
end program
