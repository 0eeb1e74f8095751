;===-- step-quotients.ll - Quotients without divisions
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The quotient and the remainder of a counter are stepped along with it, in 32
; bits where the divisor and the end show that they fit (@rows), otherwise in 64
; (@wide), also where the quotient is divided again (@space). Up to two addresses
; are stepped themselves (@address), of three loops one. Loops that store
; (@stores), count by ones (@ones), whose counter may wrap around (@wraps), or
; that divide in some iterations only (@guarded) keep their divisions, but for
; those of which a thread has several iterations in any case (@flat).

; RUN: %warp-codegen -passes='function(warpfort-step-quotients)' %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define double @rows(
; CHECK: loop.preheader:
; CHECK: %[[Q0:.*]] = udiv i64 %b, %n
; CHECK: %[[DQ:.*]] = udiv i64 %step, %n
; CHECK: %[[PRODUCT:.*]] = mul i64 %[[Q0]], %n
; CHECK: %[[REST:.*]] = sub i64 %b, %[[PRODUCT]]
; CHECK: %[[R0:.*]] = trunc i64 %[[REST]] to i32
; CHECK: loop:
; CHECK: %remainder = phi i32 [ %[[R0]], %loop.preheader ], [ %[[R1:.*]], %loop ]
; CHECK: %quotient = phi i32 [ %{{.*}}, %loop.preheader ], [ %[[Q1:.*]], %loop ]
; CHECK: zext nneg i32 %remainder to i64
; CHECK: zext nneg i32 %quotient to i64
; CHECK-NOT: div
; CHECK: %[[SUM:.*]] = add i32 %remainder, %{{.*}}
; CHECK: %[[CARRY:.*]] = icmp uge i32 %[[SUM]], %[[N:.*]]
; CHECK: %[[LESS:.*]] = sub i32 %[[SUM]], %[[N]]
; CHECK: %[[R1]] = select i1 %[[CARRY]], i32 %[[LESS]], i32 %[[SUM]]
; CHECK: %[[STEPPED:.*]] = add i32 %quotient, %{{.*}}
; CHECK: %[[ONE:.*]] = zext i1 %[[CARRY]] to i32
; CHECK: %[[Q1]] = add i32 %[[STEPPED]], %[[ONE]]
define double @rows(ptr %p, i32 %first, i32 %threads, i32 %length, i32 %number, i64 %row) {
entry:
  %b = zext i32 %first to i64
  %step = zext i32 %threads to i64
  %l = call i32 @llvm.smax.i32(i32 %length, i32 0)
  %n = zext nneg i32 %l to i64
  %k = call i32 @llvm.smax.i32(i32 %number, i32 0)
  %m = zext nneg i32 %k to i64
  %end = mul nuw nsw i64 %m, %n
  %some = icmp ult i64 %b, %end
  br i1 %some, label %loop, label %exit
loop:
  %i = phi i64 [ %b, %entry ], [ %i1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %r = urem i64 %i, %n
  %q = udiv i64 %i, %n
  %o = mul i64 %q, %row
  %at = add i64 %o, %r
  %v = load double, ptr %p
  %x = sitofp i64 %at to double
  %y = fmul double %x, %v
  %s1 = fadd double %s, %y
  %i1 = add nuw nsw i64 %i, %step
  %more = icmp ult i64 %i1, %end
  br i1 %more, label %loop, label %exit
exit:
  %result = phi double [ 0.0, %entry ], [ %s1, %loop ]
  ret double %result
}

; CHECK-LABEL: define double @wide(
; CHECK: %address = phi ptr
; CHECK: %remainder = phi i64
; CHECK-NOT: quotient
; CHECK-NOT: urem
; CHECK: ret
define double @wide(ptr %p, i64 %b, i32 %threads, i64 %length, i64 %end) {
entry:
  %step = zext i32 %threads to i64
  %n = call i64 @llvm.smax.i64(i64 %length, i64 0)
  br label %loop
loop:
  %i = phi i64 [ %b, %entry ], [ %i1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %r = urem i64 %i, %n
  %a = getelementptr double, ptr %p, i64 %r
  %v = load double, ptr %a
  %s1 = fadd double %s, %v
  %i1 = add nuw i64 %i, %step
  %more = icmp ult i64 %i1, %end
  br i1 %more, label %loop, label %exit
exit:
  ret double %s1
}

; CHECK-LABEL: define double @space(
; CHECK: loop:
; CHECK: %[[R2:remainder[0-9]+]] = phi i32
; CHECK: %[[Q2:quotient[0-9]+]] = phi i32
; CHECK: %remainder = phi i32
; CHECK-NOT: udiv
; CHECK-NOT: urem
; CHECK: %[[SUM:.*]] = add i32 %remainder,
; CHECK: %[[CARRY:.*]] = icmp uge i32 %[[SUM]],
; CHECK: %[[SUM2:.*]] = add i32 %[[R2]],
; CHECK: %[[ONE:.*]] = zext i1 %[[CARRY]] to i32
; CHECK: add i32 %[[SUM2]], %[[ONE]]
; CHECK: ret
define double @space(ptr %p, i32 %first, i32 %threads, i32 %x, i32 %y, i32 %z) {
entry:
  %b = zext i32 %first to i64
  %step = zext i32 %threads to i64
  %lx = call i32 @llvm.smax.i32(i32 %x, i32 0)
  %nx = zext nneg i32 %lx to i64
  %ly = call i32 @llvm.smax.i32(i32 %y, i32 0)
  %ny = zext nneg i32 %ly to i64
  %lz = call i32 @llvm.smax.i32(i32 %z, i32 0)
  %nz = zext nneg i32 %lz to i64
  %plane = mul nuw nsw i64 %nz, %ny
  %end = mul nuw nsw i64 %plane, %nx
  %some = icmp ult i64 %b, %end
  br i1 %some, label %loop, label %exit
loop:
  %i = phi i64 [ %b, %entry ], [ %i1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %r = urem i64 %i, %nx
  %q = udiv i64 %i, %nx
  %r2 = urem i64 %q, %ny
  %q2 = udiv i64 %q, %ny
  %a = getelementptr [8 x [8 x double]], ptr %p, i64 %q2, i64 %r2, i64 %r
  %b2 = getelementptr [9 x [9 x double]], ptr %p, i64 %q2, i64 %r2, i64 %r
  %w = load double, ptr %a
  %v = load double, ptr %b2
  %s2 = fadd double %s, %w
  %s1 = fadd double %s2, %v
  %i1 = add nuw nsw i64 %i, %step
  %more = icmp ult i64 %i1, %end
  br i1 %more, label %loop, label %exit
exit:
  %result = phi double [ 0.0, %entry ], [ %s1, %loop ]
  ret double %result
}

; CHECK-LABEL: define double @address(
; CHECK: loop.preheader:
; CHECK: %[[A0:.*]] = getelementptr i8, ptr %p, i64 %{{.*}}
; CHECK: loop:
; CHECK: %address = phi ptr [ %[[A0]], %loop.preheader ], [ %[[A1:.*]], %loop ]
; CHECK: %remainder = phi i32
; CHECK-NOT: quotient
; CHECK: load double, ptr %address
; CHECK: %[[CARRY:.*]] = icmp uge i32
; CHECK: %[[MORE:.*]] = select i1 %[[CARRY]], i64 %{{.*}}, i64 0
; CHECK: %[[CHANGE:.*]] = add i64 %{{.*}}, %[[MORE]]
; CHECK: %[[A1]] = getelementptr i8, ptr %address, i64 %[[CHANGE]]
define double @address(ptr %p, i32 %first, i32 %threads, i32 %length, i32 %number, i64 %row) {
entry:
  %b = zext i32 %first to i64
  %step = zext i32 %threads to i64
  %l = call i32 @llvm.smax.i32(i32 %length, i32 0)
  %n = zext nneg i32 %l to i64
  %k = call i32 @llvm.smax.i32(i32 %number, i32 0)
  %m = zext nneg i32 %k to i64
  %end = mul nuw nsw i64 %m, %n
  %some = icmp ult i64 %b, %end
  br i1 %some, label %loop, label %exit
loop:
  %i = phi i64 [ %b, %entry ], [ %i1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %r = urem i64 %i, %n
  %q = udiv i64 %i, %n
  %o = mul i64 %q, %row
  %at = add i64 %o, %r
  %a = getelementptr double, ptr %p, i64 %at
  %v = load double, ptr %a
  %s1 = fadd double %s, %v
  %i1 = add nuw nsw i64 %i, %step
  %more = icmp ult i64 %i1, %end
  br i1 %more, label %loop, label %exit
exit:
  %result = phi double [ 0.0, %entry ], [ %s1, %loop ]
  ret double %result
}

; CHECK-LABEL: define void @flat(
; CHECK-NOT: urem
; CHECK: ret
; CHECK-LABEL: define void @stores(
; CHECK: urem
; CHECK-LABEL: define double @ones(
; CHECK: urem
; CHECK-LABEL: define double @wraps(
; CHECK: urem
; CHECK-LABEL: define double @guarded(
; CHECK: urem
define void @flat(ptr %p, i64 %b, i32 %threads, i32 %length, i64 %end) "warpfort.flat_loop" {
entry:
  %step = zext i32 %threads to i64
  %n = zext i32 %length to i64
  br label %loop
loop:
  %i = phi i64 [ %b, %entry ], [ %i1, %loop ]
  %r = urem i64 %i, %n
  %a = getelementptr double, ptr %p, i64 %i
  %v = uitofp i64 %r to double
  store double %v, ptr %a
  %i1 = add nuw nsw i64 %i, %step
  %more = icmp ult i64 %i1, %end
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @stores(ptr %p, i64 %b, i32 %threads, i32 %length, i64 %end) {
entry:
  %step = zext i32 %threads to i64
  %n = zext i32 %length to i64
  br label %loop
loop:
  %i = phi i64 [ %b, %entry ], [ %i1, %loop ]
  %r = urem i64 %i, %n
  %a = getelementptr double, ptr %p, i64 %i
  %v = uitofp i64 %r to double
  store double %v, ptr %a
  %i1 = add nuw nsw i64 %i, %step
  %more = icmp ult i64 %i1, %end
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define double @ones(ptr %p, i32 %length, i64 %end) {
entry:
  %n = zext i32 %length to i64
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %r = urem i64 %i, %n
  %a = getelementptr double, ptr %p, i64 %r
  %v = load double, ptr %a
  %s1 = fadd double %s, %v
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %end
  br i1 %more, label %loop, label %exit
exit:
  ret double %s1
}

define double @wraps(ptr %p, i64 %b, i64 %step, i32 %length, i64 %end) {
entry:
  %n = zext i32 %length to i64
  br label %loop
loop:
  %i = phi i64 [ %b, %entry ], [ %i1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %r = urem i64 %i, %n
  %a = getelementptr double, ptr %p, i64 %r
  %v = load double, ptr %a
  %s1 = fadd double %s, %v
  %i1 = add nsw i64 %i, %step
  %more = icmp slt i64 %i1, %end
  br i1 %more, label %loop, label %exit
exit:
  ret double %s1
}

define double @guarded(ptr %p, i64 %b, i32 %threads, i32 %length, i64 %end, i64 %limit) {
entry:
  %step = zext i32 %threads to i64
  %n = zext i32 %length to i64
  br label %loop
loop:
  %i = phi i64 [ %b, %entry ], [ %i1, %next ]
  %s = phi double [ 0.0, %entry ], [ %s1, %next ]
  %is = icmp ult i64 %i, %limit
  br i1 %is, label %divide, label %next
divide:
  %r = urem i64 %i, %n
  br label %next
next:
  %at = phi i64 [ %r, %divide ], [ 0, %loop ]
  %a = getelementptr double, ptr %p, i64 %at
  %v = load double, ptr %a
  %s1 = fadd double %s, %v
  %i1 = add nuw nsw i64 %i, %step
  %more = icmp ult i64 %i1, %end
  br i1 %more, label %loop, label %exit
exit:
  ret double %s1
}

declare i32 @llvm.smax.i32(i32, i32)
declare i64 @llvm.smax.i64(i64, i64)
