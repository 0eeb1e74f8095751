;===-- shared-apart.ll - Shared memory and the program's data
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Arguments and variables of the program do not lead to shared memory: what is
; stored there first, for threads that the guard stops, is overwritten for the
; others (CODE). An address from memory may lead anywhere.

; RUN: %warp-codegen -target=cpu -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.kernels
; RUN: FileCheck %s < %t.kernels
; RUN: FileCheck %s --check-prefix=CODE < %t.ll

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [256 x double] undef, align 8
@g = addrspace(1) global double 0.0

; CHECK-LABEL: define internal i32 @known.region0(
; CHECK: store double 0.000000e+00, {{.*}}!alias.scope ![[SHARED:[0-9]+]]
; CHECK: load double, ptr %{{.*}}!noalias ![[DATA:[0-9]+]]
; CHECK: load double, ptr @g, {{.*}}!noalias ![[DATA]]
; CHECK: store double {{.*}}!noalias ![[DATA]]
; CHECK: store double {{.*}}!alias.scope ![[SHARED]]

; CHECK-LABEL: define internal i32 @anywhere.region0(
; CHECK: %p = load ptr, {{.*}}!noalias ![[BOTH:[0-9]+]]
; CHECK-NOT: load double, ptr %p, {{.*}}!noalias ![[BOTH]]
; CHECK: load double, ptr %p,
; CHECK: ret i32

; CODE-LABEL: define internal void @known(
; CODE: %broadcast.splat = shufflevector
; CODE: vector.body{{[0-9]*}}:
; CODE-NOT: store
; CODE: fadd <

define ptx_kernel void @known(ptr %a, ptr %b, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul nuw nsw i32 %block, %d
  %i = add nuw nsw i32 %m, %t
  %e = getelementptr double, ptr addrspace(3) @s, i32 %t
  store double 0.0, ptr addrspace(3) %e
  %c = icmp slt i32 %i, %n
  br i1 %c, label %inside, label %all
inside:
  %p = getelementptr double, ptr %a, i32 %i
  %x = load double, ptr %p
  %y = load double, ptr addrspace(1) @g
  %z = fadd double %x, %y
  %q = getelementptr double, ptr %b, i32 %i
  store double %z, ptr %q
  store double %z, ptr addrspace(3) %e
  br label %all
all:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %u = xor i32 %t, 1
  %f = getelementptr double, ptr addrspace(3) @s, i32 %u
  %w = load double, ptr addrspace(3) %f
  %r = getelementptr double, ptr %a, i32 %i
  store double %w, ptr %r
  ret void
}

define ptx_kernel void @anywhere(ptr %list, ptr %r) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %e = getelementptr double, ptr addrspace(3) @s, i32 %t
  store double 0.0, ptr addrspace(3) %e
  %p = load ptr, ptr %list
  %v = load double, ptr %p
  store double %v, ptr addrspace(3) %e
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load double, ptr addrspace(3) @s
  store double %w, ptr %r
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
