!===-- fail-acc-limits.f90 - Limits of collapsed loops, and branches -----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s
!
! 
! The limits of collapsed loops may not depend on their indices, and no
! statement may leave a construct.
!
!===----------------------------------------------------------------------===!

subroutine limits(a, n)
  implicit none
  integer :: n, i, j
  real :: a(n, n)
  ! CHECK: :[[#@LINE+1]]:9: error: Trip count must be computable and invariant
  !$acc parallel loop collapse(2)
  do j = 1, n
    do i = j, n
      a(i, j) = 1
    end do
  end do
  !$acc parallel loop
  do j = 1, n
    ! CHECK: :[[#@LINE+1]]:5: error: RETURN statement is not allowed in a PARALLEL LOOP construct
    if (a(1, j) < 0) return
    a(1, j) = 0
  end do
end subroutine
