;===-- address-spaces.ll - Intrinsics on pointers with an address space
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; An intrinsic function whose name holds address spaces is another one without.

; RUN: %warp-codegen -target=cpu -emit-llvm %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare void @llvm.memcpy.p1.p5.i64(ptr addrspace(1), ptr addrspace(5), i64, i1 immarg)

; CHECK-LABEL: define internal void @copyOut(
; CHECK: call void @llvm.memcpy.p0.p0.i64(
; CHECK-NOT: llvm.memcpy.p1
define ptx_kernel void @copyOut(ptr %out, i64 %n) {
  %own = alloca [100 x i8]
  store i8 7, ptr %own
  %local = addrspacecast ptr %own to ptr addrspace(5)
  %global = addrspacecast ptr %out to ptr addrspace(1)
  call void @llvm.memcpy.p1.p5.i64(ptr addrspace(1) %global, ptr addrspace(5) %local, i64 %n, i1 false)
  ret void
}
