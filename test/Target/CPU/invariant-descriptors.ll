;===-- invariant-descriptors.ll - Descriptors that device code only reads
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Module data's descriptor does not change while a kernel runs, unless device
; code writes to it.

; RUN: %warp-codegen -target=cpu -dump-after=prepare -emit-llvm %s -o /dev/null 2>&1 | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%T = type { ptr, i64, i32, i8, i8, i8, i8, [1 x [3 x i64]] }
@read = externally_initialized global { ptr, i64, i32, i8, i8, i8, i8, [1 x [3 x i64]] } zeroinitializer
@written = externally_initialized global { ptr, i64, i32, i8, i8, i8, i8, [1 x [3 x i64]] } zeroinitializer

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK-LABEL: @k(
; CHECK: load ptr, ptr @read, {{.*}}!invariant.load
; CHECK: load ptr, ptr @written, align 8
; CHECK-NOT: invariant.load
; CHECK: ret void
define ptx_kernel void @k(ptr %other) {
  %copy = alloca %T
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr @read, i64 48, i1 false)
  %a = load ptr, ptr %copy
  store i32 1, ptr %a
  %b = load ptr, ptr @written
  store i32 2, ptr %b
  store ptr %other, ptr @written
  ret void
}
