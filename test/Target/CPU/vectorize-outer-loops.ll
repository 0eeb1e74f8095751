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
; Nothing of the kind happens where the outer loop promises nothing (@ordered),
; rows are read (@rows), a branch inside differs by iteration (@branches), or
; the outer loop sums up, too (@total).

; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 -emit-llvm %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define internal void @columns(
; CHECK: %[[S:.*]] = phi <16 x double>
; CHECK: load <16 x double>, ptr %{{.*}}, align 8
; CHECK: fadd <16 x double>
; CHECK: store <16 x double> %{{.*}}, ptr %{{.*}}, align 8
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
; CHECK-NOT: fadd <{{.*}} x double>
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
