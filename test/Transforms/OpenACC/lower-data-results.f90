!===-- lower-data-results.f90 - Where reductions' results lie -------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: rm -rf %t && mkdir -p %t && cp %s %t/x.f90 && cd %t
! RUN: %warpfort -acc -gpu=keep -c x.f90 -o x.o
! RUN: FileCheck %s < x.acc.mlir
!
! A scalar to which the last gang adds the sum, and nobody does anything else
! while the host waits, may be in memory of the host: the flag is 32, beside 1
! of the region. Others of the device: where a queue has the construct, where
! the kernel uses the scalar elsewhere, and where gangs add one by one.
!
!===----------------------------------------------------------------------===!

! CHECK-LABEL: func.func @_QPonce(
! CHECK: arith.constant 33 : i64
! CHECK: address_of(@warpfort.acc.data.[[ONCE:[0-9a-f]*]])
! CHECK: call @warprt_acc_enter_data(
subroutine once(a, s)
  integer :: a(100), s, i
  !$acc parallel loop present(a) reduction(+:s)
  do i = 1, 100
    s = s + a(i)
  end do
end subroutine

! CHECK-LABEL: func.func @_QPqueued(
! CHECK-NOT: arith.constant 33 : i64
! CHECK: call @warprt_acc_launch
subroutine queued(a, s)
  integer :: a(100), s, i
  !$acc parallel loop present(a) reduction(+:s) async(1)
  do i = 1, 100
    s = s + a(i)
  end do
end subroutine

! CHECK-LABEL: func.func @_QPused(
! CHECK-NOT: arith.constant 33 : i64
! CHECK: call @warprt_acc_launch
subroutine used(a, s)
  integer :: a(100), s, i
  !$acc parallel present(a)
  !$acc loop reduction(+:s)
  do i = 1, 100
    s = s + a(i)
  end do
  a(1) = s
  !$acc end parallel
end subroutine

! CHECK-LABEL: func.func @_QPeach(
! CHECK-NOT: arith.constant 33 : i64
! CHECK: call @warprt_acc_launch
subroutine each(a, s)
  integer :: a(100), s, i
  !$acc parallel num_gangs(4) present(a)
  !$acc loop vector reduction(+:s)
  do i = 1, 100
    s = s + a(i)
  end do
  !$acc end parallel
end subroutine

! CHECK: global internal @warpfort.acc.data.[[ONCE]] constant
! CHECK-NEXT: fir.zero_bits
! CHECK-NEXT: arith.constant 33 : i64
! CHECK-NEXT: fir.insert_value {{.*}}[0 : index]
! CHECK-NOT: arith.constant 33 : i64
