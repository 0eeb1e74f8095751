;===-- merge-block-sums.ll - Sums that blocks form one after another
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Only the first block of a run clears the sums of @count, and only the last one
; adds them to the result; the runtime hears that it goes better with many blocks
; at a time. So it is with @ahead, which computes between clearing and counting
; what it needs behind. Each of the others shows what single blocks do: adds
; if there is enough (@enough), adds what depends on the sum (@wider), counts
; blocks that have something (@both), adds where the block says (@place) or
; memory (@led), asks for what was there (@ticket), reads a sum (@read), is
; behind a fence (@fence), loads what others may change meanwhile (@poll), has
; sums of two sizes (@sizes) or real ones (@reals), lets an address go (@given),
; clears by the block (@cleared), or has threads that leave (@leaves).

; RUN: %warp-codegen -target=cpu -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.kernels
; RUN: FileCheck %s < %t.kernels
; RUN: FileCheck %s --check-prefix=NONE < %t.kernels
; RUN: FileCheck %s --check-prefix=FLAGS < %t.ll
; RUN: %warp-codegen -target=cpu -check -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.checked
; RUN: FileCheck %s --check-prefix=CHECKED < %t.checked

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [64 x i32] undef, align 4
@r = internal addrspace(3) global [64 x float] undef, align 4

; CHECK-LABEL: define internal i32 @count.single.body(
; CHECK: %[[FIRST:.*]] = and i32 %run.ends, 1
; CHECK: %[[CLEARS:.*]] = icmp ne i32 %[[FIRST]], 0
; CHECK: br i1 %[[CLEARS]]
; CHECK: store i32 0
; CHECK: atomicrmw add ptr %b, i32 1
; CHECK: add i32 %{{.*}}, %{{.*}}
; CHECK: %[[LAST:.*]] = and i32 %run.ends, 2
; CHECK: %[[ADDS:.*]] = icmp ne i32 %[[LAST]], 0
; CHECK: br i1 %[[ADDS]], label %{{.*}}, label %sums.kept
; CHECK: sums.kept:
; CHECK-NEXT: ret i32
; CHECK: atomicrmw add ptr %{{.*}}, i32 %{{.*}} monotonic

; CHECK-LABEL: define internal void @count.blocks(
; CHECK: %[[IS_FIRST:.*]] = icmp eq i64 %block, %first
; CHECK: %[[F:.*]] = select i1 %[[IS_FIRST]], i32 1, i32 0
; CHECK: %[[IS_LAST:.*]] = icmp eq i64 %blocks.left, 1
; CHECK: %[[L:.*]] = select i1 %[[IS_LAST]], i32 2, i32 0
; CHECK: %run.ends = or i32 %[[F]], %[[L]]
; CHECK: call i32 @count.region0({{.*}}i32 %run.ends,

; CHECK-LABEL: define internal i32 @ahead.single.body(
; CHECK: xor i32 %{{.*}}, 7
; CHECK: %[[FIRST2:.*]] = and i32 %run.ends, 1
; CHECK: %[[CLEARS2:.*]] = icmp ne i32 %[[FIRST2]], 0
; CHECK: br i1 %[[CLEARS2]]

; FLAGS: @warpfort.kernels = {{.*}} ptr @count, i64 {{[0-9]+}}, i32 {{[0-9]+}}, i32 12 }
; FLAGS-SAME: ptr @ahead, i64 {{[0-9]+}}, i32 {{[0-9]+}}, i32 12 }
; FLAGS-SAME: ptr @enough, i64 {{[0-9]+}}, i32 {{[0-9]+}}, i32 4 }

; NONE: and i32 %run.ends, 1
; NONE-LABEL: define internal i32 @enough.single.body(
; NONE-NOT: and i32 %run.ends
; CHECKED-NOT: and i32 %run.ends
define ptx_kernel void @count(ptr %h, ptr %b, ptr %x) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %block, %d
  %i = add i32 %m, %t
  %has = icmp ult i32 %t, 64
  br i1 %has, label %clear, label %cleared
clear:
  %e = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 0, ptr addrspace(3) %e
  br label %cleared
cleared:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr i32, ptr %x, i32 %i
  %k = load i32, ptr %q
  %c = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %u = atomicrmw add ptr %b, i32 1 syncscope("device") monotonic
  %o = atomicrmw add ptr addrspace(3) %c, i32 1 syncscope("device") monotonic
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %next
next:
  %j = phi i32 [ %t, %cleared ], [ %more, %after ]
  %f = getelementptr i32, ptr addrspace(3) @s, i32 %j
  %v = load i32, ptr addrspace(3) %f
  %z = icmp eq i32 %v, 0
  br i1 %z, label %after, label %add
add:
  %p = getelementptr i32, ptr %h, i32 %j
  %w = atomicrmw add ptr %p, i32 %v syncscope("device") monotonic
  br label %after
after:
  %more = add i32 %j, %d
  %goes = icmp ult i32 %more, 64
  br i1 %goes, label %next, label %end
end:
  ret void
}

define ptx_kernel void @ahead(ptr %h, ptr %b, ptr %x) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %block, %d
  %i = add i32 %m, %t
  %has = icmp ult i32 %t, 64
  br i1 %has, label %clear, label %cleared
clear:
  %e = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 0, ptr addrspace(3) %e
  br label %cleared
cleared:
  %far = xor i32 %i, 7
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr i32, ptr %x, i32 %far
  %k = load i32, ptr %q
  %c = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %u = atomicrmw add ptr %b, i32 1 syncscope("device") monotonic
  %o = atomicrmw add ptr addrspace(3) %c, i32 1 syncscope("device") monotonic
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %next
next:
  %j = phi i32 [ %t, %cleared ], [ %more, %after ]
  %f = getelementptr i32, ptr addrspace(3) @s, i32 %j
  %v = load i32, ptr addrspace(3) %f
  %z = icmp eq i32 %v, 0
  br i1 %z, label %after, label %add
add:
  %p = getelementptr i32, ptr %h, i32 %j
  %w = atomicrmw add ptr %p, i32 %v syncscope("device") monotonic
  br label %after
after:
  %more = add i32 %j, %d
  %goes = icmp ult i32 %more, 64
  br i1 %goes, label %next, label %end
end:
  ret void
}

