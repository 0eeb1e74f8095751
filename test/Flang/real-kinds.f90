!===-- real-kinds.f90 - Canary ---------------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/RealKinds.cpp "_FortranASelectedRealKind\b" "%flang -S -emit-llvm %s -o -"
!
! Stock Flang lets its run-time library answer SELECTED_REAL_KIND, which names
! kinds that the compiler does not have.
!
!===------------------------------------------------------------------------===!

integer function kind_for(digits)
  integer, intent(in) :: digits
  kind_for = selected_real_kind(digits)
end function
