!===-- others.f90 - Procedures that assign their arguments ---------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
module others
  implicit none
contains
  subroutine double(i, s)
    !$acc routine seq
    integer, intent(in) :: i
    integer, intent(out) :: s
    s = 2*i
  end subroutine
  subroutine make_complex(i, s)
    !$acc routine seq
    integer, intent(in) :: i
    complex, intent(out) :: s
    s = cmplx(2*i, i)
  end subroutine
  subroutine add_to(i, s)
    !$acc routine seq
    integer, intent(in) :: i
    integer, intent(inout) :: s
    !$acc atomic
    s = s + i
  end subroutine
  character(3) function named(i, s)
    !$acc routine seq
    integer, intent(in) :: i
    integer, intent(out) :: s
    s = 4*i
    named = 'abc'
  end function
end module

subroutine triple(i, s)
  !$acc routine seq
  integer :: i, s
  s = 3*i
end subroutine

subroutine scale_by(x, k, s)
  !$acc routine seq
  integer :: x, k, s
  s = x*k
end subroutine
