;===-- fences.ll - Fences of device code
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A block runs on one thread of the host: a fence of the block orders what the
; compiler does, one of the device or the system also what other threads see.

; RUN: %warp-codegen -target=cpu -emit-llvm %s -o - | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define internal void @block(
; CHECK: store i32 5
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-LABEL: define internal void @device(
; CHECK: store i32 1
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: store i32 2
; CHECK-LABEL: define internal void @system(
; CHECK: store i32 3
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: store i32 4

define ptx_kernel void @block(ptr %p) {
  store i32 5, ptr %p
  call void @llvm.nvvm.membar.cta()
  store i32 6, ptr %p
  ret void
}

define ptx_kernel void @device(ptr %p, ptr %q) {
  store i32 1, ptr %p
  call void @llvm.nvvm.membar.gl()
  store i32 2, ptr %q
  ret void
}

define ptx_kernel void @system(ptr %p, ptr %q) {
  store i32 3, ptr %p
  call void @llvm.nvvm.membar.sys()
  store i32 4, ptr %q
  ret void
}

declare void @llvm.nvvm.membar.cta()
declare void @llvm.nvvm.membar.gl()
declare void @llvm.nvvm.membar.sys()
