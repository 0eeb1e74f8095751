;===-- choose-unroll-counts.ll - Iterations taken at once ------------------===;
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Loops of 19 to 35 instructions are taken eight iterations at once, up to 70
; four, less where loads would keep more than 48 registers (@doubles). Others
; are LLVM's: short ones (@short), long ones (@long), those that meet other
; threads (@barrier), whose length is data (@row), that are a step of a number
; apart (@stride), and those marked already (@marked). Of those that are a step of
; a constant number of threads apart (@lanes) four are taken, short ones, too.

; RUN: %warp-codegen -passes='function(warpfort-choose-unroll-counts)' %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define float @eight(
; CHECK: br i1 %more, label %loop, label %exit, !llvm.loop ![[EIGHT:.*]]
define float @eight(ptr %p0, ptr %p1, i32 %bound) {
entry:
  %n = sext i32 %bound to i64
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %exit
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %g0 = getelementptr float, ptr %p0, i64 %i
  %l0 = load float, ptr %g0
  %g1 = getelementptr float, ptr %p1, i64 %i
  %l1 = load float, ptr %g1
  %t0 = fadd float %s, %l0
  %t1 = fadd float %t0, %l1
  %t2 = fadd float %t1, %l0
  %t3 = fadd float %t2, %l1
  %t4 = fadd float %t3, %l0
  %t5 = fadd float %t4, %l1
  %t6 = fadd float %t5, %l0
  %t7 = fadd float %t6, %l1
  %t8 = fadd float %t7, %l0
  %t9 = fadd float %t8, %l1
  %t10 = fadd float %t9, %l0
  %t11 = fadd float %t10, %l1
  %t12 = fadd float %t11, %l0
  %t13 = fadd float %t12, %l1
  %t14 = fadd float %t13, %l0
  %t15 = fadd float %t14, %l1
  %t16 = fadd float %t15, %l0
  %s1 = fadd float %t16, %l1
  %i1 = add nsw i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  %r = phi float [ 0.0, %entry ], [ %s1, %loop ]
  ret float %r
}

; CHECK-LABEL: define float @lanes(
; CHECK: br i1 %more, label %loop, label %exit, !llvm.loop ![[LANES:.*]]
define float @lanes(ptr %p, i32 %bound, i32 range(i32 0, 256) %lane) {
entry:
  %n = sext i32 %bound to i64
  %first = zext i32 %lane to i64
  %some = icmp slt i64 %first, %n
  br i1 %some, label %before, label %exit
before:
  br label %loop
loop:
  %i = phi i64 [ %first, %before ], [ %i1, %loop ]
  %s = phi float [ 0.0, %before ], [ %s1, %loop ]
  %g = getelementptr float, ptr %p, i64 %i
  %l = load float, ptr %g
  %s1 = fadd float %s, %l
  %i1 = add nsw i64 %i, 256
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  %r = phi float [ 0.0, %entry ], [ %s1, %loop ]
  ret float %r
}

; CHECK-LABEL: define float @four(
; CHECK: br i1 %more, label %loop, label %exit, !llvm.loop ![[FOUR:.*]]
define float @four(ptr %p0, ptr %p1, ptr %p2, i32 %bound) {
entry:
  %n = sext i32 %bound to i64
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %exit
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %g0 = getelementptr float, ptr %p0, i64 %i
  %l0 = load float, ptr %g0
  %g1 = getelementptr float, ptr %p1, i64 %i
  %l1 = load float, ptr %g1
  %g2 = getelementptr float, ptr %p2, i64 %i
  %l2 = load float, ptr %g2
  %t0 = fadd float %s, %l0
  %t1 = fadd float %t0, %l1
  %t2 = fadd float %t1, %l2
  %t3 = fadd float %t2, %l0
  %t4 = fadd float %t3, %l1
  %t5 = fadd float %t4, %l2
  %t6 = fadd float %t5, %l0
  %t7 = fadd float %t6, %l1
  %t8 = fadd float %t7, %l2
  %t9 = fadd float %t8, %l0
  %t10 = fadd float %t9, %l1
  %t11 = fadd float %t10, %l2
  %t12 = fadd float %t11, %l0
  %t13 = fadd float %t12, %l1
  %t14 = fadd float %t13, %l2
  %t15 = fadd float %t14, %l0
  %t16 = fadd float %t15, %l1
  %t17 = fadd float %t16, %l2
  %t18 = fadd float %t17, %l0
  %t19 = fadd float %t18, %l1
  %t20 = fadd float %t19, %l2
  %t21 = fadd float %t20, %l0
  %t22 = fadd float %t21, %l1
  %t23 = fadd float %t22, %l2
  %t24 = fadd float %t23, %l0
  %t25 = fadd float %t24, %l1
  %t26 = fadd float %t25, %l2
  %t27 = fadd float %t26, %l0
  %t28 = fadd float %t27, %l1
  %t29 = fadd float %t28, %l2
  %t30 = fadd float %t29, %l0
  %t31 = fadd float %t30, %l1
  %t32 = fadd float %t31, %l2
  %t33 = fadd float %t32, %l0
  %t34 = fadd float %t33, %l1
  %t35 = fadd float %t34, %l2
  %t36 = fadd float %t35, %l0
  %t37 = fadd float %t36, %l1
  %t38 = fadd float %t37, %l2
  %s1 = fadd float %t38, %l0
  %i1 = add nsw i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  %r = phi float [ 0.0, %entry ], [ %s1, %loop ]
  ret float %r
}

; CHECK-LABEL: define double @doubles(
; CHECK: br i1 %more, label %loop, label %exit, !llvm.loop ![[DOUBLES:.*]]
define double @doubles(ptr %p0, ptr %p1, ptr %p2, ptr %p3, i32 %bound) {
entry:
  %n = sext i32 %bound to i64
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %exit
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %g0 = getelementptr double, ptr %p0, i64 %i
  %l0 = load double, ptr %g0
  %g1 = getelementptr double, ptr %p1, i64 %i
  %l1 = load double, ptr %g1
  %g2 = getelementptr double, ptr %p2, i64 %i
  %l2 = load double, ptr %g2
  %g3 = getelementptr double, ptr %p3, i64 %i
  %l3 = load double, ptr %g3
  %t0 = fadd double %s, %l0
  %t1 = fadd double %t0, %l1
  %t2 = fadd double %t1, %l2
  %t3 = fadd double %t2, %l3
  %t4 = fadd double %t3, %l0
  %t5 = fadd double %t4, %l1
  %t6 = fadd double %t5, %l2
  %t7 = fadd double %t6, %l3
  %t8 = fadd double %t7, %l0
  %t9 = fadd double %t8, %l1
  %t10 = fadd double %t9, %l2
  %t11 = fadd double %t10, %l3
  %t12 = fadd double %t11, %l0
  %s1 = fadd double %t12, %l1
  %i1 = add nsw i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  %r = phi double [ 0.0, %entry ], [ %s1, %loop ]
  ret double %r
}

; CHECK-LABEL: define float @short(
; CHECK: br i1 %more, label %loop, label %exit{{$}}
define float @short(ptr %p0, ptr %p1, i32 %bound) {
entry:
  %n = sext i32 %bound to i64
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %exit
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %g0 = getelementptr float, ptr %p0, i64 %i
  %l0 = load float, ptr %g0
  %g1 = getelementptr float, ptr %p1, i64 %i
  %l1 = load float, ptr %g1
  %t0 = fadd float %s, %l0
  %t1 = fadd float %t0, %l1
  %t2 = fadd float %t1, %l0
  %t3 = fadd float %t2, %l1
  %t4 = fadd float %t3, %l0
  %t5 = fadd float %t4, %l1
  %t6 = fadd float %t5, %l0
  %t7 = fadd float %t6, %l1
  %s1 = fadd float %t7, %l0
  %i1 = add nsw i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  %r = phi float [ 0.0, %entry ], [ %s1, %loop ]
  ret float %r
}

; CHECK-LABEL: define float @long(
; CHECK: br i1 %more, label %loop, label %exit{{$}}
define float @long(ptr %p0, ptr %p1, i32 %bound) {
entry:
  %n = sext i32 %bound to i64
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %exit
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %g0 = getelementptr float, ptr %p0, i64 %i
  %l0 = load float, ptr %g0
  %g1 = getelementptr float, ptr %p1, i64 %i
  %l1 = load float, ptr %g1
  %t0 = fadd float %s, %l0
  %t1 = fadd float %t0, %l1
  %t2 = fadd float %t1, %l0
  %t3 = fadd float %t2, %l1
  %t4 = fadd float %t3, %l0
  %t5 = fadd float %t4, %l1
  %t6 = fadd float %t5, %l0
  %t7 = fadd float %t6, %l1
  %t8 = fadd float %t7, %l0
  %t9 = fadd float %t8, %l1
  %t10 = fadd float %t9, %l0
  %t11 = fadd float %t10, %l1
  %t12 = fadd float %t11, %l0
  %t13 = fadd float %t12, %l1
  %t14 = fadd float %t13, %l0
  %t15 = fadd float %t14, %l1
  %t16 = fadd float %t15, %l0
  %t17 = fadd float %t16, %l1
  %t18 = fadd float %t17, %l0
  %t19 = fadd float %t18, %l1
  %t20 = fadd float %t19, %l0
  %t21 = fadd float %t20, %l1
  %t22 = fadd float %t21, %l0
  %t23 = fadd float %t22, %l1
  %t24 = fadd float %t23, %l0
  %t25 = fadd float %t24, %l1
  %t26 = fadd float %t25, %l0
  %t27 = fadd float %t26, %l1
  %t28 = fadd float %t27, %l0
  %t29 = fadd float %t28, %l1
  %t30 = fadd float %t29, %l0
  %t31 = fadd float %t30, %l1
  %t32 = fadd float %t31, %l0
  %t33 = fadd float %t32, %l1
  %t34 = fadd float %t33, %l0
  %t35 = fadd float %t34, %l1
  %t36 = fadd float %t35, %l0
  %t37 = fadd float %t36, %l1
  %t38 = fadd float %t37, %l0
  %t39 = fadd float %t38, %l1
  %t40 = fadd float %t39, %l0
  %t41 = fadd float %t40, %l1
  %t42 = fadd float %t41, %l0
  %t43 = fadd float %t42, %l1
  %t44 = fadd float %t43, %l0
  %t45 = fadd float %t44, %l1
  %t46 = fadd float %t45, %l0
  %t47 = fadd float %t46, %l1
  %t48 = fadd float %t47, %l0
  %t49 = fadd float %t48, %l1
  %t50 = fadd float %t49, %l0
  %t51 = fadd float %t50, %l1
  %t52 = fadd float %t51, %l0
  %t53 = fadd float %t52, %l1
  %t54 = fadd float %t53, %l0
  %t55 = fadd float %t54, %l1
  %t56 = fadd float %t55, %l0
  %t57 = fadd float %t56, %l1
  %t58 = fadd float %t57, %l0
  %t59 = fadd float %t58, %l1
  %t60 = fadd float %t59, %l0
  %t61 = fadd float %t60, %l1
  %t62 = fadd float %t61, %l0
  %t63 = fadd float %t62, %l1
  %t64 = fadd float %t63, %l0
  %t65 = fadd float %t64, %l1
  %t66 = fadd float %t65, %l0
  %t67 = fadd float %t66, %l1
  %t68 = fadd float %t67, %l0
  %t69 = fadd float %t68, %l1
  %t70 = fadd float %t69, %l0
  %t71 = fadd float %t70, %l1
  %t72 = fadd float %t71, %l0
  %t73 = fadd float %t72, %l1
  %t74 = fadd float %t73, %l0
  %t75 = fadd float %t74, %l1
  %t76 = fadd float %t75, %l0
  %t77 = fadd float %t76, %l1
  %t78 = fadd float %t77, %l0
  %s1 = fadd float %t78, %l1
  %i1 = add nsw i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  %r = phi float [ 0.0, %entry ], [ %s1, %loop ]
  ret float %r
}

; CHECK-LABEL: define float @barrier(
; CHECK: br i1 %more, label %loop, label %exit{{$}}
define float @barrier(ptr %p0, ptr %p1, i32 %bound) {
entry:
  %n = sext i32 %bound to i64
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %exit
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %g0 = getelementptr float, ptr %p0, i64 %i
  %l0 = load float, ptr %g0
  %g1 = getelementptr float, ptr %p1, i64 %i
  %l1 = load float, ptr %g1
  %t0 = fadd float %s, %l0
  %t1 = fadd float %t0, %l1
  %t2 = fadd float %t1, %l0
  %t3 = fadd float %t2, %l1
  %t4 = fadd float %t3, %l0
  %t5 = fadd float %t4, %l1
  %t6 = fadd float %t5, %l0
  %t7 = fadd float %t6, %l1
  %t8 = fadd float %t7, %l0
  %t9 = fadd float %t8, %l1
  %t10 = fadd float %t9, %l0
  %t11 = fadd float %t10, %l1
  %t12 = fadd float %t11, %l0
  %t13 = fadd float %t12, %l1
  %t14 = fadd float %t13, %l0
  %t15 = fadd float %t14, %l1
  %t16 = fadd float %t15, %l0
  %s1 = fadd float %t16, %l1
  %i1 = add nsw i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  %r = phi float [ 0.0, %entry ], [ %s1, %loop ]
  ret float %r
}

; CHECK-LABEL: define float @row(
; CHECK: br i1 %more, label %loop, label %exit{{$}}
define float @row(ptr %p0, ptr %p1, ptr %rows, i64 %row) {
entry:
  %length = getelementptr i64, ptr %rows, i64 %row
  %n = load i64, ptr %length
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %exit
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %g0 = getelementptr float, ptr %p0, i64 %i
  %l0 = load float, ptr %g0
  %g1 = getelementptr float, ptr %p1, i64 %i
  %l1 = load float, ptr %g1
  %t0 = fadd float %s, %l0
  %t1 = fadd float %t0, %l1
  %t2 = fadd float %t1, %l0
  %t3 = fadd float %t2, %l1
  %t4 = fadd float %t3, %l0
  %t5 = fadd float %t4, %l1
  %t6 = fadd float %t5, %l0
  %t7 = fadd float %t6, %l1
  %t8 = fadd float %t7, %l0
  %t9 = fadd float %t8, %l1
  %t10 = fadd float %t9, %l0
  %t11 = fadd float %t10, %l1
  %t12 = fadd float %t11, %l0
  %t13 = fadd float %t12, %l1
  %t14 = fadd float %t13, %l0
  %t15 = fadd float %t14, %l1
  %t16 = fadd float %t15, %l0
  %s1 = fadd float %t16, %l1
  %i1 = add nsw i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  %r = phi float [ 0.0, %entry ], [ %s1, %loop ]
  ret float %r
}

; CHECK-LABEL: define float @stride(
; CHECK: br i1 %more, label %loop, label %exit{{$}}
define float @stride(ptr %p0, ptr %p1, i32 %bound, i64 %step) {
entry:
  %n = sext i32 %bound to i64
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %exit
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %g0 = getelementptr float, ptr %p0, i64 %i
  %l0 = load float, ptr %g0
  %g1 = getelementptr float, ptr %p1, i64 %i
  %l1 = load float, ptr %g1
  %t0 = fadd float %s, %l0
  %t1 = fadd float %t0, %l1
  %t2 = fadd float %t1, %l0
  %t3 = fadd float %t2, %l1
  %t4 = fadd float %t3, %l0
  %t5 = fadd float %t4, %l1
  %t6 = fadd float %t5, %l0
  %t7 = fadd float %t6, %l1
  %t8 = fadd float %t7, %l0
  %t9 = fadd float %t8, %l1
  %t10 = fadd float %t9, %l0
  %t11 = fadd float %t10, %l1
  %t12 = fadd float %t11, %l0
  %t13 = fadd float %t12, %l1
  %t14 = fadd float %t13, %l0
  %t15 = fadd float %t14, %l1
  %t16 = fadd float %t15, %l0
  %s1 = fadd float %t16, %l1
  %i1 = add nsw i64 %i, %step
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  %r = phi float [ 0.0, %entry ], [ %s1, %loop ]
  ret float %r
}

; CHECK-LABEL: define float @marked(
; CHECK: br i1 %more, label %loop, label %exit, !llvm.loop ![[MARKED:.*]]
define float @marked(ptr %p0, ptr %p1, i32 %bound) {
entry:
  %n = sext i32 %bound to i64
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %exit
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %g0 = getelementptr float, ptr %p0, i64 %i
  %l0 = load float, ptr %g0
  %g1 = getelementptr float, ptr %p1, i64 %i
  %l1 = load float, ptr %g1
  %t0 = fadd float %s, %l0
  %t1 = fadd float %t0, %l1
  %t2 = fadd float %t1, %l0
  %t3 = fadd float %t2, %l1
  %t4 = fadd float %t3, %l0
  %t5 = fadd float %t4, %l1
  %t6 = fadd float %t5, %l0
  %t7 = fadd float %t6, %l1
  %t8 = fadd float %t7, %l0
  %t9 = fadd float %t8, %l1
  %t10 = fadd float %t9, %l0
  %t11 = fadd float %t10, %l1
  %t12 = fadd float %t11, %l0
  %t13 = fadd float %t12, %l1
  %t14 = fadd float %t13, %l0
  %t15 = fadd float %t14, %l1
  %t16 = fadd float %t15, %l0
  %s1 = fadd float %t16, %l1
  %i1 = add nsw i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit, !llvm.loop !0
exit:
  %r = phi float [ 0.0, %entry ], [ %s1, %loop ]
  ret float %r
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-DAG: ![[EIGHT]] = distinct !{![[EIGHT]], ![[BY8:[0-9]+]]}
; CHECK-DAG: ![[FOUR]] = distinct !{![[FOUR]], ![[BY4:[0-9]+]]}
; CHECK-DAG: ![[DOUBLES]] = distinct !{![[DOUBLES]], ![[BY4]]}
; CHECK-DAG: ![[LANES]] = distinct !{![[LANES]], ![[BY4]]}
; CHECK-DAG: ![[BY8]] = !{!"llvm.loop.unroll.count", i32 8}
; CHECK-DAG: ![[BY4]] = !{!"llvm.loop.unroll.count", i32 4}
; CHECK-DAG: ![[MARKED]] = distinct !{![[MARKED]], ![[DISABLED:[0-9]+]]}
; CHECK-DAG: ![[DISABLED]] = !{!"llvm.loop.unroll.disable"}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
