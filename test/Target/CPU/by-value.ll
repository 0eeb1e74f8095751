;===-- by-value.ll - Aggregates passed by value
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A kernel that only reads its descriptor reads what the launch copied; one that
; writes to it does so in a copy of its own.

; RUN: %warp-codegen -target=cpu -dump-after=kernels -emit-llvm %s -o /dev/null 2>&1 | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%box = type { ptr, i64, [2 x i64] }

; CHECK-LABEL: define internal i32 @reads.body(
; CHECK-NOT: alloca
; CHECK: load ptr, ptr %b, {{.*}}!invariant.load
define ptx_kernel void @reads(ptr byval(%box) align 8 %b) {
  %a = load ptr, ptr %b
  store i32 1, ptr %a
  ret void
}

; CHECK-LABEL: define internal i32 @writes.body(
; CHECK: %[[COPY:.*]] = alloca
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %[[COPY]], ptr %b, i64 32
define ptx_kernel void @writes(ptr byval(%box) align 8 %b, i64 %i) {
  %f = getelementptr inbounds %box, ptr %b, i64 0, i32 2, i64 %i
  store i64 %i, ptr %f
  %g = getelementptr inbounds %box, ptr %b, i64 0, i32 2, i64 0
  %v = load i64, ptr %g
  %a = load ptr, ptr %b
  store i64 %v, ptr %a
  ret void
}
