;===-- waiting-on-volatile-data.ll - Volatile data without volatile accesses -===;
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A module says of itself that it has volatile data whose accesses look like any
; other: its kernels may wait (0, where it would be 4).

; RUN: %warp-codegen -target=cpu -emit-llvm %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: @warpfort.kernels = internal constant
; CHECK-SAME: ptr @plain, i64 0, i32 0, i32 0 }

define ptx_kernel void @plain(ptr %p) {
  store i32 1, ptr %p
  ret void
}

!warpfort.volatile_data = !{!0}
!0 = !{}
