;===-- marching-loops.ll - Loops in which threads march on
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The threads of @planes go from plane to plane: a tile of blocks goes through a
; round before the next one begins, if one of its threads comes to the loop. The
; number of rounds is computed once for the tile, and what is left is vectors of
; threads. What @before reads first, the loop may change; @sum's goes from round
; to round; @bounds differ by thread; @rows walk through neighbouring memory;
; @counts uses atomics; @behind needs the last counter. The runtime hears of
; @planes that it goes better with many blocks at a time.

; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.kernels
; RUN: FileCheck %s < %t.kernels
; RUN: FileCheck --check-prefix=FINAL %s < %t.ll

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define internal i32 @planes.count(
; CHECK: %[[PLANES:.*]] = zext i32 {{.*}} to i64
; CHECK: add i64 %[[PLANES]], 1
; CHECK: store i64 {{.*}}, ptr %uni.out
; CHECK-LABEL: define internal i32 @planes.enters(
; CHECK-NOT: phi
; CHECK: ret i32
; CHECK-LABEL: define internal i32 @planes.round(
; CHECK: %round = load i64, ptr %uni.in
; CHECK: load double
; CHECK: store double
; CHECK-LABEL: define internal void @planes.blocks(
; CHECK: udiv i64 4096,
; CHECK: found:
; CHECK: call i32 @planes.count({{.*}}, ptr %rounds)
; CHECK: %[[ENTERS:.*]] = call i32 @planes.enters({{.*}})
; CHECK: icmp ne i32 %[[ENTERS]], 0
; CHECK: store i64 %{{.*}}, ptr %round
; CHECK: call i32 @planes.round({{.*}}, ptr %round,
; CHECK-NOT: @{{before|sum|bounds|rows|counts|behind}}.round(
; FINAL: @warpfort.kernels = {{.*}} ptr @planes, i64 0, i32 0, i32 12 }
; FINAL-LABEL: define internal void @planes(
; FINAL: store <4 x double>
define ptx_kernel void @planes(ptr %q, ptr %r, i32 %n, i32 %m) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = mul nsw i32 %b, %d
  %i = add nsw i32 %first, %t
  %inside = icmp slt i32 %i, %n
  br i1 %inside, label %check, label %exit
check:
  %any = icmp sgt i32 %m, 0
  br i1 %any, label %before, label %exit
before:
  %n.wide = sext i32 %n to i64
  %i.wide = sext i32 %i to i64
  br label %loop
loop:
  %k = phi i32 [ 0, %before ], [ %k1, %loop ]
  %k.wide = zext nneg i32 %k to i64
  %row = mul nsw i64 %k.wide, %n.wide
  %at = add nsw i64 %row, %i.wide
  %p = getelementptr double, ptr %q, i64 %at
  %v = load double, ptr %p
  %w = fmul double %v, 2.0
  %o = getelementptr double, ptr %r, i64 %at
  store double %w, ptr %o
  %k1 = add nuw nsw i32 %k, 1
  %more = icmp slt i32 %k1, %m
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define ptx_kernel void @before(ptr %q, ptr %r, i64 %n, i64 %m) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %f = getelementptr double, ptr %r, i64 %i
  %first = load double, ptr %f
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %row = mul nsw i64 %k, %n
  %at = add nsw i64 %row, %i
  %o = getelementptr double, ptr %r, i64 %at
  store double %first, ptr %o
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %m
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define ptx_kernel void @sum(ptr %q, ptr %r, i64 %n, i64 %m) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %row = mul nsw i64 %k, %n
  %at = add nsw i64 %row, %i
  %p = getelementptr double, ptr %q, i64 %at
  %v = load double, ptr %p
  %s1 = fadd double %s, %v
  %o = getelementptr double, ptr %r, i64 %at
  store double %s1, ptr %o
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %m
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define ptx_kernel void @bounds(ptr %q, ptr %r, i64 %n, i64 %m) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %limit = add nuw nsw i64 %i, 1
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %row = mul nsw i64 %k, %n
  %at = add nsw i64 %row, %i
  %o = getelementptr double, ptr %r, i64 %at
  store double 1.0, ptr %o
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %limit
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define ptx_kernel void @rows(ptr %q, ptr %r, i64 %n, i64 %m) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %row = mul nsw i64 %i, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %at = add nsw i64 %row, %k
  %o = getelementptr double, ptr %r, i64 %at
  store double 1.0, ptr %o
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %m
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define ptx_kernel void @counts(ptr %c, ptr %r, i64 %n, i64 %m) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %old = atomicrmw add ptr %c, i32 1 monotonic
  %real = sitofp i32 %old to double
  %row = mul nsw i64 %k, %n
  %at = add nsw i64 %row, %i
  %o = getelementptr double, ptr %r, i64 %at
  store double %real, ptr %o
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %m
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define ptx_kernel void @behind(ptr %q, ptr %r, i64 %n, i64 %m) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %row = mul nsw i64 %k, %n
  %at = add nsw i64 %row, %i
  %p = getelementptr double, ptr %q, i64 %at
  %v = load double, ptr %p
  %o = getelementptr double, ptr %r, i64 %at
  store double %v, ptr %o
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %m
  br i1 %more, label %loop, label %exit
exit:
  store double %v, ptr %q
  ret void
}
