;===-- interchange.ll - Loops that change places with threads
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Neighbours read neighbouring elements in the loop of @columns: it is split at
; the loop's header and its lanes become vectors. In @bodies they read the same,
; but compute with values of their own. In @rows each thread walks
; through a row of its own: the loop stays inside, also where neighbours read
; neighbouring elements beside (@mixed). So does that of @nested, which
; not all threads run: other lanes of the warp would be waited for in vain. The
; branches before it, of which there are many as any order of them has to do,
; must not hide that. Of @interior's rows the first and the last threads leave
; at once, and the others stay together. What goes from round to round there keeps
; them from being marching loops (marching-loops.ll).
;
; Without sums a block is one group (@rounds), unless some threads may have
; returned (@planes) or wait for others (@waits), or a barrier of the source is
; not for all of them (@parts).
;
; A loop that stays inside, as that of @left, gets a piece of its own: in one
; with the last round of the loop before, it would keep the rounds from being
; vectors, and so would values that only one of the piece's exits writes.
;
; Threads that form sums have both orders, until VectorizeOuterLoops.cpp has made vectors
; of the threads with the loop inside, as in @columns and @bodies, or has not:
; @gathers reads elements anywhere.

; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.kernels
; RUN: FileCheck %s < %t.kernels
; RUN: FileCheck --check-prefix=MIXED %s < %t.kernels
; RUN: FileCheck --check-prefix=SPLITS %s < %t.kernels
; RUN: FileCheck --check-prefix=EXITS %s < %t.kernels
; RUN: FileCheck --check-prefix=FINAL %s < %t.ll

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: define internal i32 @columns.region0(
; CHECK-DAG: define internal i32 @columns.region1(
; CHECK-DAG: define internal i32 @bodies.region1(
; CHECK-DAG: call i32 @warpcpu_trim(ptr @interior.info, {{.*}}, i32 1, ptr %gone)
; CHECK-DAG: define internal i32 @left.region2(
; CHECK-NOT: @{{rows|nested}}.region
; MIXED-NOT: @mixed.splits
; SPLITS-DAG: @planes.splits = internal constant {{.*}} [{{.*}} { i32 6, {{.*}}]
; SPLITS-DAG: @rounds.splits = internal constant {{.*}} [{{.*}} { i32 1, {{.*}}]
; SPLITS-DAG: @rounds.info = {{.*}} ptr @rounds.live, i32 0,
; SPLITS-DAG: @waits.splits = internal constant {{.*}} { i32 6, {{.*}}]
; SPLITS-DAG: @parts.splits = internal constant {{.*}} { i32 6, {{.*}}]
; FINAL-LABEL: define internal fastcc void @columns.threads.outside(
; FINAL: fadd <32 x float>
; FINAL-LABEL: define internal void @columns(
; FINAL-NOT: x float>
; FINAL: call fastcc void @columns.threads.outside(
define ptx_kernel void @columns(ptr %x, ptr %out, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %row = mul nsw i64 %k, 4096
  %i = add nsw i64 %row, %w
  %p = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %p
  %s1 = fadd float %s, %v
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  %o = getelementptr float, ptr %out, i64 %w
  store float %s1, ptr %o
  ret void
}

; FINAL-LABEL: define internal fastcc void @bodies.threads.outside(
; FINAL: call {{.*}}<32 x float> @llvm.sqrt.v32f32(
; FINAL-LABEL: define internal void @bodies(
; FINAL: call fastcc void @bodies.threads.outside(
define ptx_kernel void @bodies(ptr %x, ptr %out, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %o = getelementptr float, ptr %out, i64 %w
  %own = load float, ptr %o
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %p = getelementptr float, ptr %x, i64 %k
  %v = load float, ptr %p
  %d = fsub float %v, %own
  %r = call float @llvm.sqrt.f32(float %d)
  %s1 = fadd float %s, %r
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  store float %s1, ptr %o
  ret void
}
declare float @llvm.sqrt.f32(float)

; FINAL-NOT: @gathers.threads.outside
; FINAL-LABEL: define internal void @gathers(
; FINAL: fadd <32 x float>
; FINAL-NOT: warpfort.threads.are.vectors
define ptx_kernel void @gathers(ptr %x, ptr %at, ptr %out, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %row = mul nsw i64 %k, 4096
  %i = add nsw i64 %row, %w
  %q = getelementptr i64, ptr %at, i64 %i
  %j = load i64, ptr %q
  %p = getelementptr float, ptr %x, i64 %j
  %v = load float, ptr %p
  %s1 = fadd float %s, %v
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  %o = getelementptr float, ptr %out, i64 %w
  store float %s1, ptr %o
  ret void
}

define ptx_kernel void @rows(ptr %x, ptr %out, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %row = mul nsw i64 %w, 4096
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %i = add nsw i64 %row, %k
  %p = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %p
  %s1 = fadd float %s, %v
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  %o = getelementptr float, ptr %out, i64 %w
  store float %s1, ptr %o
  ret void
}

define ptx_kernel void @mixed(ptr %x, ptr %y, ptr %out, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %row = mul nsw i64 %w, 4096
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %i = add nsw i64 %row, %k
  %p = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %p
  %line = mul nsw i64 %k, 4096
  %j = add nsw i64 %line, %w
  %q = getelementptr float, ptr %y, i64 %j
  %u = load float, ptr %q
  %f = fmul float %u, %v
  %s1 = fadd float %s, %f
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  %o = getelementptr float, ptr %out, i64 %w
  store float %s1, ptr %o
  ret void
}

define ptx_kernel void @nested(ptr %x, ptr %y, ptr %out, i64 %n, i32 %m) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %q = getelementptr i32, ptr %y, i64 %w
  %bits = load i32, ptr %q
  %inside = icmp slt i32 %t, %m
  br i1 %inside, label %if1, label %exit
if1:
  %b1 = and i32 %bits, 2
  %c1 = icmp eq i32 %b1, 0
  br i1 %c1, label %else1, label %then1
then1:
  store volatile i32 1, ptr %q
  br label %if2
else1:
  store volatile i16 1, ptr %q
  br label %if2
if2:
  %b2 = and i32 %bits, 4
  %c2 = icmp eq i32 %b2, 0
  br i1 %c2, label %else2, label %then2
then2:
  store volatile i32 2, ptr %q
  br label %if3
else2:
  store volatile i16 2, ptr %q
  br label %if3
if3:
  %b3 = and i32 %bits, 8
  %c3 = icmp eq i32 %b3, 0
  br i1 %c3, label %else3, label %then3
then3:
  store volatile i32 3, ptr %q
  br label %if4
else3:
  store volatile i16 3, ptr %q
  br label %if4
if4:
  %b4 = and i32 %bits, 16
  %c4 = icmp eq i32 %b4, 0
  br i1 %c4, label %else4, label %then4
then4:
  store volatile i32 4, ptr %q
  br label %if5
else4:
  store volatile i16 4, ptr %q
  br label %if5
if5:
  %b5 = and i32 %bits, 32
  %c5 = icmp eq i32 %b5, 0
  br i1 %c5, label %else5, label %then5
then5:
  store volatile i32 5, ptr %q
  br label %if6
else5:
  store volatile i16 5, ptr %q
  br label %if6
if6:
  %b6 = and i32 %bits, 64
  %c6 = icmp eq i32 %b6, 0
  br i1 %c6, label %else6, label %then6
then6:
  store volatile i32 6, ptr %q
  br label %preheader
else6:
  store volatile i16 6, ptr %q
  br label %preheader
preheader:
  br label %loop
loop:
  %k = phi i64 [ 0, %preheader ], [ %k1, %loop ]
  %s = phi float [ 0.0, %preheader ], [ %s1, %loop ]
  %row = mul nsw i64 %k, 4096
  %i = add nsw i64 %row, %w
  %p = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %p
  %s1 = fadd float %s, %v
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  %sum = phi float [ 1.0, %entry ], [ %s1, %loop ]
  %o = getelementptr float, ptr %out, i64 %w
  store float %sum, ptr %o
  ret void
}
define ptx_kernel void @interior(ptr %x, ptr %out, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %low = icmp sgt i64 %w, 0
  %high = icmp slt i64 %w, %n
  %inside = and i1 %low, %high
  br i1 %inside, label %loop, label %exit
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %h = phi i32 [ 1, %entry ], [ %h1, %loop ]
  %row = mul nsw i64 %k, 4096
  %i = add nsw i64 %row, %w
  %p = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %p
  %h1 = mul i32 %h, 3
  %f = sitofp i32 %h to float
  %r = fmul float %v, %f
  %o = getelementptr float, ptr %out, i64 %i
  store float %r, ptr %o
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define ptx_kernel void @planes(ptr %x, ptr %out, i32 %m, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %passes = icmp slt i32 %t, %m
  br i1 %passes, label %work, label %exit
work:
  %w = zext i32 %t to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %work ], [ %k1, %loop ]
  %h = phi i32 [ 1, %work ], [ %h1, %loop ]
  %row = mul nsw i64 %k, 4096
  %i = add nsw i64 %row, %w
  %p = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %p
  %h1 = mul i32 %h, 3
  %f = sitofp i32 %h to float
  %r = fmul float %v, %f
  %o = getelementptr float, ptr %out, i64 %i
  store float %r, ptr %o
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define ptx_kernel void @rounds(ptr %x, ptr %out, i32 %m, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %work
work:
  %w = zext i32 %t to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %work ], [ %k1, %loop ]
  %h = phi i32 [ 1, %work ], [ %h1, %loop ]
  %row = mul nsw i64 %k, 4096
  %i = add nsw i64 %row, %w
  %p = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %p
  %h1 = mul i32 %h, 3
  %f = sitofp i32 %h to float
  %r = fmul float %v, %f
  %o = getelementptr float, ptr %out, i64 %i
  store float %r, ptr %o
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define ptx_kernel void @waits(ptr %x, ptr %out, i32 %m, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @__warpdev_wait()
  br label %work
work:
  %w = zext i32 %t to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %work ], [ %k1, %loop ]
  %row = mul nsw i64 %k, 4096
  %i = add nsw i64 %row, %w
  %p = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %p
  %r = fmul float %v, 2.0
  %o = getelementptr float, ptr %out, i64 %i
  store float %r, ptr %o
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define ptx_kernel void @parts(ptr %x, ptr %out, i32 %m, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp slt i32 %t, 32
  br i1 %first, label %some, label %all
some:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %all
all:
  %own = getelementptr float, ptr %out, i32 %t
  store float 1.0, ptr %own
  br label %work
work:
  %w = zext i32 %t to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %work ], [ %k1, %loop ]
  %row = mul nsw i64 %k, 4096
  %i = add nsw i64 %row, %w
  %p = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %p
  %r = fmul float %v, 2.0
  %o = getelementptr float, ptr %out, i64 %i
  store float %r, ptr %o
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

;--- loops behind
; EXITS-LABEL: define internal i32 @left.region1(
; EXITS: %[[BEHIND:.*]] = getelementptr {{.*}}, ptr %uni.out, i32 0, i32 1
; EXITS-NEXT: store i64 0, ptr %[[BEHIND]]
; EXITS-NEXT: ret i32 0
; EXITS: ret i32 1
; EXITS-LABEL: define internal i32 @left.region2(
define ptx_kernel void @left(ptr %x, ptr %out, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %loop, label %rest
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %i = add nsw i64 %k, %w
  %p = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %p
  %r = fmul float %v, 2.0
  %o = getelementptr float, ptr %out, i64 %i
  store float %r, ptr %o
  %k1 = add nuw nsw i64 %k, 4096
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %rest
rest:
  %done = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %first = add i64 %done, %w
  br label %own
own:
  %j = phi i64 [ %first, %rest ], [ %j1, %body ]
  %in = icmp slt i64 %j, %n
  br i1 %in, label %body, label %exit
body:
  %q = getelementptr float, ptr %out, i64 %j
  store float 1.0, ptr %q
  %j1 = add i64 %j, 4096
  br label %own
exit:
  ret void
}

declare void @__warpdev_wait()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
