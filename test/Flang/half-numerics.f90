!===-- half-numerics.f90 - Canary ------------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/HalfNumerics.cpp "yet implemented" "%flang -c %s -o %t.o"
!
! Stock Flang has no numeric functions of REAL(2).
!
!===------------------------------------------------------------------------===!

subroutine s(x, y)
  real(2) :: x, y
  y = mod(x, 1.5_2)
end subroutine
