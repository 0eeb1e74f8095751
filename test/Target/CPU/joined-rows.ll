;===-- joined-rows.ll - Rows of a block that run as one
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Behind the barrier @plane knows its threads only by y*blockDim.x + x: the rows
; of a plane are one loop. Before it, where x is used for itself, they are not.
; Nor are they in @other, whose rows are longer than x goes.

; RUN: %warp-codegen -target=cpu -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.kernels
; RUN: FileCheck %s < %t.kernels
; The threads of a plane have the same numbers as those of its rows: so it is where
; they are checked, too.
; RUN: %warp-codegen -target=cpu -check -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.checked
; RUN: FileCheck %s --check-prefixes=CHECK,CHECKED < %t.checked

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [1024 x double] undef, align 8

; CHECK-LABEL: define internal void @plane.blocks(
; CHECK: call i32 @plane.region0(
; CHECK: icmp ult i32 %{{.*}}, %block.x
; CHECK: %plane = mul nuw nsw i32 %block.x, %block.y
; CHECK: call i32 @plane.region1({{.*}}, i32 %thread.x{{[0-9]*}}, i32 0, i32 %thread.z{{[0-9]*}},
; CHECK: icmp ult i32 %{{.*}}, %plane
define ptx_kernel void @plane(ptr %a) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %row = mul i32 %y, %d
  %t = add i32 %row, %x
  %xp = getelementptr double, ptr %a, i32 %x
  %v = load double, ptr %xp
  %p = getelementptr double, ptr addrspace(3) @s, i32 %t
  store double %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %row2 = mul i32 %y, %d
  %t2 = add i32 %row2, %x
  %q = getelementptr double, ptr addrspace(3) @s, i32 %t2
  %w = load double, ptr addrspace(3) %q
  %w2 = fmul double %w, 2.0
  store double %w2, ptr addrspace(3) %q
  ret void
}

; CHECK-LABEL: define internal void @other.blocks(
; CHECK: call i32 @other.region1({{.*}}, i32 %thread.x{{[0-9]*}}, i32 %thread.y{{[0-9]*}},
define ptx_kernel void @other(ptr %a, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %row = mul i32 %y, %n
  %t = add i32 %row, %x
  %q = getelementptr double, ptr addrspace(3) @s, i32 %t
  store double 1.0, ptr addrspace(3) %q
  ret void
}

; A thread's number in its block, and that it is the first one, say nothing of its
; row where it is checked.
; CHECKED-LABEL: define internal void @numbered.blocks(
; CHECKED: call i32 @numbered.region1({{.*}}, i32 %thread.x{{[0-9]*}}, i32 0, i32 %thread.z{{[0-9]*}},
define ptx_kernel void @numbered(ptr %a) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %z = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %dx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %dy = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %plane = mul nuw nsw i32 %z, %dy
  %row = add nuw nsw i32 %plane, %y
  %begin = mul nuw nsw i32 %row, %dx
  %t = add nuw nsw i32 %begin, %x
  %xy = or i32 %x, %y
  %xyz = or i32 %xy, %z
  %first = icmp eq i32 %xyz, 0
  %value = select i1 %first, double 1.0, double 2.0
  %q = getelementptr double, ptr addrspace(3) @s, i32 %t
  store double %value, ptr addrspace(3) %q
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
