;===-- rewrite-extrema.ll - Greatest and least reals of loops
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A greatest or least real that begins as a number is found in vectors, and
; NaNs are passed over. Not where the result may be a NaN (@starts_anywhere,
; @takes_nans), where another value of the loop depends on it (@counts), or
; where the program's order decides which zero remains (@in_order).

; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 -emit-llvm %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define internal void @greatest(
; CHECK: %[[X:.*]] = load <4 x double>
; CHECK: %[[IS:.*]] = fcmp ogt <4 x double> %[[X]], splat (double 0xFFF0000000000000)
; CHECK: %[[NUMBER:.*]] = select <4 x i1> %[[IS]], <4 x double> %[[X]], <4 x double> splat (double 0xFFF0000000000000)
; CHECK: call nnan nsz <4 x double> @llvm.maxnum.v4f64(<4 x double> %[[NUMBER]]
define ptx_kernel void @greatest(ptr %x, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %m = phi double [ 0xFFF0000000000000, %entry ], [ %m1, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p, !llvm.access.group !0
  %greater = fcmp ogt double %v, %m
  %m1 = select i1 %greater, double %v, double %m
  %i1 = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %i1, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !1
exit:
  store double %m1, ptr %out
  ret void
}

; Two steps an iteration, the comparisons the other way round, in a loop that
; says nothing of its order; stores do not matter.
; CHECK-LABEL: define internal void @least(
; CHECK: fcmp olt <8 x float> %{{.*}}, splat (float 0x7FF0000000000000)
; CHECK: call nnan nsz <8 x float> @llvm.minnum.v8f32(
; CHECK: call nnan nsz <8 x float> @llvm.minnum.v8f32(
define ptx_kernel void @least(ptr %x, ptr %out, i64 %n, ptr %y) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %m = phi float [ 0x7FF0000000000000, %entry ], [ %m2, %loop ]
  %p = getelementptr float, ptr %x, i64 %i
  %q = getelementptr float, ptr %y, i64 %i
  %v = load float, ptr %p, !llvm.access.group !0
  %w = load float, ptr %q, !llvm.access.group !0
  store float %w, ptr %p, !llvm.access.group !0
  %less = fcmp nsz ogt float %m, %v
  %m1 = select i1 %less, float %v, float %m
  %more = fcmp nsz uge float %w, %m1
  %m2 = select i1 %more, float %m1, float %w
  %i1 = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %i1, %n
  br i1 %again, label %loop, label %exit
exit:
  store float %m2, ptr %out
  ret void
}

; Over rows of a matrix: what an inner loop begins with comes from the outer.
; CHECK-LABEL: define internal void @rows(
; CHECK: call nnan nsz <4 x double> @llvm.maxnum.v4f64(
define ptx_kernel void @rows(ptr %x, ptr %out, i64 %n, i64 %rows) {
entry:
  br label %outer
outer:
  %j = phi i64 [ 0, %entry ], [ %j1, %latch ]
  %mo = phi double [ 0xFFF0000000000000, %entry ], [ %m1, %latch ]
  %row = mul i64 %j, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %outer ], [ %i1, %loop ]
  %m = phi double [ %mo, %outer ], [ %m1, %loop ]
  %e = add i64 %row, %i
  %p = getelementptr double, ptr %x, i64 %e
  %v = load double, ptr %p
  %greater = fcmp nsz ogt double %v, %m
  %m1 = select i1 %greater, double %v, double %m
  %i1 = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %i1, %n
  br i1 %again, label %loop, label %latch
latch:
  %j1 = add nuw nsw i64 %j, 1
  %more = icmp slt i64 %j1, %rows
  br i1 %more, label %outer, label %exit
exit:
  store double %m1, ptr %out
  ret void
}

; CHECK-LABEL: define internal void @starts_anywhere(
; CHECK-NOT: <{{[0-9]+}} x double>
define ptx_kernel void @starts_anywhere(ptr %x, ptr %out, i64 %n) {
entry:
  %m0 = load double, ptr %out
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %m = phi double [ %m0, %entry ], [ %m1, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p, !llvm.access.group !0
  %greater = fcmp nsz ogt double %v, %m
  %m1 = select i1 %greater, double %v, double %m
  %i1 = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %i1, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !1
exit:
  store double %m1, ptr %out
  ret void
}

; CHECK-LABEL: define internal void @takes_nans(
; CHECK-NOT: <{{[0-9]+}} x double>
define ptx_kernel void @takes_nans(ptr %x, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %m = phi double [ 0xFFF0000000000000, %entry ], [ %m1, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p, !llvm.access.group !0
  %less = fcmp nsz ogt double %m, %v
  %m1 = select i1 %less, double %m, double %v
  %i1 = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %i1, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !1
exit:
  store double %m1, ptr %out
  ret void
}

; CHECK-LABEL: define internal void @counts(
; CHECK-NOT: <{{[0-9]+}} x double>
define ptx_kernel void @counts(ptr %x, ptr %out, i64 %n, ptr %count) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %c = phi i64 [ 0, %entry ], [ %c1, %loop ]
  %m = phi double [ 0xFFF0000000000000, %entry ], [ %m1, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p, !llvm.access.group !0
  %greater = fcmp nsz ogt double %v, %m
  %m1 = select i1 %greater, double %v, double %m
  %one = zext i1 %greater to i64
  %c1 = add i64 %c, %one
  %i1 = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %i1, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !1
exit:
  store double %m1, ptr %out
  store i64 %c1, ptr %count
  ret void
}

; CHECK-LABEL: define internal void @in_order(
; CHECK-NOT: <{{[0-9]+}} x double>
define ptx_kernel void @in_order(ptr %x, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %m = phi double [ 0xFFF0000000000000, %entry ], [ %m1, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %greater = fcmp ogt double %v, %m
  %m1 = select i1 %greater, double %v, double %m
  %i1 = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %i1, %n
  br i1 %again, label %loop, label %exit
exit:
  store double %m1, ptr %out
  ret void
}

; CHECK: ret void

!0 = distinct !{}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.parallel_accesses", !0}
