;===-- barrier.ll - Splitting at a barrier
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; One region before the barrier, one behind it. The promise that x and y do not
; overlap is not kept: the value stored through x is read through y.

; RUN: %warp-codegen -target=cpu -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.kernels
; RUN: FileCheck %s < %t.kernels
; RUN: FileCheck --check-prefix=FINAL %s < %t.ll

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [256 x float] undef, align 4

; 1,024 bytes of shared memory.
; CHECK: @warpfort.kernels = {{.*}}, i32 1024, i32 4 }

; A block of one thread has no barrier.
; CHECK-LABEL: define internal i32 @rotate.single.body(
; CHECK-NOT: barrier
; CHECK: ret i32 65535

; CHECK-LABEL: define internal i32 @rotate.region0(
; CHECK: store float
; CHECK: ret i32 0
; CHECK-LABEL: define internal i32 @rotate.region1(
; CHECK: load float
; CHECK: ret i32 65535

; FINAL-NOT: barrier.cta
define ptx_kernel void @rotate(ptr noalias %x, ptr noalias %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %px = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %px
  %own = getelementptr inbounds [256 x float], ptr addrspace(3) @tile, i64 0, i64 %w
  store float %v, ptr addrspace(3) %own
  store float 0.0, ptr %px
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %n = xor i64 %w, 1
  %other = getelementptr inbounds [256 x float], ptr addrspace(3) @tile, i64 0, i64 %n
  %o = load float, ptr addrspace(3) %other
  %py = getelementptr inbounds float, ptr %y, i64 %n
  %z = load float, ptr %py
  %s = fadd float %o, %z
  store float %s, ptr %py
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