define ptx_kernel void @enough(ptr %h, ptr %b, ptr %x) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %block, %d
  %i = add i32 %m, %t
  %e = getelementptr i32, ptr addrspace(3) @s, i32 %t
  br label %begin
begin:
  store i32 0, ptr addrspace(3) %e
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr i32, ptr %x, i32 %i
  %k = load i32, ptr %q
  %c = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %o = atomicrmw add ptr addrspace(3) %c, i32 1 syncscope("device") monotonic
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %e
  %z = icmp sgt i32 %v, 1
  br i1 %z, label %add, label %end
add:
  %p = getelementptr i32, ptr %h, i32 %t
  %w = atomicrmw add ptr %p, i32 %v syncscope("device") monotonic
  br label %end
end:
  ret void
}

define ptx_kernel void @wider(ptr %h, ptr %b, ptr %x) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %block, %d
  %i = add i32 %m, %t
  %e = getelementptr i32, ptr addrspace(3) @s, i32 %t
  br label %begin
begin:
  store i32 0, ptr addrspace(3) %e
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr i32, ptr %x, i32 %i
  %k = load i32, ptr %q
  %c = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %o = atomicrmw add ptr addrspace(3) %c, i32 1 syncscope("device") monotonic
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %e
  %z = icmp ne i32 %v, 0
  br i1 %z, label %add, label %end
add:
  %p = getelementptr i32, ptr %h, i32 %t
  %g = sext i32 %v to i64
  %w = atomicrmw add ptr %p, i64 %g syncscope("device") monotonic
  br label %end
end:
  ret void
}

define ptx_kernel void @both(ptr %h, ptr %b, ptr %x) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %block, %d
  %i = add i32 %m, %t
  %e = getelementptr i32, ptr addrspace(3) @s, i32 %t
  br label %begin
begin:
  store i32 0, ptr addrspace(3) %e
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr i32, ptr %x, i32 %i
  %k = load i32, ptr %q
  %c = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %o = atomicrmw add ptr addrspace(3) %c, i32 1 syncscope("device") monotonic
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %e
  %z = icmp ne i32 %v, 0
  br i1 %z, label %add, label %end
add:
  %p = getelementptr i32, ptr %h, i32 %t
  %w = atomicrmw add ptr %p, i32 %v syncscope("device") monotonic
  %n = atomicrmw add ptr %b, i32 1 syncscope("device") monotonic
  br label %end
end:
  ret void
}

define ptx_kernel void @place(ptr %h, ptr %b, ptr %x) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %block, %d
  %i = add i32 %m, %t
  %e = getelementptr i32, ptr addrspace(3) @s, i32 %t
  br label %begin
