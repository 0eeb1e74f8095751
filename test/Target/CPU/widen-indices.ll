;===-- widen-indices.ll - Subscripts in 64 bits
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A subscript that was computed in the 32 bits of its variable is computed in
; 64; not where it may wrap around (@wraps).

; RUN: %warp-codegen -passes='function(warpfort-widen-indices)' %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define i64 @cut(
; CHECK: %[[S:.*]] = sub nsw i64 %x, 1
; CHECK: ret i64 %[[S]]
define i64 @cut(i64 %x) {
  %c = trunc nsw i64 %x to i32
  %s = sub nsw i32 %c, 1
  %w = sext i32 %s to i64
  ret i64 %w
}

; CHECK-LABEL: define i64 @neighbour(
; CHECK: %[[J:.*]] = sext i32 %j to i64
; CHECK: %[[S:.*]] = add nsw i64 %[[J]], -1
; CHECK: ret i64 %[[S]]
define i64 @neighbour(i32 %j) {
  %s = add nsw i32 %j, -1
  %w = sext i32 %s to i64
  ret i64 %w
}

; CHECK-LABEL: define i64 @wraps(
; CHECK: %s = sub i32 %c, 1
; CHECK: %w = sext i32 %s to i64
define i64 @wraps(i64 %x) {
  %c = trunc i64 %x to i32
  %s = sub i32 %c, 1
  %w = sext i32 %s to i64
  ret i64 %w
}

; The place in an array's dimension shares the product with its neighbours'.
; CHECK-LABEL: define i64 @place(
; CHECK: %[[FROM:.*]] = sub i64 %x, %low
; CHECK: %[[SHARED:.*]] = mul i64 %[[FROM]], %stride
; CHECK: %[[STEP:.*]] = mul i64 %stride, 2
; CHECK: add i64 %[[SHARED]], %[[STEP]]
define i64 @place(i64 %x, i64 %low, i64 %stride) {
  %i = add i64 %x, 2
  %d = sub i64 %i, %low
  %m = mul i64 %d, %stride
  ret i64 %m
}
