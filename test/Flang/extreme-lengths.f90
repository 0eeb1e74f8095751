!===-- extreme-lengths.f90 - Canary ----------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/ExtremeLengths.cpp "character min/max function result length" "%flang -S -emit-llvm %s -o -"
!
! Stock Flang does not lower MIN and MAX of arrays of characters.
!
!===------------------------------------------------------------------------===!

subroutine smaller(a, b)
  character(4) :: a(9), b(9)
  a = min(a, b)
end subroutine
