!===-- fail-acc-parentheses.f90 - A clause that does not end ---------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s --implicit-check-not=error:
!
! The source is not parsed then: nothing else is said.
!
!===----------------------------------------------------------------------===!

real :: a(10)
integer :: i
! CHECK: :[[#@LINE+1]]:21: error: this cannot be read as the clause COPY: a ')' is missing
!$acc parallel loop copy(a(1:2)
do i = 1, 2
  a(i) = 1
end do
end
