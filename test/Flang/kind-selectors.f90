!===-- kind-selectors.f90 - Canary -----------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/KindSelectors.cpp "context.location" "%flang -c %s -o %t.o"
!
! Stock Flang ends at the type of an array constructor in a subscript of
! EQUIVALENCE.
!
!===------------------------------------------------------------------------===!

subroutine s
  integer :: a(2), e(2)
  equivalence (a(1), e(size([integer :: 1, 2])))
end subroutine
