;===-- kernel-loop.ll - Kernels made from kernel loops
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Such a kernel has blocks of one thread on the CPU: a plain loop, vectorised
; because its own metadata says that it may. Any other launch is refused.

; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 -emit-llvm %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define internal void @axpy(
; CHECK-DAG: <4 x double>
; CHECK-DAG: call {{.*}}@warpcpu_refuse_shape(
define ptx_kernel void @axpy(ptr %x, ptr %y, i64 %n) {
entry:
  %begin = call i64 @__warpdev_loop_begin(i32 0, i64 %n)
  %cpu = call i32 @__warpdev_target_is_cpu()
  %end = select i1 true, i64 %n, i64 0
  br label %head
head:
  %i = phi i64 [ %begin, %entry ], [ %next, %body ]
  %go = icmp slt i64 %i, %end
  br i1 %go, label %body, label %exit
body:
  %px = getelementptr inbounds double, ptr %x, i64 %i
  %py = getelementptr inbounds double, ptr %y, i64 %i
  %vx = load double, ptr %px, !llvm.access.group !1
  %vy = load double, ptr %py, !llvm.access.group !1
  %s = fadd double %vx, %vy
  store double %s, ptr %py, !llvm.access.group !1
  %step = sext i32 %cpu to i64
  %next = add nsw i64 %i, %step
  br label %head, !llvm.loop !0
exit:
  ret void
}
define i64 @__warpdev_loop_begin(i32 %d, i64 %n) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = zext i32 %b to i64
  ret i64 %w
}
declare i32 @__warpdev_target_is_cpu()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
!0 = distinct !{!0, !2}
!1 = distinct !{}
!2 = !{!"llvm.loop.parallel_accesses", !1}
