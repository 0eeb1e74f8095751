;===-- interchange.ll - Loops that change places with threads
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Neighbours read neighbouring elements in the loop of @columns: it is split at
; the loop's header and its lanes become vectors. In @rows each thread walks
; through a row of its own: the loop stays inside.

; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.kernels
; RUN: FileCheck %s < %t.kernels
; RUN: FileCheck --check-prefix=FINAL %s < %t.ll

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: define internal i32 @columns.region0(
; CHECK-DAG: define internal i32 @columns.region1(
; CHECK-NOT: @rows.region
; FINAL-LABEL: define internal void @columns(
; FINAL: fadd <32 x float>
define ptx_kernel void @columns(ptr %x, ptr %out, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %row = mul nsw i64 %k, 4096
  %i = add nsw i64 %row, %w
  %p = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %p
  %s1 = fadd float %s, %v
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  %o = getelementptr float, ptr %out, i64 %w
  store float %s1, ptr %o
  ret void
}

define ptx_kernel void @rows(ptr %x, ptr %out, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %row = mul nsw i64 %w, 4096
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %i = add nsw i64 %row, %k
  %p = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %p
  %s1 = fadd float %s, %v
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  %o = getelementptr float, ptr %out, i64 %w
  store float %s1, ptr %o
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
