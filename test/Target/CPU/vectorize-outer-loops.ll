;===-- vectorize-outer-loops.ll - Vectors over loops that have loops inside
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Iterations of the outer loop of @columns are independent and read neighbours:
; they are the lanes of vectors, and the inner loop runs once for all of them.
; Four vectors are left to single ones, and these leave three iterations at most.
; Each lane of @rows reads a row of its own, element by element, so that several
; sums are formed at a time, and so does @apart, where only the run shows how far
; the rows are from each other, and where the results are stored. Functions of
; mathematics are those of libmvec (@waves).
; Nothing of the kind happens where the outer loop promises nothing (@ordered),
; rows are read without a sum (@scaled) or with one that may be reordered
; (@reordered), a branch inside differs by iteration (@branches), or the outer
; loop sums up, too (@total).

; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 -emit-llvm %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define internal void @columns(
; CHECK: %[[S:.*]] = phi <16 x double>
; CHECK: load <16 x double>, ptr %{{.*}}, align 8
; CHECK: fadd <16 x double>
; CHECK: store <16 x double> %{{.*}}, ptr %{{.*}}, align 8
; CHECK: phi <4 x double>
; CHECK: load <4 x double>, ptr %{{.*}}, align 8
; CHECK: store <4 x double> %{{.*}}, ptr %{{.*}}, align 8
; CHECK: load double
define ptx_kernel void @columns(ptr %x, ptr %out, i64 %n, i64 %m) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  br label %loop
loop:
  %k = phi i64 [ 0, %outer ], [ %k1, %loop ]
  %s = phi double [ 0.0, %outer ], [ %s1, %loop ]
  %row = mul nsw i64 %k, 4096
  %e = add nsw i64 %row, %i
  %p = getelementptr double, ptr %x, i64 %e
  %v = load double, ptr %p, !llvm.access.group !0
  %s1 = fadd double %s, %v
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %m
  br i1 %more, label %loop, label %latch
latch:
  %o = getelementptr double, ptr %out, i64 %i
  store double %s1, ptr %o, !llvm.access.group !0
  %i1 = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %i1, %n
  br i1 %again, label %outer, label %exit, !llvm.loop !1
exit:
  ret void
}

; CHECK-LABEL: define internal void @ordered(
; CHECK-NOT: fadd <{{.*}} x double>
define ptx_kernel void @ordered(ptr %x, ptr %out, i64 %n, i64 %m) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  br label %loop
loop:
  %k = phi i64 [ 0, %outer ], [ %k1, %loop ]
  %s = phi double [ 0.0, %outer ], [ %s1, %loop ]
  %row = mul nsw i64 %k, 4096
  %e = add nsw i64 %row, %i
  %p = getelementptr double, ptr %x, i64 %e
  %v = load double, ptr %p
  %s1 = fadd double %s, %v
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %m
  br i1 %more, label %loop, label %latch
latch:
  %o = getelementptr double, ptr %out, i64 %i
  store double %s1, ptr %o
  %i1 = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %i1, %n
  br i1 %again, label %outer, label %exit
exit:
  ret void
}

; CHECK-LABEL: define internal void @rows(
; CHECK: phi <4 x double>
; CHECK: %[[E0:.*]] = load double
; CHECK: %[[V0:.*]] = insertelement <4 x double> poison, double %[[E0]], i64 0
; CHECK: %[[P1:.*]] = getelementptr i8, ptr %{{.*}}, i64 32768
; CHECK: %[[E1:.*]] = load double, ptr %[[P1]]
; CHECK: insertelement <4 x double> %[[V0]], double %[[E1]], i64 1
; CHECK: fadd <4 x double>
; CHECK: store <4 x double>
define ptx_kernel void @rows(ptr %x, ptr %out, i64 %n, i64 %m) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  %row = mul nsw i64 %i, 4096
  br label %loop
loop:
  %k = phi i64 [ 0, %outer ], [ %k1, %loop ]
  %s = phi double [ 0.0, %outer ], [ %s1, %loop ]
  %e = add nsw i64 %row, %k
  %p = getelementptr double, ptr %x, i64 %e
  %v = load double, ptr %p, !llvm.access.group !0
  %s1 = fadd double %s, %v
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %m
  br i1 %more, label %loop, label %latch
latch:
  %o = getelementptr double, ptr %out, i64 %i
  store double %s1, ptr %o, !llvm.access.group !0
  %i1 = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %i1, %n
  br i1 %again, label %outer, label %exit, !llvm.loop !1
exit:
  ret void
}

; CHECK-LABEL: define internal void @apart(
; CHECK: phi <8 x float>
; CHECK-COUNT-8: load float
; CHECK: fadd <8 x float>
; CHECK: %[[LAST:.*]] = extractelement <8 x float> %{{.*}}, i64 7
; CHECK: store float %[[LAST]]
define ptx_kernel void @apart(ptr %x, ptr %out, i64 %n, i64 %m) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  %row = mul nsw i64 %i, %m
  br label %loop
loop:
  %k = phi i64 [ 0, %outer ], [ %k1, %loop ]
  %s = phi float [ 0.0, %outer ], [ %s1, %loop ]
  %e = add nsw i64 %row, %k
  %p = getelementptr float, ptr %x, i64 %e
  %v = load float, ptr %p, !llvm.access.group !0
  %s1 = fadd float %s, %v
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %m
  br i1 %more, label %loop, label %latch
latch:
  %place = mul nsw i64 %i, 3
  %o = getelementptr float, ptr %out, i64 %place
  store float %s1, ptr %o, !llvm.access.group !0
  %i1 = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %i1, %n
  br i1 %again, label %outer, label %exit, !llvm.loop !1
exit:
  ret void
}

