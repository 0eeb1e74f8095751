;===-- split-quotient-loops.ll - Loops over what has one quotient --------===;
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A loop that checks addresses of quotients and remainders of a number that grows by
; one is divided where the quotient changes.

; RUN: %warp-codegen -passes=warpfort-split-quotient-loops %s | FileCheck %s

declare void @warprt_cpu_check_access(ptr, i64)

; The remainder may be wider, and the divisor zero where the program does not divide.
; CHECK-LABEL: define void @rows(
; CHECK: entry:
; CHECK: %[[BY:.*]] = call i32 @llvm.umax.i32(i32 %{{.*}}, i32 1)
; CHECK: br label %row
; CHECK: row:
; CHECK: %[[BEGIN:.*]] = phi i64 [ 0, %entry ], [ %[[NEXT:.*]], %row.end ]
; CHECK: %[[DONE:.*]] = phi i64 [ 0, %entry ], [ %[[SUM:.*]], %row.end ]
; CHECK: %[[LEFT:.*]] = sub i64 %total, %[[DONE]]
; CHECK: %[[NUMBER:.*]] = add i32 %first, %{{.*}}
; CHECK: %[[REST:.*]] = urem i32 %[[NUMBER]], %[[BY]]
; CHECK: %[[QUOTIENT:.*]] = udiv i32 %[[NUMBER]], %[[BY]]
; CHECK: xor i32 %[[NUMBER]], -1
; CHECK: %[[LENGTH:.*]] = call i64 @llvm.umin.i64(
; CHECK: %[[LINE:.*]] = zext i32 %[[QUOTIENT]] to i64
; CHECK: br label %loop
; CHECK: loop:
; CHECK: %[[ROUND:.*]] = phi i64 [ 0, %row ], [ %[[ROUND_NEXT:.*]], %loop ]
; CHECK: phi i64 [ %[[BEGIN]], %row ], [ %[[NEXT]], %loop ]
; CHECK: %[[COLUMN:.*]] = add nuw i64 %{{.*}}, %[[ROUND]]
; CHECK-NOT: {{urem|udiv}}
; CHECK: %[[PX:.*]] = getelementptr i32, ptr %x, i64 %[[COLUMN]]
; CHECK: getelementptr [100 x i32], ptr %[[PX]], i64 %[[LINE]]
; CHECK: call void @warprt_cpu_check_access(
; CHECK: icmp ult i64 %[[ROUND_NEXT]], %[[LENGTH]]
; CHECK: br i1 %{{.*}}, label %loop, label %row.end
; CHECK: row.end:
; CHECK: %[[SUM]] = add nuw i64 %[[DONE]], %[[LENGTH]]
; CHECK: icmp ult i64 %[[SUM]], %total
; CHECK: br i1 %{{.*}}, label %row, label %end
define void @rows(ptr %x, i64 %word, i32 %first, i32 %by, i64 %threads) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %loop ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %narrow = trunc i64 %t to i32
  %number = add i32 %first, %narrow
  %rest = urem i32 %number, %by
  %quotient = udiv i32 %number, %by
  %column = zext i32 %rest to i64
  %line = zext i32 %quotient to i64
  %px = getelementptr i32, ptr %x, i64 %column
  %py = getelementptr [100 x i32], ptr %px, i64 %line
  call void @warprt_cpu_check_access(ptr %py, i64 %w)
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Powers of two.
; CHECK-LABEL: define void @bits(
; CHECK: row:
; CHECK: urem i64 %{{.*}}, 64
define void @bits(ptr %x, i64 %word, i64 %threads) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %loop ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %line = lshr i64 %t, 6
  %column = and i64 %t, 63
  %px = getelementptr i32, ptr %x, i64 %column
  %py = getelementptr [100 x i32], ptr %px, i64 %line
  call void @warprt_cpu_check_access(ptr %py, i64 %w)
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Not where rows are short, the divisor changes, signs are not known, or the number
; leaps; and not for a condition.
; CHECK-LABEL: define void @others(
; CHECK-NOT: row:
define void @others(ptr %x, i64 %word, i64 %by, i64 %first, i64 %threads) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %latch ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %short = udiv i64 %t, 3
  %pa = getelementptr i32, ptr %x, i64 %short
  call void @warprt_cpu_check_access(ptr %pa, i64 %w)
  %divisor = add i64 %t, 10
  %other = udiv i64 %by, %divisor
  %pb = getelementptr i32, ptr %x, i64 %other
  call void @warprt_cpu_check_access(ptr %pb, i64 %w)
  %number = add i64 %first, %t
  %signed = sdiv i64 %number, 10
  %pc = getelementptr i32, ptr %x, i64 %signed
  call void @warprt_cpu_check_access(ptr %pc, i64 %w)
  %double = shl i64 %t, 1
  %even = udiv i64 %double, 10
  %pd = getelementptr i32, ptr %x, i64 %even
  call void @warprt_cpu_check_access(ptr %pd, i64 %w)
  %rest = urem i64 %t, 10
  %is.first = icmp eq i64 %rest, 0
  br i1 %is.first, label %one, label %latch
one:
  call void @warprt_cpu_check_access(ptr %x, i64 %w)
  br label %latch
latch:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; An index that is kept within bounds stands still, grows and stands still again: the
; loop ends where that changes. What is the same in the row is computed before it.
; CHECK-LABEL: define void @clamped(
; CHECK: row:
; CHECK: %[[NUMBER:.*]] = add i32 %{{.*}}, %{{.*}}
; CHECK: %[[BELOW:.*]] = icmp slt i32 %[[NUMBER]], 1
; CHECK: sub i32 1, %[[NUMBER]]
; CHECK: %[[VALUE:.*]] = select i1 %[[BELOW]], i32 1, i32 %[[NUMBER]]
; CHECK: icmp slt i32 %[[VALUE]], %n
; CHECK: sub i32 %n, %[[VALUE]]
; CHECK: zext i1 %{{.*}} to i64
; CHECK: %[[GROWS:.*]] = zext i1 %{{.*}} to i64
; CHECK-NEXT: %[[BEGIN:.*]] = sext i32 %{{.*}} to i64
; CHECK: add i32 %first, %n
; CHECK: loop:
; CHECK: %[[WAY:.*]] = mul nsw i64 %round, %[[GROWS]]
; CHECK-NEXT: %[[INDEX:.*]] = add nsw i64 %[[BEGIN]], %[[WAY]]
; CHECK: getelementptr i32, ptr %x, i64 %[[INDEX]]
; CHECK: row.end:
define void @clamped(ptr %x, ptr %y, i64 %word, i32 %first, i32 %n, i64 %threads) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %loop ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %narrow = trunc i64 %t to i32
  %i = add i32 %first, %narrow
  %low = call i32 @llvm.smax.i32(i32 %i, i32 1)
  %index = call i32 @llvm.smin.i32(i32 %low, i32 %n)
  %wide = sext i32 %index to i64
  %px = getelementptr i32, ptr %x, i64 %wide
  call void @warprt_cpu_check_access(ptr %px, i64 %w)
  %same = add i32 %first, %n
  %also = sext i32 %same to i64
  %py = getelementptr i32, ptr %y, i64 %also
  call void @warprt_cpu_check_access(ptr %py, i64 %w)
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}
