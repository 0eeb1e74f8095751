;===-- whole-warps.ll - Warps that are pieces of rows ----------------------===;
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; @product gives each warp a row. Where blockDim.x is a multiple of 32, the row
; is the same for a warp: its bounds are read once, and a round of its lanes is
; one vector, with the sum in registers; what is left behind the last round is no
; loop. Not so where rows do not begin with warps (@uneven), or where an index
; may be negative (@negative), which no launch rules out.

; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.kernels
; RUN: FileCheck %s < %t.kernels
; RUN: FileCheck --check-prefix=ANY %s < %t.kernels
; RUN: FileCheck --check-prefix=FINAL %s < %t.ll

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; The version for other launches has no vectors of warps.
; ANY-LABEL: define internal void @product.any.warps(
; ANY-NOT: call i32 @product.{{.*}}.warp(
; ANY-LABEL: define internal void @product.blocks(

; CHECK-LABEL: define internal void @product.blocks(
; CHECK: %[[REST:.*]] = and i32 %{{.*}}, 31
; CHECK: %[[WHOLE:.*]] = icmp eq i32 %[[REST]], 0
; CHECK: %[[FITS:.*]] = icmp ule i64 %{{.*}}, 2147483647
; CHECK: and i1 %[[WHOLE]], %[[FITS]]
; CHECK: call void @product.whole.warps(
; CHECK: call void @product.any.warps(
; CHECK-NOT: @uneven.whole.warps
; CHECK-NOT: @negative.whole.warps

; FINAL-LABEL: define internal void @product(
; FINAL: whole.warps
; FINAL: %[[SUM:.*]] = phi <32 x double> [ %[[NEXT:.*]], %[[LOOP:.*]] ], [
; FINAL: %[[TERM:.*]] = load <32 x double>
; FINAL-NOT: {{store|br}}
; FINAL: %[[NEXT]] = fadd <32 x double> %[[SUM]], %[[TERM]]
; FINAL-NOT: store
; FINAL: br i1 %{{.*}}, label %[[LOOP]]
define ptx_kernel void @product(ptr %ptr, ptr %val, ptr %y, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %b, %d
  %i = add i32 %m, %t
  %row = sdiv i32 %i, 32
  %lane = and i32 %i, 31
  %inside = icmp slt i32 %row, %n
  br i1 %inside, label %begin, label %end
begin:
  %w = sext i32 %row to i64
  %pf = getelementptr i32, ptr %ptr, i64 %w
  %pl = getelementptr i8, ptr %pf, i64 4
  %first = load i32, ptr %pf
  %last = load i32, ptr %pl
  %own = add nsw i32 %first, %lane
  br label %loop
loop:
  %j = phi i32 [ %own, %begin ], [ %j1, %body ]
  %s = phi double [ 0.0, %begin ], [ %s1, %body ]
  %more = icmp slt i32 %j, %last
  br i1 %more, label %body, label %exit
body:
  %wj = sext i32 %j to i64
  %pv = getelementptr double, ptr %val, i64 %wj
  %v = load double, ptr %pv
  %s1 = fadd double %s, %v
  %j1 = add nsw i32 %j, 32
  br label %loop
exit:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %wi = sext i32 %i to i64
  %py = getelementptr double, ptr %y, i64 %wi
  store double %s, ptr %py
  br label %end
end:
  ret void
}

define ptx_kernel void @uneven(ptr %ptr, ptr %val, ptr %y) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = udiv i32 %t, 24
  %lane = and i32 %t, 31
  %w = zext i32 %row to i64
  %pf = getelementptr i32, ptr %ptr, i64 %w
  %first = load i32, ptr %pf
  %own = add nsw i32 %first, %lane
  br label %loop
loop:
  %j = phi i32 [ %own, %entry ], [ %j1, %body ]
  %s = phi double [ 0.0, %entry ], [ %s1, %body ]
  %more = icmp slt i32 %j, 1000
  br i1 %more, label %body, label %exit
body:
  %wj = sext i32 %j to i64
  %pv = getelementptr double, ptr %val, i64 %wj
  %v = load double, ptr %pv
  %s1 = fadd double %s, %v
  %j1 = add nsw i32 %j, 32
  br label %loop
exit:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %wi = sext i32 %t to i64
  %py = getelementptr double, ptr %y, i64 %wi
  store double %s, ptr %py
  ret void
}

define ptx_kernel void @negative(ptr %ptr, ptr %val, ptr %y, i32 %from) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %base = shl i32 %from, 5
  %i = add i32 %base, %t
  %row = sdiv i32 %i, 32
  %lane = and i32 %i, 31
  %w = sext i32 %row to i64
  %pf = getelementptr i32, ptr %ptr, i64 %w
  %first = load i32, ptr %pf
  %own = add nsw i32 %first, %lane
  br label %loop
loop:
  %j = phi i32 [ %own, %entry ], [ %j1, %body ]
  %s = phi double [ 0.0, %entry ], [ %s1, %body ]
  %more = icmp slt i32 %j, 1000
  br i1 %more, label %body, label %exit
body:
  %wj = sext i32 %j to i64
  %pv = getelementptr double, ptr %val, i64 %wj
  %v = load double, ptr %pv
  %s1 = fadd double %s, %v
  %j1 = add nsw i32 %j, 32
  br label %loop
exit:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %wi = sext i32 %i to i64
  %py = getelementptr double, ptr %y, i64 %wi
  store double %s, ptr %py
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.bar.warp.sync(i32)
