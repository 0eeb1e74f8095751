;===-- prefer-slp.ll - Vectors within an iteration
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Iterations of @columns have two columns of four elements each, 128 bytes from
; those of the next one: they are left to the vectoriser for straight code.
; Vectors over the iterations are made where neighbours have neighbouring elements
; (@neighbours), and where much is computed with few elements (@busy). What lies
; apart in either direction stays as it is (@gaps).

; RUN: %warp-codegen -target=cpu -mcpu=x86-64-v3 -emit-llvm %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define internal void @columns(
; CHECK-NOT: insertelement <4 x double>
; CHECK: %[[X:.*]] = load <4 x double>
; CHECK-NEXT: %[[Y:.*]] = fmul <4 x double> %[[X]], splat
; CHECK-NEXT: store <4 x double> %[[Y]]
; CHECK-NOT: insertelement <4 x double>
define ptx_kernel void @columns(ptr "warpfort.unaliased" %a, ptr "warpfort.unaliased" %c, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = mul nuw nsw i64 %i, 16
  %o0 = add nuw nsw i64 %at, 0
  %p0 = getelementptr inbounds double, ptr %a, i64 %o0
  %q0 = getelementptr inbounds double, ptr %c, i64 %o0
  %x0 = load double, ptr %p0, !llvm.access.group !0
  %o1 = add nuw nsw i64 %at, 1
  %p1 = getelementptr inbounds double, ptr %a, i64 %o1
  %q1 = getelementptr inbounds double, ptr %c, i64 %o1
  %x1 = load double, ptr %p1, !llvm.access.group !0
  %o2 = add nuw nsw i64 %at, 2
  %p2 = getelementptr inbounds double, ptr %a, i64 %o2
  %q2 = getelementptr inbounds double, ptr %c, i64 %o2
  %x2 = load double, ptr %p2, !llvm.access.group !0
  %o3 = add nuw nsw i64 %at, 3
  %p3 = getelementptr inbounds double, ptr %a, i64 %o3
  %q3 = getelementptr inbounds double, ptr %c, i64 %o3
  %x3 = load double, ptr %p3, !llvm.access.group !0
  %o4 = add nuw nsw i64 %at, 4
  %p4 = getelementptr inbounds double, ptr %a, i64 %o4
  %q4 = getelementptr inbounds double, ptr %c, i64 %o4
  %x4 = load double, ptr %p4, !llvm.access.group !0
  %o5 = add nuw nsw i64 %at, 5
  %p5 = getelementptr inbounds double, ptr %a, i64 %o5
  %q5 = getelementptr inbounds double, ptr %c, i64 %o5
  %x5 = load double, ptr %p5, !llvm.access.group !0
  %o6 = add nuw nsw i64 %at, 6
  %p6 = getelementptr inbounds double, ptr %a, i64 %o6
  %q6 = getelementptr inbounds double, ptr %c, i64 %o6
  %x6 = load double, ptr %p6, !llvm.access.group !0
  %o7 = add nuw nsw i64 %at, 7
  %p7 = getelementptr inbounds double, ptr %a, i64 %o7
  %q7 = getelementptr inbounds double, ptr %c, i64 %o7
  %x7 = load double, ptr %p7, !llvm.access.group !0
  %y0 = fmul double %x0, 2.0
  %y1 = fmul double %x1, 2.0
  %y2 = fmul double %x2, 2.0
  %y3 = fmul double %x3, 2.0
  %y4 = fmul double %x4, 2.0
  %y5 = fmul double %x5, 2.0
  %y6 = fmul double %x6, 2.0
  %y7 = fmul double %x7, 2.0
  store double %y0, ptr %q0, !llvm.access.group !0
  store double %y1, ptr %q1, !llvm.access.group !0
  store double %y2, ptr %q2, !llvm.access.group !0
  store double %y3, ptr %q3, !llvm.access.group !0
  store double %y4, ptr %q4, !llvm.access.group !0
  store double %y5, ptr %q5, !llvm.access.group !0
  store double %y6, ptr %q6, !llvm.access.group !0
  store double %y7, ptr %q7, !llvm.access.group !0
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit, !llvm.loop !1
exit:
  ret void
}

; CHECK-LABEL: define internal void @gaps(
; CHECK-NOT: load <4 x double>
; CHECK: store double
define ptx_kernel void @gaps(ptr "warpfort.unaliased" %a, ptr "warpfort.unaliased" %c, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = mul nuw nsw i64 %i, 64
  %o0 = add nuw nsw i64 %at, 0
  %p0 = getelementptr inbounds double, ptr %a, i64 %o0
  %q0 = getelementptr inbounds double, ptr %c, i64 %o0
  %x0 = load double, ptr %p0, !llvm.access.group !0
  %o1 = add nuw nsw i64 %at, 8
  %p1 = getelementptr inbounds double, ptr %a, i64 %o1
  %q1 = getelementptr inbounds double, ptr %c, i64 %o1
  %x1 = load double, ptr %p1, !llvm.access.group !0
  %o2 = add nuw nsw i64 %at, 16
  %p2 = getelementptr inbounds double, ptr %a, i64 %o2
  %q2 = getelementptr inbounds double, ptr %c, i64 %o2
  %x2 = load double, ptr %p2, !llvm.access.group !0
  %o3 = add nuw nsw i64 %at, 24
  %p3 = getelementptr inbounds double, ptr %a, i64 %o3
  %q3 = getelementptr inbounds double, ptr %c, i64 %o3
  %x3 = load double, ptr %p3, !llvm.access.group !0
  %y0 = fmul double %x0, 2.0
  %y1 = fmul double %x1, 2.0
  %y2 = fmul double %x2, 2.0
  %y3 = fmul double %x3, 2.0
  store double %y0, ptr %q0, !llvm.access.group !0
  store double %y1, ptr %q1, !llvm.access.group !0
  store double %y2, ptr %q2, !llvm.access.group !0
  store double %y3, ptr %q3, !llvm.access.group !0
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit, !llvm.loop !1
exit:
  ret void
}

; CHECK-LABEL: define internal void @neighbours(
; CHECK: %wide.load{{.*}} = load <4 x double>
; CHECK: fmul <4 x double> %wide.load{{.*}}, splat
define ptx_kernel void @neighbours(ptr "warpfort.unaliased" %a, ptr "warpfort.unaliased" %c, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds double, ptr %a, i64 %i
  %q = getelementptr inbounds double, ptr %c, i64 %i
  %x = load double, ptr %p, !llvm.access.group !0
  %y = fmul double %x, 2.0
  store double %y, ptr %q, !llvm.access.group !0
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit, !llvm.loop !1
exit:
  ret void
}

; CHECK-LABEL: define internal void @busy(
; CHECK: insertelement <4 x double>
; CHECK: fmul <4 x double>
; CHECK: store <4 x double>
define ptx_kernel void @busy(ptr "warpfort.unaliased" %a, ptr "warpfort.unaliased" %c, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = mul nuw nsw i64 %i, 16
  %o0 = add nuw nsw i64 %at, 0
  %p0 = getelementptr inbounds double, ptr %a, i64 %o0
  %x0 = load double, ptr %p0, !llvm.access.group !0
  %o1 = add nuw nsw i64 %at, 1
  %p1 = getelementptr inbounds double, ptr %a, i64 %o1
  %x1 = load double, ptr %p1, !llvm.access.group !0
  %o2 = add nuw nsw i64 %at, 2
  %p2 = getelementptr inbounds double, ptr %a, i64 %o2
  %x2 = load double, ptr %p2, !llvm.access.group !0
  %o3 = add nuw nsw i64 %at, 3
  %p3 = getelementptr inbounds double, ptr %a, i64 %o3
  %x3 = load double, ptr %p3, !llvm.access.group !0
  %t0.0 = fmul double %x0, %x0
  %u0.0 = fadd double %t0.0, 1.0
  %t0.1 = fmul double %u0.0, %x1
  %u0.1 = fadd double %t0.1, 1.0
  %t0.2 = fmul double %u0.1, %x2
  %u0.2 = fadd double %t0.2, 1.0
  %t0.3 = fmul double %u0.2, %x3
  %u0.3 = fadd double %t0.3, 1.0
  %t1.0 = fmul double %u0.3, %x0
  %u1.0 = fadd double %t1.0, 1.0
  %t1.1 = fmul double %u1.0, %x1
  %u1.1 = fadd double %t1.1, 1.0
  %t1.2 = fmul double %u1.1, %x2
  %u1.2 = fadd double %t1.2, 1.0
  %t1.3 = fmul double %u1.2, %x3
  %u1.3 = fadd double %t1.3, 1.0
  %t2.0 = fmul double %u1.3, %x0
  %u2.0 = fadd double %t2.0, 1.0
  %t2.1 = fmul double %u2.0, %x1
  %u2.1 = fadd double %t2.1, 1.0
  %t2.2 = fmul double %u2.1, %x2
  %u2.2 = fadd double %t2.2, 1.0
  %t2.3 = fmul double %u2.2, %x3
  %u2.3 = fadd double %t2.3, 1.0
  %t3.0 = fmul double %u2.3, %x0
  %u3.0 = fadd double %t3.0, 1.0
  %t3.1 = fmul double %u3.0, %x1
  %u3.1 = fadd double %t3.1, 1.0
  %t3.2 = fmul double %u3.1, %x2
  %u3.2 = fadd double %t3.2, 1.0
  %t3.3 = fmul double %u3.2, %x3
  %u3.3 = fadd double %t3.3, 1.0
  %t4.0 = fmul double %u3.3, %x0
  %u4.0 = fadd double %t4.0, 1.0
  %t4.1 = fmul double %u4.0, %x1
  %u4.1 = fadd double %t4.1, 1.0
  %t4.2 = fmul double %u4.1, %x2
  %u4.2 = fadd double %t4.2, 1.0
  %t4.3 = fmul double %u4.2, %x3
  %u4.3 = fadd double %t4.3, 1.0
  %t5.0 = fmul double %u4.3, %x0
  %u5.0 = fadd double %t5.0, 1.0
  %t5.1 = fmul double %u5.0, %x1
  %u5.1 = fadd double %t5.1, 1.0
  %t5.2 = fmul double %u5.1, %x2
  %u5.2 = fadd double %t5.2, 1.0
  %t5.3 = fmul double %u5.2, %x3
  %u5.3 = fadd double %t5.3, 1.0
  %t6.0 = fmul double %u5.3, %x0
  %u6.0 = fadd double %t6.0, 1.0
  %t6.1 = fmul double %u6.0, %x1
  %u6.1 = fadd double %t6.1, 1.0
  %t6.2 = fmul double %u6.1, %x2
  %u6.2 = fadd double %t6.2, 1.0
  %t6.3 = fmul double %u6.2, %x3
  %u6.3 = fadd double %t6.3, 1.0
  %t7.0 = fmul double %u6.3, %x0
  %u7.0 = fadd double %t7.0, 1.0
  %t7.1 = fmul double %u7.0, %x1
  %u7.1 = fadd double %t7.1, 1.0
  %t7.2 = fmul double %u7.1, %x2
  %u7.2 = fadd double %t7.2, 1.0
  %t7.3 = fmul double %u7.2, %x3
  %u7.3 = fadd double %t7.3, 1.0
  %t8.0 = fmul double %u7.3, %x0
  %u8.0 = fadd double %t8.0, 1.0
  %t8.1 = fmul double %u8.0, %x1
  %u8.1 = fadd double %t8.1, 1.0
  %t8.2 = fmul double %u8.1, %x2
  %u8.2 = fadd double %t8.2, 1.0
  %t8.3 = fmul double %u8.2, %x3
  %u8.3 = fadd double %t8.3, 1.0
  %t9.0 = fmul double %u8.3, %x0
  %u9.0 = fadd double %t9.0, 1.0
  %t9.1 = fmul double %u9.0, %x1
  %u9.1 = fadd double %t9.1, 1.0
  %t9.2 = fmul double %u9.1, %x2
  %u9.2 = fadd double %t9.2, 1.0
  %t9.3 = fmul double %u9.2, %x3
  %u9.3 = fadd double %t9.3, 1.0
  %t10.0 = fmul double %u9.3, %x0
  %u10.0 = fadd double %t10.0, 1.0
  %t10.1 = fmul double %u10.0, %x1
  %u10.1 = fadd double %t10.1, 1.0
  %t10.2 = fmul double %u10.1, %x2
  %u10.2 = fadd double %t10.2, 1.0
  %t10.3 = fmul double %u10.2, %x3
  %u10.3 = fadd double %t10.3, 1.0
  %t11.0 = fmul double %u10.3, %x0
  %u11.0 = fadd double %t11.0, 1.0
  %t11.1 = fmul double %u11.0, %x1
  %u11.1 = fadd double %t11.1, 1.0
  %t11.2 = fmul double %u11.1, %x2
  %u11.2 = fadd double %t11.2, 1.0
  %t11.3 = fmul double %u11.2, %x3
  %u11.3 = fadd double %t11.3, 1.0
  %q = getelementptr inbounds double, ptr %c, i64 %i
  store double %u11.3, ptr %q, !llvm.access.group !0
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit, !llvm.loop !1
exit:
  ret void
}

!0 = distinct !{}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.parallel_accesses", !0}
