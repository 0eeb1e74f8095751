!===-- fail-acc-clause-names.f90 - Clauses of other directives -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s

subroutine s(a, b, n)
  integer :: n, a(n), b(n), i
  ! CHECK: :[[#@LINE+1]]:27: error: DEFAULT clause is not allowed on the DECLARE directive
  !$acc declare copyin(a) default(present)
  ! CHECK: :[[#@LINE+2]]:28: error: ASYNC clause is not allowed on the DECLARE directive
  ! CHECK: :[[#@LINE+1]]:37: error: PRIVATE clause is not allowed on the DECLARE directive
  !$acc declare present(b) async(1) private(n)
  a = b
  ! CHECK: :[[#@LINE+1]]:23: error: COPY clause is not allowed on the WAIT directive
  !$acc wait async(1) copy(a)
  !$acc parallel loop
  do i = 1, n
    ! CHECK: :[[#@LINE+1]]:25: error: PRIVATE clause is not allowed on the ATOMIC directive
    !$acc atomic update private(n)
    a(1) = a(1) + b(i)
  end do
end subroutine
