!===-- pass-acc-sentinels.f90 - Sentinels that are misspelt ----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -acc -c %s -o %t.dir/o.o 2>&1 | FileCheck %s --implicit-check-not=warning:

subroutine s(a, n)
  integer :: n, i
  real :: a(n)
! CHECK: :[[@LINE+1]]:3: warning: This is a comment; did you mean the directive's '!$acc'?
  !$ac parallel loop
  do i = 1, n
    a(i) = i
  end do
  !$ax is nobody's sentinel
end subroutine
