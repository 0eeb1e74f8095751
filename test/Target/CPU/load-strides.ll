;===-- load-strides.ll - Vectors of elements apart
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Gathers from every second element are two loads and a permutation, the last of
; which ends with the last element; from every third one or backwards likewise
; (@third, @backwards). Addresses for stores one by one are at constant distances
; from the first (@stores). Gathers stay where elements lie further apart (@far),
; where lanes may wrap around (@wraps) and under a mask (@masked).

; RUN: %warp-codegen -passes=warpfort-load-strides %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @second(
; CHECK: %[[I:.*]] = phi i64 [ %{{.*}}, %entry ], [ %{{.*}}, %loop ]
; CHECK-NOT: phi <4 x i64>
; CHECK: %[[E:.*]] = shl i64 %[[I]], 1
; CHECK: %[[P:.*]] = getelementptr float, ptr %x, i64 %[[E]]
; CHECK: %[[P0:.*]] = getelementptr i8, ptr %[[P]], i64 0
; CHECK: %[[LOW:.*]] = load <4 x float>, ptr %[[P0]], align 4
; CHECK: %[[P1:.*]] = getelementptr i8, ptr %[[P]], i64 12
; CHECK: %[[HIGH:.*]] = load <4 x float>, ptr %[[P1]], align 4
; CHECK: shufflevector <4 x float> %[[LOW]], <4 x float> %[[HIGH]], <4 x i32> <i32 0, i32 2, i32 5, i32 7>
; CHECK-NOT: gather
define void @second(ptr %x, ptr %y, i64 %b, i64 %n) {
entry:
  %b0 = insertelement <4 x i64> poison, i64 %b, i64 0
  %bs = shufflevector <4 x i64> %b0, <4 x i64> poison, <4 x i32> zeroinitializer
  %start = add nsw <4 x i64> %bs, <i64 0, i64 1, i64 2, i64 3>
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %i = phi <4 x i64> [ %start, %entry ], [ %i1, %loop ]
  %e = shl nsw <4 x i64> %i, splat (i64 1)
  %p = getelementptr float, ptr %x, <4 x i64> %e
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %p, <4 x i1> splat (i1 true), <4 x float> poison)
  %q = getelementptr float, ptr %y, i64 %k
  store <4 x float> %v, ptr %q, align 4
  %i1 = add nsw <4 x i64> %i, splat (i64 4)
  %k1 = add i64 %k, 4
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @third(
; CHECK: load <4 x double>, ptr %{{.*}}, align 8
; CHECK: getelementptr i8, ptr %{{.*}}, i64 32
; CHECK: load <4 x double>
; CHECK: shufflevector {{.*}} <4 x i32> <i32 0, i32 3, i32 6, i32 poison>
; CHECK: getelementptr i8, ptr %{{.*}}, i64 48
; CHECK: load <4 x double>
; CHECK: shufflevector {{.*}} <4 x i32> <i32 0, i32 1, i32 2, i32 7>
define void @third(ptr %x, ptr %y) {
  %p = getelementptr double, ptr %x, <4 x i64> <i64 0, i64 3, i64 6, i64 9>
  %v = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> align 8 %p, <4 x i1> splat (i1 true), <4 x double> poison)
  store <4 x double> %v, ptr %y, align 8
  ret void
}

; CHECK-LABEL: define void @backwards(
; CHECK: %[[LAST:.*]] = getelementptr i8, ptr %{{.*}}, i64 -24
; CHECK: getelementptr i8, ptr %[[LAST]], i64 0
; CHECK: getelementptr i8, ptr %[[LAST]], i64 12
; CHECK: shufflevector {{.*}} <4 x i32> <i32 7, i32 5, i32 2, i32 0>
define void @backwards(ptr %x, ptr %y) {
  %p = getelementptr i32, ptr %x, <4 x i64> <i64 9, i64 7, i64 5, i64 3>
  %v = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %p, <4 x i1> splat (i1 true), <4 x i32> poison)
  store <4 x i32> %v, ptr %y, align 4
  ret void
}

; CHECK-LABEL: define void @stores(
; CHECK-NOT: extractelement <2 x ptr>
; CHECK: getelementptr i8, ptr %{{.*}}, i64 400
define void @stores(ptr %x, i64 %i) {
  %b0 = insertelement <2 x i64> poison, i64 %i, i64 0
  %bs = shufflevector <2 x i64> %b0, <2 x i64> poison, <2 x i32> zeroinitializer
  %k = or disjoint <2 x i64> %bs, <i64 0, i64 1>
  %e = mul <2 x i64> %k, splat (i64 100)
  %p = getelementptr float, ptr %x, <2 x i64> %e
  %p0 = extractelement <2 x ptr> %p, i64 0
  %p1 = extractelement <2 x ptr> %p, i64 1
  store float 1.0, ptr %p0, align 4
  store float 2.0, ptr %p1, align 4
  ret void
}

; CHECK-LABEL: define void @far(
; CHECK: call <4 x float> @llvm.masked.gather
define void @far(ptr %x, ptr %y) {
  %p = getelementptr float, ptr %x, <4 x i64> <i64 0, i64 5, i64 10, i64 15>
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %p, <4 x i1> splat (i1 true), <4 x float> poison)
  store <4 x float> %v, ptr %y, align 4
  ret void
}

; CHECK-LABEL: define void @wraps(
; CHECK: call <4 x float> @llvm.masked.gather
define void @wraps(ptr %x, ptr %y, i32 %b) {
  %b0 = insertelement <4 x i32> poison, i32 %b, i64 0
  %bs = shufflevector <4 x i32> %b0, <4 x i32> poison, <4 x i32> zeroinitializer
  %i = add <4 x i32> %bs, <i32 0, i32 2, i32 4, i32 6>
  %e = sext <4 x i32> %i to <4 x i64>
  %p = getelementptr float, ptr %x, <4 x i64> %e
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %p, <4 x i1> splat (i1 true), <4 x float> poison)
  store <4 x float> %v, ptr %y, align 4
  ret void
}

; CHECK-LABEL: define void @masked(
; CHECK: call <4 x float> @llvm.masked.gather
define void @masked(ptr %x, ptr %y, <4 x i1> %m) {
  %p = getelementptr float, ptr %x, <4 x i64> <i64 0, i64 2, i64 4, i64 6>
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %p, <4 x i1> %m, <4 x float> poison)
  store <4 x float> %v, ptr %y, align 4
  ret void
}
