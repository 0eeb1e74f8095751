!===-- dummy-order.f90 - Canary ---------------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===-------------------------------------------------------------------------===!
! RUN: %{canary} lib/Frontend/Rewrites/DummyOrder.cpp "implicitly declared" "%flang -fc1 -fsyntax-only %s"
!
! Stock Flang refuses a dummy argument of another kind that is declared after
! its use.
!
!===-------------------------------------------------------------------------===!

module m
  use iso_fortran_env
  implicit none
  interface
    subroutine outside(n, a)
      import
      real(real64) :: a(n)
      integer(int64), intent(in) :: n
    end subroutine
  end interface
end module
