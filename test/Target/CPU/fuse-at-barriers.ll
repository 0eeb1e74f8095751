;===-- fuse-at-barriers.ll - Barriers that an order makes needless
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Blocks of one row pass barriers that only keep threads from overwriting what
; others have yet to read: @up runs its threads from the last to the first,
; @down as always. The barrier stays in @both, which reads on both sides, in
; @any, whose distance may have any sign, in @other, which is not the thread's
; own element that it writes, and in @early, which writes before it, too.

; RUN: %warp-codegen -target=cpu -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.kernels
; RUN: FileCheck %s < %t.kernels
; RUN: FileCheck %s --check-prefix=STAYS < %t.kernels
; RUN: FileCheck %s --check-prefix=VECTORS < %t.ll

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [256 x double] undef, align 8

; CHECK-LABEL: define internal void @up.one.row(
; CHECK: %[[T:.*]] = sub nuw nsw i32 %thread.x{{[0-9]*}}, 1
; CHECK: call i32 @up.region1{{[.0-9]*}}({{.*}}i32 %[[T]],
; CHECK: icmp ugt i32 %[[T]], 0
; CHECK-NOT: @up.region2
; CHECK: define internal i32 @up.region0.
; CHECK-LABEL: define internal void @up.any.shape(
; CHECK: call i32 @up.region2
; CHECK-LABEL: define internal void @up.blocks(
; CHECK: mul i32 %block.y, %block.z
; CHECK: call void @up.one.row(
; CHECK: call void @up.any.shape(

; CHECK-LABEL: define internal void @down.one.row(
; CHECK: call i32 @down.region1{{[.0-9]*}}({{.*}}i32 %thread.x{{[0-9]*}},
; CHECK-NOT: @down.region2
; CHECK: define internal i32 @down.region0.
; CHECK-LABEL: define internal void @down.any.shape(

; STAYS-NOT: @both.one.row
; STAYS-NOT: @any.one.row
; STAYS-NOT: @other.one.row
; STAYS-NOT: @early.one.row

; VECTORS-LABEL: define internal void @up(
; VECTORS: fadd <

define ptx_kernel void @up(ptr %a, i32 %w) {
  %d = and i32 %w, 255
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %g = getelementptr double, ptr %a, i64 %x
  %first = load double, ptr %g
  %p = getelementptr double, ptr addrspace(3) @s, i64 %x
  store double %first, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load double, ptr addrspace(3) %p
  %passes = icmp sge i32 %t, %d
  br i1 %passes, label %more, label %join
more:
  %k = sub nsw i32 %t, %d
  %kw = sext i32 %k to i64
  %q = getelementptr double, ptr addrspace(3) @s, i64 %kw
  %u = load double, ptr addrspace(3) %q
  %sum = fadd double %v, %u
  br label %join
join:
  %r = phi double [ %sum, %more ], [ %v, %0 ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store double %r, ptr addrspace(3) %p
  ret void
}

define ptx_kernel void @down() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %p = getelementptr double, ptr addrspace(3) @s, i64 %x
  store double 1.0, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %k = add nsw i64 %x, 2
  %q = getelementptr double, ptr addrspace(3) @s, i64 %k
  %u = load double, ptr addrspace(3) %q
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store double %u, ptr addrspace(3) %p
  ret void
}

define ptx_kernel void @both() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %p = getelementptr double, ptr addrspace(3) @s, i64 %x
  %before = getelementptr double, ptr addrspace(3) %p, i64 -1
  %behind = getelementptr double, ptr addrspace(3) %p, i64 1
  %u = load double, ptr addrspace(3) %before
  %v = load double, ptr addrspace(3) %behind
  %sum = fadd double %v, %u
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store double %sum, ptr addrspace(3) %p
  ret void
}

define ptx_kernel void @any(i32 %w) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %p = getelementptr double, ptr addrspace(3) @s, i64 %x
  %k = sub nsw i32 %t, %w
  %kw = sext i32 %k to i64
  %q = getelementptr double, ptr addrspace(3) @s, i64 %kw
  %u = load double, ptr addrspace(3) %q
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store double %u, ptr addrspace(3) %p
  ret void
}

define ptx_kernel void @other(ptr %a) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %p = getelementptr double, ptr addrspace(3) @s, i64 %x
  %u = load double, ptr addrspace(3) %p
  %ip = getelementptr i64, ptr %a, i64 %x
  %i = load i64, ptr %ip
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr double, ptr addrspace(3) @s, i64 %i
  store double %u, ptr addrspace(3) %q
  ret void
}

define ptx_kernel void @early(ptr %a) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %p = getelementptr double, ptr addrspace(3) @s, i64 %x
  %g = getelementptr double, ptr %a, i64 %x
  store double 1.0, ptr %g
  %u = load double, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store double %u, ptr addrspace(3) %p
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
