;===-- expand-negations.ll - Minima of negated numbers
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Negations that come to a minimum or a maximum are ~x + 1 in assembly: at once,
; as a select, by way of a loop and of a conversion, of 16 and of 8 bits, and by a
; multiplication. Others, and those of 64 bits, stay.

; RUN: %warp-codegen -passes='function(warpfort-expand-negations)' %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define i32 @least(
; CHECK: %[[N:.*]] = call i32 asm "not.b32 $0, $1; add.s32 $0, $0, 1;", "=r,r"(i32 %b)
; CHECK: call i32 @llvm.smin.i32(i32 %a, i32 %[[N]])
define i32 @least(i32 %a, i32 %b, i32 %c) {
  %n = sub i32 0, %b
  %m = call i32 @llvm.smin.i32(i32 %a, i32 %n)
  %r = call i32 @llvm.smin.i32(i32 %m, i32 %c)
  ret i32 %r
}

; CHECK-LABEL: define i32 @chosen(
; CHECK: call i32 asm "not.b32
define i32 @chosen(i32 %a, i32 %b) {
  %n = mul i32 %b, -1
  %l = icmp sgt i32 %a, %n
  %r = select i1 %l, i32 %a, i32 %n
  ret i32 %r
}

; CHECK-LABEL: define i32 @loop(
; CHECK: call i32 asm "not.b32
define i32 @loop(i32 %a, i32 %b, i1 %x) {
entry:
  %n = sub i32 0, %b
  br i1 %x, label %other, label %end
other:
  br label %end
end:
  %p = phi i32 [ %n, %entry ], [ %a, %other ]
  %r = call i32 @llvm.umax.i32(i32 %p, i32 %a)
  ret i32 %r
}

; CHECK-LABEL: define i16 @short(
; CHECK: call i16 asm "not.b16 $0, $1; add.s16 $0, $0, 1;", "=h,h"(i16 %b)
define i16 @short(i16 %a, i16 %b) {
  %n = sub i16 0, %b
  %r = call i16 @llvm.smax.i16(i16 %a, i16 %n)
  ret i16 %r
}

; CHECK-LABEL: define i32 @byte(
; CHECK: %[[W:.*]] = sext i8 %b to i16
; CHECK: call i16 asm "not.b16 $0, $1; add.s16 $0, $0, 1;", "=h,h"(i16 %[[W]])
define i32 @byte(i32 %a, i8 %b) {
  %n = sub i8 0, %b
  %w = sext i8 %n to i32
  %r = call i32 @llvm.smax.i32(i32 %a, i32 %w)
  ret i32 %r
}

; CHECK-LABEL: define i32 @plain(
; CHECK-NOT: asm
; CHECK-LABEL: define i64 @long(
; CHECK-NOT: asm
define i32 @plain(i32 %a, i32 %b) {
  %n = sub i32 0, %b
  %r = mul i32 %n, %a
  ret i32 %r
}
define i64 @long(i64 %a, i64 %b) {
  %n = sub i64 0, %b
  %r = call i64 @llvm.smin.i64(i64 %a, i64 %n)
  ret i64 %r
}

declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i16 @llvm.smax.i16(i16, i16)
declare i64 @llvm.smin.i64(i64, i64)
