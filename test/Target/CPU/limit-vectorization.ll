;===-- limit-vectorization.ll - Loops LLVM takes forever for
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A loop is not vectorised if what all its iterations have in common doubles
; its ways more often than LLVM can follow (@often); else it is as it was, also
; where iterations have values of their own (@few, @own).

; RUN: %warp-codegen -passes='function(warpfort-limit-vectorization)' %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @often(
; CHECK: br i1 %more, label %loop, label %exit, !llvm.loop ![[NOT:[0-9]+]]
define void @often(ptr %a, ptr %s, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i64, ptr %a, i64 %i
  %x0 = load i64, ptr %s
  %x1 = mul i64 %x0, %x0
  %x2 = mul i64 %x1, %x1
  %x3 = mul i64 %x2, %x2
  %x4 = mul i64 %x3, %x3
  %x5 = mul i64 %x4, %x4
  %x6 = mul i64 %x5, %x5
  %x7 = mul i64 %x6, %x6
  %x8 = mul i64 %x7, %x7
  %x9 = mul i64 %x8, %x8
  %x10 = mul i64 %x9, %x9
  %x11 = mul i64 %x10, %x10
  %x12 = mul i64 %x11, %x11
  %x13 = mul i64 %x12, %x12
  %x14 = mul i64 %x13, %x13
  %x15 = mul i64 %x14, %x14
  %x16 = mul i64 %x15, %x15
  %x17 = mul i64 %x16, %x16
  %x18 = mul i64 %x17, %x17
  %x19 = mul i64 %x18, %x18
  %x20 = mul i64 %x19, %x19
  %x21 = mul i64 %x20, %x20
  %x22 = mul i64 %x21, %x21
  %x23 = mul i64 %x22, %x22
  %x24 = mul i64 %x23, %x23
  store i64 %x24, ptr %p
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @few(
; CHECK: br i1 %more, label %loop, label %exit{{$}}
define void @few(ptr %a, ptr %s, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i64, ptr %a, i64 %i
  %x0 = load i64, ptr %s
  %x1 = mul i64 %x0, %x0
  %x2 = mul i64 %x1, %x1
  %x3 = mul i64 %x2, %x2
  %x4 = mul i64 %x3, %x3
  %x5 = mul i64 %x4, %x4
  %x6 = mul i64 %x5, %x5
  %x7 = mul i64 %x6, %x6
  %x8 = mul i64 %x7, %x7
  store i64 %x8, ptr %p
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @own(
; CHECK: br i1 %more, label %loop, label %exit{{$}}
define void @own(ptr %a, ptr %s, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i64, ptr %a, i64 %i
  %x0 = load i64, ptr %p
  %x1 = mul i64 %x0, %x0
  %x2 = mul i64 %x1, %x1
  %x3 = mul i64 %x2, %x2
  %x4 = mul i64 %x3, %x3
  %x5 = mul i64 %x4, %x4
  %x6 = mul i64 %x5, %x5
  %x7 = mul i64 %x6, %x6
  %x8 = mul i64 %x7, %x7
  %x9 = mul i64 %x8, %x8
  %x10 = mul i64 %x9, %x9
  %x11 = mul i64 %x10, %x10
  %x12 = mul i64 %x11, %x11
  %x13 = mul i64 %x12, %x12
  %x14 = mul i64 %x13, %x13
  %x15 = mul i64 %x14, %x14
  %x16 = mul i64 %x15, %x15
  %x17 = mul i64 %x16, %x16
  %x18 = mul i64 %x17, %x17
  %x19 = mul i64 %x18, %x18
  %x20 = mul i64 %x19, %x19
  %x21 = mul i64 %x20, %x20
  %x22 = mul i64 %x21, %x21
  %x23 = mul i64 %x22, %x22
  %x24 = mul i64 %x23, %x23
  store i64 %x24, ptr %p
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK: ![[NOT]] = distinct !{![[NOT]], ![[HINT:[0-9]+]]}
; CHECK: ![[HINT]] = !{!"llvm.loop.vectorize.enable", i32 0}
