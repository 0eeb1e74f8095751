!===-- outline-size-bounds.f90 - Bounds from descriptors ------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! The host knows how often loops over size(a, d) run, of assumed-shape arrays and
! of allocatables, since the launch passes their descriptors: the grid is for so
! many iterations, and the kernel may have a covered version.
!
! RUN: rm -rf %t && mkdir %t && cd %t && %warpfort -acc -stdpar -target=cpu -gpu=keep -c %s
! RUN: FileCheck %s < outline-size-bounds.acc.mlir
!
!===----------------------------------------------------------------------===!

! CHECK-LABEL: func.func @_QPassumed_shape(
! CHECK: fir.call @warprt_acc_enter_data
! CHECK: %[[ROWS:.*]]:3 = fir.box_dims
! CHECK: fir.convert %[[ROWS]]#1
! CHECK: %[[MANY:.*]] = arith.maxsi
! CHECK: %[[COLUMNS:.*]]:3 = fir.box_dims
! CHECK: fir.convert %[[COLUMNS]]#1
! CHECK: %[[LONG:.*]] = arith.maxsi
! CHECK: fir.store %[[LONG]] to
! CHECK: fir.store %[[MANY]] to
! CHECK: fir.call @warprt_acc_launch
subroutine assumed_shape(a, b)
  implicit none
  real, intent(in) :: a(:, :)
  real, intent(inout) :: b(:, :)
  integer :: i, j
  do concurrent (j=2:size(a, 2) - 1, i=2:size(a, 1) - 1)
    b(i, j) = a(i, j)
  end do
end subroutine

! CHECK-LABEL: func.func @_QPallocatable(
! CHECK: fir.call @warprt_acc_enter_data
! CHECK: fir.box_dims
! CHECK: %[[LONG:.*]] = arith.maxsi
! CHECK: fir.store %[[LONG]] to
! CHECK: fir.call @warprt_acc_launch
subroutine allocatable(a)
  implicit none
  real, allocatable, intent(inout) :: a(:)
  integer :: i
  !$acc parallel loop copy(a)
  do i = 1, size(a)
    a(i) = 2*a(i)
  end do
end subroutine
