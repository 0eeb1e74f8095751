!===-- acc-messages-lanes.f90 - Blocks of a worker routine -----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! REQUIRES: mock-driver
! RUN: %{fresh-folder} && %{compile} -acc -gpu=cc90 %s -o %t.dir/program
! RUN: env WARPFORT_DEVICE=cuda WARPFORT_CUDA_DRIVER=%{mock-driver} PGI_ACC_TIME=1 %t.dir/program 2>&1 | FileCheck %s
!
! The mock of the driver runs no kernels.
!
!===----------------------------------------------------------------------===!
! CHECK-NOT: warning

module routines
contains
  subroutine saxpy(n, a, x, y)
    !$acc routine worker
    integer, value :: n
    real :: a, x(*), y(*)
    integer :: i
    !$acc loop
    do i = 1, n
      y(i) = a*x(i) + y(i)
    end do
  end subroutine
end module

program main
  use routines
  integer, parameter :: n = 1000
  real :: a(n), x(n, n), y(n, n)
  integer :: i
  a = 1
  x = 2
  y = 3
  ! CHECK: [[#@LINE+2]]: kernel launched 1 time
  ! CHECK-NEXT: grid: [1000]  block: [64x8]
  !$acc parallel copy(y) copyin(a, x) vector_length(64)
  !$acc loop
  do i = 1, n
    call saxpy(n, a(i), x(1, i), y(1, i))
  end do
  !$acc end parallel
  ! CHECK: [[#@LINE+2]]: kernel launched 1 time
  ! CHECK-NEXT: grid: [1000]  block: [32x16]
  !$acc parallel copy(y) copyin(a, x) num_workers(16) vector_length(32)
  !$acc loop
  do i = 1, n
    call saxpy(n, a(i), x(1, i), y(1, i))
  end do
  !$acc end parallel
end program
