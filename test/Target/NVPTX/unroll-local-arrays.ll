;===-- unroll-local-arrays.ll - Loops over arrays of a thread --------------===;
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A triangular nest over an array of the thread's own is unrolled from the
; outside in, and the array becomes registers (@triangle), also where the inner
; loop has no iteration at first (@guarded), and where a subscript is a loop's
; variable or, without iterations, another number (@joined). Nothing is unrolled where a
; subscript is data (@data), the address goes to a call (@escapes), the nest is
; too large (@large), or the source says so (@stays).

; RUN: %warp-codegen -passes='function(warpfort-unroll-local-arrays)' %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare void @take(ptr)

; CHECK-LABEL: define double @triangle(
; CHECK-NOT: alloca
; CHECK-NOT: phi
; CHECK: ret double
define double @triangle(double %x, i64 %d) {
entry:
  %v = alloca [6 x double]
  br label %fill
fill:
  %f = phi i64 [ 0, %entry ], [ %f1, %fill ]
  %p = getelementptr double, ptr %v, i64 %f
  store double %x, ptr %p
  %f1 = add nuw nsw i64 %f, 1
  %fmore = icmp ult i64 %f1, 6
  br i1 %fmore, label %fill, label %outer
outer:
  %t = phi i64 [ 1, %fill ], [ %t1, %next ]
  br label %inner
inner:
  %k = phi i64 [ 0, %outer ], [ %k1, %inner ]
  %a = getelementptr double, ptr %v, i64 %k
  %k1 = add nuw nsw i64 %k, 1
  %b = getelementptr double, ptr %v, i64 %k1
  %y = load double, ptr %a
  %z = load double, ptr %b
  %h = fmul double %y, 5.0e-1
  %w = fadd double %h, %z
  store double %w, ptr %a
  %more = icmp slt i64 %k1, %t
  br i1 %more, label %inner, label %next
next:
  %t1 = add nuw nsw i64 %t, 1
  %tmore = icmp ult i64 %t1, 6
  br i1 %tmore, label %outer, label %exit
exit:
  %r = load double, ptr %v
  ret double %r
}

; CHECK-LABEL: define double @guarded(
; CHECK-NOT: alloca
; CHECK-NOT: phi
; CHECK: ret double
define double @guarded(double %x, i64 %d) {
entry:
  %v = alloca [6 x double]
  br label %fill
fill:
  %f = phi i64 [ 0, %entry ], [ %f1, %fill ]
  %p = getelementptr double, ptr %v, i64 %f
  store double %x, ptr %p
  %f1 = add nuw nsw i64 %f, 1
  %fmore = icmp ult i64 %f1, 6
  br i1 %fmore, label %fill, label %outer
outer:
  %t = phi i64 [ 0, %fill ], [ %t1, %next ]
  %some = icmp sgt i64 %t, 0
  br i1 %some, label %inner, label %next
inner:
  %k = phi i64 [ 0, %outer ], [ %k1, %inner ]
  %a = getelementptr double, ptr %v, i64 %k
  %k1 = add nuw nsw i64 %k, 1
  %b = getelementptr double, ptr %v, i64 %k1
  %y = load double, ptr %a
  %z = load double, ptr %b
  %h = fmul double %y, 5.0e-1
  %w = fadd double %h, %z
  store double %w, ptr %a
  %more = icmp slt i64 %k1, %t
  br i1 %more, label %inner, label %next
next:
  %t1 = add nuw nsw i64 %t, 1
  %tmore = icmp ult i64 %t1, 6
  br i1 %tmore, label %outer, label %exit
exit:
  %r = load double, ptr %v
  ret double %r
}

; CHECK-LABEL: define double @joined(
; CHECK-NOT: alloca
; CHECK-NOT: phi
; CHECK: ret double
define double @joined(double %x, i64 %d) {
entry:
  %v = alloca [6 x double]
  br label %fill
fill:
  %f = phi i64 [ 0, %entry ], [ %f1, %fill ]
  %p = getelementptr double, ptr %v, i64 %f
  store double %x, ptr %p
  %f1 = add nuw nsw i64 %f, 1
  %fmore = icmp ult i64 %f1, 6
  br i1 %fmore, label %fill, label %outer
outer:
  %t = phi i64 [ 0, %fill ], [ %t1, %next ]
  %some = icmp sgt i64 %t, 0
  br i1 %some, label %inner, label %next
inner:
  %k = phi i64 [ 0, %outer ], [ %k1, %inner ]
  %a = getelementptr double, ptr %v, i64 %k
  %k1 = add nuw nsw i64 %k, 1
  %b = getelementptr double, ptr %v, i64 %k1
  %y = load double, ptr %a
  %z = load double, ptr %b
  %h = fmul double %y, 5.0e-1
  %w = fadd double %h, %z
  store double %w, ptr %a
  %more = icmp slt i64 %k1, %t
  br i1 %more, label %inner, label %next
next:
  %last = phi i64 [ %k, %inner ], [ 0, %outer ]
  %q = getelementptr double, ptr %v, i64 %last
  store double %x, ptr %q
  %t1 = add nuw nsw i64 %t, 1
  %tmore = icmp ult i64 %t1, 6
  br i1 %tmore, label %outer, label %exit
exit:
  %r = load double, ptr %v
  ret double %r
}

; CHECK-LABEL: define double @data(
; CHECK: alloca
; CHECK: outer:
; CHECK: inner:
; CHECK: ret double
define double @data(double %x, i64 %d) {
entry:
  %v = alloca [6 x double]
  br label %fill
fill:
  %f = phi i64 [ 0, %entry ], [ %f1, %fill ]
  %p = getelementptr double, ptr %v, i64 %f
  store double %x, ptr %p
  %f1 = add nuw nsw i64 %f, 1
  %fmore = icmp ult i64 %f1, 6
  br i1 %fmore, label %fill, label %outer
outer:
  %t = phi i64 [ 1, %fill ], [ %t1, %next ]
  br label %inner
inner:
  %k = phi i64 [ 0, %outer ], [ %k1, %inner ]
  %a = getelementptr double, ptr %v, i64 %d
  %k1 = add nuw nsw i64 %k, 1
  %b = getelementptr double, ptr %v, i64 %k1
  %y = load double, ptr %a
  %z = load double, ptr %b
  %h = fmul double %y, 5.0e-1
  %w = fadd double %h, %z
  store double %w, ptr %a
  %more = icmp slt i64 %k1, %t
  br i1 %more, label %inner, label %next
next:
  %t1 = add nuw nsw i64 %t, 1
  %tmore = icmp ult i64 %t1, 6
  br i1 %tmore, label %outer, label %exit
exit:
  %r = load double, ptr %v
  ret double %r
}

; CHECK-LABEL: define double @escapes(
; CHECK: alloca
; CHECK: outer:
; CHECK: inner:
; CHECK: ret double
define double @escapes(double %x, i64 %d) {
entry:
  %v = alloca [6 x double]
  call void @take(ptr %v)
  br label %fill
fill:
  %f = phi i64 [ 0, %entry ], [ %f1, %fill ]
  %p = getelementptr double, ptr %v, i64 %f
  store double %x, ptr %p
  %f1 = add nuw nsw i64 %f, 1
  %fmore = icmp ult i64 %f1, 6
  br i1 %fmore, label %fill, label %outer
outer:
  %t = phi i64 [ 1, %fill ], [ %t1, %next ]
  br label %inner
inner:
  %k = phi i64 [ 0, %outer ], [ %k1, %inner ]
  %a = getelementptr double, ptr %v, i64 %k
  %k1 = add nuw nsw i64 %k, 1
  %b = getelementptr double, ptr %v, i64 %k1
  %y = load double, ptr %a
  %z = load double, ptr %b
  %h = fmul double %y, 5.0e-1
  %w = fadd double %h, %z
  store double %w, ptr %a
  %more = icmp slt i64 %k1, %t
  br i1 %more, label %inner, label %next
next:
  %t1 = add nuw nsw i64 %t, 1
  %tmore = icmp ult i64 %t1, 6
  br i1 %tmore, label %outer, label %exit
exit:
  %r = load double, ptr %v
  ret double %r
}

; CHECK-LABEL: define double @large(
; CHECK: alloca
; CHECK: outer:
; CHECK: inner:
; CHECK: ret double
define double @large(double %x, i64 %d) {
entry:
  %v = alloca [64 x double]
  br label %fill
fill:
  %f = phi i64 [ 0, %entry ], [ %f1, %fill ]
  %p = getelementptr double, ptr %v, i64 %f
  store double %x, ptr %p
  %f1 = add nuw nsw i64 %f, 1
  %fmore = icmp ult i64 %f1, 64
  br i1 %fmore, label %fill, label %outer
outer:
  %t = phi i64 [ 1, %fill ], [ %t1, %next ]
  br label %inner
inner:
  %k = phi i64 [ 0, %outer ], [ %k1, %inner ]
  %a = getelementptr double, ptr %v, i64 %k
  %k1 = add nuw nsw i64 %k, 1
  %b = getelementptr double, ptr %v, i64 %k1
  %y = load double, ptr %a
  %z = load double, ptr %b
  %h = fmul double %y, 5.0e-1
  %w = fadd double %h, %z
  store double %w, ptr %a
  %more = icmp slt i64 %k1, %t
  br i1 %more, label %inner, label %next
next:
  %t1 = add nuw nsw i64 %t, 1
  %tmore = icmp ult i64 %t1, 64
  br i1 %tmore, label %outer, label %exit
exit:
  %r = load double, ptr %v
  ret double %r
}

; CHECK-LABEL: define double @stays(
; CHECK: alloca
; CHECK: outer:
; CHECK: inner:
; CHECK: ret double
define double @stays(double %x, i64 %d) {
entry:
  %v = alloca [6 x double]
  br label %fill
fill:
  %f = phi i64 [ 0, %entry ], [ %f1, %fill ]
  %p = getelementptr double, ptr %v, i64 %f
  store double %x, ptr %p
  %f1 = add nuw nsw i64 %f, 1
  %fmore = icmp ult i64 %f1, 6
  br i1 %fmore, label %fill, label %outer
outer:
  %t = phi i64 [ 1, %fill ], [ %t1, %next ]
  br label %inner
inner:
  %k = phi i64 [ 0, %outer ], [ %k1, %inner ]
  %a = getelementptr double, ptr %v, i64 %k
  %k1 = add nuw nsw i64 %k, 1
  %b = getelementptr double, ptr %v, i64 %k1
  %y = load double, ptr %a
  %z = load double, ptr %b
  %h = fmul double %y, 5.0e-1
  %w = fadd double %h, %z
  store double %w, ptr %a
  %more = icmp slt i64 %k1, %t
  br i1 %more, label %inner, label %next, !llvm.loop !0
next:
  %t1 = add nuw nsw i64 %t, 1
  %tmore = icmp ult i64 %t1, 6
  br i1 %tmore, label %outer, label %exit
exit:
  %r = load double, ptr %v
  ret double %r
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
