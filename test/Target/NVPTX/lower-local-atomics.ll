;===-- lower-local-atomics.ll - Atomic operations on variables of one thread
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; PTX has no atomic operations on local memory. What other threads may see stays
; atomic (@shared).

; RUN: %warp-codegen -passes='function(warpfort-lower-local-atomics)' %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define i32 @own(
; CHECK-NOT: atomic
; CHECK: %[[OLD:.*]] = load i32, ptr %v
; CHECK: %[[NEW:.*]] = add i32 %[[OLD]], 1
; CHECK: store i32 %[[NEW]], ptr %v
; CHECK: store i32 3, ptr %v, align 4
; CHECK: icmp eq i32 %{{.*}}, 3
; CHECK-NOT: cmpxchg
; CHECK: load i32, ptr %v, align 4
define i32 @own() {
  %v = alloca i32
  %a = atomicrmw add ptr %v, i32 1 monotonic
  store atomic i32 3, ptr %v monotonic, align 4
  %b = cmpxchg ptr %v, i32 3, i32 4 monotonic monotonic
  %c = load atomic i32, ptr %v monotonic, align 4
  ret i32 %c
}

; CHECK-LABEL: define i32 @shared(
; CHECK: atomicrmw add ptr %p, i32 1 monotonic
define i32 @shared(ptr %p) {
  %a = atomicrmw add ptr %p, i32 1 monotonic
  ret i32 %a
}