; CHECK-LABEL: define internal void @waves(
; CHECK: phi <16 x double>
; CHECK-COUNT-4: call <4 x double> @_ZGVdN4v_cos(<4 x double>
; CHECK: fadd <16 x double>
; CHECK: phi <4 x double>
; CHECK: call <4 x double> @_ZGVdN4v_cos(<4 x double>
define ptx_kernel void @waves(ptr %x, ptr %out, i64 %n, i64 %m) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  %f = sitofp i64 %i to double
  br label %loop
loop:
  %k = phi i64 [ 0, %outer ], [ %k1, %loop ]
  %s = phi double [ 0.0, %outer ], [ %s1, %loop ]
  %p = getelementptr double, ptr %x, i64 %k
  %v = load double, ptr %p, !llvm.access.group !0
  %a = fmul double %v, %f
  %c = call double @llvm.cos.f64(double %a)
  %s1 = fadd double %s, %c
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %m
  br i1 %more, label %loop, label %latch
latch:
  %o = getelementptr double, ptr %out, i64 %i
  store double %s1, ptr %o, !llvm.access.group !0
  %i1 = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %i1, %n
  br i1 %again, label %outer, label %exit, !llvm.loop !1
exit:
  ret void
}
declare double @llvm.cos.f64(double)

; CHECK-LABEL: define internal void @scaled(
; CHECK-NOT: insertelement <8 x float>
define ptx_kernel void @scaled(ptr %x, ptr %out, i64 %n, i64 %m) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  %row = mul nsw i64 %i, %m
  br label %loop
loop:
  %k = phi i64 [ 0, %outer ], [ %k1, %loop ]
  %e = add nsw i64 %row, %k
  %p = getelementptr float, ptr %x, i64 %e
  %v = load float, ptr %p, !llvm.access.group !0
  %v1 = fmul float %v, %v
  %o = getelementptr float, ptr %out, i64 %e
  store float %v1, ptr %o, !llvm.access.group !0
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %m
  br i1 %more, label %loop, label %latch
latch:
  %i1 = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %i1, %n
  br i1 %again, label %outer, label %exit, !llvm.loop !1
exit:
  ret void
}

; CHECK-LABEL: define internal void @reordered(
; CHECK-NOT: insertelement <8 x float> %{{.*}}, float %{{.*}}, i64 7
; CHECK: call reassoc float @llvm.vector.reduce.fadd
define ptx_kernel void @reordered(ptr %x, ptr %out, i64 %n, i64 %m) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  %row = mul nsw i64 %i, %m
  br label %loop
loop:
  %k = phi i64 [ 0, %outer ], [ %k1, %loop ]
  %s = phi float [ 0.0, %outer ], [ %s1, %loop ]
  %e = add nsw i64 %row, %k
  %p = getelementptr float, ptr %x, i64 %e
  %v = load float, ptr %p, !llvm.access.group !0
  %s1 = fadd reassoc float %s, %v
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %m
  br i1 %more, label %loop, label %latch
latch:
  %o = getelementptr float, ptr %out, i64 %i
  store float %s1, ptr %o, !llvm.access.group !0
  %i1 = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %i1, %n
  br i1 %again, label %outer, label %exit, !llvm.loop !1
exit:
  ret void
}

; CHECK-LABEL: define internal void @branches(
; CHECK-NOT: fadd <{{.*}} x double>
define ptx_kernel void @branches(ptr %x, ptr %out, i64 %n, i64 %m) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  %o = getelementptr double, ptr %out, i64 %i
  br label %loop
loop:
  %k = phi i64 [ 0, %outer ], [ %k1, %next ]
  %s = phi double [ 0.0, %outer ], [ %s1, %next ]
  %row = mul nsw i64 %k, 4096
  %e = add nsw i64 %row, %i
  %p = getelementptr double, ptr %x, i64 %e
  %v = load double, ptr %p, !llvm.access.group !0
  %large = fcmp ogt double %v, 1.0
  br i1 %large, label %note, label %next
note:
  store double %v, ptr %o, !llvm.access.group !0
  br label %next
next:
  %s1 = fadd double %s, %v
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %m
  br i1 %more, label %loop, label %latch
latch:
  store double %s1, ptr %o, !llvm.access.group !0
  %i1 = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %i1, %n
  br i1 %again, label %outer, label %exit, !llvm.loop !1
exit:
  ret void
}

; CHECK-LABEL: define internal void @total(
; CHECK-NOT: fadd <{{.*}} x double>
; CHECK: ret void
define ptx_kernel void @total(ptr %x, ptr %out, i64 %n, i64 %m) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  %t = phi double [ 0.0, %entry ], [ %s1, %latch ]
  br label %loop
loop:
  %k = phi i64 [ 0, %outer ], [ %k1, %loop ]
  %s = phi double [ %t, %outer ], [ %s1, %loop ]
  %row = mul nsw i64 %k, 4096
  %e = add nsw i64 %row, %i
  %p = getelementptr double, ptr %x, i64 %e
  %v = load double, ptr %p, !llvm.access.group !0
  %s1 = fadd double %s, %v
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %m
  br i1 %more, label %loop, label %latch
latch:
  %o = getelementptr double, ptr %out, i64 %i
  store double %v, ptr %o, !llvm.access.group !0
  %i1 = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %i1, %n
  br i1 %again, label %outer, label %exit, !llvm.loop !1
exit:
  store double %s1, ptr %out
  ret void
}

!0 = distinct !{}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.parallel_accesses", !0}
