;===-- thread-loop.ll - A kernel without barriers
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The loop over the threads of a block is vectorised, though nothing is known of
; the arrays' overlap: threads are independent.

; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 -emit-llvm %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: @warprt_cpu_program = hidden {{.*}}constant {{.*}} i64 1, ptr null, i64 0
; CHECK-DAG: c"scale\00"
; CHECK-LABEL: define internal void @scale(
; CHECK: fmul <8 x float>
; CHECK-NOT: llvm.nvvm
define ptx_kernel void @scale(ptr %x, ptr %y, float %s) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul nsw i32 %b, %d
  %i = add nsw i32 %m, %t
  %w = sext i32 %i to i64
  %px = getelementptr inbounds float, ptr %x, i64 %w
  %py = getelementptr inbounds float, ptr %y, i64 %w
  %v = load float, ptr %px
  %r = fmul float %v, %s
  store float %r, ptr %py
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