begin:
  store i32 0, ptr addrspace(3) %e
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr i32, ptr %x, i32 %i
  %k = load i32, ptr %q
  %c = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %o = atomicrmw add ptr addrspace(3) %c, i32 1 syncscope("device") monotonic
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %e
  %z = icmp ne i32 %v, 0
  br i1 %z, label %add, label %end
add:
  %p = getelementptr i32, ptr %h, i32 %i
  %w = atomicrmw add ptr %p, i32 %v syncscope("device") monotonic
  br label %end
end:
  ret void
}

define ptx_kernel void @led(ptr %h, ptr %b, ptr %x) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %block, %d
  %i = add i32 %m, %t
  %e = getelementptr i32, ptr addrspace(3) @s, i32 %t
  br label %begin
begin:
  store i32 0, ptr addrspace(3) %e
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr i32, ptr %x, i32 %i
  %k = load i32, ptr %q
  %c = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %o = atomicrmw add ptr addrspace(3) %c, i32 1 syncscope("device") monotonic
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %e
  %z = icmp ne i32 %v, 0
  br i1 %z, label %add, label %end
add:
  %y = load i32, ptr %b
  %p = getelementptr i32, ptr %h, i32 %y
  %w = atomicrmw add ptr %p, i32 %v syncscope("device") monotonic
  br label %end
end:
  ret void
}

define ptx_kernel void @ticket(ptr %h, ptr %b, ptr %x) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %block, %d
  %i = add i32 %m, %t
  %e = getelementptr i32, ptr addrspace(3) @s, i32 %t
  br label %begin
begin:
  store i32 0, ptr addrspace(3) %e
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr i32, ptr %x, i32 %i
  %k = load i32, ptr %q
  %c = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %o = atomicrmw add ptr addrspace(3) %c, i32 1 syncscope("device") monotonic
  %n = atomicrmw add ptr %b, i32 1 syncscope("device") monotonic
  store i32 %n, ptr %q
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %e
  %z = icmp ne i32 %v, 0
  br i1 %z, label %add, label %end
add:
  %p = getelementptr i32, ptr %h, i32 %t
  %w = atomicrmw add ptr %p, i32 %v syncscope("device") monotonic
  br label %end
end:
  ret void
}

define ptx_kernel void @read(ptr %h, ptr %b, ptr %x) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %block, %d
  %i = add i32 %m, %t
  %e = getelementptr i32, ptr addrspace(3) @s, i32 %t
  br label %begin
begin:
  store i32 0, ptr addrspace(3) %e
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr i32, ptr %x, i32 %i
  %k = load i32, ptr %q
  %c = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %o = atomicrmw add ptr addrspace(3) %c, i32 1 syncscope("device") monotonic
  %n = load i32, ptr addrspace(3) %e
  store i32 %n, ptr %q
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %e
  %z = icmp ne i32 %v, 0
  br i1 %z, label %add, label %end
add:
  %p = getelementptr i32, ptr %h, i32 %t
  %w = atomicrmw add ptr %p, i32 %v syncscope("device") monotonic
  br label %end
end:
  ret void
}

define ptx_kernel void @fence(ptr %h, ptr %b, ptr %x) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %block, %d
  %i = add i32 %m, %t
  %e = getelementptr i32, ptr addrspace(3) @s, i32 %t
  br label %begin
begin:
  store i32 0, ptr addrspace(3) %e
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr i32, ptr %x, i32 %i
  %k = load i32, ptr %q
  %c = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %o = atomicrmw add ptr addrspace(3) %c, i32 1 syncscope("device") monotonic
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %e
  %z = icmp ne i32 %v, 0
  br i1 %z, label %add, label %end
add:
  %p = getelementptr i32, ptr %h, i32 %t
  %w = atomicrmw add ptr %p, i32 %v syncscope("device") monotonic
  br label %end
end:
  call void @llvm.nvvm.membar.gl()
  ret void
}

define ptx_kernel void @poll(ptr %h, ptr %b, ptr %x) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %block, %d
  %i = add i32 %m, %t
  %e = getelementptr i32, ptr addrspace(3) @s, i32 %t
  br label %begin
begin:
  store i32 0, ptr addrspace(3) %e
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr i32, ptr %x, i32 %i
  %k = load i32, ptr %q
  %c = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %o = atomicrmw add ptr addrspace(3) %c, i32 1 syncscope("device") monotonic
  %n = load volatile i32, ptr %h
  store i32 %n, ptr %q
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %e
  %z = icmp ne i32 %v, 0
  br i1 %z, label %add, label %end
