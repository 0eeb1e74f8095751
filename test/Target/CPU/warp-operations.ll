;===-- warp-operations.ll - Warp operations
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Each is a split point with its operands and its helper; constant operands are
; in a table, others in the context. A shuffle of 64 bits, which the device library
; makes on the CPU, is one of them.

; RUN: %warp-codegen -target=cpu -dump-after=kernels -emit-llvm %s -o %t.ll 2>&1 | FileCheck %s
; RUN: FileCheck --check-prefix=FINAL %s < %t.ll
; RUN: %warp-codegen -target=cpu -dump-after=kernels -emit-llvm %s -o %t.ll 2>&1 | FileCheck --check-prefix=WIDE %s
; RUN: %warp-codegen -target=cpu -dump-after=kernels -emit-llvm %s -o %t.ll 2>&1 | FileCheck --check-prefix=SINGLE %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: @exchange.splits = internal constant
; CHECK-DAG: define internal i32 @exchange.region0(
; CHECK-DAG: define internal i32 @exchange.region1(
; CHECK-DAG: define internal i32 @exchange.region2(
; CHECK-DAG: call void @warpcpu_execute(ptr @exchange.info, ptr %context, i32 0,
; CHECK-DAG: call void @warpcpu_execute(ptr @exchange.info, ptr %context, i32 1,
; FINAL-NOT: call {{.*}}@llvm.nvvm
; A block of one thread shuffles and votes with itself.
; SINGLE-LABEL: define internal i32 @exchange.single.body(
; SINGLE: %odd = trunc i32 %tid.x to i1
; SINGLE: %[[VOTE:.*]] = zext i1 %odd to i32
; SINGLE: store i32 %[[VOTE]]
define ptx_kernel void @exchange(ptr %out, i32 %mask) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %t, i32 4, i32 31)
  %odd = trunc i32 %r to i1
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask, i1 %odd)
  %w = zext i32 %t to i64
  %p = getelementptr i32, ptr %out, i64 %w
  store i32 %b, ptr %p
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)

; WIDE: define internal i32 @wide.region1(
; WIDE-NOT: @wide.region2(
; WIDE: define internal void @wide.blocks(
; WIDE: load <32 x i64>
; WIDE-NEXT: shufflevector <32 x i64>
define ptx_kernel void @wide(ptr %out, i64 %v) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %x = mul i64 %v, %w
  %r = call i64 @__warpdev_shuffle64(i32 3, i32 -1, i64 %x, i32 1, i32 31)
  %p = getelementptr i64, ptr %out, i64 %w
  store i64 %r, ptr %p
  ret void
}
declare i64 @__warpdev_shuffle64(i32, i32, i64, i32, i32) convergent
