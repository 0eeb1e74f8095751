!===-- fail-acc-tiles.f90 - Nests that are not tight enough for tile -----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s
!
!
!===----------------------------------------------------------------------===!

subroutine tiles(a, b, n, m)
  implicit none
  integer :: n, m, i, j
  real :: a(n, m), b(m)
  !$acc parallel loop tile(4, 4)
  do j = 1, m
    do i = 1, n
      a(i, j) = 1
    end do
    ! CHECK: :[[#@LINE+1]]:5: error: The 2 loops of the tile clause must be tightly nested: this stands between loop 1 and loop 2
    b(j) = 2
  end do
end subroutine
