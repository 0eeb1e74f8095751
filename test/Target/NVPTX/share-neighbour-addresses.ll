;===-- share-neighbour-addresses.ll - Addresses from those beside them
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; An address that differs from an earlier one of its block by a constant or a
; multiple of one value is formed from that, also where the value is the stride
; of subscripts that differ by a constant (@strides).

; RUN: %warp-codegen -passes='function(warpfort-share-neighbour-addresses)' %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @row(
; CHECK: %p = getelementptr double, ptr %u, i64 %a
; CHECK: %[[NEXT:.*]] = getelementptr i8, ptr %p, i64 8
; CHECK: load double, ptr %[[NEXT]]
; CHECK: %[[ROW:.*]] = mul i64 %k, 8
; CHECK: %[[BELOW:.*]] = getelementptr i8, ptr %p, i64 %[[ROW]]
; CHECK: store double %{{.*}}, ptr %[[BELOW]]
define void @row(ptr %u, i64 %i, i64 %j, i64 %k) {
  %a = add i64 %i, %j
  %p = getelementptr double, ptr %u, i64 %a
  %x = load double, ptr %p
  %i1 = add i64 %i, 1
  %b = add i64 %i1, %j
  %q = getelementptr double, ptr %u, i64 %b
  %y = load double, ptr %q
  %jk = add i64 %j, %k
  %c = add i64 %i, %jk
  %r = getelementptr double, ptr %u, i64 %c
  %s = fadd double %x, %y
  store double %s, ptr %r
  ret void
}

; CHECK-LABEL: define double @others(
; CHECK: getelementptr double, ptr %u, i64 %i
; CHECK: getelementptr double, ptr %v, i64 %i
define double @others(ptr %u, ptr %v, i64 %i) {
  %p = getelementptr double, ptr %u, i64 %i
  %x = load double, ptr %p
  %q = getelementptr double, ptr %v, i64 %i
  %y = load double, ptr %q
  %s = fadd double %x, %y
  ret double %s
}

; CHECK-LABEL: define double @strides(
; CHECK: %p = getelementptr i8, ptr %u, i64 %a
; CHECK: %[[LESS:.*]] = mul i64 %s, -1
; CHECK: %[[LEFT:.*]] = getelementptr i8, ptr %p, i64 %[[LESS]]
; CHECK: load double, ptr %[[LEFT]]
; CHECK: %[[WIDE:.*]] = sext i32 %n to i64
; CHECK: %[[TWICE:.*]] = mul i64 %[[WIDE]], 2
; CHECK: %[[ABOVE:.*]] = getelementptr i8, ptr %p, i64 %[[TWICE]]
; CHECK: load double, ptr %[[ABOVE]]
define double @strides(ptr %u, i32 %i, i64 %j, i64 %s, i32 %n) {
  %i64 = zext i32 %i to i64
  %n64 = sext i32 %n to i64
  %is = mul i64 %i64, %s
  %jn = mul i64 %j, %n64
  %a = add i64 %is, %jn
  %p = getelementptr i8, ptr %u, i64 %a
  %x = load double, ptr %p
  %less = add i64 %i64, -1
  %ls = mul i64 %s, %less
  %b = add i64 %jn, %ls
  %q = getelementptr i8, ptr %u, i64 %b
  %y = load double, ptr %q
  %more = add i64 %j, 2
  %mn = mul i64 %n64, %more
  %c = add i64 %mn, %is
  %r = getelementptr i8, ptr %u, i64 %c
  %z = load double, ptr %r
  %xy = fadd double %x, %y
  %xyz = fadd double %xy, %z
  ret double %xyz
}

; An addition in 32 bits may wrap around.
; CHECK-LABEL: define double @wraps(
; CHECK: %q = getelementptr i8, ptr %u, i64 %b
; CHECK: load double, ptr %q
define double @wraps(ptr %u, i32 %i, i64 %j, i64 %s) {
  %i64 = zext i32 %i to i64
  %is = mul i64 %i64, %s
  %a = add i64 %is, %j
  %p = getelementptr i8, ptr %u, i64 %a
  %x = load double, ptr %p
  %less = add i32 %i, 1
  %less64 = zext i32 %less to i64
  %ls = mul i64 %less64, %s
  %b = add i64 %ls, %j
  %q = getelementptr i8, ptr %u, i64 %b
  %y = load double, ptr %q
  %xy = fadd double %x, %y
  ret double %xy
}
