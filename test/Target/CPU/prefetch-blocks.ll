;===-- prefetch-blocks.ll - What the next block accesses
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; @row prefetches a line of eight elements of both arrays, without the promises
; of the address, also where the data ends, eight lines of both behind a barrier
; and the rest behind the block. @some does where the next block's
; thread comes there. Nothing is
; prefetched at addresses that are read (@gathered), where a value that is read
; decides (@asked), in loops (@looped), of what all blocks have (@common), of
; what neighbours have far apart (@apart), and without barriers (@plain).

; RUN: %warp-codegen -target=cpu -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.kernels
; RUN: FileCheck %s < %t.kernels
; RUN: FileCheck %s --check-prefix=NONE < %t.kernels

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [256 x double] undef, align 8

; CHECK-LABEL: define internal i32 @row.ahead(
; CHECK: %[[M:.*]] = mul i32
; CHECK: %[[I:.*]] = add i32 %[[M]],
; CHECK: %[[WIDE:.*]] = zext i32 %[[I]] to i64
; CHECK: %[[P:.*]] = getelementptr double, ptr %0, i64 %[[WIDE]]
; CHECK-NOT: icmp
; CHECK: %[[Q:.*]] = getelementptr double, ptr %1,
; CHECK-NOT: br i1
; CHECK: call void @llvm.prefetch.p0(ptr %[[P]], i32 0, i32 3, i32 1)
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr %[[Q]], i32 1, i32 3, i32 1)
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret i32
; CHECK-LABEL: define internal void @row.blocks(
; CHECK: %[[NEXT:.*]] = add i32 %block.index, 1
; CHECK: %[[WRAPS:.*]] = icmp eq i32 %[[NEXT]], %grid.x
; CHECK: %[[X:.*]] = select i1 %[[WRAPS]], i32 0, i32 %[[NEXT]]
; CHECK: %[[IS_THERE:.*]] = icmp ugt i64 %blocks.left, 1
; CHECK: select i1 %[[IS_THERE]], i32 0, i32 %block.z
; CHECK: br i1 %{{.*}}, label %again, label %block.done
; CHECK: {{^}}ahead.piece:
; CHECK: udiv i32 %{{.*}}, 8
; CHECK: %[[PIECE:.*]] = add i32 %{{.*}}, 8
; CHECK: call i32 @llvm.umin.i32(i32 %{{.*}}, i32 %[[PIECE]])
; CHECK: %[[T:.*]] = mul i32 %ahead{{[0-9]*}}, 8
; CHECK: call i32 @row.ahead({{.*}}i32 %[[X]], {{.*}}i32 %[[T]],
; CHECK-LABEL: define internal i32 @some.ahead(
; CHECK: %[[FEW:.*]] = icmp ult i32 %{{.*}}, %2
; CHECK: %[[HOLDS:.*]] = freeze i1 %[[FEW]]
; CHECK: br i1 %[[HOLDS]]
; CHECK: call void @llvm.prefetch
; NONE-NOT: @{{(gathered|asked|looped|common|apart|plain)}}.ahead
define ptx_kernel void @row(ptr %x, ptr %y, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul nsw i32 %b, %d
  %i = add nsw i32 %m, %t
  %p = getelementptr inbounds double, ptr %x, i32 %i
  %q = getelementptr inbounds double, ptr %y, i32 %i
  %e = getelementptr double, ptr addrspace(3) @s, i32 %t
  %c = icmp slt i32 %i, %n
  br i1 %c, label %read, label %all
read:
  %v = load double, ptr %p
  store double %v, ptr addrspace(3) %e
  br label %all
all:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %c, label %write, label %end
write:
  %u = xor i32 %t, 1
  %f = getelementptr double, ptr addrspace(3) @s, i32 %u
  %w = load double, ptr addrspace(3) %f
  store double %w, ptr %q
  br label %end
end:
  ret void
}

define ptx_kernel void @some(ptr %x, ptr %y, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul nsw i32 %b, %d
  %i = add nsw i32 %m, %t
  %few = icmp ult i32 %t, %n
  %p = getelementptr inbounds double, ptr %x, i32 %i
  br i1 %few, label %read, label %end
read:
  %v = load double, ptr %p
  %e = getelementptr double, ptr addrspace(3) @s, i32 %t
  store double %v, ptr addrspace(3) %e
  br label %end
end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %u = xor i32 %t, 1
  %f = getelementptr double, ptr addrspace(3) @s, i32 %u
  %w = load double, ptr addrspace(3) %f
  %q = getelementptr inbounds double, ptr %y, i32 %i
  store double %w, ptr %q
  ret void
}

define ptx_kernel void @gathered(ptr %k, ptr %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr %k, i32 %t
  %j = load i32, ptr %p
  %q = getelementptr double, ptr %x, i32 %j
  %v = load double, ptr %q
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store double %v, ptr %x
  ret void
}

define ptx_kernel void @asked(ptr %x, ptr %flag) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %b, %d
  %i = add i32 %m, %t
  %f = load i32, ptr %flag
  %c = icmp eq i32 %f, 0
  br i1 %c, label %there, label %end
there:
  %p = getelementptr double, ptr %x, i32 %i
  store double 1.0, ptr %p
  br label %end
end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

define ptx_kernel void @looped(ptr %x, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %m = mul i32 %b, 256
  %first = add i32 %m, %t
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %p = getelementptr double, ptr %x, i32 %i
  %v = load double, ptr %p
  %w = fadd double %v, 1.0
  store double %w, ptr %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add i32 %i, 256
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

define ptx_kernel void @common(ptr %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr double, ptr %x, i32 %t
  %v = load double, ptr %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store double %v, ptr %x
  ret void
}

define ptx_kernel void @apart(ptr %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %b, %d
  %i = add i32 %m, %t
  %k = mul i32 %i, 9
  %p = getelementptr double, ptr %x, i32 %k
  %v = load double, ptr %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store double %v, ptr %x
  ret void
}

define ptx_kernel void @plain(ptr %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %b, %d
  %i = add i32 %m, %t
  %p = getelementptr double, ptr %x, i32 %i
  store double 1.0, ptr %p
  ret void
}
