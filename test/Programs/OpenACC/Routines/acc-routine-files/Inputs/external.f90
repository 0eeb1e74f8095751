!===-- external.f90 - Routines that are in no module ---------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
!
!===----------------------------------------------------------------------===!

real(8) function half(x)
  !$acc routine seq
  implicit none
  real(8), intent(in) :: x
  half = x/2
end function

real(8) function third(x)
  !$acc routine seq
  implicit none
  real(8), intent(in) :: x
  third = x/3
end function

real(8) function by_string(x)
  implicit none
  real(8), intent(in) :: x
  by_string = -1
end function

real(8) function by_name(x)
  implicit none
  real(8), intent(in) :: x
  by_name = -1
end function

subroutine fill_row(a, n, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(inout) :: a(n)
  a = -x
end subroutine

subroutine spread_row_by_reference(a, n, x)
  !$acc routine vector
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(inout) :: a(n)
  integer :: i
  !$acc loop vector
  do i = 1, n
    a(i) = a(i) + x
  end do
end subroutine

subroutine bump(k, by)
  !$acc routine seq
  implicit none
  integer, intent(inout) :: k
  integer, intent(in) :: by
  k = k + by
end subroutine

subroutine spread_row(a, n, x)
  !$acc routine vector
  implicit none
  integer, value :: n
  real(8), intent(in) :: x
  real(8), intent(inout) :: a(n)
  integer :: i
  !$acc loop vector
  do i = 1, n
    a(i) = x
  end do
end subroutine
