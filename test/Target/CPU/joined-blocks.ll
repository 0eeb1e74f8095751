;===-- joined-blocks.ll - Blocks that run as one
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; @sum knows nothing of its place but ctaid*ntid + tid: one loop runs the blocks
; of a row. So does @apart, whose sum has its parts in another order and width.
; What @thread, @block, @twice, @loop and @wide do differs by block.

; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.kernels
; RUN: FileCheck %s < %t.kernels

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define internal void @sum.blocks(
; CHECK: %row.length = mul nuw nsw i32 %block.x, %{{.*}}
; CHECK: icmp ult i32 %{{.*}}, %row.length
define ptx_kernel void @sum(ptr %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %b, %d
  %i = add i32 %m, %t
  %p = getelementptr i32, ptr %x, i32 %i
  store i32 %i, ptr %p
  ret void
}

; CHECK-LABEL: define internal void @apart.blocks(
; CHECK: %row.length =
; CHECK: icmp ult i32 %{{.*}}, %row.length
define ptx_kernel void @apart(ptr %x, i64 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %bw = zext i32 %b to i64
  %dw = zext i32 %d to i64
  %m = mul i64 %dw, %bw
  %t1 = add nuw nsw i32 %t, 1
  %tw = zext i32 %t1 to i64
  %i = add i64 %tw, %m
  %inside = icmp sle i64 %i, %n
  br i1 %inside, label %work, label %exit
work:
  %p = getelementptr i64, ptr %x, i64 %i
  store i64 %i, ptr %p
  br label %exit
exit:
  ret void
}

; CHECK-NOT: row.length
define ptx_kernel void @thread(ptr %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %b, %d
  %i = add i32 %m, %t
  %p = getelementptr i32, ptr %x, i32 %i
  store i32 %t, ptr %p
  ret void
}

define ptx_kernel void @block(ptr %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %b, %d
  %i = add i32 %m, %t
  %p = getelementptr i32, ptr %x, i32 %i
  store i32 %b, ptr %p
  ret void
}

define ptx_kernel void @twice(ptr %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %b, %d
  %i = add i32 %m, %t
  %j = add i32 %i, %t
  %p = getelementptr i32, ptr %x, i32 %i
  store i32 %j, ptr %p
  ret void
}

define ptx_kernel void @loop(ptr %x, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %b, %d
  br label %loop
loop:
  %k = phi i32 [ %m, %entry ], [ %k1, %loop ]
  %i = add i32 %k, %t
  %p = getelementptr i32, ptr %x, i32 %i
  store volatile i32 %i, ptr %p
  %k1 = add i32 %k, 7
  %more = icmp slt i32 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; The sum may wrap around in 32 bits before it is extended.
define ptx_kernel void @wide(ptr %x, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %b, %d
  %o = add i32 %m, %n
  %w = sext i32 %o to i64
  %tw = zext i32 %t to i64
  %i = add i64 %w, %tw
  %p = getelementptr i64, ptr %x, i64 %i
  store i64 %i, ptr %p
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
