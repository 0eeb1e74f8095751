;===-- expand-wide-conversions.ll - 128-bit integers and reals
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; No call of a library is left for a conversion between them. Conversions of 64
; bits stay.

; RUN: %warp-codegen -passes='function(warpfort-expand-wide-conversions)' %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i128 @llvm.fptosi.sat.i128.f64(double)

; CHECK-LABEL: define double @to(
; CHECK: call i128 @llvm.ctlz.i128(i128 %{{.*}}, i1 false)
; CHECK: uitofp i64 %{{.*}} to double
; CHECK-NOT: i128 %x to double
; CHECK: ret double
define double @to(i128 %x) {
  %r = sitofp i128 %x to double
  ret double %r
}

; CHECK-LABEL: define i128 @from(
; CHECK: fptoui double %{{.*}} to i64
; CHECK: fptoui double %{{.*}} to i64
; CHECK-NOT: fptosi.sat
; CHECK: fcmp uno
define i128 @from(double %x) {
  %r = call i128 @llvm.fptosi.sat.i128.f64(double %x)
  ret i128 %r
}

; CHECK-LABEL: define double @narrow(
; CHECK: sitofp i64 %x to double
define double @narrow(i64 %x) {
  %r = sitofp i64 %x to double
  ret double %r
}
