;===-- contract.ll - Fused multiply-add
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Only operations that carry contract fuse, as in the host's code.

; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 %s -o %t.o
; RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: <fused>:
; CHECK: vfmadd
; CHECK-LABEL: <separate>:
; CHECK-NOT: vfmadd
; CHECK: vmulsd
; CHECK-NOT: vfmadd
define ptx_kernel void @fused(ptr %p, double %a, double %b) {
  %v = load double, ptr %p
  %m = fmul contract double %v, %a
  %s = fadd contract double %m, %b
  store double %s, ptr %p
  ret void
}
define ptx_kernel void @separate(ptr %p, double %a, double %b) {
  %v = load double, ptr %p
  %m = fmul double %v, %a
  %s = fadd double %m, %b
  store double %s, ptr %p
  ret void
}
