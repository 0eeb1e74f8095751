!===-- concurrent-labels.f90 - Canary --------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Frontend/Rewrites/ConcurrentLabels.cpp "Control flow escapes from DO CONCURRENT" "%flang -fsyntax-only %s"
!
! Stock Flang refuses a branch to the END DO of a DO CONCURRENT.
!
!===------------------------------------------------------------------------===!

subroutine copy(a, b)
  real :: a(9), b(9)
  do concurrent (i = 1:9)
    if (a(i) < 0) go to 20
    b(i) = a(i)
20 end do
end subroutine
