;===-- constant-loops.ll - Loops with a known number of rounds -------------===;
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===------------------------------------------------------------------------===;
;
; A nest of few rounds is written out, so that the loop over threads is the
; innermost one. With barriers in it only as long as they are few: each begins
; another loop over the threads.
;
; RUN: %warp-codegen -target=cpu -dump-after=prepare -emit-llvm %s -o /dev/null 2>&1 | FileCheck %s
;
;===------------------------------------------------------------------------===;

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: define{{.*}}@short
; CHECK-COUNT-8: call void @llvm.nvvm.barrier.cta.sync.aligned.all
; CHECK-NOT: call void @llvm.nvvm.barrier.cta.sync.aligned.all
; CHECK: ret void
define ptx_kernel void @short(ptr %a) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i32, ptr %a, i64 %i
  %v = load volatile i32, ptr %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store volatile i32 %v, ptr %a
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 8
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define{{.*}}@long
; CHECK-COUNT-24: call void @llvm.nvvm.barrier.cta.sync.aligned.all
; CHECK-NOT: call void @llvm.nvvm.barrier.cta.sync.aligned.all
; CHECK: ret void
define ptx_kernel void @long(ptr %a) {
entry:
  br label %outer
outer:
  %j = phi i64 [ 0, %entry ], [ %j.next, %latch ]
  br label %loop
loop:
  %i = phi i64 [ 0, %outer ], [ %next, %loop ]
  %p = getelementptr i32, ptr %a, i64 %i
  %v = load volatile i32, ptr %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store volatile i32 %v, ptr %a
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 24
  br i1 %more, label %loop, label %latch
latch:
  %j.next = add nuw nsw i64 %j, 1
  %j.more = icmp ult i64 %j.next, 24
  br i1 %j.more, label %outer, label %end
end:
  ret void
}
