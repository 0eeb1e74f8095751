;===-- whole-warps-checked.ll - Rows of threads under -gpu=check ----------===;
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; With checks, a kernel whose threads look at their row has a version for whole
; warps: what a warp accesses is described together only where it is seen that
; the row is the same for its lanes, and so is the number of operations that the
; warp has passed: both are kept once. A mask that depends on the length of rows
; is that of all lanes then. A kernel that does not look at its row has one version (@flat).

; RUN: %warp-codegen -target=cpu -check -mcpu=x86-64-v3 -dump-after=kernels -emit-llvm %s -o /dev/null 2>%t.kernels
; RUN: FileCheck %s < %t.kernels

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define internal i32 @rows.region1(
; CHECK: %[[PLACE:.*]] = getelementptr inbounds nuw { i64, i32 }, ptr %uni.in, i32 0, i32 0
; CHECK: load i64, ptr %[[PLACE]]
; CHECK: %[[ALL:.*]] = icmp eq i32 -1, -1
; CHECK: %[[FLAG:.*]] = zext i1 %[[ALL]] to i32
; CHECK: call i64 @warprt_cpu_check_warp(i64 %{{.*}}, i32 %[[FLAG]])
; CHECK: br i1 %more
; CHECK-LABEL: define internal void @rows.whole.warps(
; CHECK-LABEL: define internal void @rows.any.warps(
; CHECK-NOT: @flat.whole.warps

define ptx_kernel void @rows(ptr %a, ptr %b, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %dy = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %short = icmp ult i32 %d, 32
  br label %loop
loop:
  %row = phi i32 [ %y, %entry ], [ %next, %synced ]
  %wrow = zext i32 %row to i64
  %wd = zext i32 %d to i64
  %wt = zext i32 %t to i64
  %at = mul i64 %wrow, %wd
  %wide = add i64 %at, %wt
  %pa = getelementptr float, ptr %a, i64 %wide
  %pb = getelementptr float, ptr %b, i64 %wide
  %v = load float, ptr %pa
  store float %v, ptr %pb
  br i1 %short, label %part, label %synced
part:
  %low = shl i32 -1, %d
  %ours = xor i32 %low, -1
  %rest = urem i32 %t, %d
  %some = shl i32 %ours, %rest
  br label %synced
synced:
  %mask = phi i32 [ -1, %loop ], [ %some, %part ]
  call void @llvm.nvvm.bar.warp.sync(i32 %mask)
  %next = add i32 %row, %dy
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

define ptx_kernel void @flat(ptr %a, ptr %b) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = zext i32 %t to i64
  %pa = getelementptr float, ptr %a, i64 %wide
  %pb = getelementptr float, ptr %b, i64 %wide
  %v = load float, ptr %pa
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  store float %v, ptr %pb
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare void @llvm.nvvm.bar.warp.sync(i32)
