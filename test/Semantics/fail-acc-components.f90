!===-- fail-acc-components.f90 - Reductions of components ----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -c %s -o %t.dir/o.o 2>&1 | FileCheck %s
!
!
!===----------------------------------------------------------------------===!

subroutine total(a, n)
  implicit none
  integer :: n, j, a(n)
  type :: sums
    integer :: s
  end type
  type(sums) :: x
  ! CHECK: :[[#@LINE+1]]:43: error: a component of a derived type in a reduction clause is not supported
  !$acc parallel loop copy(a) reduction(+:x%s)
  do j = 1, n
    x%s = x%s + a(j)
  end do
end subroutine
