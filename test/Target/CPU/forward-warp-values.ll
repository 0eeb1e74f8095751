;===-- forward-warp-values.ll - Vectors of whole warps
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A sum by shuffles: each is one operation of 64 bits, and from the first to the
; last one the values of the warp's threads are vectors, none of which is loaded
; again, or stored: where the warp ends, the context's values are marked as ended,
; once for each way there. Of the threads the first alone stores, without a
; question to each, and without gathers and scatters where the processor has them.
; The marks are gone in the end, also without optimisation.

; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 -dump-after=kernels -emit-llvm %s -o %t.ll 2> %t.kernels.ll
; RUN: FileCheck --check-prefix=KERNELS %s < %t.kernels.ll
; RUN: FileCheck %s < %t.ll
; RUN: FileCheck --check-prefix=ENDED %s < %t.ll
; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 -opt-level=0 -emit-llvm %s -o - | FileCheck --check-prefix=ENDED %s
; RUN: %warp-codegen -target=cpu -mcpu=skylake-avx512 -emit-llvm %s -o - | FileCheck --check-prefix=WIDE %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; KERNELS: define internal i32 @sum.region3(
; KERNELS-NOT: @sum.region4(
; KERNELS: values.end:
; KERNELS: call void @llvm.memset{{.*}}, i8 ptrtoint (ptr @warpfort-values-end to i8), i64 256, i1 false) #[[END:[0-9]+]]
; KERNELS: br label %group.store
; KERNELS: attributes #[[END]] = { nomerge }

; ENDED-NOT: values-end

; CHECK-LABEL: define internal void @sum(
; CHECK: shufflevector <32 x {{.*}} <i32 16, i32 17,
; CHECK-NOT: {{load|store}} <32 x
; CHECK: fadd <32 x double>
; CHECK-NOT: {{load|store}} <32 x
; CHECK: shufflevector <32 x {{.*}} <i32 8,
; CHECK-NOT: {{load|store}} <32 x
; CHECK: fadd <32 x double>
; CHECK-NOT: {{load|store}} <32 x
; CHECK-NOT: icmp eq <32 x i32>
; CHECK: store double

; WIDE-LABEL: define internal void @sum(
; WIDE: shufflevector <32 x {{.*}} <i32 8,
; WIDE-NOT: llvm.masked
; WIDE: store double
; WIDE-NEXT: br label
define ptx_kernel void @sum(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %p = getelementptr double, ptr %in, i64 %w
  %v0 = load double, ptr %p
  %b0 = bitcast double %v0 to i64
  %s0 = call i64 @__warpdev_shuffle64(i32 2, i32 -1, i64 %b0, i32 16, i32 31)
  %d0 = bitcast i64 %s0 to double
  %v1 = fadd double %v0, %d0
  %b1 = bitcast double %v1 to i64
  %s1 = call i64 @__warpdev_shuffle64(i32 2, i32 -1, i64 %b1, i32 8, i32 31)
  %d1 = bitcast i64 %s1 to double
  %v2 = fadd double %v1, %d1
  %b2 = bitcast double %v2 to i64
  %s2 = call i64 @__warpdev_shuffle64(i32 2, i32 -1, i64 %b2, i32 4, i32 31)
  %d2 = bitcast i64 %s2 to double
  %v3 = fadd double %v2, %d2
  %lane = and i32 %t, 31
  %first = icmp eq i32 %lane, 0
  br i1 %first, label %store, label %end
store:
  %warp = lshr i64 %w, 5
  %q = getelementptr double, ptr %out, i64 %warp
  store double %v3, ptr %q
  br label %end
end:
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i64 @__warpdev_shuffle64(i32, i32, i64, i32, i32) convergent
