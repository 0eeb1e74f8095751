;===-- fold-block-shape.ll - Extents of blocks of one shape
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A kernel that is launched with blocks of one shape has their extents as
; constants and knows the range of a thread's index; others ask.

; RUN: %warp-codegen -passes='function(warpfort-fold-block-shape)' %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()

; CHECK-LABEL: define ptx_kernel void @fixed(
; CHECK-NOT: ntid
; CHECK: call range(i32 0, 4) i32 @llvm.nvvm.read.ptx.sreg.tid.y()
; CHECK: add i32 32, 4
; CHECK: add i32 %{{.*}}, 1
define ptx_kernel void @fixed(ptr %p) "nvvm.reqntid"="32,4" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %z = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %xy = add i32 %x, %y
  %xyz = add i32 %xy, %z
  %s = add i32 %xyz, %t
  store i32 %s, ptr %p
  ret void
}

; CHECK-LABEL: define ptx_kernel void @any(
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
define ptx_kernel void @any(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  store i32 %x, ptr %p
  ret void
}
