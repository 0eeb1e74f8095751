;===-- known-shape.ll - A version for the blocks that launches name
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A kernel with barriers that is launched with blocks of 8 x 4 in its own file
; has a version for those, in which extents and the number of threads are
; constants, and one for others (@tree). There is none without barriers (@plain),
; without the attribute (@unknown), for one that is no shape (@wrong), and in the
; checker.

; RUN: %warp-codegen -target=cpu -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.kernels
; RUN: FileCheck %s < %t.kernels
; RUN: FileCheck %s --check-prefix=NONE < %t.kernels
; RUN: %warp-codegen -target=cpu -check -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.checked
; RUN: FileCheck %s --check-prefix=CHECKED < %t.checked

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [64 x double] undef, align 8

; CHECK-LABEL: define internal void @tree.known.shape(
; CHECK-NOT: %block.x
; CHECK: store i32 32, ptr
; CHECK: call i32 @tree.region0({{.*}}, i32 8, i32 4, i32 1, i32 %grid.x,
; CHECK-LABEL: define internal void @tree.other.shape(
; CHECK: %block.x = load i32
; CHECK-LABEL: define internal void @tree.blocks(
; CHECK: icmp eq i32 %block.x, 8
; CHECK: icmp eq i32 %block.y, 4
; CHECK: icmp eq i32 %block.z, 1
; CHECK: call void @tree.known.shape(
; CHECK: call void @tree.other.shape(

; NONE-NOT: define internal void @{{plain|unknown|wrong}}.known.shape

; CHECKED-NOT: known.shape

define ptx_kernel void @tree(ptr %a) #0 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %r = mul i32 %y, %n
  %t = add i32 %r, %x
  %i = zext i32 %t to i64
  %g = getelementptr double, ptr %a, i64 %i
  %v = load double, ptr %g, align 8
  %p = getelementptr [64 x double], ptr addrspace(3) @s, i64 0, i64 %i
  store double %v, ptr addrspace(3) %p, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %j = xor i64 %i, 31
  %q = getelementptr [64 x double], ptr addrspace(3) @s, i64 0, i64 %j
  %w = load double, ptr addrspace(3) %q, align 8
  store double %w, ptr %g, align 8
  ret void
}

define ptx_kernel void @plain(ptr %a) #1 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %x to i64
  %g = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %g, align 8
  ret void
}

define ptx_kernel void @unknown(ptr %a) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %x to i64
  %g = getelementptr double, ptr %a, i64 %i
  %p = getelementptr [64 x double], ptr addrspace(3) @s, i64 0, i64 %i
  %v = load double, ptr %g, align 8
  store double %v, ptr addrspace(3) %p, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load double, ptr addrspace(3) %p, align 8
  store double %w, ptr %g, align 8
  ret void
}

define ptx_kernel void @wrong(ptr %a) #2 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %x to i64
  %g = getelementptr double, ptr %a, i64 %i
  %p = getelementptr [64 x double], ptr addrspace(3) @s, i64 0, i64 %i
  %v = load double, ptr %g, align 8
  store double %v, ptr addrspace(3) %p, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load double, ptr addrspace(3) %p, align 8
  store double %w, ptr %g, align 8
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

attributes #0 = { "warpfort.launched_shape"="8,4,1" }
attributes #1 = { "warpfort.launched_shape"="64,1,1" }
attributes #2 = { "warpfort.launched_shape"="64,x" }
