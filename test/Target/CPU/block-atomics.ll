;===-- block-atomics.ll - Atomic operations on shared memory
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A block runs on one thread of the host: its shared memory needs no lock.
; Global memory does, and so does what may be either. Each thread has its own
; result, also of operations on one address. Blocks of a cluster see each
; other's shared memory.

; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.kernels
; RUN: FileCheck %s < %t.kernels
; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 %s -o %t.o
; RUN: llvm-objdump -d --no-show-raw-insn --disassemble-symbols=shared %t.o | FileCheck --check-prefix=CODE %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@counts = internal addrspace(3) global [256 x i32] undef, align 4

; CHECK-LABEL: define internal i32 @shared.body(
; CHECK-NOT: atomicrmw
; CHECK-NOT: cmpxchg
; CHECK: %[[P:.*]] = getelementptr {{.*}} %counts,
; CHECK: %[[OLD:.*]] = load i32, ptr %[[P]], align 4{{$}}
; CHECK: %[[NEW:.*]] = add i32 %[[OLD]], 1
; CHECK: store i32 %[[NEW]], ptr %[[P]], align 4{{$}}
; CHECK-NOT: cmpxchg
; CHECK: ret i32

; CHECK-LABEL: define internal i32 @global.body(
; CHECK: atomicrmw add
; CHECK: ret i32

; CHECK-LABEL: define internal i32 @either.body(
; CHECK: atomicrmw add
; CHECK: ret i32

; CHECK-LABEL: define internal i32 @cluster.body(
; CHECK: atomicrmw add
; CHECK: ret i32

; Behind the barrier each thread has what it got: an array of results.
; CHECK-LABEL: define internal i32 @ticket.region0(
; CHECK-NOT: atomicrmw
; CHECK: load i32
; CHECK: add i32
; CHECK: store i32
; CHECK: ret i32 0
; CHECK-LABEL: define internal i32 @ticket.region1(
; CHECK: %context
; CHECK: ret i32 65535

; CODE-LABEL: <shared>:
; CODE-NOT: lock
define ptx_kernel void @shared(ptr %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %px = getelementptr inbounds i32, ptr %x, i64 %w
  %v = load i32, ptr %px
  %i = zext i32 %v to i64
  %p = getelementptr inbounds [256 x i32], ptr addrspace(3) @counts, i64 0, i64 %i
  %old = atomicrmw add ptr addrspace(3) %p, i32 1 syncscope("device") monotonic
  %q = getelementptr inbounds [256 x i32], ptr addrspace(3) @counts, i64 0, i64 %w
  %pair = cmpxchg ptr addrspace(3) %q, i32 0, i32 %old syncscope("device") monotonic monotonic
  %r = extractvalue { i32, i1 } %pair, 0
  store i32 %r, ptr %px
  ret void
}

define ptx_kernel void @global(ptr %x) {
  %old = atomicrmw add ptr %x, i32 1 syncscope("device") monotonic
  ret void
}

define ptx_kernel void @either(ptr %x, i1 %c) {
  %s = select i1 %c, ptr %x, ptr addrspacecast (ptr addrspace(3) @counts to ptr)
  %old = atomicrmw add ptr %s, i32 1 syncscope("device") monotonic
  ret void
}

define ptx_kernel void @cluster(ptr %x) "nvvm.cluster_dim"="2,1,1" {
  %old = atomicrmw add ptr addrspace(3) @counts, i32 1 syncscope("device") monotonic
  store i32 %old, ptr %x
  ret void
}

define ptx_kernel void @ticket(ptr %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %old = atomicrmw add ptr addrspace(3) @counts, i32 1 syncscope("device") monotonic
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %p = getelementptr inbounds i32, ptr %x, i64 %w
  store i32 %old, ptr %p
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
