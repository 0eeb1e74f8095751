;===-- keep-store-order.ll - The order of accesses within an iteration
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Where a wide access of several elements would move past another access to
; them, the loop loses the promise by which LLVM would not look (@twice); else it
; keeps it (@once).

; RUN: %warp-codegen -passes='function(warpfort-keep-store-order)' %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @twice(
; CHECK: br i1 %more, label %head, label %exit, !llvm.loop ![[WITHOUT:[0-9]+]]
define void @twice(ptr %a, i64 %n, i1 %c) {
entry:
  br label %head
head:
  %t = phi i64 [ 0, %entry ], [ %next, %latch ]
  %o = mul i64 %t, 16
  %p = getelementptr i8, ptr %a, i64 %o
  %q = getelementptr i8, ptr %p, i64 8
  store double 0.0, ptr %p, !llvm.access.group !2
  br i1 %c, label %then, label %latch
then:
  store double 5.0, ptr %p, !llvm.access.group !2
  br label %latch
latch:
  store double 1.0, ptr %q, !llvm.access.group !2
  %next = add i64 %t, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %head, label %exit, !llvm.loop !0
exit:
  ret void
}

; CHECK-LABEL: define void @once(
; CHECK: br i1 %more, label %head, label %exit, !llvm.loop ![[WITH:[0-9]+]]
define void @once(ptr %a, i64 %n) {
entry:
  br label %head
head:
  %t = phi i64 [ 0, %entry ], [ %next, %head ]
  %o = mul i64 %t, 16
  %p = getelementptr i8, ptr %a, i64 %o
  %q = getelementptr i8, ptr %p, i64 8
  store double 0.0, ptr %p, !llvm.access.group !2
  store double 1.0, ptr %q, !llvm.access.group !2
  %next = add i64 %t, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %head, label %exit, !llvm.loop !3
exit:
  ret void
}

; CHECK-DAG: ![[WITHOUT]] = distinct !{![[WITHOUT]]}
; CHECK-DAG: ![[WITH]] = distinct !{![[WITH]], !{{[0-9]+}}}
; CHECK-DAG: !{!"llvm.loop.parallel_accesses", !{{[0-9]+}}}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
!3 = distinct !{!3, !1}
