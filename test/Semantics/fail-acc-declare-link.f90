!===-- fail-acc-declare-link.f90 - What cannot be linked -------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -c %s 2>&1 | FileCheck %s
!
! A variable that each call of a procedure has anew.
!
!===----------------------------------------------------------------------===!

subroutine s(n)
  integer :: n
  integer :: a(10)
  ! CHECK: :[[#@LINE+1]]:22: error: declare link of 'a', which is no global variable, is not supported
  !$acc declare link(a)
  a = n
end subroutine
