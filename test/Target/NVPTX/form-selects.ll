;===-- form-selects.ll - Selects in place of short branches ---------------===;
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Sides of a branch that compute little and meet at once become selects, with
; a block for one side (@coefficients) or both (@sides), and what such a branch
; becomes part of (@nested). Not where a side divides (@division), loads
; (@load), has much to compute (@long) or leaves too many values (@values), nor
; the test of a loop (@loop).

; RUN: %warp-codegen -passes='function(warpfort-form-selects)' %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define float @coefficients(
; CHECK-NEXT: entry:
; CHECK-NEXT: %large = fcmp oge float %x, 1.000000e+00
; CHECK-NEXT: %square = fmul float %x, %x
; CHECK-NEXT: %[[T:.*]] = select i1 %large, float %x, float %square
; CHECK-NEXT: %[[A:.*]] = select i1 %large, float 1.000000e+00, float 2.000000e+00
; CHECK-NEXT: %[[B:.*]] = select i1 %large, float 3.000000e+00, float 4.000000e+00
; CHECK-NEXT: %r = call float @llvm.fma.f32(float %[[T]], float %[[A]], float %[[B]])
; CHECK-NEXT: ret float %r
define float @coefficients(float %x) {
entry:
  %large = fcmp oge float %x, 1.0
  br i1 %large, label %meet, label %small
small:
  %square = fmul float %x, %x
  br label %meet
meet:
  %t = phi float [ %x, %entry ], [ %square, %small ]
  %a = phi float [ 1.0, %entry ], [ 2.0, %small ]
  %b = phi float [ 3.0, %entry ], [ 4.0, %small ]
  %r = call float @llvm.fma.f32(float %t, float %a, float %b)
  ret float %r
}

; CHECK-LABEL: define i32 @sides(
; CHECK-NOT: br
; CHECK: select i1 %c, i32 %p, i32 %q
; CHECK: ret
define i32 @sides(i1 %c, i32 %x, i32 %y) {
  br i1 %c, label %a, label %b
a:
  %p = add nsw i32 %x, %y
  br label %meet
b:
  %q = mul nsw i32 %x, %y
  br label %meet
meet:
  %r = phi i32 [ %p, %a ], [ %q, %b ]
  ret i32 %r
}

; CHECK-LABEL: define i32 @nested(
; CHECK-NOT: br
; CHECK: ret
define i32 @nested(i1 %c, i1 %d, i32 %x) {
entry:
  br i1 %c, label %inner, label %meet
inner:
  br i1 %d, label %most, label %join
most:
  %p = add i32 %x, 1
  br label %join
join:
  %q = phi i32 [ %x, %inner ], [ %p, %most ]
  br label %meet
meet:
  %r = phi i32 [ 0, %entry ], [ %q, %join ]
  ret i32 %r
}

; CHECK-LABEL: define float @division(
; CHECK: br i1
define float @division(i1 %c, float %x) {
entry:
  br i1 %c, label %side, label %meet
side:
  %q = fdiv float 1.0, %x
  br label %meet
meet:
  %r = phi float [ %x, %entry ], [ %q, %side ]
  ret float %r
}

; CHECK-LABEL: define float @load(
; CHECK: br i1
define float @load(i1 %c, ptr %p) {
entry:
  br i1 %c, label %side, label %meet
side:
  %q = load float, ptr %p
  br label %meet
meet:
  %r = phi float [ 0.0, %entry ], [ %q, %side ]
  ret float %r
}

; CHECK-LABEL: define i32 @long(
; CHECK: br i1
define i32 @long(i1 %c, i32 %x) {
entry:
  br i1 %c, label %side, label %meet
side:
  %a = mul i32 %x, %x
  %b = mul i32 %a, %x
  %d = mul i32 %b, %x
  %e = mul i32 %d, %x
  %f = mul i32 %e, %x
  br label %meet
meet:
  %r = phi i32 [ 0, %entry ], [ %f, %side ]
  ret i32 %r
}

; CHECK-LABEL: define void @values(
; CHECK: br i1
define void @values(i1 %c, ptr %p) {
entry:
  br i1 %c, label %meet, label %side
side:
  br label %meet
meet:
  %v1 = phi i64 [ 1, %entry ], [ 11, %side ]
  %v2 = phi i64 [ 2, %entry ], [ 12, %side ]
  %v3 = phi i64 [ 3, %entry ], [ 13, %side ]
  %v4 = phi i64 [ 4, %entry ], [ 14, %side ]
  %v5 = phi i64 [ 5, %entry ], [ 15, %side ]
  %v6 = phi i64 [ 6, %entry ], [ 16, %side ]
  %v7 = phi i64 [ 7, %entry ], [ 17, %side ]
  store volatile i64 %v1, ptr %p
  store volatile i64 %v2, ptr %p
  store volatile i64 %v3, ptr %p
  store volatile i64 %v4, ptr %p
  store volatile i64 %v5, ptr %p
  store volatile i64 %v6, ptr %p
  store volatile i64 %v7, ptr %p
  ret void
}

; CHECK-LABEL: define i32 @loop(
; CHECK: br i1 %more, label %again, label %exit
define i32 @loop(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i1, %again ]
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %again, label %exit
again:
  br label %head
exit:
  ret i32 %i
}

declare float @llvm.fma.f32(float, float, float)
