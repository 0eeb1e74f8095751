;===-- split-stride-loops.ll - Loops that threads begin side by side
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The rounds of @sum in which all threads of a row take part change places with
; the loop over the threads: neighbouring elements are one vector. Not where an
; index does not follow its neighbour's (@twice), where threads compare without
; a sign (@unsigned), nor in kernel loops, whose blocks have one thread
; (@chunked). Lanes of warps are such rows, too; what they leave is one round and
; no loop (@lanes). Small functions that a loop calls are inlined and those of
; mathematics become vectors (@calls); not functions with loops (@searches).

; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 -dump-after=prepare -emit-llvm %s -o %t.ll 2>%t.prepare
; RUN: FileCheck %s < %t.prepare
; RUN: FileCheck --check-prefix=FINAL %s < %t.ll
; RUN: %warp-codegen -passes=warpfort-split-stride-loops %s | FileCheck --check-prefix=NESTED %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @sum(
; CHECK: %[[ROUND:.*]] = phi i32
; CHECK: add nsw i32 %[[ROUND]], %{{.*}}
; CHECK: rest:
; FINAL-LABEL: define internal void @sum(
; FINAL: load <32 x double>
; FINAL: fadd <32 x double>
define ptx_kernel void @sum(ptr %x, ptr %out, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %m = mul i32 %b, %d
  %first = add i32 %m, %t
  %stride = mul i32 %d, %g
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %i1, %body ]
  %s = phi double [ 0.0, %entry ], [ %s1, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %exit
body:
  %w = sext i32 %i to i64
  %p = getelementptr double, ptr %x, i64 %w
  %v = load double, ptr %p
  %s1 = fadd double %s, %v
  %i1 = add i32 %i, %stride
  br label %loop
exit:
  %o = sext i32 %first to i64
  %q = getelementptr double, ptr %out, i64 %o
  store double %s, ptr %q
  ret void
}

; CHECK-NOT: rest:
define ptx_kernel void @twice(ptr %x, ptr %out, i32 %n, i32 %stride) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = mul nuw nsw i32 %t, 2
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %i1, %body ]
  %s = phi double [ 0.0, %entry ], [ %s1, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %exit
body:
  %w = sext i32 %i to i64
  %p = getelementptr double, ptr %x, i64 %w
  %v = load double, ptr %p
  %s1 = fadd double %s, %v
  %i1 = add i32 %i, %stride
  br label %loop
exit:
  store double %s, ptr %out
  ret void
}

define ptx_kernel void @unsigned(ptr %x, ptr %out, i32 %n, i32 %stride) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %i1, %body ]
  %s = phi double [ 0.0, %entry ], [ %s1, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %exit
body:
  %w = zext i32 %i to i64
  %p = getelementptr double, ptr %x, i64 %w
  %v = load double, ptr %p
  %s1 = fadd double %s, %v
  %i1 = add i32 %i, %stride
  br label %loop
exit:
  store double %s, ptr %out
  ret void
}
define ptx_kernel void @chunked(ptr %x, ptr %out, i64 %n, i64 %stride) {
entry:
  %begin = call i64 @__warpdev_loop_begin(i32 0, i64 %n)
  br label %loop
loop:
  %i = phi i64 [ %begin, %entry ], [ %i1, %body ]
  %s = phi double [ 0.0, %entry ], [ %s1, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %s1 = fadd double %s, %v
  %i1 = add i64 %i, %stride
  br label %loop
exit:
  store double %s, ptr %out
  ret void
}
; CHECK-LABEL: define ptx_kernel void @lanes(
; CHECK: %[[LANE:.*]] = and i32 %{{.*}}, 31
; CHECK: rest:
; CHECK: some:
; CHECK: br i1 %is.one, label %[[ONE:[0-9a-z.]*]], label %[[LOOP:[^,]*]]
; CHECK: [[ONE]]:
; CHECK: br i1 %{{.*}}, label %[[BODY:.*]], label %[[EXIT:.*]]
; CHECK: [[BODY]]:
; CHECK: fadd double
; CHECK-NEXT: br label %[[EXIT]]
define ptx_kernel void @lanes(ptr %x, ptr %out, i32 %begin, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %first = add nsw i32 %begin, %lane
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %i1, %body ]
  %s = phi double [ 0.0, %entry ], [ %s1, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %exit
body:
  %w = sext i32 %i to i64
  %p = getelementptr double, ptr %x, i64 %w
  %v = load double, ptr %p
  %s1 = fadd double %s, %v
  %i1 = add nsw i32 %i, 32
  br label %loop
exit:
  %o = sext i32 %t to i64
  %q = getelementptr double, ptr %out, i64 %o
  store double %s, ptr %q
  ret void
}
;--- what loops call
; CHECK-LABEL: define ptx_kernel void @calls(
; CHECK-NOT: call {{.*}}@weight(
; CHECK: rest:
; CHECK-NOT: call {{.*}}@weight(
; CHECK-LABEL: define ptx_kernel void @searches(
; CHECK-NOT: rest:
; CHECK: ret void
; FINAL-LABEL: define internal void @calls(
; FINAL: call {{.*}}<{{.*}} x float> @{{.*}}_erfcf(
define ptx_kernel void @calls(ptr %x, ptr %out, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %m = mul i32 %b, %d
  %first = add i32 %m, %t
  %stride = mul i32 %d, %g
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %i1, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %exit
body:
  %w = sext i32 %i to i64
  %p = getelementptr float, ptr %x, i64 %w
  %v = load float, ptr %p
  %f = call float @weight(float %v)
  %q = getelementptr float, ptr %out, i64 %w
  store float %f, ptr %q
  %i1 = add i32 %i, %stride
  br label %loop
exit:
  ret void
}
define ptx_kernel void @searches(ptr %x, ptr %out, i32 %n, i32 %stride) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %i1, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %exit
body:
  %w = sext i32 %i to i64
  %p = getelementptr float, ptr %x, i64 %w
  %v = load float, ptr %p
  %f = call float @halve(float %v)
  %q = getelementptr float, ptr %out, i64 %w
  store float %f, ptr %q
  %i1 = add i32 %i, %stride
  br label %loop
exit:
  ret void
}
define internal float @weight(float %v) {
  %a = fmul float %v, 5.0e-01
  %e = call float @erfcf(float %a)
  %r = fmul float %e, %v
  ret float %r
}
define internal float @halve(float %v) {
entry:
  br label %loop
loop:
  %a = phi float [ %v, %entry ], [ %h, %loop ]
  %h = fmul float %a, 5.0e-01
  %more = fcmp ogt float %h, 1.0
  br i1 %more, label %loop, label %exit
exit:
  ret float %h
}
declare float @erfcf(float)
define i64 @__warpdev_loop_begin(i32 %d, i64 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  ret i64 %w
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()

; With -gpu=check, a loop within another one is left to the checks of loops.
; NESTED-LABEL: define ptx_kernel void @nested(
; NESTED-NOT: rest
; NESTED: ret void
; So is one with a sum.
; NESTED-LABEL: define ptx_kernel void @outermost(
; NESTED: rest
; NESTED-LABEL: define ptx_kernel void @checked.sum(
; NESTED-NOT: rest
; NESTED: ret void
define ptx_kernel void @nested(ptr %x, i32 %n, i32 %m) sanitize_thread {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %rows
rows:
  %j = phi i32 [ 0, %entry ], [ %j.next, %row.end ]
  br label %loop
loop:
  %i = phi i32 [ %t, %rows ], [ %i.next, %body ]
  %in = icmp slt i32 %i, %n
  br i1 %in, label %body, label %row.end
body:
  %wide = sext i32 %i to i64
  %p = getelementptr double, ptr %x, i64 %wide
  store double 1.0, ptr %p
  %i.next = add i32 %i, %d
  br label %loop
row.end:
  %j.next = add i32 %j, 1
  %more = icmp slt i32 %j.next, %m
  br i1 %more, label %rows, label %end
end:
  ret void
}

define ptx_kernel void @outermost(ptr %x, i32 %n) sanitize_thread {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %i.next, %body ]
  %in = icmp slt i32 %i, %n
  br i1 %in, label %body, label %end
body:
  %wide = sext i32 %i to i64
  %p = getelementptr double, ptr %x, i64 %wide
  store double 1.0, ptr %p
  %i.next = add i32 %i, %d
  br label %loop
end:
  ret void
}

define ptx_kernel void @checked.sum(ptr %x, ptr %y, i32 %n) sanitize_thread {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %i.next, %body ]
  %s = phi double [ 0.0, %entry ], [ %s.next, %body ]
  %in = icmp slt i32 %i, %n
  br i1 %in, label %body, label %end
body:
  %wide = sext i32 %i to i64
  %p = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %p
  %s.next = fadd double %s, %v
  %i.next = add i32 %i, %d
  br label %loop
end:
  store double %s, ptr %y
  ret void
}

; A stride that differs by round of a loop around it: what is known of that is
; asked before the loop is doubled.
; CHECK-LABEL: define ptx_kernel void @strides_of_rounds(
; CHECK: rest:
define ptx_kernel void @strides_of_rounds(ptr %x, ptr %y, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %bound = sext i32 %n to i64
  br label %outer
outer:
  %k = phi i32 [ 1, %entry ], [ %k.next, %end ]
  %left = phi i64 [ 4, %entry ], [ %left.next, %end ]
  %again = icmp sgt i64 %left, 0
  br i1 %again, label %begin, label %out
begin:
  %first = zext nneg i32 %t to i64
  %step = shl nsw i32 %k, 6
  %stride = zext nneg i32 %step to i64
  br label %loop
loop:
  %s = phi float [ 0.0, %begin ], [ %s.next, %body ]
  %i = phi i64 [ %first, %begin ], [ %i.next, %body ]
  %in = icmp slt i64 %i, %bound
  br i1 %in, label %body, label %end
body:
  %p = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %p
  %s.next = fadd float %s, %v
  %i.next = add nsw i64 %i, %stride
  br label %loop
end:
  %r = getelementptr float, ptr %y, i64 %first
  %old = load float, ptr %r
  %new = fadd float %old, %s
  store float %new, ptr %r
  %k.next = add nuw nsw i32 %k, 1
  %left.next = add nsw i64 %left, -1
  br label %outer
out:
  ret void
}
