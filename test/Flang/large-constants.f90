!===-- large-constants.f90 - Canary ----------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/LargeConstants.cpp "Overflow in TotalElementCount" "%flang -fsyntax-only %s"
!
! Stock Flang ends at a named constant whose elements 64 bits do not count.
!
!===----------------------------------------------------------------------===!

module m
  integer, parameter :: a(60, 9223372036854775807) = 1
end module
