!===-- fail-acc-assumed-rank.f90 - Data clauses with any rank ------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: not %{compile} -acc %s -o %t 2>&1 | FileCheck %s
!
! How much memory an argument of assumed rank has is known in SELECT RANK only.
!
!===----------------------------------------------------------------------===!

subroutine update(x)
  real, intent(inout) :: x(..)
  ! CHECK: :[[#@LINE+1]]:21: error: 'x' is of assumed rank, which data clauses do not support: name it where SELECT RANK knows the rank
  !$acc update self(x)
  ! CHECK: :[[#@LINE+1]]:27: error: 'x' is of assumed rank
  !$acc enter data copyin(x)
  select rank (x)
  rank (1)
    !$acc update self(x)
  end select
  ! CHECK-NOT: error
end subroutine
