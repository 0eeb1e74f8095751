!===-- fail-assumed-rank.f90 - Elements of assumed rank --------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -fsyntax-only %s 2>&1 | FileCheck %s
! RUN: %{fresh-folder} && not %{compile} -cuda -acc -fsyntax-only %s 2>&1 | FileCheck %s
!
! Only where SELECT RANK has found the rank may there be subscripts.
!
!===----------------------------------------------------------------------===!

subroutine elements(x, y)
  implicit none
  real, target :: x(..), y(:)
  external :: f
  ! CHECK: :[[#@LINE+1]]:3: error: Elements of 'x', which has assumed rank, may be used in a SELECT RANK construct only
  x(1) = 1
  ! CHECK: :[[#@LINE+1]]:7: error: Elements of 'x', which has assumed rank
  y = x(1)
  ! CHECK: :[[#@LINE+1]]:12: error: Elements of 'x', which has assumed rank
  y(1:2) = x(1:2)
  ! CHECK: :[[#@LINE+1]]:10: error: Elements of 'x', which has assumed rank
  call f(x(2))
  ! CHECK: :[[#@LINE+1]]:11: error: Elements of 'x', which has assumed rank
  read *, x(3)
  select rank (x)
  ! CHECK-NOT: error
  rank (1)
    x(1) = x(2)
    y = x(1:2)
  rank (2)
    x(1, 2) = 2
  ! CHECK: :[[#@LINE+2]]:5: error: Elements of 'x', which has assumed rank
  rank default
    x(1) = 3
  end select
end subroutine
