!===-- fail-acc-bind-values.f90 - What BIND may name ------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s
!
! Flang reads the text of a literal without asking whether it is one.
!
!===----------------------------------------------------------------------===!

subroutine number(x)
  integer :: x
  ! CHECK: :[[#@LINE+1]]:21: error: The BIND clause must have a name or a character literal
  !$acc routine seq bind(1)
  x = 1
end subroutine

subroutine joined(x)
  integer :: x
  ! CHECK: :[[#@LINE+1]]:21: error: The BIND clause must have a name or a character literal
  !$acc routine seq bind('jo'//'in')
  x = 1
end subroutine
