!===-- pass-converted-values.f90 - Conversions to the same type ------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -fsyntax-only -fdump-after=keep-converted-values %s 2>&1 | FileCheck %s
!
! Parentheses cost copies of arrays. They stand where a value differs from its
! variable, and sections where only bounds do. Pure functions see no difference.
!
!===----------------------------------------------------------------------===!

module m
  implicit none
contains
  pure real(8) function f(a)
    real(8), intent(in) :: a(:)
    f = a(1)
  end function

  real(8) function g(a)
    real(8), intent(in) :: a(:)
    g = a(1)
  end function

  ! The first attempt has none.
  ! CHECK: // after keep-converted-values
  ! CHECK-NOT: ((
  ! CHECK: // after keep-converted-values
  subroutine s(x, y, a, b, c, i)
    real(8) :: x, y, a(:), i
    real(8), allocatable :: b(:), c(:)
    ! CHECK: y = real(x,{{ ?}}8)+1
    y = real(x, 8) + 1
    ! CHECK: y = sum(real(a,{{ ?}}8))+sqrt(dble(x))+f(dble(b))
    y = sum(real(a, 8)) + sqrt(dble(x)) + f(dble(b))
    ! CHECK: y = g((dble(b)))
    y = g(dble(b))
    ! CHECK: a = dble(b)
    a = dble(b)
    ! CHECK: b = dble(a)
    b = dble(a)
    ! CHECK: b = dble(b)
    b = dble(b)
    ! CHECK: b = dble(c(:))
    b = dble(c)
    ! CHECK: b = dble(c)*2
    b = dble(c)*2
  end subroutine
end module
