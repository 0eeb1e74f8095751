;===-- saturate-by-conversion.ll - Reals to integers ----------------------===;
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The device's conversions saturate; only those to 32 bits from single precision
; make zero of a NaN. Other widths stay.

; RUN: %warp-codegen -passes='function(warpfort-saturate-by-conversion)' %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define i32 @single(
; CHECK-NEXT: %[[R:.*]] = call i32 @llvm.nvvm.f2i.rz(float %x)
; CHECK-NEXT: ret i32 %[[R]]
define i32 @single(float %x) {
  %r = call i32 @llvm.fptosi.sat.i32.f32(float %x)
  ret i32 %r
}

; CHECK-LABEL: define i32 @double(
; CHECK-NEXT: %[[R:.*]] = call i32 @llvm.nvvm.d2i.rz(double %x)
; CHECK-NEXT: %[[NAN:.*]] = fcmp uno double %x, %x
; CHECK-NEXT: select i1 %[[NAN]], i32 0, i32 %[[R]]
define i32 @double(double %x) {
  %r = call i32 @llvm.fptosi.sat.i32.f64(double %x)
  ret i32 %r
}

; CHECK-LABEL: define i64 @number(
; CHECK: %[[R:.*]] = call i64 @llvm.nvvm.d2ll.rz(double %x)
; CHECK-NEXT: ret i64 %[[R]]
define i64 @number(i32 %n) {
  %x = sitofp i32 %n to double
  %r = call i64 @llvm.fptosi.sat.i64.f64(double %x)
  ret i64 %r
}

; CHECK-LABEL: define i64 @long(
; CHECK: call i64 @llvm.nvvm.f2ll.rz(float %x)
; CHECK: select i1
define i64 @long(float %x) {
  %r = call i64 @llvm.fptosi.sat.i64.f32(float %x)
  ret i64 %r
}

; CHECK-LABEL: define i8 @byte(
; CHECK-NEXT: call i8 @llvm.fptosi.sat.i8.f32(float %x)
define i8 @byte(float %x) {
  %r = call i8 @llvm.fptosi.sat.i8.f32(float %x)
  ret i8 %r
}

declare i8 @llvm.fptosi.sat.i8.f32(float)
declare i32 @llvm.fptosi.sat.i32.f32(float)
declare i32 @llvm.fptosi.sat.i32.f64(double)
declare i64 @llvm.fptosi.sat.i64.f32(float)
declare i64 @llvm.fptosi.sat.i64.f64(double)
