;===-- unmask-stores.ll - Vectors that are stored whole
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The greater of two elements goes to where one of them is from: the selection
; does not become a mask of the store.

; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 -emit-llvm %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %{llvm-tools}/llc -O3 < %t.ll | FileCheck --check-prefix=CODE %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define internal void @greater(
; CHECK: %[[V:.*]] = load <4 x double>, ptr %[[P:[^,]*]]
; CHECK: freeze <4 x double> %{{.*}}
; CHECK: store <4 x double>
; CODE-LABEL: greater:
; CODE: vmaxpd {{.*}}%ymm
; CODE-NOT: vmaskmovpd
define ptx_kernel void @greater(ptr %s) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %p = getelementptr double, ptr %s, i64 %w
  %q = getelementptr double, ptr %p, i64 1024
  %a = load double, ptr %p
  %b = load double, ptr %q
  %c = fcmp ogt double %a, %b
  %m = select i1 %c, double %a, double %b
  store double %m, ptr %p
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
