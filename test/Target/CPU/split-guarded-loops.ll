;===-- split-guarded-loops.ll - Loops over the threads that pass a guard
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Threads that pass the guard are neighbours: the loop runs over these, and
; nothing is masked (@below, @between, and @wide in 64 bits). A further question
; stays in the loop (@also). Where something is done for those that do not pass,
; too, they are loops of their own (@both, @join), also behind another guard
; (@next). The number in the guard may grow by a step that a launch decides
; (@tree), if that is positive; of 64 bits, if it does not wrap around (@far). What a guard of another kind leaves out stays as it is (@even). Loops
; inside do not matter: the threads of @sums that pass are vectors with the loop
; inside.

; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 -emit-llvm %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define internal void @below(
; CHECK: call i64 @llvm.smin.i64(
; CHECK-NOT: llvm.masked
; CHECK: store <4 x double>
; CHECK-NOT: llvm.masked
; CHECK-LABEL: define internal void @between(
; CHECK-NOT: llvm.masked
; CHECK: store <4 x double>
; CHECK-NOT: llvm.masked
define ptx_kernel void @below(ptr %x, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %b, %d
  %i = add i32 %m, %t
  %passes = icmp sle i32 %i, %n
  br i1 %passes, label %work, label %exit
work:
  %w = sext i32 %i to i64
  %p = getelementptr double, ptr %x, i64 %w
  %v = load double, ptr %p
  %r = fmul double %v, 2.0
  store double %r, ptr %p
  br label %exit
exit:
  ret void
}

define ptx_kernel void @between(ptr %x, i32 %n, i32 %k) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = icmp sle i32 %t, %k
  %high = icmp sge i32 %t, %n
  %negative = icmp slt i32 %n, 0
  %one = or i1 %low, %high
  %leaves = or i1 %one, %negative
  br i1 %leaves, label %exit, label %work
work:
  %w = sext i32 %t to i64
  %p = getelementptr double, ptr %x, i64 %w
  %v = load double, ptr %p
  %r = fmul double %v, 2.0
  store double %r, ptr %p
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define internal void @also(
; CHECK: call i64 @llvm.smin.i64(
; CHECK: fcmp ogt <4 x double>
; CHECK: call void @llvm.masked.store.v4f64
define ptx_kernel void @also(ptr %x, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = sext i32 %t to i64
  %p = getelementptr double, ptr %x, i64 %w
  %v = load double, ptr %p
  %high = icmp slt i32 %t, %n
  %greater = fcmp ogt double %v, 1.0
  %passes = and i1 %high, %greater
  br i1 %passes, label %work, label %exit
work:
  %r = fmul double %v, 2.0
  store double %r, ptr %p
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define internal void @even(
; CHECK-NOT: @llvm.smin.i64(
; CHECK-LABEL: define internal void @both(
; CHECK-NOT: llvm.masked
; CHECK: store <4 x double>
; CHECK-NOT: llvm.masked
; CHECK-LABEL: define internal void @join(
; CHECK-NOT: llvm.masked
; CHECK: store <4 x double>
; CHECK-NOT: llvm.masked
; CHECK-LABEL: define internal void @next(
; CHECK-NOT: llvm.masked
; CHECK: store <4 x double>
; CHECK-NOT: llvm.masked
; CHECK-LABEL: define internal void @tree(
; CHECK: icmp sgt i32 %{{.*}}, 0
; CHECK: %[[ROUNDS:.*]] = udiv i64
; CHECK: call i64 @llvm.smin.i64(i64 %{{.*}}, i64 %[[ROUNDS]])
; CHECK-NOT: llvm.masked
; CHECK-LABEL: define internal void @far(
; CHECK: icmp samesign ult i64 %{{.*}}, 536870912
; CHECK: udiv i64
; CHECK-NOT: llvm.masked
; CHECK-LABEL: define internal void @wide(
; CHECK-NOT: llvm.masked
; CHECK: store <4 x double>
; CHECK-NOT: llvm.masked
; CHECK: }
define ptx_kernel void @even(ptr %x, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = and i32 %t, 1
  %passes = icmp slt i32 %i, %n
  br i1 %passes, label %work, label %exit
work:
  %w = sext i32 %t to i64
  %p = getelementptr double, ptr %x, i64 %w
  %v = load double, ptr %p
  %r = fmul double %v, 2.0
  store double %r, ptr %p
  br label %exit
exit:
  ret void
}

define ptx_kernel void @both(ptr %x, ptr %y, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = sext i32 %t to i64
  %q = getelementptr double, ptr %y, i64 %w
  store double 0.0, ptr %q
  %passes = icmp slt i32 %t, %n
  br i1 %passes, label %work, label %exit
work:
  %p = getelementptr double, ptr %x, i64 %w
  %v = load double, ptr %p
  %r = fmul double %v, 2.0
  store double %r, ptr %p
  br label %exit
exit:
  ret void
}

define ptx_kernel void @join(ptr %x, ptr %y, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = sext i32 %t to i64
  %q = getelementptr double, ptr %y, i64 %w
  %own = load double, ptr %q
  %passes = icmp sge i32 %t, %n
  br i1 %passes, label %work, label %exit
work:
  %p = getelementptr double, ptr %x, i64 %w
  %v = load double, ptr %p
  %r = fadd double %v, %own
  br label %exit
exit:
  %kept = phi double [ %r, %work ], [ %own, %0 ]
  store double %kept, ptr %q
  ret void
}

define ptx_kernel void @next(ptr %x, ptr %y, i32 %n, i32 %m) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = sext i32 %t to i64
  %q = getelementptr double, ptr %y, i64 %w
  %p = getelementptr double, ptr %x, i64 %w
  %low = icmp slt i32 %t, %n
  br i1 %low, label %first, label %second
first:
  store double 1.0, ptr %q
  br label %second
second:
  %high = icmp sgt i32 %t, %m
  br i1 %high, label %third, label %exit
third:
  store double 2.0, ptr %p
  br label %exit
exit:
  ret void
}

define ptx_kernel void @tree(ptr %x, i32 %n, i32 %step) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %k = mul nsw i32 %t, %step
  %passes = icmp sle i32 %k, %n
  br i1 %passes, label %work, label %exit
work:
  %w = sext i32 %k to i64
  %p = getelementptr double, ptr %x, i64 %w
  %v = load double, ptr %p
  %r = fmul double %v, 2.0
  store double %r, ptr %p
  br label %exit
exit:
  ret void
}

define ptx_kernel void @far(ptr %x, i64 %n, i64 %step) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %k = mul i64 %w, %step
  %passes = icmp slt i64 %k, %n
  br i1 %passes, label %work, label %exit
work:
  %p = getelementptr double, ptr %x, i64 %w
  %v = load double, ptr %p
  %r = fmul double %v, 2.0
  store double %r, ptr %p
  br label %exit
exit:
  ret void
}

define ptx_kernel void @wide(ptr %x, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %m = zext i32 %n to i64
  %passes = icmp ult i64 %w, %m
  br i1 %passes, label %work, label %exit
work:
  %p = getelementptr double, ptr %x, i64 %w
  %v = load double, ptr %p
  %r = fmul double %v, 2.0
  store double %r, ptr %p
  br label %exit
exit:
  ret void
}
; CHECK-LABEL: define internal fastcc void @sums.threads.outside(
; CHECK: call i64 @llvm.smin.i64(
; CHECK: fadd <16 x double>
; CHECK: store <16 x double>
define ptx_kernel void @sums(ptr %x, ptr %out, i32 %n, i64 %m) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %passes = icmp sle i32 %t, %n
  br i1 %passes, label %work, label %exit
work:
  %w = zext i32 %t to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %work ], [ %k1, %loop ]
  %s = phi double [ 0.0, %work ], [ %s1, %loop ]
  %row = mul nsw i64 %k, 4096
  %i = add nsw i64 %row, %w
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %s1 = fadd double %s, %v
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %m
  br i1 %more, label %loop, label %done
done:
  %o = getelementptr double, ptr %out, i64 %w
  store double %s1, ptr %o
  br label %exit
exit:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
