;===-- separate-inner-sums.ll - Sums of rows, each for itself
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The inner loop of a sum over two begins at zero, and what the rows before gave
; is added behind it. Not where the order of the terms counts (@in_order), where
; the inner loop does not go on with the sum (@begins_anew), or where something
; else of it depends on the sum (@looks), or where the addition, which must not
; wrap around, stands under a condition (@conditional).

; RUN: %warp-codegen -passes='function(warpfort-separate-inner-sums)' %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define double @reals(
; CHECK: %s = phi double [ 0.000000e+00, %entry ], [ %[[ALL:.*]], %next ]
; CHECK: %t = phi double [ -0.000000e+00, %rows ], [ %t1, %row ]
; CHECK: next:
; CHECK-NEXT: %[[ROW:.*]] = phi double [ %t1, %row ]
; CHECK-NEXT: %[[ALL]] = fadd reassoc double %s, %[[ROW]]
; CHECK: ret double %[[ALL]]
define double @reals(ptr %x, i64 %n, i64 %m) {
entry:
  br label %rows
rows:
  %j = phi i64 [ 0, %entry ], [ %j1, %next ]
  %s = phi double [ 0.0, %entry ], [ %s1, %next ]
  %from = mul i64 %j, %n
  br label %row
row:
  %i = phi i64 [ 0, %rows ], [ %i1, %row ]
  %t = phi double [ %s, %rows ], [ %t1, %row ]
  %at = add i64 %from, %i
  %p = getelementptr double, ptr %x, i64 %at
  %v = load double, ptr %p
  %t1 = fadd reassoc double %t, %v
  %i1 = add i64 %i, 1
  %again = icmp slt i64 %i1, %n
  br i1 %again, label %row, label %next
next:
  %s1 = phi double [ %t1, %row ]
  %j1 = add i64 %j, 1
  %more = icmp slt i64 %j1, %m
  br i1 %more, label %rows, label %exit
exit:
  ret double %s1
}

; Two sums, of which the integer one may wrap around now, used behind the loop without a phi of their own.
; CHECK-LABEL: define i32 @integers(
; CHECK: %t = phi i32 [ 0, %rows ], [ %t1, %row ]
; CHECK: %u = phi float [ -0.000000e+00, %rows ], [ %u1, %row ]
; CHECK: %t1 = add i32 %t, %v
; CHECK: next:
; CHECK-DAG: %[[A:.*]] = phi i32 [ %t1, %row ]
; CHECK-DAG: %[[B:.*]] = phi float [ %u1, %row ]
; CHECK-DAG: %[[T:.*]] = add i32 %s, %[[A]]
; CHECK-DAG: %[[U:.*]] = fadd reassoc nsz contract float %r, %[[B]]
; CHECK: store float %[[U]], ptr %x
; CHECK: ret i32 %[[T]]
define i32 @integers(ptr %x, i64 %n, i64 %m) {
entry:
  br label %rows
rows:
  %j = phi i64 [ 0, %entry ], [ %j1, %next ]
  %s = phi i32 [ 7, %entry ], [ %t1, %next ]
  %r = phi float [ 1.0, %entry ], [ %u1, %next ]
  %from = mul i64 %j, %n
  br label %row
row:
  %i = phi i64 [ 0, %rows ], [ %i1, %row ]
  %t = phi i32 [ %s, %rows ], [ %t1, %row ]
  %u = phi float [ %r, %rows ], [ %u1, %row ]
  %at = add i64 %from, %i
  %p = getelementptr i32, ptr %x, i64 %at
  %v = load i32, ptr %p
  %f = sitofp i32 %v to float
  %t1 = add nsw i32 %t, %v
  %u1 = fadd reassoc nsz contract float %u, %f
  %i1 = add i64 %i, 1
  %again = icmp slt i64 %i1, %n
  br i1 %again, label %row, label %next
next:
  %j1 = add i64 %j, 1
  %more = icmp slt i64 %j1, %m
  br i1 %more, label %rows, label %exit
exit:
  store float %u1, ptr %x
  ret i32 %t1
}

; CHECK-LABEL: define double @in_order(
; CHECK: %t = phi double [ %s, %rows ], [ %t1, %row ]
define double @in_order(ptr %x, i64 %n, i64 %m) {
entry:
  br label %rows
rows:
  %j = phi i64 [ 0, %entry ], [ %j1, %next ]
  %s = phi double [ 0.0, %entry ], [ %t1, %next ]
  %from = mul i64 %j, %n
  br label %row
row:
  %i = phi i64 [ 0, %rows ], [ %i1, %row ]
  %t = phi double [ %s, %rows ], [ %t1, %row ]
  %at = add i64 %from, %i
  %p = getelementptr double, ptr %x, i64 %at
  %v = load double, ptr %p
  %t1 = fadd contract double %t, %v
  %i1 = add i64 %i, 1
  %again = icmp slt i64 %i1, %n
  br i1 %again, label %row, label %next
next:
  %j1 = add i64 %j, 1
  %more = icmp slt i64 %j1, %m
  br i1 %more, label %rows, label %exit
exit:
  ret double %t1
}

; CHECK-LABEL: define void @begins_anew(
; CHECK: %t = phi double [ %s, %rows ], [ %t1, %row ]
define void @begins_anew(ptr %x, i64 %n, i64 %m) {
entry:
  br label %rows
rows:
  %j = phi i64 [ 0, %entry ], [ %j1, %next ]
  %from = mul i64 %j, %n
  %first = getelementptr double, ptr %x, i64 %j
  %s = load double, ptr %first
  br label %row
row:
  %i = phi i64 [ 0, %rows ], [ %i1, %row ]
  %t = phi double [ %s, %rows ], [ %t1, %row ]
  %at = add i64 %from, %i
  %p = getelementptr double, ptr %x, i64 %at
  %v = load double, ptr %p
  %t1 = fadd reassoc double %t, %v
  %i1 = add i64 %i, 1
  %again = icmp slt i64 %i1, %n
  br i1 %again, label %row, label %next
next:
  store double %t1, ptr %first
  %j1 = add i64 %j, 1
  %more = icmp slt i64 %j1, %m
  br i1 %more, label %rows, label %exit
exit:
  ret void
}

; CHECK-LABEL: define i32 @looks(
; CHECK: %t = phi i32 [ %s, %rows ], [ %t1, %row ]
define i32 @looks(ptr %x, i64 %n, i64 %m) {
entry:
  br label %rows
rows:
  %j = phi i64 [ 0, %entry ], [ %j1, %next ]
  %s = phi i32 [ 0, %entry ], [ %t1, %next ]
  %from = mul i64 %j, %n
  br label %row
row:
  %i = phi i64 [ 0, %rows ], [ %i1, %row ]
  %t = phi i32 [ %s, %rows ], [ %t1, %row ]
  %at = add i64 %from, %i
  %p = getelementptr i32, ptr %x, i64 %at
  %v = load i32, ptr %p
  store i32 %t, ptr %p
  %t1 = add i32 %t, %v
  %i1 = add i64 %i, 1
  %again = icmp slt i64 %i1, %n
  br i1 %again, label %row, label %next
next:
  %j1 = add i64 %j, 1
  %more = icmp slt i64 %j1, %m
  br i1 %more, label %rows, label %exit
exit:
  ret i32 %t1
}

; CHECK-LABEL: define i32 @conditional(
; CHECK: %t = phi i32 [ %s, %rows ], [ %t1, %row ]
define i32 @conditional(ptr %x, i64 %n, i64 %m) {
entry:
  br label %rows
rows:
  %j = phi i64 [ 0, %entry ], [ %j1, %next ]
  %s = phi i32 [ 0, %entry ], [ %t1, %next ]
  %from = mul i64 %j, %n
  br label %row
row:
  %i = phi i64 [ 0, %rows ], [ %i1, %row ]
  %t = phi i32 [ %s, %rows ], [ %t1, %row ]
  %at = add i64 %from, %i
  %p = getelementptr i32, ptr %x, i64 %at
  %v = load i32, ptr %p
  %positive = icmp sgt i32 %v, 0
  %sum = add nsw i32 %t, %v
  %t1 = select i1 %positive, i32 %sum, i32 %t
  %i1 = add i64 %i, 1
  %again = icmp slt i64 %i1, %n
  br i1 %again, label %row, label %next
next:
  %j1 = add i64 %j, 1
  %more = icmp slt i64 %j1, %m
  br i1 %more, label %rows, label %exit
exit:
  ret i32 %t1
}
