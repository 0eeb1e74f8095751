;===-- narrow-counters.ll - Loops that count in 32 bits
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A count that is known to be from 1 to 2^31-1 goes down in 32 bits and is
; compared for equality; not one that may be larger (@long) or less than one
; (@empty), whose loop runs once, and not the length of a row (@row). So is a
; count that ends at a value, as in loops that LLVM has unrolled (@unrolled),
; unless 32 bits may not tell the values apart (@apart), or a number of 64 bits
; goes along with it (@companion).

; RUN: %warp-codegen -passes='function(warpfort-narrow-counters)' %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @guarded(
; CHECK: %[[START:.*]] = trunc i64 %n to i32
; CHECK: loop:
; CHECK-NEXT: %count = phi i32 [ %[[START]], %entry ], [ %[[LESS:.*]], %loop ]
; CHECK: %[[LESS]] = add nsw i32 %count, -1
; CHECK: %[[MORE:.*]] = icmp ne i32 %count, 1
; CHECK: br i1 %[[MORE]], label %loop, label %exit
define void @guarded(ptr %p, i32 %bound) {
entry:
  %none = icmp slt i32 %bound, 1
  %least = call i32 @llvm.smax.i32(i32 %bound, i32 0)
  %n = zext nneg i32 %least to i64
  br i1 %none, label %exit, label %loop
loop:
  %i = phi i64 [ %n, %entry ], [ %i1, %loop ]
  store volatile i32 1, ptr %p
  %i1 = add nsw i64 %i, -1
  %more = icmp sgt i64 %i, 1
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A loop with an EXIT has no maximum in its count.
; CHECK-LABEL: define void @left(
; CHECK: %count = phi i32
; CHECK: icmp ne i32 %count, 1
define void @left(ptr %p, i32 %bound) {
entry:
  %some = icmp sgt i32 %bound, 0
  %n = zext nneg i32 %bound to i64
  br i1 %some, label %loop, label %exit
loop:
  %i = phi i64 [ %n, %entry ], [ %i1, %next ]
  %value = load volatile i32, ptr %p
  %found = icmp eq i32 %value, 0
  br i1 %found, label %exit, label %next
next:
  %i1 = add nsw i64 %i, -1
  %more = icmp samesign ugt i64 %i, 1
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @row(
; CHECK-NOT: i32 %count
; CHECK: icmp sgt i64 %i, 1
define void @row(ptr %p, ptr %lengths, i64 %row) {
entry:
  %length = getelementptr i32, ptr %lengths, i64 %row
  %bound = load i32, ptr %length
  %none = icmp slt i32 %bound, 1
  %least = call i32 @llvm.smax.i32(i32 %bound, i32 0)
  %n = zext nneg i32 %least to i64
  br i1 %none, label %exit, label %loop
loop:
  %i = phi i64 [ %n, %entry ], [ %i1, %loop ]
  store volatile i32 1, ptr %p
  %i1 = add nsw i64 %i, -1
  %more = icmp sgt i64 %i, 1
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @parameter(
; CHECK: phi i32
define void @parameter(ptr %p, ptr %descriptor) {
entry:
  %field = getelementptr inbounds i8, ptr %descriptor, i64 24
  %bound = load i32, ptr %field
  %none = icmp slt i32 %bound, 1
  %least = call i32 @llvm.smax.i32(i32 %bound, i32 0)
  %n = zext nneg i32 %least to i64
  br i1 %none, label %exit, label %loop
loop:
  %i = phi i64 [ %n, %entry ], [ %i1, %loop ]
  store volatile i32 1, ptr %p
  %i1 = add nsw i64 %i, -1
  %more = icmp sgt i64 %i, 1
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @empty(
; CHECK-NOT: i32 %count
; CHECK: icmp sgt i64 %i, 1
define void @empty(ptr %p, i32 %bound) {
entry:
  %least = call i32 @llvm.smax.i32(i32 %bound, i32 0)
  %n = zext nneg i32 %least to i64
  br label %loop
loop:
  %i = phi i64 [ %n, %entry ], [ %i1, %loop ]
  store volatile i32 1, ptr %p
  %i1 = add nsw i64 %i, -1
  %more = icmp sgt i64 %i, 1
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @long(
; CHECK-NOT: i32 %count
; CHECK: icmp sgt i64 %i, 1
define void @long(ptr %p, i64 %n) {
entry:
  %none = icmp slt i64 %n, 1
  br i1 %none, label %exit, label %begin
begin:
  br label %loop
loop:
  %i = phi i64 [ %n, %begin ], [ %i1, %loop ]
  store volatile i32 1, ptr %p
  %i1 = add nsw i64 %i, -1
  %more = icmp sgt i64 %i, 1
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
declare i32 @llvm.smax.i32(i32, i32)

; CHECK-LABEL: define void @unrolled(
; CHECK: %[[END:.*]] = trunc i64 %end to i32
; CHECK: loop:
; CHECK-NEXT: %count = phi i32 [ 0, %entry ], [ %[[NEXT:.*]], %loop ]
; CHECK: %[[NEXT]] = add i32 %count, 4
; CHECK: %[[DONE:.*]] = icmp eq i32 %[[NEXT]], %[[END]]
; CHECK: br i1 %[[DONE]], label %exit, label %loop
define void @unrolled(ptr %p, i32 %bound) mustprogress {
entry:
  %none = icmp ult i32 %bound, 4
  %n = zext i32 %bound to i64
  %rounds = lshr i64 %n, 2
  %end = shl nuw nsw i64 %rounds, 2
  br i1 %none, label %exit, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  store i32 1, ptr %p
  %i1 = add i64 %i, 4
  %done = icmp eq i64 %i1, %end
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; CHECK-LABEL: define void @apart(
; CHECK: %i = phi i64
; CHECK: icmp ne i64 %i1, %end
define void @apart(ptr %p, i64 %bound) mustprogress {
entry:
  %none = icmp slt i64 %bound, 1
  %end = shl nuw nsw i64 %bound, 2
  br i1 %none, label %exit, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  store i32 1, ptr %p
  %i1 = add nuw nsw i64 %i, 4
  %more = icmp ne i64 %i1, %end
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @companion(
; CHECK: %i = phi i64
; CHECK: icmp ne i64 %i1, %n
define void @companion(ptr %p, i32 %bound) mustprogress {
entry:
  %none = icmp slt i32 %bound, 1
  %n = zext nneg i32 %bound to i64
  br i1 %none, label %exit, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %j = phi i64 [ 7, %entry ], [ %j1, %loop ]
  %at = getelementptr i32, ptr %p, i64 %j
  store i32 1, ptr %at
  %i1 = add nuw nsw i64 %i, 1
  %j1 = add nuw nsw i64 %j, 1
  %more = icmp ne i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
