;===-- contiguous-arrays.ll - Array arguments without gaps
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The two arrays of @scale have strides in their descriptors. Where a launch's
; are those of neighbouring elements, vectors are loaded and stored; otherwise
; they are gathered. The size of elements is that of what is accessed, to its
; last component (@pairs). Descriptors that are read behind a guard are read once,
; before it (@behind). No version for a kernel that reads no stride
; (@whole), or whose descriptor may change (@changed).

; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.kernels
; RUN: FileCheck %s < %t.kernels
; RUN: FileCheck --check-prefix=FINAL %s < %t.ll

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%box = type { ptr, i64, i32, i8, i8, i8, i8, [1 x [3 x i64]] }
%plane = type { ptr, i64, i32, i8, i8, i8, i8, [2 x [3 x i64]] }

; CHECK-LABEL: define internal void @scale(
; CHECK: %[[X:.*]] = getelementptr inbounds i8, ptr %arg.address{{[0-9]*}}, i64 40
; CHECK: %[[STRIDE:.*]] = load i64, ptr %[[X]]
; CHECK: icmp eq i64 %[[STRIDE]], 8
; CHECK: load i64
; CHECK: icmp eq i64 %{{.*}}, 8
; CHECK: br i1 %{{.*}}, label %contiguous, label %strided
; CHECK: call void @scale.contiguous(
; CHECK: call void @scale.strided(
; FINAL-LABEL: define internal void @scale(
; FINAL: load <4 x double>
; FINAL: store <4 x double>
define ptx_kernel void @scale(ptr byval(%box) align 8 %x, ptr byval(%box) align 8 %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %xp = load ptr, ptr %x
  %xs = getelementptr %box, ptr %x, i32 0, i32 7, i32 0, i32 2
  %xstride = load i64, ptr %xs
  %xo = mul i64 %w, %xstride
  %xe = getelementptr i8, ptr %xp, i64 %xo
  %v = load double, ptr %xe
  %r = fmul double %v, 2.0
  %yp = load ptr, ptr %y
  %ys = getelementptr %box, ptr %y, i32 0, i32 7, i32 0, i32 2
  %ystride = load i64, ptr %ys
  %yo = mul i64 %w, %ystride
  %ye = getelementptr i8, ptr %yp, i64 %yo
  store double %r, ptr %ye
  ret void
}

; FINAL-LABEL: define internal void @behind(
; FINAL: load <4 x double>
; FINAL: store <4 x double>
; FINAL-LABEL: define internal void @pairs(
define ptx_kernel void @behind(ptr byval(%plane) align 8 %x, ptr byval(%plane) align 8 %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %row = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %m = mul i32 %b, %d
  %i = add i32 %m, %t
  %np = getelementptr %plane, ptr %x, i32 0, i32 7, i32 0, i32 1
  %extent = load i64, ptr %np
  %n = trunc i64 %extent to i32
  %low = icmp sgt i32 %i, 1
  %high = icmp slt i32 %i, %n
  %passes = and i1 %low, %high
  br i1 %passes, label %work, label %exit
work:
  %w = sext i32 %i to i64
  %j = zext i32 %row to i64
  %xp = load ptr, ptr %x
  %xs = getelementptr %plane, ptr %x, i32 0, i32 7, i32 0, i32 2
  %xstride = load i64, ptr %xs
  %xt = getelementptr %plane, ptr %x, i32 0, i32 7, i32 1, i32 2
  %xstride2 = load i64, ptr %xt
  %xo = mul nsw i64 %w, %xstride
  %xo2 = mul nsw i64 %j, %xstride2
  %xr = getelementptr i8, ptr %xp, i64 %xo2
  %xe = getelementptr i8, ptr %xr, i64 %xo
  %v = load double, ptr %xe
  %r = fmul double %v, 2.0
  %yp = load ptr, ptr %y
  %ys = getelementptr %plane, ptr %y, i32 0, i32 7, i32 0, i32 2
  %ystride = load i64, ptr %ys
  %yt = getelementptr %plane, ptr %y, i32 0, i32 7, i32 1, i32 2
  %ystride2 = load i64, ptr %yt
  %yo = mul nsw i64 %w, %ystride
  %yo2 = mul nsw i64 %j, %ystride2
  %yr = getelementptr i8, ptr %yp, i64 %yo2
  %ye = getelementptr i8, ptr %yr, i64 %yo
  store double %r, ptr %ye
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define internal void @pairs(
; CHECK: icmp eq i64 %{{.*}}, 16
define ptx_kernel void @pairs(ptr byval(%box) align 8 %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %xp = load ptr, ptr %x
  %xs = getelementptr %box, ptr %x, i32 0, i32 7, i32 0, i32 2
  %xstride = load i64, ptr %xs
  %xo = mul i64 %w, %xstride
  %xe = getelementptr i8, ptr %xp, i64 %xo
  %im = getelementptr { double, double }, ptr %xe, i32 0, i32 1
  %v = load double, ptr %im
  store double %v, ptr %xe
  ret void
}

; CHECK-LABEL: define internal void @whole(
; CHECK-NOT: label %contiguous
define ptx_kernel void @whole(ptr byval(%box) align 8 %x) {
  %xp = load ptr, ptr %x
  store double 0.0, ptr %xp
  ret void
}

; CHECK-LABEL: define internal void @changed(
; CHECK-NOT: label %contiguous
; CHECK: ret void
define ptx_kernel void @changed(ptr byval(%box) align 8 %x, i64 %n) {
  %xm = getelementptr %box, ptr %x, i32 0, i32 7, i32 0, i32 2
  store volatile i64 %n, ptr %xm
  %xp = load ptr, ptr %x
  %xstride = load i64, ptr %xm
  %xe = getelementptr i8, ptr %xp, i64 %xstride
  store double 0.0, ptr %xe
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
