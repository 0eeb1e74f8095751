;===-- rematerialize.ll - Values that are computed again
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A value from before a barrier that is cheap to compute is computed again
; behind it rather than kept. Where a PHI takes it, that happens in the block
; that the PHI takes it from: only there is it before its use.

; RUN: %warp-codegen -target=cpu -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.kernels
; RUN: FileCheck %s < %t.kernels

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Nothing is read from the memory in which threads keep values.
; CHECK-LABEL: define internal i32 @choose.region1(
; CHECK-NEXT: enter:
; CHECK-NEXT: br label %[[FROM:.+]]
; CHECK: {{^}}[[FROM]]:
; CHECK-NEXT: [[OWN:%.+]] = add {{.*}}i32 %tid.x, 7
; CHECK: {{^}}join:
; CHECK-NEXT: phi i32 [ [[OWN]], %[[FROM]] ]
; CHECK: ret i32 65535
define ptx_kernel void @choose(ptr %x, ptr %y) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = add i32 %t, 7
  %w = zext i32 %t to i64
  %px = getelementptr inbounds i32, ptr %x, i64 %w
  store i32 %own, ptr %px
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %n = xor i64 %w, 1
  %po = getelementptr inbounds i32, ptr %x, i64 %n
  %o = load i32, ptr %po
  %c = icmp sgt i32 %o, 9
  br i1 %c, label %then, label %join
then:
  %m = mul i32 %o, %o
  store i32 %m, ptr %po
  br label %join
join:
  %v = phi i32 [ %own, %entry ], [ %m, %then ]
  %py = getelementptr inbounds i32, ptr %y, i64 %w
  store i32 %v, ptr %py
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
