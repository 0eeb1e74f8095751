;===-- join-rounds.ll - Rounds of trees without barriers
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; In blocks of one row a thread of @tree's second round does the work of two
; threads of the first one, for as many pieces as there are threads for; what
; goes from one to the other stays in registers. What is left over has its
; rounds, if there is any. Each of the others has rounds that stay apart: pieces
; that overlap (@overlap), a number that a round leaves for later (@later), a
; write to other memory (@elsewhere), threads that have left (@leaves), a round
; that comes twice (@twice), one that the first threads do not pass (@last), one
; that is vectors (@next), and one that gains by them (@divides).

; RUN: %warp-codegen -target=cpu -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.kernels
; RUN: FileCheck %s < %t.kernels
; RUN: FileCheck %s --check-prefix=FINAL < %t.ll
; RUN: FileCheck %s --check-prefix=APART < %t.kernels
; RUN: %warp-codegen -target=cpu -check -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.checked
; RUN: FileCheck %s --check-prefix=CHECKED < %t.checked

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [64 x double] undef, align 8

; CHECK-LABEL: define internal i32 @tree.region1(
; CHECK: %[[MOST:.*]] = udiv i32 %bdim.x, 2
; CHECK: %pieces = call i32 @llvm.umin.i32(i32 %{{.*}}, i32 16)
; CHECK: icmp ult i32 %tid.x, %pieces
; CHECK: rounds.joined:
; CHECK: mul nuw nsw i64 %{{.*}}, 32
; CHECK-COUNT-3: store double {{.*}}!warpfort.joined
; CHECK-NOT: store
; CHECK: rounds.done:
; CHECK: call i32 @llvm.umin.i32(i32 %bdim.x, i32 32)
; CHECK: icmp ugt
; CHECK: call i32 @llvm.umin.i32(i32 %bdim.x, i32 16)
; CHECK: icmp ugt
; CHECK-LABEL: define internal i32 @tree.region2(
; CHECK: icmp ult i32 %tid.x,
; CHECK-LABEL: define internal void @tree.one.row(
; CHECK: "llvm.loop.vectorize.width", i32 1}

; FINAL-LABEL: define internal void @tree(
; FINAL: %[[AB:[0-9]+]] = fadd double
; FINAL: %[[CD:[0-9]+]] = fadd double
; FINAL-NEXT: fadd double %[[AB]], %[[CD]]

; APART-NOT: @{{overlap|later|elsewhere|leaves|twice|last|next|divides}}.one.row
; CHECKED-NOT: warpfort.joined

define ptx_kernel void @tree(ptr %a) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %g = getelementptr double, ptr %a, i64 %x
  %v = load double, ptr %g
  %p = getelementptr double, ptr addrspace(3) @s, i64 %x
  store double %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %has = icmp ult i32 %t, 32
  br i1 %has, label %small, label %then
small:
  %x2 = shl nuw nsw i64 %x, 1
  %p0 = getelementptr double, ptr addrspace(3) @s, i64 %x2
  %p1 = getelementptr i8, ptr addrspace(3) %p0, i64 8
  %v0 = load double, ptr addrspace(3) %p0
  %v1 = load double, ptr addrspace(3) %p1
  %v01 = fadd double %v0, %v1
  store double %v01, ptr addrspace(3) %p1
  br label %then
then:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %has4 = icmp ult i32 %t, 16
  br i1 %has4, label %large, label %end
large:
  %x4 = shl nuw nsw i64 %x, 2
  %q0 = getelementptr double, ptr addrspace(3) @s, i64 %x4
  %q1 = getelementptr i8, ptr addrspace(3) %q0, i64 8
  %q3 = getelementptr i8, ptr addrspace(3) %q0, i64 24
  %w1 = load double, ptr addrspace(3) %q1
  %w3 = load double, ptr addrspace(3) %q3
  %w13 = fadd double %w1, %w3
  store double %w13, ptr addrspace(3) %q3
  br label %end
end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %e = load double, ptr addrspace(3) %p
  store double %e, ptr %g
  ret void
}

define ptx_kernel void @overlap(ptr %a, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %g = getelementptr double, ptr %a, i64 %x
  %v = load double, ptr %g
  %p = getelementptr double, ptr addrspace(3) @s, i64 %x
  store double %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %has = icmp ult i32 %t, 32
  br i1 %has, label %small, label %then
small:
  %x2 = shl nuw nsw i64 %x, 1
  %p0 = getelementptr double, ptr addrspace(3) @s, i64 %x2
  %p1 = getelementptr i8, ptr addrspace(3) %p0, i64 8
  %v0 = load double, ptr addrspace(3) %p0
  %v1 = load double, ptr addrspace(3) %p1
  %v01 = fadd double %v0, %v1
  store double %v01, ptr addrspace(3) %p1
  br label %then
then:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %has4 = icmp ult i32 %t, 16
  br i1 %has4, label %large, label %end
large:
  %x4 = shl nuw nsw i64 %x, 2
  %q0 = getelementptr double, ptr addrspace(3) @s, i64 %x4
  %q1 = getelementptr i8, ptr addrspace(3) %q0, i64 8
  %q3 = getelementptr i8, ptr addrspace(3) %q0, i64 32
  %w1 = load double, ptr addrspace(3) %q1
  %w3 = load double, ptr addrspace(3) %q3
  %w13 = fadd double %w1, %w3
  store double %w13, ptr addrspace(3) %q3
  br label %end
end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %e = load double, ptr addrspace(3) %p
  store double %e, ptr %g
  ret void
}

define ptx_kernel void @later(ptr %a, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %g = getelementptr double, ptr %a, i64 %x
  %v = load double, ptr %g
  %p = getelementptr double, ptr addrspace(3) @s, i64 %x
  store double %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %has = icmp ult i32 %t, 32
  br i1 %has, label %small, label %then
small:
  %x2 = shl nuw nsw i64 %x, 1
  %p0 = getelementptr double, ptr addrspace(3) @s, i64 %x2
  %p1 = getelementptr i8, ptr addrspace(3) %p0, i64 8
  %v0 = load double, ptr addrspace(3) %p0
  %v1 = load double, ptr addrspace(3) %p1
  %v01 = fadd double %v0, %v1
  store double %v01, ptr addrspace(3) %p1
  br label %then
then:
  %old = phi double [ %v01, %small ], [ 0.0, %entry ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %has4 = icmp ult i32 %t, 16
  br i1 %has4, label %large, label %end
large:
  %x4 = shl nuw nsw i64 %x, 2
  %q0 = getelementptr double, ptr addrspace(3) @s, i64 %x4
  %q1 = getelementptr i8, ptr addrspace(3) %q0, i64 8
  %q3 = getelementptr i8, ptr addrspace(3) %q0, i64 24
  %w1 = load double, ptr addrspace(3) %q1
  %w3 = load double, ptr addrspace(3) %q3
  %w13 = fadd double %w1, %w3
  store double %w13, ptr addrspace(3) %q3
  br label %end
end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %e = load double, ptr addrspace(3) %p
  %o = fadd double %e, %old
  store double %o, ptr %g
  ret void
}

define ptx_kernel void @elsewhere(ptr %a, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %g = getelementptr double, ptr %a, i64 %x
  %v = load double, ptr %g
  %p = getelementptr double, ptr addrspace(3) @s, i64 %x
  store double %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %has = icmp ult i32 %t, 32
  br i1 %has, label %small, label %then
small:
  %x2 = shl nuw nsw i64 %x, 1
  %p0 = getelementptr double, ptr addrspace(3) @s, i64 %x2
  %p1 = getelementptr i8, ptr addrspace(3) %p0, i64 8
  %v0 = load double, ptr addrspace(3) %p0
  %v1 = load double, ptr addrspace(3) %p1
  %v01 = fadd double %v0, %v1
  store double %v01, ptr addrspace(3) %p1
  br label %then
then:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %has4 = icmp ult i32 %t, 16
  br i1 %has4, label %large, label %end
large:
  %x4 = shl nuw nsw i64 %x, 2
  %q0 = getelementptr double, ptr addrspace(3) @s, i64 %x4
  %q1 = getelementptr i8, ptr addrspace(3) %q0, i64 8
  %q3 = getelementptr i8, ptr addrspace(3) %q0, i64 24
  %w1 = load double, ptr addrspace(3) %q1
  %w3 = load double, ptr addrspace(3) %q3
  %w13 = fadd double %w1, %w3
  store double %w13, ptr addrspace(3) %q3
  store double %w1, ptr %g
  br label %end
end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %e = load double, ptr addrspace(3) %p
  store double %e, ptr %g
  ret void
}

define ptx_kernel void @leaves(ptr %a, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %g = getelementptr double, ptr %a, i64 %x
  %v = load double, ptr %g
  %p = getelementptr double, ptr addrspace(3) @s, i64 %x
  store double %v, ptr addrspace(3) %p
  %gone = icmp eq i32 %t, %n
  br i1 %gone, label %out, label %stay
out:
  ret void
stay:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %has = icmp ult i32 %t, 32
  br i1 %has, label %small, label %then
small:
  %x2 = shl nuw nsw i64 %x, 1
  %p0 = getelementptr double, ptr addrspace(3) @s, i64 %x2
  %p1 = getelementptr i8, ptr addrspace(3) %p0, i64 8
  %v0 = load double, ptr addrspace(3) %p0
  %v1 = load double, ptr addrspace(3) %p1
  %v01 = fadd double %v0, %v1
  store double %v01, ptr addrspace(3) %p1
  br label %then
then:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %has4 = icmp ult i32 %t, 16
  br i1 %has4, label %large, label %end
large:
  %x4 = shl nuw nsw i64 %x, 2
  %q0 = getelementptr double, ptr addrspace(3) @s, i64 %x4
  %q1 = getelementptr i8, ptr addrspace(3) %q0, i64 8
  %q3 = getelementptr i8, ptr addrspace(3) %q0, i64 24
  %w1 = load double, ptr addrspace(3) %q1
  %w3 = load double, ptr addrspace(3) %q3
  %w13 = fadd double %w1, %w3
  store double %w13, ptr addrspace(3) %q3
  br label %end
end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %e = load double, ptr addrspace(3) %p
  store double %e, ptr %g
  ret void
}

define ptx_kernel void @twice(ptr %a, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %g = getelementptr double, ptr %a, i64 %x
  %v = load double, ptr %g
  %p = getelementptr double, ptr addrspace(3) @s, i64 %x
  store double %v, ptr addrspace(3) %p
  br label %again
again:
  %r = phi i32 [ 0, %entry ], [ %r1, %end ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %has = icmp ult i32 %t, 32
  br i1 %has, label %small, label %then
small:
  %x2 = shl nuw nsw i64 %x, 1
  %p0 = getelementptr double, ptr addrspace(3) @s, i64 %x2
  %p1 = getelementptr i8, ptr addrspace(3) %p0, i64 8
  %v0 = load double, ptr addrspace(3) %p0
  %v1 = load double, ptr addrspace(3) %p1
  %v01 = fadd double %v0, %v1
  store double %v01, ptr addrspace(3) %p1
  br label %then
then:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %has4 = icmp ult i32 %t, 16
  br i1 %has4, label %large, label %end
large:
  %x4 = shl nuw nsw i64 %x, 2
  %q0 = getelementptr double, ptr addrspace(3) @s, i64 %x4
  %q1 = getelementptr i8, ptr addrspace(3) %q0, i64 8
  %q3 = getelementptr i8, ptr addrspace(3) %q0, i64 24
  %w1 = load double, ptr addrspace(3) %q1
  %w3 = load double, ptr addrspace(3) %q3
  %w13 = fadd double %w1, %w3
  store double %w13, ptr addrspace(3) %q3
  br label %end
end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %r1 = add i32 %r, 1
  %more = icmp ult i32 %r1, %n
  br i1 %more, label %again, label %over
over:
  %e = load double, ptr addrspace(3) %p
  store double %e, ptr %g
  ret void
}

define ptx_kernel void @last(ptr %a, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %g = getelementptr double, ptr %a, i64 %x
  %v = load double, ptr %g
  %p = getelementptr double, ptr addrspace(3) @s, i64 %x
  store double %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %has = icmp ult i32 %t, 32
  br i1 %has, label %small, label %then
small:
  %x2 = shl nuw nsw i64 %x, 1
  %p0 = getelementptr double, ptr addrspace(3) @s, i64 %x2
  %p1 = getelementptr i8, ptr addrspace(3) %p0, i64 8
  %v0 = load double, ptr addrspace(3) %p0
  %v1 = load double, ptr addrspace(3) %p1
  %v01 = fadd double %v0, %v1
  store double %v01, ptr addrspace(3) %p1
  br label %then
then:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %has4 = icmp ugt i32 %t, 3
  br i1 %has4, label %large, label %end
large:
  %x4 = shl nuw nsw i64 %x, 2
  %q0 = getelementptr double, ptr addrspace(3) @s, i64 %x4
  %q1 = getelementptr i8, ptr addrspace(3) %q0, i64 8
  %q3 = getelementptr i8, ptr addrspace(3) %q0, i64 24
  %w1 = load double, ptr addrspace(3) %q1
  %w3 = load double, ptr addrspace(3) %q3
  %w13 = fadd double %w1, %w3
  store double %w13, ptr addrspace(3) %q3
  br label %end
end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %e = load double, ptr addrspace(3) %p
  store double %e, ptr %g
  ret void
}

define ptx_kernel void @next(ptr %a, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %g = getelementptr double, ptr %a, i64 %x
  %v = load double, ptr %g
  %p = getelementptr double, ptr addrspace(3) @s, i64 %x
  store double %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %has = icmp ult i32 %t, 32
  br i1 %has, label %small, label %then
small:
  %x2 = add nuw nsw i64 %x, 64
  %p0 = getelementptr double, ptr addrspace(3) @s, i64 %x2
  %p1 = getelementptr i8, ptr addrspace(3) %p0, i64 0
  %v0 = load double, ptr addrspace(3) %p0
  %v1 = load double, ptr addrspace(3) %p1
  %v01 = fadd double %v0, %v1
  store double %v01, ptr addrspace(3) %p1
  br label %then
then:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %has4 = icmp ult i32 %t, 16
  br i1 %has4, label %large, label %end
large:
  %x4 = shl nuw nsw i64 %x, 2
  %q0 = getelementptr double, ptr addrspace(3) @s, i64 %x4
  %q1 = getelementptr i8, ptr addrspace(3) %q0, i64 8
  %q3 = getelementptr i8, ptr addrspace(3) %q0, i64 24
  %w1 = load double, ptr addrspace(3) %q1
  %w3 = load double, ptr addrspace(3) %q3
  %w13 = fadd double %w1, %w3
  store double %w13, ptr addrspace(3) %q3
  br label %end
end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %e = load double, ptr addrspace(3) %p
  store double %e, ptr %g
  ret void
}

define ptx_kernel void @divides(ptr %a, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %g = getelementptr double, ptr %a, i64 %x
  %v = load double, ptr %g
  %p = getelementptr double, ptr addrspace(3) @s, i64 %x
  store double %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %has = icmp ult i32 %t, 32
  br i1 %has, label %small, label %then
small:
  %x2 = shl nuw nsw i64 %x, 1
  %p0 = getelementptr double, ptr addrspace(3) @s, i64 %x2
  %p1 = getelementptr i8, ptr addrspace(3) %p0, i64 8
  %v0 = load double, ptr addrspace(3) %p0
  %v1 = load double, ptr addrspace(3) %p1
  %v01 = fadd double %v0, %v1
  store double %v01, ptr addrspace(3) %p1
  br label %then
then:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %has4 = icmp ult i32 %t, 16
  br i1 %has4, label %large, label %end
large:
  %x4 = shl nuw nsw i64 %x, 2
  %q0 = getelementptr double, ptr addrspace(3) @s, i64 %x4
  %q1 = getelementptr i8, ptr addrspace(3) %q0, i64 8
  %q3 = getelementptr i8, ptr addrspace(3) %q0, i64 24
  %w1 = load double, ptr addrspace(3) %q1
  %w3 = load double, ptr addrspace(3) %q3
  %w13 = fdiv double %w1, %w3
  store double %w13, ptr addrspace(3) %q3
  br label %end
end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %e = load double, ptr addrspace(3) %p
  store double %e, ptr %g
  ret void
}
