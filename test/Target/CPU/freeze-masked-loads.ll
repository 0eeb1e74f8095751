;===-- freeze-masked-loads.ll - Masked loads in front of stores
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; What a thread reads by a condition in front of its store is not read behind it
; when threads become vectors.

; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v4 -emit-llvm %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@a = global [64 x float] zeroinitializer
@b = global [64 x float] zeroinitializer
@m = global [64 x i32] zeroinitializer

; CHECK-LABEL: define internal void @swap(
; CHECK: %[[READ:.*]] = {{.*}}call <8 x float> @llvm.masked.load
; CHECK: %[[HELD:.*]] = freeze <8 x float> %[[READ]]
; CHECK: call void @llvm.masked.store
; CHECK: select <8 x i1> %{{.*}}, <8 x float> %[[HELD]], <8 x float> splat (float -1.000000e+00)
define ptx_kernel void @swap() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %pm = getelementptr i32, ptr @m, i64 %w
  %vm = load i32, ptr %pm
  %c = icmp ne i32 %vm, 0
  br i1 %c, label %then, label %done
then:
  %pb = getelementptr float, ptr @b, i64 %w
  %vb = load float, ptr %pb
  store float 7.0, ptr %pb
  br label %done
done:
  %v = phi float [ %vb, %then ], [ -1.0, %0 ]
  %pa = getelementptr float, ptr @a, i64 %w
  store float %v, ptr %pa
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
