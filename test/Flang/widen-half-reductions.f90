!===-- widen-half-reductions.f90 - Canary ----------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/Passes/WidenHalfReductions.cpp "undefined|yet implemented" "%flang -O0 %s -o %t"
!
! Stock Flang has no transformational functions of REAL(2).
!
!===------------------------------------------------------------------------===!

program p
  real(2) :: a(4)
  a = 1
  print *, real(sum(a))
end program
