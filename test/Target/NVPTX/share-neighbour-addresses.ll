;===-- share-neighbour-addresses.ll - Addresses from those beside them
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; An address that differs from an earlier one of its block by a constant or a
; multiple of one value is formed from that.

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
