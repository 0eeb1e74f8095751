;===-- vector-width.ll - Length of vectors
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Vectors are as long as registers, but where the processor is, or may be, one
; of the first with AVX-512.

; RUN: %warp-codegen -target=cpu -mcpu=icelake-server -emit-llvm %s | FileCheck --check-prefixes=CHECK,LONG %s
; RUN: %warp-codegen -target=cpu -mcpu=sapphirerapids -emit-llvm %s | FileCheck --check-prefixes=CHECK,LONG %s
; RUN: %warp-codegen -target=cpu -mcpu=znver4 -emit-llvm %s | FileCheck --check-prefixes=CHECK,LONG %s
; RUN: %warp-codegen -target=cpu -mcpu=skylake-avx512 -emit-llvm %s | FileCheck --check-prefixes=CHECK,HALF %s
; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v4 -emit-llvm %s | FileCheck --check-prefixes=CHECK,HALF %s
; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 -emit-llvm %s | FileCheck --check-prefixes=CHECK,HALF %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define internal void @double(
; LONG: fadd <8 x double>
; HALF-NOT: <8 x double>
; HALF: fadd <4 x double>
; HALF-NOT: <8 x double>
define ptx_kernel void @double(ptr %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr double, ptr %x, i32 %t
  %v = load double, ptr %p
  %s = fadd double %v, %v
  store double %s, ptr %p
  ret void
}
