!===-- fail-acc-concurrent.f90 - Localities that are refused -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -c %s -o %t.dir/o.o 2>&1 | FileCheck %s
!
! What no clause says, and what no loop does yet.
!
!===----------------------------------------------------------------------===!

subroutine work(a, n)
  implicit none
  integer :: n, j, a(n)
  integer, pointer :: p, q
  allocate(p, q)
  !$acc kernels copy(a)
  ! CHECK: :[[#@LINE+1]]:33: error: Pointer 'p' may not be LOCAL or LOCAL_INIT in a loop that a directive gives to the device
  do concurrent (j = 1:n) local(p)
    a(j) = j
  end do
  !$acc end kernels
  !$acc parallel loop copy(a)
  ! CHECK: :[[#@LINE+1]]:38: error: Pointer 'q' may not be LOCAL or LOCAL_INIT in a loop that a directive gives to the device
  do concurrent (j = 1:n) local_init(q)
    a(j) = q
  end do
end subroutine
