;===-- merge-barriers.ll - Barriers with nothing between ------------------===;
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A barrier goes where no access of memory has been since the last one, in a row
; (@row) and on all ways to it (@loop), where data that is only read and the
; thread's own are none, but atomics and stores are (@kept), also on one of two
; ways (@either). Kernels that the program wrote keep theirs (@written).

; RUN: %warp-codegen -passes='function(warpfort-merge-barriers)' %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @row(
; CHECK-NEXT: load double, ptr %p, align 8, !invariant.load
; CHECK-NEXT: store double %x, ptr %q
; CHECK-NEXT: call void @llvm.nvvm.barrier
; CHECK-NEXT: add i32
; CHECK-NEXT: store double %x, ptr %p
; CHECK-NEXT: ret void
define ptx_kernel void @row(ptr %p, ptr %q, i32 %n) #0 {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = load double, ptr %p, align 8, !invariant.load !0
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store double %x, ptr %q
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %m = add i32 %n, 1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store double %x, ptr %p
  ret void
}

; CHECK-LABEL: define ptx_kernel void @loop(
; CHECK: head:
; CHECK-NOT: barrier
; CHECK: store
; CHECK: call void @llvm.nvvm.barrier
; CHECK: br
define ptx_kernel void @loop(ptr %p, i32 %n) #0 {
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %next, %head ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %i, ptr %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add i32 %i, 1
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %head, label %exit
exit:
  ret void
}

; CHECK-LABEL: define ptx_kernel void @kept(
; CHECK: load double
; CHECK-NEXT: call void @llvm.nvvm.barrier
; CHECK-NEXT: atomicrmw
; CHECK-NEXT: call void @llvm.nvvm.barrier
; CHECK-NEXT: store
define ptx_kernel void @kept(ptr %p, ptr %q) #0 {
  %x = load double, ptr %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %old = atomicrmw add ptr %q, i32 1 monotonic
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store double %x, ptr %p
  ret void
}

; CHECK-LABEL: define ptx_kernel void @either(
; CHECK: join:
; CHECK-NEXT: call void @llvm.nvvm.barrier
define ptx_kernel void @either(ptr %p, i1 %c) #0 {
  br i1 %c, label %stores, label %join
stores:
  store i32 1, ptr %p
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = load i32, ptr %p
  store i32 %x, ptr %p
  ret void
}

; CHECK-LABEL: define ptx_kernel void @written(
; CHECK-COUNT-2: call void @llvm.nvvm.barrier
define ptx_kernel void @written() {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

attributes #0 = { "warpfort-outlined-kernel" }
!0 = !{}
