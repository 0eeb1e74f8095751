!===-- fail-acc-private-types.f90 - Private variables of some types --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -c %s -o %t.dir/o.o 2>&1 | FileCheck %s
!
! First-private ones with allocatable components have no copies of these; large
! ones would not fit into a kernel's parameters.
!
!===----------------------------------------------------------------------===!

subroutine work(a, n)
  implicit none
  integer :: n, j, a(n)
  type :: list
    integer, allocatable :: v(:)
  end type
  type :: large
    real(8) :: r(500)
  end type
  type(large) :: z
  type(list) :: x(2)
  type(list) :: y
  ! CHECK: :[[#@LINE+1]]:9: error: 'x' is firstprivate and has allocatable components, which is not supported
  !$acc parallel loop copy(a) firstprivate(x)
  do j = 1, n
    a(j) = x(1)%v(2)
  end do
  ! CHECK: :[[#@LINE+1]]:9: error: 'y' is firstprivate and has allocatable components, which is not supported
  !$acc parallel copy(a) firstprivate(y)
  !$acc loop
  do j = 1, n
    y%v(j) = j
  end do
  !$acc loop
  do j = 1, n
    a(j) = y%v(n + 1 - j)
  end do
  !$acc end parallel
  ! CHECK: :[[#@LINE+1]]:9: error: 'z' is firstprivate and too large for that: kernels have room for 2048 bytes
  !$acc parallel loop copy(a) firstprivate(z)
  do j = 1, n
    a(j) = int(z%r(j))
  end do
end subroutine
