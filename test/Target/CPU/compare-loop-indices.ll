;===-- compare-loop-indices.ll - Loops that compare in place of counting
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The number of iterations is not computed where the index can be compared with
; the bound (@positive), which may be a constant (@constant), and where LLVM has rearranged what lanes of a warp
; count, with a constant step (@lanes). It is where the step may be negative
; (@any_step), where the index has 64 bits and may wrap around (@wide), and
; where threads do not begin side by side (@block).

; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 -dump-after=prepare -emit-llvm %s -o %t.ll 2>%t.prepare
; RUN: FileCheck %s < %t.prepare

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @positive(
; CHECK-NOT: sdiv
; CHECK: icmp {{s[lg][te]}} i64 %{{.*}}
; CHECK-NOT: sdiv
; CHECK-LABEL: define ptx_kernel void @constant(
; CHECK-NOT: sdiv
; CHECK: icmp samesign ult i64 %{{.*}}, 129
; CHECK-NOT: sdiv
; CHECK-LABEL: define ptx_kernel void @any_step(
define ptx_kernel void @positive(ptr %x, i32 %n) {
entry:
  %b = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %begin = sext i32 %b to i64
  %bound = sext i32 %n to i64
  %step = sext i32 %g to i64
  %span = sub nsw i64 %bound, %begin
  %distance = add nsw i64 %span, %step
  %trips = sdiv i64 %distance, %step
  br label %loop
loop:
  %i = phi i32 [ %b, %entry ], [ %i1, %body ]
  %count = phi i64 [ %trips, %entry ], [ %count1, %body ]
  %more = icmp sgt i64 %count, 0
  br i1 %more, label %body, label %exit
body:
  %w = sext i32 %i to i64
  %p = getelementptr i32, ptr %x, i64 %w
  store volatile i32 %i, ptr %p
  %i1 = add nsw i32 %i, %g
  %count1 = sub nsw i64 %count, 1
  br label %loop
exit:
  ret void
}

define ptx_kernel void @constant(ptr %x) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %begin = sext i32 %t to i64
  %step = sext i32 %d to i64
  %span = sub nsw i64 128, %begin
  %distance = add nsw i64 %span, %step
  %trips = sdiv i64 %distance, %step
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %i1, %body ]
  %count = phi i64 [ %trips, %entry ], [ %count1, %body ]
  %more = icmp sgt i64 %count, 0
  br i1 %more, label %body, label %exit
body:
  %w = sext i32 %i to i64
  %p = getelementptr i32, ptr %x, i64 %w
  store volatile i32 %i, ptr %p
  %i1 = add nsw i32 %i, %d
  %count1 = sub nsw i64 %count, 1
  br label %loop
exit:
  ret void
}

; CHECK: sdiv
; CHECK-LABEL: define ptx_kernel void @lanes(
; CHECK-NOT: sdiv
; CHECK-NOT: lshr
; CHECK: icmp {{s[lg][te]}} i64 %{{.*}}
; CHECK-NOT: sdiv
; CHECK-NOT: lshr
; CHECK-LABEL: define ptx_kernel void @wide(
; CHECK: sdiv
define ptx_kernel void @any_step(ptr %x, i32 %n, i32 %g) {
entry:
  %b = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %begin = sext i32 %b to i64
  %bound = sext i32 %n to i64
  %step = sext i32 %g to i64
  %span = sub nsw i64 %bound, %begin
  %distance = add nsw i64 %span, %step
  %trips = sdiv i64 %distance, %step
  br label %loop
loop:
  %i = phi i32 [ %b, %entry ], [ %i1, %body ]
  %count = phi i64 [ %trips, %entry ], [ %count1, %body ]
  %more = icmp sgt i64 %count, 0
  br i1 %more, label %body, label %exit
body:
  %w = sext i32 %i to i64
  %p = getelementptr i32, ptr %x, i64 %w
  store volatile i32 %i, ptr %p
  %i1 = add nsw i32 %i, %g
  %count1 = sub nsw i64 %count, 1
  br label %loop
exit:
  ret void
}

define ptx_kernel void @lanes(ptr %x, i32 %from, i32 %end) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %b = add nsw i32 %from, %lane
  %minus = xor i32 %b, -1
  %rest = sext i32 %minus to i64
  %wide = sext i32 %end to i64
  %span = add nsw i64 %wide, 32
  %distance = add nsw i64 %span, %rest
  %trips = sdiv i64 %distance, 32
  br label %loop
loop:
  %i = phi i32 [ %b, %entry ], [ %i1, %body ]
  %count = phi i64 [ %trips, %entry ], [ %count1, %body ]
  %more = icmp sgt i64 %count, 0
  br i1 %more, label %body, label %exit
body:
  %w = sext i32 %i to i64
  %p = getelementptr i32, ptr %x, i64 %w
  store volatile i32 %i, ptr %p
  %i1 = add nsw i32 %i, 32
  %count1 = sub nsw i64 %count, 1
  br label %loop
exit:
  ret void
}

define ptx_kernel void @wide(ptr %x, i64 %n) {
entry:
  %b = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %begin = sext i32 %b to i64
  %step = sext i32 %g to i64
  %span = sub nsw i64 %n, %begin
  %distance = add nsw i64 %span, %step
  %trips = sdiv i64 %distance, %step
  br label %loop
loop:
  %i = phi i64 [ %begin, %entry ], [ %i1, %body ]
  %count = phi i64 [ %trips, %entry ], [ %count1, %body ]
  %more = icmp sgt i64 %count, 0
  br i1 %more, label %body, label %exit
body:
  %p = getelementptr i64, ptr %x, i64 %i
  store volatile i64 %i, ptr %p
  %i1 = add nsw i64 %i, %step
  %count1 = sub nsw i64 %count, 1
  br label %loop
exit:
  ret void
}

; CHECK-LABEL: define ptx_kernel void @block(
; CHECK: sdiv
define ptx_kernel void @block(ptr %x, i32 %n) {
entry:
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %begin = sext i32 %b to i64
  %bound = sext i32 %n to i64
  %step = sext i32 %g to i64
  %span = sub nsw i64 %bound, %begin
  %distance = add nsw i64 %span, %step
  %trips = sdiv i64 %distance, %step
  br label %loop
loop:
  %i = phi i32 [ %b, %entry ], [ %i1, %body ]
  %count = phi i64 [ %trips, %entry ], [ %count1, %body ]
  %more = icmp sgt i64 %count, 0
  br i1 %more, label %body, label %exit
body:
  %w = sext i32 %i to i64
  %p = getelementptr i32, ptr %x, i64 %w
  store volatile i32 %i, ptr %p
  %i1 = add nsw i32 %i, %g
  %count1 = sub nsw i64 %count, 1
  br label %loop
exit:
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
