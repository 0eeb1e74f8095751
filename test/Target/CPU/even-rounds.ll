;===-- even-rounds.ll - As many rounds for all threads -------------------===;
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; In checked kernels, loops that threads begin side by side go round as often as
; the first thread's does, and ask inside whether the thread has the round.

; RUN: %warp-codegen -passes=warpfort-even-rounds %s | FileCheck %s

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()

; The rounds of both loops differ; the inner one has what is done.
; CHECK-LABEL: define ptx_kernel void @tile(
; CHECK: outer:
; CHECK-NEXT: %[[Q:.*]] = phi i64 [ 0, %entry ], [ %{{.*}}, %outer.latch ]
; CHECK: %[[NEXT:.*]] = add nuw nsw i64 %[[Q]], 1
; CHECK: %[[WAY:.*]] = mul i64 %[[NEXT]], 8
; CHECK: %[[LEFT:.*]] = sub i64 19, %[[WAY]]
; CHECK: icmp sge i64 %[[LEFT]], 0
; CHECK: inner.before:
; CHECK: %[[HAS:.*]] = icmp sle i64 %{{.*}}, %left{{.*}}
; CHECK: inner:
; CHECK-NEXT: %[[P:.*]] = phi i64 [ 0, %inner.before ], [ %{{.*}}, %[[LATCH:.*]] ]
; CHECK: guard:
; CHECK: %[[ALSO:.*]] = icmp sle i64 %{{.*}}, %left{{.*}}
; CHECK: %[[BOTH:.*]] = and i1 %[[HAS]], %[[ALSO]]
; CHECK: br i1 %[[BOTH]], label %body, label %[[LATCH]]
; CHECK: br label %inner, !llvm.loop
define ptx_kernel void @tile(ptr %s) sanitize_thread {
entry:
  %x = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %j.way = sub nsw i32 19, %y
  %j.count = sdiv i32 %j.way, 8
  %j.rounds = sext i32 %j.count to i64
  br label %outer

outer:
  %j = phi i32 [ %y, %entry ], [ %j.next, %outer.latch ]
  %j.left = phi i64 [ %j.rounds, %entry ], [ %j.less, %outer.latch ]
  %j.stays = icmp sgt i64 %j.left, 0
  br i1 %j.stays, label %inner.before, label %exit

inner.before:
  %way = sub nsw i32 67, %x
  %count = sdiv i32 %way, 32
  %rounds = sext i32 %count to i64
  br label %inner

inner:
  %i = phi i32 [ %x, %inner.before ], [ %i.next, %latch ]
  %left = phi i64 [ %rounds, %inner.before ], [ %less, %latch ]
  %stays = icmp sgt i64 %left, 0
  br i1 %stays, label %body, label %outer.latch

body:
  %row = mul nsw i32 %j, 36
  %place = add nsw i32 %row, %i
  %wide = sext i32 %place to i64
  %address = getelementptr float, ptr %s, i64 %wide
  store float 0.0, ptr %address
  br label %latch

latch:
  %i.next = add nsw i32 %i, 32
  %less = add nsw i64 %left, -1
  br label %inner

outer.latch:
  %j.next = add nsw i32 %j, 8
  %j.less = add nsw i64 %j.left, -1
  br label %outer

exit:
  ret void
}

; A loop that compares its index, with a condition in it.
; CHECK-LABEL: define ptx_kernel void @line(
; CHECK: loop:
; CHECK-NEXT: phi i64 [ 0, %entry ]
; CHECK: guard:
; CHECK: br i1 %has.round, label %body, label %{{.*}}
define ptx_kernel void @line(ptr %s, i32 %n) sanitize_thread {
entry:
  %x = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %begin = zext i32 %x to i64
  br label %loop

loop:
  %i = phi i64 [ %begin, %entry ], [ %next, %latch ]
  %stays = icmp sle i64 %i, 260
  br i1 %stays, label %body, label %exit

body:
  %narrow = trunc i64 %i to i32
  %is.inside = icmp slt i32 %narrow, %n
  br i1 %is.inside, label %work, label %latch

work:
  %address = getelementptr float, ptr %s, i64 %i
  store float 0.0, ptr %address
  br label %latch

latch:
  %next = add nsw i64 %i, 256
  br label %loop

exit:
  ret void
}

; What may wrap around is not known to make rounds fewer.
; CHECK-LABEL: define ptx_kernel void @wrapping(
; CHECK-NOT: guard:
; CHECK: ret void
define ptx_kernel void @wrapping(ptr %s, i32 %first, i32 %n) sanitize_thread {
entry:
  %x = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %sum = add i32 %x, %first
  %begin = sext i32 %sum to i64
  br label %loop

loop:
  %i = phi i64 [ %begin, %entry ], [ %next, %latch ]
  %stays = icmp sle i64 %i, 260
  br i1 %stays, label %body, label %exit

body:
  %narrow = trunc i64 %i to i32
  %is.inside = icmp slt i32 %narrow, %n
  br i1 %is.inside, label %work, label %latch

work:
  %address = getelementptr float, ptr %s, i64 %i
  store float 0.0, ptr %address
  br label %latch

latch:
  %next = add nsw i64 %i, 256
  br label %loop

exit:
  ret void
}

; Code that is not checked stays.
; CHECK-LABEL: define ptx_kernel void @unchecked(
; CHECK-NOT: guard:
; CHECK: ret void
define ptx_kernel void @unchecked(ptr %s, i32 %n) {
entry:
  %x = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %begin = zext i32 %x to i64
  br label %loop

loop:
  %i = phi i64 [ %begin, %entry ], [ %next, %latch ]
  %stays = icmp sle i64 %i, 260
  br i1 %stays, label %body, label %exit

body:
  %narrow = trunc i64 %i to i32
  %is.inside = icmp slt i32 %narrow, %n
  br i1 %is.inside, label %work, label %latch

work:
  %address = getelementptr float, ptr %s, i64 %i
  store float 0.0, ptr %address
  br label %latch

latch:
  %next = add nsw i64 %i, 256
  br label %loop

exit:
  ret void
}

; What the header makes of an index is made where the index is then. An index
; may be wider than the number of a round.
; CHECK-LABEL: define ptx_kernel void @header(
; CHECK: loop:
; CHECK-NEXT: phi i64 [ 0, %entry ]
; CHECK-NOT: trunc
; CHECK: guard:
; CHECK: %[[WAY:.*]] = mul i64 %round, 256
; CHECK: %[[INDEX:.*]] = add i64 %begin, %[[WAY]]
; CHECK: %[[WIDE:.*]] = zext i64 %round to i128
; CHECK: mul i128 %[[WIDE]], 3
; CHECK: %narrow = trunc i64 %[[INDEX]] to i32
define ptx_kernel void @header(ptr %s, i32 %n) sanitize_thread {
entry:
  %x = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %begin = zext i32 %x to i64
  br label %loop

loop:
  %i = phi i64 [ %begin, %entry ], [ %next, %latch ]
  %w = phi i128 [ 5, %entry ], [ %w.next, %latch ]
  %narrow = trunc i64 %i to i32
  %stays = icmp sle i64 %i, 260
  br i1 %stays, label %body, label %exit

body:
  %is.inside = icmp slt i32 %narrow, %n
  br i1 %is.inside, label %work, label %latch

work:
  %address = getelementptr i128, ptr %s, i64 %i
  store i128 %w, ptr %address
  br label %latch

latch:
  %next = add nsw i64 %i, 256
  %w.next = add nsw i128 %w, 3
  br label %loop

exit:
  ret void
}

; A quotient between the loops may be by zero where a thread has no round.
; CHECK-LABEL: define ptx_kernel void @divided(
; CHECK: outer:
; CHECK-NEXT: %j = phi i64
; CHECK: inner.before:
; CHECK-NEXT: sub
; CHECK-NEXT: sdiv
; CHECK: inner:
; CHECK-NEXT: %round = phi i64
define ptx_kernel void @divided(ptr %s) sanitize_thread {
entry:
  %x = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %begin.x = zext i32 %x to i64
  %begin.y = zext i32 %y to i64
  br label %outer

outer:
  %j = phi i64 [ %begin.y, %entry ], [ %j.next, %outer.latch ]
  %j.stays = icmp sle i64 %j, 23
  br i1 %j.stays, label %inner.before, label %exit

inner.before:
  %left = sub i64 24, %j
  %part = sdiv i64 1000, %left
  br label %inner

inner:
  %i = phi i64 [ %begin.x, %inner.before ], [ %i.next, %latch ]
  %stays = icmp sle i64 %i, 67
  br i1 %stays, label %body, label %outer.latch

body:
  %is.inside = icmp sgt i64 %i, 2
  br i1 %is.inside, label %work, label %latch

work:
  %row = mul nsw i64 %j, 68
  %place = add nsw i64 %row, %i
  %address = getelementptr i64, ptr %s, i64 %place
  store i64 %part, ptr %address
  br label %latch

latch:
  %i.next = add nsw i64 %i, 32
  br label %inner

outer.latch:
  %j.next = add nsw i64 %j, 8
  br label %outer

exit:
  ret void
}
