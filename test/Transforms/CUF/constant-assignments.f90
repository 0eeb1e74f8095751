!===-- constant-assignments.f90 - Constants to small arrays ---------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: rm -rf %t && mkdir -p %t && cp %s %t/x.f90 && cd %t
! RUN: %warpfort -gpu=keep -c x.f90 -o x.o
! RUN: FileCheck %s --input-file=x.fir.mlir
!
! An array constructor that goes to a section of constant size is one copy, and
! a scalar is a few stores; ten of them are a loop.
!
!===----------------------------------------------------------------------===!

! CHECK-LABEL: func.func @_QPfill
! CHECK-NOT: fir.do_loop
! CHECK: fir.copy {{.*}} no_overlap
! CHECK-NOT: fir.do_loop
! CHECK: return
subroutine fill(table, i)
  implicit none
  real(8) :: table(5, 4)
  integer :: i
  table(:, i) = (/1d0, 2d0, 3d0, 4d0, 5d0/)
  table(2:4, i + 1) = 7d0
end subroutine

! CHECK-LABEL: func.func @_QPmany
! CHECK: fir.do_loop
! CHECK: return
subroutine many(table)
  implicit none
  real(8) :: table(20)
  table(2:11) = 7d0
end subroutine
