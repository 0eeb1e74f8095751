;===-- vector-math.ll - Mathematics of vectors
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Loops over threads call the functions of libmvec for a register's elements,
; several of them where the loop's vectors are longer. Not without optimisation,
; not in functions that must be exact, not for a function that the program has
; itself, and not for one of another type.

; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 -emit-llvm %s -o - | FileCheck %s
; RUN: %warp-codegen -target=cpu -mcpu=x86-64 -emit-llvm %s -o - | FileCheck --check-prefix=SSE %s
; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v4 -emit-llvm %s -o - | FileCheck --check-prefix=AVX512 %s
; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 -opt-level=1 -emit-llvm %s -o - | FileCheck --check-prefix=NONE %s
; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 %s -o %t.o
; RUN: llvm-nm -u %t.o | FileCheck --check-prefix=NAMES %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: call {{.*}}<4 x double> @_ZGVdN4v_exp(<4 x double>
; CHECK-DAG: call {{.*}}<8 x float> @_ZGVdN8v_erff(<8 x float>
; CHECK-DAG: call {{.*}}<8 x float> @_ZGVdN8vv_powf(<8 x float>
; CHECK-DAG: call {{.*}}double @llvm.sin.f64(
; CHECK-NOT: @_ZGVdN4v_sin
; CHECK-NOT: @_ZGVdN4v_cbrt
; CHECK-NOT: @_ZGVdN4v_erfc
; SSE-DAG: call {{.*}}<4 x float> @_ZGVbN4v_erff(<4 x float>
; AVX512-DAG: call {{.*}}@_ZGV{{dN4|eN8}}v_exp(
; NONE-NOT: @_ZGV
; NAMES-NOT: warpfort.vector

define ptx_kernel void @doubles(ptr %x, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %in = icmp slt i32 %t, %n
  br i1 %in, label %body, label %end
body:
  %w = zext i32 %t to i64
  %p = getelementptr inbounds double, ptr %x, i64 %w
  %v = load double, ptr %p
  %e = call double @llvm.exp.f64(double %v)
  store double %e, ptr %p
  br label %end
end:
  ret void
}

define ptx_kernel void @floats(ptr %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p
  %e = call float @erff(float %v)
  %q = call float @llvm.pow.f32(float %e, float %v)
  store float %q, ptr %p
  ret void
}

define ptx_kernel void @exact(ptr %x) "warpfort.exact_math" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %p = getelementptr inbounds double, ptr %x, i64 %w
  %v = load double, ptr %p
  %e = call double @llvm.sin.f64(double %v)
  store double %e, ptr %p
  ret void
}

define double @cbrt(double %x) noinline {
  %y = fadd double %x, 1.0
  ret double %y
}

define ptx_kernel void @own(ptr %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %p = getelementptr inbounds double, ptr %x, i64 %w
  %v = load double, ptr %p
  %e = call double @cbrt(double %v)
  store double %e, ptr %p
  ret void
}

define ptx_kernel void @otherType(ptr %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %p = getelementptr inbounds double, ptr %x, i64 %w
  %e = call double @erfc(i64 %w)
  store double %e, ptr %p
  ret void
}

declare double @erfc(i64)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare double @llvm.exp.f64(double)
declare double @llvm.sin.f64(double)
declare float @llvm.pow.f32(float, float)
declare float @erff(float)
