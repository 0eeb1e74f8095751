;===-- unroll-grid-loops.ll - Four rounds of a grid at once
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A sum over the steps of a grid has the loads of four iterations at once and
; adds in the old order, also where the end is a constant (@constant); two where
; it carries several counters (@counters). Loops that store (@stores), whose steps may wrap around
; (@unknown), or that read what others write (@volatile) stay.

; RUN: %warp-codegen -passes='function(warpfort-unroll-grid-loops)' %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define double @sum(
; CHECK: %[[TWO:.*]] = add i64 %step, %step
; CHECK: %[[THREE:.*]] = add i64 %[[TWO]], %step
; CHECK: %[[FOUR:.*]] = add i64 %[[THREE]], %step
; CHECK: %[[SOME:.*]] = icmp slt i64 %b, %n
; CHECK: %[[LEFT:.*]] = sub i64 %n, %b
; CHECK: %[[ENOUGH:.*]] = icmp ugt i64 %[[LEFT]], %[[THREE]]
; CHECK: %[[ENTER:.*]] = and i1 %[[SOME]], %[[ENOUGH]]
; CHECK: br i1 %[[ENTER]], label %rounds, label %loop
; CHECK: rounds:
; CHECK: %[[I:.*]] = phi i64 [ %b, %entry ], [ %[[NEXT:.*]], %rounds ]
; CHECK: %[[S:.*]] = phi double [ 0.000000e+00, %entry ], [ %[[S4:.*]], %rounds ]
; CHECK: load double
; CHECK: %[[S1:.*]] = fadd double %[[S]],
; CHECK: add i64 %[[I]], %step
; CHECK: load double
; CHECK: %[[S2:.*]] = fadd double %[[S1]],
; CHECK: add i64 %[[I]], %[[TWO]]
; CHECK: load double
; CHECK: %[[S3:.*]] = fadd double %[[S2]],
; CHECK: add i64 %[[I]], %[[THREE]]
; CHECK: load double
; CHECK: %[[S4]] = fadd double %[[S3]],
; CHECK: %[[NEXT]] = add i64 %[[I]], %[[FOUR]]
; CHECK: %[[MORE:[0-9]+]] = icmp slt i64 %[[NEXT]], %n
; CHECK: br i1 %{{.*}}, label %rounds, label %rest
; CHECK: rest:
; CHECK: br i1 %[[MORE]], label %loop, label %exit
; CHECK: loop:
; CHECK: phi i64 [ %b, %entry ], [ %i1, %loop ], [ %[[NEXT]], %rest ]
; CHECK: exit:
; CHECK: phi double [ %s1, %loop ], [ %[[S4]], %rest ]
define double @sum(ptr %p, i64 %b, i32 %threads, i64 %n) {
entry:
  %step = zext i32 %threads to i64
  br label %loop
loop:
  %i = phi i64 [ %b, %entry ], [ %i1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %a = getelementptr double, ptr %p, i64 %i
  %v = load double, ptr %a
  %s1 = fadd double %s, %v
  %i1 = add i64 %i, %step
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret double %s1
}

; What is left of the loop is the last iteration's, the index in front of its
; step too; the test may stand the other way.
; CHECK-LABEL: define i64 @last(
; CHECK: rounds:
; CHECK: %[[THIRD:.*]] = add i64 %{{.*}}, %{{.*}}
; CHECK: exit:
; CHECK: phi i64 [ %i, %loop ], [ %{{.*}}, %rest ]
define i64 @last(ptr %p, i64 %b, i32 %threads, i64 %n) {
entry:
  %step = zext i32 %threads to i64
  br label %loop
loop:
  %i = phi i64 [ %b, %entry ], [ %i1, %loop ]
  %s = phi i64 [ 0, %entry ], [ %s1, %loop ]
  %a = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %a
  %s1 = xor i64 %s, %v
  %i1 = add i64 %step, %i
  %done = icmp sle i64 %n, %i1
  br i1 %done, label %exit, label %loop
exit:
  %r = add i64 %s1, %i
  ret i64 %r
}

; Two loads, two rounds.
; CHECK-LABEL: define double @two(
; CHECK: rounds:
; CHECK-COUNT-4: load double
; CHECK: label %rounds, label %rest
define double @two(ptr %p, ptr %q, i64 %b, i32 %threads, i64 %n) {
entry:
  %step = zext i32 %threads to i64
  br label %loop
loop:
  %i = phi i64 [ %b, %entry ], [ %i1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %a = getelementptr double, ptr %p, i64 %i
  %v = load double, ptr %a
  %c = getelementptr double, ptr %q, i64 %i
  %w = load double, ptr %c
  %x = fmul double %v, %w
  %s1 = fadd double %s, %x
  %i1 = add i64 %i, %step
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret double %s1
}

; CHECK-LABEL: define void @stores(
; CHECK-NOT: rounds:
define void @stores(ptr %p, i64 %b, i32 %threads, i64 %n) {
entry:
  %step = zext i32 %threads to i64
  br label %loop
loop:
  %i = phi i64 [ %b, %entry ], [ %i1, %loop ]
  %a = getelementptr double, ptr %p, i64 %i
  %v = load double, ptr %a
  %w = fadd double %v, %v
  store double %w, ptr %a
  %i1 = add i64 %i, %step
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define double @unknown(
; CHECK-NOT: rounds:
define double @unknown(ptr %p, i64 %b, i64 %step, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %b, %entry ], [ %i1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %a = getelementptr double, ptr %p, i64 %i
  %v = load double, ptr %a
  %s1 = fadd double %s, %v
  %i1 = add i64 %i, %step
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret double %s1
}

; CHECK-LABEL: define double @volatile(
; CHECK-NOT: rounds:
define double @volatile(ptr %p, i64 %b, i32 %threads, i64 %n) {
entry:
  %step = zext i32 %threads to i64
  br label %loop
loop:
  %i = phi i64 [ %b, %entry ], [ %i1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %a = getelementptr double, ptr %p, i64 %i
  %v = load volatile double, ptr %a
  %s1 = fadd double %s, %v
  %i1 = add i64 %i, %step
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret double %s1
}

; CHECK-LABEL: define double @constant(
; CHECK: %[[LEFT:.*]] = sub i64 1000, %b
; CHECK: icmp ult i64 %{{.*}}, 1000
; CHECK-LABEL: define double @counters(
; CHECK: rounds:
; CHECK-COUNT-2: load double
; CHECK: rest:
define double @constant(ptr %p, i64 %b, i32 %threads) {
entry:
  %step = zext i32 %threads to i64
  br label %loop
loop:
  %i = phi i64 [ %b, %entry ], [ %i1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %a = getelementptr double, ptr %p, i64 %i
  %v = load double, ptr %a
  %s1 = fadd double %s, %v
  %i1 = add i64 %i, %step
  %more = icmp ugt i64 %i1, 999
  br i1 %more, label %exit, label %loop
exit:
  ret double %s1
}

define double @counters(ptr %p, i64 %b, i32 %threads, i64 %n, i64 %k, i64 %l) {
entry:
  %step = zext i32 %threads to i64
  br label %loop
loop:
  %i = phi i64 [ %b, %entry ], [ %i1, %loop ]
  %x = phi i64 [ 0, %entry ], [ %x1, %loop ]
  %y = phi i64 [ 0, %entry ], [ %y1, %loop ]
  %z = phi i64 [ 0, %entry ], [ %z1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %a = getelementptr [8 x [8 x double]], ptr %p, i64 %x, i64 %y, i64 %z
  %v = load double, ptr %a
  %s1 = fadd double %s, %v
  %x1 = add i64 %x, %k
  %y1 = add i64 %y, %l
  %z1 = xor i64 %z, 1
  %i1 = add i64 %i, %step
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret double %s1
}
