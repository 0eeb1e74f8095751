!===-- fail-equivalence-constructors.f90 - Constructors in EQUIVALENCE -----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -fsyntax-only %s 2>&1 | FileCheck %s --implicit-check-not=error:
!
! Array constructors with a type in subscripts of EQUIVALENCE: as parts of constant
! scalars, and where they are vectors or of no kind.
!
!===----------------------------------------------------------------------===!
subroutine constructors
  integer :: a(2), b(2), c(2), d(2), e(2), f(2)
  character(4) :: text(2)
  equivalence (a(1), b(size([integer :: 1, 2])))
  ! CHECK: :[[@LINE+1]]:24: error: Array with vector subscript '[integer::]' is not allowed in an equivalence set
  equivalence (a(1), c([integer::]))
  ! CHECK: :[[@LINE+1]]:27: error: Must be a scalar value, but is a rank-1 array
  equivalence (a(1), text([integer :: 1]:2))
  ! CHECK: :[[@LINE+1]]:43: error: INTEGER(KIND=7) is not a supported type
  equivalence (a(1), d(size([integer(kind=7) :: 1, 2])))
end subroutine
