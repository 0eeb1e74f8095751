;===-- dynamic-shared.ll - Kernels with shared memory of the launch -------===;
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The table tells which kernels use memory that the launch has to give: the
; runtime closes it where a launch gives none. Static shared memory is counted.

; RUN: %warp-codegen -target=cpu -emit-llvm %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: @warpfort.kernels = internal constant
; CHECK-SAME: ptr @fixed, i64 0, i32 16, i32 4 }
; CHECK-SAME: ptr @given, i64 0, i32 0, i32 6 }

@fixedMemory = internal addrspace(3) global [4 x i32] undef
@givenMemory = external addrspace(3) global [0 x i32]

define ptx_kernel void @fixed(i32 %x) {
  %p = addrspacecast ptr addrspace(3) @fixedMemory to ptr
  store volatile i32 %x, ptr %p
  ret void
}

define ptx_kernel void @given(i32 %x) {
  %p = addrspacecast ptr addrspace(3) @givenMemory to ptr
  store volatile i32 %x, ptr %p
  ret void
}
