;===-- carry-loads.ll - Elements that the next round needs again
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Loads a plane behind another load of the loop become variables (@planes), two
; planes behind with what lies between (@gap). Not where the loop may write the
; array (@written, @called), where only some rounds load (@condition), where the
; planes are three apart (@far), in one cache line (@elements), of two arrays
; (@arrays), or where a load is volatile (@volatile).

; RUN: %warp-codegen -passes='function(warpfort-carry-loads)' %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare void @use(double) memory(inaccessiblemem: readwrite) nounwind willreturn
declare void @change() nounwind willreturn

; CHECK-LABEL: define void @planes(
; CHECK: entry:
; CHECK-DAG: load double, ptr %q, align 8, !invariant.load
; CHECK-DAG: load double, ptr %{{.*}}, align 8, !invariant.load
; CHECK: loop:
; CHECK-DAG: %[[BEFORE:.*]] = phi double [ %{{.*}}, %entry ], [ %[[HERE:.*]], %loop ]
; CHECK-DAG: %[[HERE]] = phi double [ %{{.*}}, %entry ], [ %next, %loop ]
; CHECK: %next = load double
; CHECK-NOT: load double
; CHECK: fadd double %[[BEFORE]], %[[HERE]]
; CHECK: br i1
define void @planes(ptr %q, ptr %r, i64 %plane, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %k1 = add nuw nsw i64 %k, 1
  %k2 = add nuw nsw i64 %k, 2
  %o = mul i64 %k, %plane
  %o1 = mul i64 %k1, %plane
  %o2 = mul i64 %k2, %plane
  %p = getelementptr i8, ptr %q, i64 %o
  %p1 = getelementptr i8, ptr %q, i64 %o1
  %p2 = getelementptr i8, ptr %q, i64 %o2
  %before = load double, ptr %p, align 8, !invariant.load !0
  %here = load double, ptr %p1, align 8, !invariant.load !0
  %next = load double, ptr %p2, align 8, !invariant.load !0
  %s = fadd double %before, %here
  %t = fadd double %s, %next
  %to = getelementptr i8, ptr %r, i64 %o
  store double %t, ptr %to, align 8
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @gap(
; CHECK: loop:
; CHECK: %[[BEFORE:.*]] = phi double [ %{{.*}}, %entry ], [ %[[BETWEEN:.*]], %loop ]
; CHECK: %[[BETWEEN]] = phi double [ %{{.*}}, %entry ], [ %next, %loop ]
; CHECK: fadd double %[[BEFORE]], %next
define void @gap(ptr %q, i64 %plane, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %k1 = add nuw nsw i64 %k, 1
  %k2 = add nuw nsw i64 %k, 2
  %o = mul i64 %k, %plane
  %o2 = mul i64 %k2, %plane
  %p = getelementptr i8, ptr %q, i64 %o
  %p2 = getelementptr i8, ptr %q, i64 %o2
  %before = load double, ptr %p, align 8, !invariant.load !0
  %next = load double, ptr %p2, align 8, !invariant.load !0
  %s = fadd double %before, %next
  call void @use(double %s)
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @written(
; CHECK-NOT: phi double
; CHECK: ret void
define void @written(ptr %q, i64 %plane, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %k1 = add nuw nsw i64 %k, 1
  %o = mul i64 %k, %plane
  %o1 = mul i64 %k1, %plane
  %p = getelementptr i8, ptr %q, i64 %o
  %p1 = getelementptr i8, ptr %q, i64 %o1
  %here = load double, ptr %p, align 8
  %next = load double, ptr %p1, align 8
  %s = fadd double %here, %next
  store double %s, ptr %p1, align 8
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @called(
; CHECK-NOT: phi double
; CHECK: ret void
define void @called(ptr %q, i64 %plane, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %k1 = add nuw nsw i64 %k, 1
  %o = mul i64 %k, %plane
  %o1 = mul i64 %k1, %plane
  %p = getelementptr i8, ptr %q, i64 %o
  %p1 = getelementptr i8, ptr %q, i64 %o1
  %here = load double, ptr %p, align 8
  %next = load double, ptr %p1, align 8
  %s = fadd double %here, %next
  call void @use(double %s)
  call void @change()
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @condition(
; CHECK-NOT: phi double
; CHECK: ret void
define void @condition(ptr %q, i64 %plane, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %latch ]
  %k1 = add nuw nsw i64 %k, 1
  %odd = trunc i64 %k to i1
  %o = mul i64 %k, %plane
  %p = getelementptr i8, ptr %q, i64 %o
  %here = load double, ptr %p, align 8, !invariant.load !0
  br i1 %odd, label %some, label %latch
some:
  %o1 = mul i64 %k1, %plane
  %p1 = getelementptr i8, ptr %q, i64 %o1
  %next = load double, ptr %p1, align 8, !invariant.load !0
  %s = fadd double %here, %next
  call void @use(double %s)
  br label %latch
latch:
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @far(
; CHECK-NOT: phi double
; CHECK: ret void
define void @far(ptr %q, i64 %plane, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %k1 = add nuw nsw i64 %k, 1
  %k3 = add nuw nsw i64 %k, 3
  %o = mul i64 %k, %plane
  %o3 = mul i64 %k3, %plane
  %p = getelementptr i8, ptr %q, i64 %o
  %p3 = getelementptr i8, ptr %q, i64 %o3
  %here = load double, ptr %p, align 8, !invariant.load !0
  %next = load double, ptr %p3, align 8, !invariant.load !0
  %s = fadd double %here, %next
  call void @use(double %s)
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @elements(
; CHECK-NOT: phi double
; CHECK: ret void
define void @elements(ptr %q, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %k1 = add nuw nsw i64 %k, 1
  %p = getelementptr double, ptr %q, i64 %k
  %p1 = getelementptr double, ptr %q, i64 %k1
  %here = load double, ptr %p, align 8, !invariant.load !0
  %next = load double, ptr %p1, align 8, !invariant.load !0
  %s = fadd double %here, %next
  call void @use(double %s)
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @arrays(
; CHECK-NOT: phi double
; CHECK: ret void
define void @arrays(ptr %q, ptr %r, i64 %plane, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %k1 = add nuw nsw i64 %k, 1
  %o = mul i64 %k, %plane
  %o1 = mul i64 %k1, %plane
  %p = getelementptr i8, ptr %q, i64 %o
  %p1 = getelementptr i8, ptr %r, i64 %o1
  %here = load double, ptr %p, align 8, !invariant.load !0
  %next = load double, ptr %p1, align 8, !invariant.load !0
  %s = fadd double %here, %next
  call void @use(double %s)
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @volatile(
; CHECK-NOT: phi double
; CHECK: ret void
define void @volatile(ptr %q, i64 %plane, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %k1 = add nuw nsw i64 %k, 1
  %o = mul i64 %k, %plane
  %o1 = mul i64 %k1, %plane
  %p = getelementptr i8, ptr %q, i64 %o
  %p1 = getelementptr i8, ptr %q, i64 %o1
  %here = load double, ptr %p, align 8
  %next = load volatile double, ptr %p1, align 8
  %s = fadd double %here, %next
  call void @use(double %s)
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

!0 = !{}