add:
  %p = getelementptr i32, ptr %h, i32 %t
  %w = atomicrmw add ptr %p, i32 %v syncscope("device") monotonic
  br label %end
end:
  ret void
}

define ptx_kernel void @sizes(ptr %h, ptr %b, ptr %x) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %block, %d
  %i = add i32 %m, %t
  %e = getelementptr i32, ptr addrspace(3) @s, i32 %t
  br label %begin
begin:
  store i32 0, ptr addrspace(3) %e
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr i32, ptr %x, i32 %i
  %k = load i32, ptr %q
  %c = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %o = atomicrmw add ptr addrspace(3) %c, i64 1 syncscope("device") monotonic
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %e
  %z = icmp ne i32 %v, 0
  br i1 %z, label %add, label %end
add:
  %p = getelementptr i32, ptr %h, i32 %t
  %w = atomicrmw add ptr %p, i32 %v syncscope("device") monotonic
  br label %end
end:
  ret void
}

define ptx_kernel void @reals(ptr %h, ptr %b, ptr %x) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %block, %d
  %i = add i32 %m, %t
  %e = getelementptr i32, ptr addrspace(3) @s, i32 %t
  br label %begin
begin:
  %rc = getelementptr float, ptr addrspace(3) @r, i32 %t
  store float 0.0, ptr addrspace(3) %rc
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr i32, ptr %x, i32 %i
  %k = load i32, ptr %q
  %c = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %rd = getelementptr float, ptr addrspace(3) @r, i32 %k
  %o = atomicrmw fadd ptr addrspace(3) %rd, float 1.0 syncscope("device") monotonic
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load float, ptr addrspace(3) %rc
  %z = fcmp une float %v, 0.0
  br i1 %z, label %add, label %end
add:
  %p = getelementptr i32, ptr %h, i32 %t
  %w = atomicrmw fadd ptr %p, float %v syncscope("device") monotonic
  br label %end
end:
  ret void
}

define ptx_kernel void @given(ptr %h, ptr %b, ptr %x) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %block, %d
  %i = add i32 %m, %t
  %e = getelementptr i32, ptr addrspace(3) @s, i32 %t
  br label %begin
begin:
  store i32 0, ptr addrspace(3) %e
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr i32, ptr %x, i32 %i
  %k = load i32, ptr %q
  %c = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %o = atomicrmw add ptr addrspace(3) %c, i32 1 syncscope("device") monotonic
  %n = addrspacecast ptr addrspace(3) %e to ptr
  store ptr %n, ptr %q
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %e
  %z = icmp ne i32 %v, 0
  br i1 %z, label %add, label %end
add:
  %p = getelementptr i32, ptr %h, i32 %t
  %w = atomicrmw add ptr %p, i32 %v syncscope("device") monotonic
  br label %end
end:
  ret void
}

define ptx_kernel void @cleared(ptr %h, ptr %b, ptr %x) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %block, %d
  %i = add i32 %m, %t
  %e = getelementptr i32, ptr addrspace(3) @s, i32 %t
  br label %begin
begin:
  %ce = getelementptr i32, ptr addrspace(3) @s, i32 %block
  store i32 0, ptr addrspace(3) %ce
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr i32, ptr %x, i32 %i
  %k = load i32, ptr %q
  %c = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %o = atomicrmw add ptr addrspace(3) %c, i32 1 syncscope("device") monotonic
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %e
  %z = icmp ne i32 %v, 0
  br i1 %z, label %add, label %end
add:
  %p = getelementptr i32, ptr %h, i32 %t
  %w = atomicrmw add ptr %p, i32 %v syncscope("device") monotonic
  br label %end
end:
  ret void
}

define ptx_kernel void @leaves(ptr %h, ptr %b, ptr %x) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %block, %d
  %i = add i32 %m, %t
  %e = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %odd = trunc i32 %block to i1
  br i1 %odd, label %begin, label %end
begin:
  store i32 0, ptr addrspace(3) %e
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr i32, ptr %x, i32 %i
  %k = load i32, ptr %q
  %c = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %o = atomicrmw add ptr addrspace(3) %c, i32 1 syncscope("device") monotonic
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %e
  %z = icmp ne i32 %v, 0
  br i1 %z, label %add, label %end
add:
  %p = getelementptr i32, ptr %h, i32 %t
  %w = atomicrmw add ptr %p, i32 %v syncscope("device") monotonic
  br label %end
end:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.membar.gl()
