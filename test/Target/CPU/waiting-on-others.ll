;===-- waiting-on-others.ll - Kernels that may wait by memory -------------===;
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The table tells the runtime which kernels it may begin anywhere and on how
; many threads it likes (4): those without a loop that looks again and again at
; what others may write, and decides on it where to go on.

; RUN: %warp-codegen -target=cpu -emit-llvm %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: @warpfort.kernels = internal constant
; CHECK-SAME: ptr @straight, i64 0, i32 0, i32 4 }
; CHECK-SAME: ptr @sums, i64 0, i32 0, i32 4 }
; CHECK-SAME: ptr @polls, i64 0, i32 0, i32 0 }
; CHECK-SAME: ptr @acquires, i64 0, i32 0, i32 0 }
; CHECK-SAME: ptr @counts, i64 0, i32 0, i32 4 }
; CHECK-SAME: ptr @asks, i64 0, i32 0, i32 0 }
; CHECK-SAME: ptr @fences, i64 0, i32 0, i32 0 }
; CHECK-SAME: ptr @calls, i64 0, i32 0, i32 0 }
; CHECK-SAME: ptr @fencesCalls, i64 0, i32 0, i32 0 }
; CHECK-SAME: ptr @recurs, i64 0, i32 0, i32 0 }
; CHECK-SAME: ptr @collects, i64 0, i32 0, i32 4 }
; CHECK-SAME: ptr @remembers, i64 0, i32 0, i32 0 }
; CHECK-SAME: ptr @exchanges, i64 0, i32 0, i32 0 }

; A ticket and a flag, each looked at once.
define ptx_kernel void @straight(ptr %p, ptr %q) {
  %ticket = atomicrmw add ptr %p, i32 1 monotonic
  %flag = load volatile i32, ptr %q
  %x = add i32 %ticket, %flag
  store i32 %x, ptr %q
  ret void
}

define ptx_kernel void @sums(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %a = getelementptr i32, ptr %p, i32 %i
  %v = load i32, ptr %a
  %t = add i32 %s, %v
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  store i32 %t, ptr %p
  ret void
}

define ptx_kernel void @polls(ptr %p) {
entry:
  br label %loop
loop:
  %v = load volatile i32, ptr %p
  %wait = icmp eq i32 %v, 0
  br i1 %wait, label %loop, label %end
end:
  ret void
}

define ptx_kernel void @acquires(ptr %p) {
entry:
  br label %loop
loop:
  %r = cmpxchg ptr %p, i32 0, i32 1 seq_cst seq_cst
  %done = extractvalue { i32, i1 } %r, 1
  br i1 %done, label %end, label %loop
end:
  ret void
}

define ptx_kernel void @counts(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %old = atomicrmw add ptr %p, i32 1 monotonic
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

define ptx_kernel void @asks(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %old = atomicrmw add ptr %p, i32 0 monotonic
  %wait = icmp slt i32 %old, %n
  br i1 %wait, label %loop, label %end
end:
  ret void
}

; What a plain load finds behind a fence is new.
define ptx_kernel void @fences(ptr %p) {
entry:
  br label %loop
loop:
  call void @llvm.nvvm.membar.gl()
  %v = load i32, ptr %p
  %wait = icmp eq i32 %v, 0
  br i1 %wait, label %loop, label %end
end:
  ret void
}

define internal i32 @look(ptr %p) noinline {
  %v = load atomic i32, ptr %p acquire, align 4
  ret i32 %v
}

define ptx_kernel void @calls(ptr %p) {
entry:
  br label %loop
loop:
  %v = call i32 @look(ptr %p)
  %wait = icmp eq i32 %v, 0
  br i1 %wait, label %loop, label %end
end:
  ret void
}

define internal i32 @lookPlainly(ptr %p) noinline {
  %v = load i32, ptr %p
  ret i32 %v
}

define ptx_kernel void @fencesCalls(ptr %p) {
entry:
  br label %loop
loop:
  call void @llvm.nvvm.membar.gl()
  %v = call i32 @lookPlainly(ptr %p)
  %wait = icmp eq i32 %v, 0
  br i1 %wait, label %loop, label %end
end:
  ret void
}

define internal void @again(ptr %p) noinline {
  %v = load volatile i32, ptr %p
  %wait = icmp eq i32 %v, 0
  br i1 %wait, label %more, label %end
more:
  call void @again(ptr %p)
  ret void
end:
  ret void
}

define ptx_kernel void @recurs(ptr %p) {
  call void @again(ptr %p)
  ret void
}

; What others left behind is summed up, and decides nothing.
define ptx_kernel void @collects(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %a = getelementptr i32, ptr %p, i32 %i
  %v = load volatile i32, ptr %a
  %t = add i32 %s, %v
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  store i32 %t, ptr %p
  ret void
}

; The value comes to the branch by way of memory.
define ptx_kernel void @remembers(ptr %p, ptr %q) {
entry:
  br label %loop
loop:
  %v = load volatile i32, ptr %p
  store i32 %v, ptr %q
  br label %test
test:
  %w = load i32, ptr %q
  %wait = icmp eq i32 %w, 0
  br i1 %wait, label %loop, label %end
end:
  ret void
}

define ptx_kernel void @exchanges(ptr %p, ptr %q) {
entry:
  br label %loop
loop:
  %v = load volatile i32, ptr %p
  %old = atomicrmw xchg ptr %q, i32 %v monotonic
  br label %test
test:
  %w = load i32, ptr %q
  %wait = icmp eq i32 %w, 0
  br i1 %wait, label %loop, label %end
end:
  ret void
}

declare void @llvm.nvvm.membar.gl()
