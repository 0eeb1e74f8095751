;===-- hide-grid-steps.ll - Counters whose step is not known
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The next value of a counter that goes in steps of the grid is hidden from
; strength reduction; a counter with a constant step is not (@constant).

; RUN: %warp-codegen -passes='function(warpfort-hide-grid-steps)' %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @grid(
; CHECK: %i = phi i64 [ %b, %entry ], [ %[[HIDDEN:.*]], %loop ]
; CHECK: %i1 = add i64 %i, %step
; CHECK-NEXT: %[[HIDDEN]] = call i64 asm "", "=l,0"(i64 %i1)
; CHECK: icmp slt i64 %[[HIDDEN]], %n
define void @grid(ptr %p, i64 %b, i64 %step, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %b, %entry ], [ %i1, %loop ]
  %a = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %a
  %i1 = add i64 %i, %step
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @constant(
; CHECK-NOT: asm
define void @constant(ptr %p, i64 %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %b, %entry ], [ %i1, %loop ]
  %a = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %a
  %i1 = add i64 %i, 4
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
