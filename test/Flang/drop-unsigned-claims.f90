!===-- drop-unsigned-claims.f90 - Canary -----------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/Passes/DropUnsignedClaims.cpp "overflow<nsw, nuw>" "%flang -fc1 -O2 -emit-fir %s -o -"
!
! Stock Flang claims that sums with a negative shift do not wrap.
!
!===------------------------------------------------------------------------===!

subroutine shift(a, b, n)
  integer :: a(8), b(8), n
  b = cshift(a, n)
end subroutine
