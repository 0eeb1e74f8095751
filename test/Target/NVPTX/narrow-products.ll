;===-- narrow-products.ll - Products of 32-bit factors --------------------===;
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A factor that is a widened subscript less a constant is widened behind the
; subtraction (@lower), together with a constant that the subscript has
; (@folded), but not where the difference may be negative (@negative) or above
; 2^32 (@large).

; RUN: %warp-codegen -passes='function(warpfort-narrow-products)' %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define i64 @lower(
; CHECK: %[[LOW:.*]] = add i32 %j, -1
; CHECK: %[[WIDE:.*]] = zext i32 %[[LOW]] to i64
; CHECK: mul nuw nsw i64 %[[WIDE]], %s
define i64 @lower(i32 range(i32 1, -2147483648) %j, i64 %s) {
  %wide = zext i32 %j to i64
  %less = add nsw i64 %wide, -1
  %product = mul nuw nsw i64 %less, %s
  ret i64 %product
}

; CHECK-LABEL: define i64 @folded(
; CHECK: %[[LOW:.*]] = add i32 %i, 1
; CHECK: %[[WIDE:.*]] = zext i32 %[[LOW]] to i64
; CHECK: mul nuw nsw i64 %[[WIDE]], %s
define i64 @folded(i32 %i, i64 %s) {
  %j = add nuw nsw i32 %i, 2
  %wide = zext nneg i32 %j to i64
  %less = add nsw i64 %wide, -1
  %product = mul nuw nsw i64 %less, %s
  ret i64 %product
}

; CHECK-LABEL: define i64 @negative(
; CHECK: %less = add nsw i64 %wide, -3
; CHECK: mul nsw i64 %less, %s
define i64 @negative(i32 %i, i64 %s) {
  %j = add nuw nsw i32 %i, 2
  %wide = zext nneg i32 %j to i64
  %less = add nsw i64 %wide, -3
  %product = mul nsw i64 %less, %s
  ret i64 %product
}

; CHECK-LABEL: define i64 @large(
; CHECK: %more = add nsw i64 %wide, 1
; CHECK: mul nsw i64 %more, %s
define i64 @large(i32 %i, i64 %s) {
  %wide = zext i32 %i to i64
  %more = add nsw i64 %wide, 1
  %product = mul nsw i64 %more, %s
  ret i64 %product
}
