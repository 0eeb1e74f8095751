!===-- shared-texts.f90 - Texts outside of the innermost parallel loop ---===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! One thread assigns a text there. In a routine, where the text may be each
! thread's own, all do: they copy what they read, then wait for each other.
!
! RUN: %warpfort -acc -c %s -o %t.o -fdump-after=warpfort-acc-lower-kernels 2>&1 | FileCheck %s
!
!===----------------------------------------------------------------------===!

! CHECK-LABEL: func.func @_QProutine_acc_team(
! CHECK: "llvm.intr.memmove"
! CHECK: fir.call @__warpdev_acc_sync
! CHECK: "llvm.intr.memmove"
! CHECK: fir.call @__warpdev_acc_sync
subroutine routine(c, s)
  !$acc routine vector
  character(4) :: c
  integer :: s(200), j
  c(1:3) = c(2:4)
  !$acc loop vector
  do j = 1, 200
    s(j) = ichar(c(3:3))
  end do
end subroutine

! CHECK-LABEL: func.func @_QPconstruct_acc_0(
! CHECK: fir.call @__warpdev_acc_sync
! CHECK: fir.if
! CHECK-NEXT: "llvm.intr.memmove"
! CHECK-NEXT: } loc
! CHECK: fir.call @__warpdev_acc_sync
subroutine construct(c, s)
  character(4) :: c(20)
  integer :: s(200, 20), i, j
  !$acc parallel loop gang worker
  do i = 1, 20
    c(i)(1:3) = c(i)(2:4)
    !$acc loop vector
    do j = 1, 200
      s(j, i) = ichar(c(i)(3:3))
    end do
  end do
end subroutine
