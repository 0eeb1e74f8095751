!===-- openacc-loops.f90 - Canary ------------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/OpenACCLoops.cpp "yet implemented" "%flang -fopenacc -c %s -o %t.o"
!
! Stock Flang does not lower a loop with branches in a kernels construct.
!
!===------------------------------------------------------------------------===!

subroutine s(a, n)
  integer :: n, a(n)
  !$acc kernels
  do i = 1, n
    if (a(i) < 0) goto 10
    a(i) = 1
  end do
10 continue
  !$acc end kernels
end subroutine
