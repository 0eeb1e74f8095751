!===-- parallel-lanes.f90 - Loops that lanes share are independent --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! Accesses in the loop of the lanes are parallel, but not in that of the gangs,
! whose iterations use memory of the gang one after the other. Each loop variable
! holds what the loop reaches, for any lower bound.
!
! RUN: rm -rf %t && mkdir %t && cd %t && %warpfort -acc -target=cpu -gpu=keep -c %s
! RUN: FileCheck %s < parallel-lanes.device.ll
!
!===----------------------------------------------------------------------===!

! CHECK-LABEL: define ptx_kernel void @{{.*}}nest
! CHECK: call i64 @__warpdev_acc_begin(i32 4,
! CHECK: trunc i64
! CHECK: call i64 @__warpdev_acc_begin(i32 3,
! CHECK: trunc nsw i64 %{{.*}} to i32
! CHECK: load double, {{.*}}!llvm.access.group ![[GROUP:[0-9]+]]
! CHECK: store double {{.*}}!llvm.access.group ![[GROUP]]
! CHECK: br label %{{.*}}, !llvm.loop ![[LOOP:[0-9]+]]
! CHECK-NOT: !llvm.loop
subroutine nest(a, c, n, l)
  implicit none
  integer, intent(in) :: n, l
  real(8) :: a(n, n), c(n, n)
  integer :: i, j
  !$acc parallel loop gang copyin(a) copyout(c)
  do j = l, n
    !$acc loop vector
    do i = l, n
      c(i, j) = 2*a(i, j)
    end do
  end do
end subroutine

! CHECK-LABEL: define ptx_kernel void @{{.*}}whole
! CHECK: call i64 @__warpdev_loop_begin(
! CHECK: trunc nsw i64 %{{.*}} to i32
! CHECK: br label %{{.*}}, !llvm.loop
subroutine whole(a, n, l)
  implicit none
  integer, intent(in) :: n, l
  real(8) :: a(n)
  integer :: i
  !$acc parallel loop copy(a)
  do i = l, n
    a(i) = 2*a(i)
  end do
end subroutine

! CHECK: ![[LOOP]] = distinct !{![[LOOP]], ![[PARALLEL:[0-9]+]]}
! CHECK: ![[PARALLEL]] = !{!"llvm.loop.parallel_accesses", ![[GROUP]]}
