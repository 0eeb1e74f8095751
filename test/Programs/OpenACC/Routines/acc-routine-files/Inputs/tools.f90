!===-- tools.f90 - Routines of a module ----------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
!
!===----------------------------------------------------------------------===!

module tools
  implicit none
  integer :: offset = 0
  !$acc declare create(offset)
contains
  real(8) function with_offset(i)
    !$acc routine seq
    integer, intent(in) :: i
    with_offset = i + offset
  end function
  subroutine add_row(a, n)
    !$acc routine vector
    integer, value :: n
    real(8), intent(inout) :: a(n)
    integer :: i
    !$acc loop vector
    do i = 1, n
      a(i) = a(i) + offset
    end do
  end subroutine
end module
