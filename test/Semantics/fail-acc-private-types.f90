!===-- fail-acc-private-types.f90 - Private variables with allocatable components --===!
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

subroutine work(a, n)
  implicit none
  integer :: n, j, a(n)
  type :: list
    integer, allocatable :: v(:)
  end type
  type(list) :: x
  ! CHECK: :[[#@LINE+1]]:39: error: a private variable with allocatable components is not supported
  !$acc parallel loop copy(a) private(x)
  do j = 1, n
    x%v = [1, 2]
    a(j) = x%v(2)
  end do
end subroutine
