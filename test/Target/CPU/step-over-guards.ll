;===-- step-over-guards.ll - Loops over every second thread
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Iterations that have the remainder asked for are a loop of their own, without
; the guard, if the numbers are not negative (@stencil); of bits, in any case
; (@bits). The loop is as it was where accesses with a mask are as good (@plain),
; where something is done for the others (@others), for remainders of larger
; divisors (@far), and for all but one of three (@not_first).

; RUN: %warp-codegen -passes='function(warpfort-step-over-guards)' %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @stencil(
; CHECK: %[[HERE:.*]] = urem i32 %[[START:.*]], 2
; CHECK: %[[BEGIN:.*]] = select i1 %{{.*}}, i64 %{{.*}}, i64 1000
; CHECK: %[[ANY:.*]] = icmp ult i64 %[[BEGIN]], 1000
; CHECK: br i1 %{{.*}}, label %guard, label %loop
; CHECK: guard:
; CHECK-NEXT: br i1 %[[ANY]], label %stepping, label %exit
; CHECK: loop.stepping:
; CHECK-NEXT: %round = phi i64
; CHECK-NEXT: %[[PASSED:.*]] = mul nuw nsw i64 %round, 2
; CHECK-NEXT: %iteration = add nuw nsw i64 %[[BEGIN]], %[[PASSED]]
; CHECK-NOT: icmp eq i32
; CHECK: store double
; CHECK: br i1 %{{.*}}, label %loop.stepping, label %exit
; CHECK: {{^}}loop:
; CHECK: icmp eq i32 %rest
define void @stencil(ptr %u, i64 %n, i32 %first, i32 %color) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %next, %latch ]
  %small = trunc i64 %t to i32
  %number = add i32 %first, %small
  %rest = srem i32 %number, 2
  %passes = icmp eq i32 %rest, %color
  br i1 %passes, label %work, label %latch
work:
  %p = getelementptr double, ptr %u, i64 %t
  %q = getelementptr i8, ptr %p, i64 8
  %r = getelementptr i8, ptr %p, i64 16
  %x = load double, ptr %p, !llvm.access.group !0
  %y = load double, ptr %r, !llvm.access.group !0
  %s = fadd double %x, %y
  store double %s, ptr %q, !llvm.access.group !0
  br label %latch
latch:
  %next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %next, 1000
  br i1 %more, label %loop, label %exit, !llvm.loop !1
exit:
  ret void
}

; CHECK-LABEL: define void @bits(
; CHECK: %[[START:.*]] = freeze i32 %first
; CHECK: %[[HERE:.*]] = urem i32 %[[START]], 4
; CHECK: br i1 true, label %guard, label %loop
; CHECK: mul nuw nsw i64 %round, 4
define void @bits(ptr %u, i64 %n, i32 %first, i32 %color) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %next, %latch ]
  %small = trunc i64 %t to i32
  %number = add i32 %first, %small
  %rest = and i32 %number, 3
  %passes = icmp eq i32 %rest, 3
  br i1 %passes, label %work, label %latch
work:
  %p = getelementptr double, ptr %u, i64 %t
  %x = load double, ptr %p, !llvm.access.group !0
  %s = fdiv double 1.0, %x
  store double %s, ptr %p, !llvm.access.group !0
  br label %latch
latch:
  %next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %next, 1000
  br i1 %more, label %loop, label %exit, !llvm.loop !1
exit:
  ret void
}

; CHECK-LABEL: define void @plain(
; CHECK-NOT: stepping
; CHECK: ret void
define void @plain(ptr %u, i64 %n, i32 %first, i32 %color) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %next, %latch ]
  %small = trunc i64 %t to i32
  %number = add i32 %first, %small
  %rest = srem i32 %number, 2
  %passes = icmp eq i32 %rest, %color
  br i1 %passes, label %work, label %latch
work:
  %p = getelementptr double, ptr %u, i64 %t
  %x = load double, ptr %p, !llvm.access.group !0
  %s = fadd double %x, 1.0
  store double %s, ptr %p, !llvm.access.group !0
  br label %latch
latch:
  %next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %next, 1000
  br i1 %more, label %loop, label %exit, !llvm.loop !1
exit:
  ret void
}

; CHECK-LABEL: define void @others(
; CHECK-NOT: stepping
; CHECK: ret void
define void @others(ptr %u, i64 %n, i32 %first, i32 %color) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %next, %latch ]
  %small = trunc i64 %t to i32
  %number = add i32 %first, %small
  %rest = srem i32 %number, 2
  %passes = icmp eq i32 %rest, %color
  br i1 %passes, label %work, label %other
work:
  %p = getelementptr double, ptr %u, i64 %t
  %q = getelementptr i8, ptr %p, i64 8
  %r = getelementptr i8, ptr %p, i64 16
  %x = load double, ptr %p, !llvm.access.group !0
  %y = load double, ptr %r, !llvm.access.group !0
  %s = fadd double %x, %y
  store double %s, ptr %q, !llvm.access.group !0
  br label %latch
other:
  %o = getelementptr double, ptr %u, i64 %t
  store double 0.0, ptr %o, !llvm.access.group !0
  br label %latch
latch:
  %next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %next, 1000
  br i1 %more, label %loop, label %exit, !llvm.loop !1
exit:
  ret void
}

; CHECK-LABEL: define void @far(
; CHECK-NOT: stepping
; CHECK: ret void
define void @far(ptr %u, i64 %n, i32 %first, i32 %color) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %next, %latch ]
  %small = trunc i64 %t to i32
  %number = add i32 %first, %small
  %rest = srem i32 %number, 5
  %passes = icmp eq i32 %rest, %color
  br i1 %passes, label %work, label %latch
work:
  %p = getelementptr double, ptr %u, i64 %t
  %q = getelementptr i8, ptr %p, i64 8
  %r = getelementptr i8, ptr %p, i64 16
  %x = load double, ptr %p, !llvm.access.group !0
  %y = load double, ptr %r, !llvm.access.group !0
  %s = fadd double %x, %y
  store double %s, ptr %q, !llvm.access.group !0
  br label %latch
latch:
  %next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %next, 1000
  br i1 %more, label %loop, label %exit, !llvm.loop !1
exit:
  ret void
}

; CHECK-LABEL: define void @not_first(
; CHECK-NOT: stepping
; CHECK: ret void
define void @not_first(ptr %u, i64 %n, i32 %first, i32 %color) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %next, %latch ]
  %small = trunc i64 %t to i32
  %number = add i32 %first, %small
  %rest = urem i32 %number, 3
  %passes = icmp ne i32 %rest, 0
  br i1 %passes, label %work, label %latch
work:
  %p = getelementptr double, ptr %u, i64 %t
  %q = getelementptr i8, ptr %p, i64 8
  %r = getelementptr i8, ptr %p, i64 16
  %x = load double, ptr %p, !llvm.access.group !0
  %y = load double, ptr %r, !llvm.access.group !0
  %s = fadd double %x, %y
  store double %s, ptr %q, !llvm.access.group !0
  br label %latch
latch:
  %next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %next, 1000
  br i1 %more, label %loop, label %exit, !llvm.loop !1
exit:
  ret void
}

!0 = distinct !{}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.parallel_accesses", !0}
