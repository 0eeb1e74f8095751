!===-- fail-acc-concurrent.f90 - DO CONCURRENT with locality in compute constructs --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -c %s -o %t.dir/o.o 2>&1 | FileCheck %s
!
!
!===----------------------------------------------------------------------===!

subroutine work(a, n)
  implicit none
  integer :: n, j, a(n), t
  !$acc kernels copy(a)
  ! CHECK: :[[#@LINE+1]]:3: error: DO CONCURRENT with LOCAL, LOCAL_INIT, SHARED or REDUCE is not supported in a compute construct
  do concurrent (j = 1:n) local(t)
    t = j
    a(j) = t
  end do
  !$acc end kernels
end subroutine
