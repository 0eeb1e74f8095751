!===-- fail-acc-nested-routines.f90 - What acc routines call -------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s
! RUN: not %{compile} -acc -Mstandard -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=STANDARD
!
! A routine calls routines only. Real codes forget the directive, so what the
! source has is taken for a sequential one, as in a compute construct, where
! nothing is said.
!
!===----------------------------------------------------------------------===!

module m
contains
  subroutine inner(x)
    real :: x
    x = x + 1.0
  end subroutine
  subroutine outer(x)
    !$acc routine seq
    real :: x
    ! CHECK: :[[#@LINE+2]]:5: warning: Procedure 'inner' is called in an acc routine and has no acc routine information: it is taken for a sequential routine
    ! STANDARD: :[[#@LINE+1]]:5: error: Procedures called in an acc routine must have acc routine information: inner
    call inner(x)
  end subroutine
  subroutine work(x)
    real :: x(10)
    !$acc parallel loop
    do i = 1, 10
      call inner(x(i))
    end do
  end subroutine
end module
! CHECK-NOT: warning:
