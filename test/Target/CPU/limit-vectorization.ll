;===-- limit-vectorization.ll - Loops LLVM takes forever for
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A loop is not vectorised if what all its iterations have in common doubles
; its ways more often than LLVM can follow (@often); else it is as it was, also
; where iterations have values of their own (@few, @own) or get them by ways of
; their own (@masked). Nor is one with over a hundred integer divisions
; (@divides).

; RUN: %warp-codegen -passes='function(warpfort-limit-vectorization)' %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @often(
; CHECK: br i1 %more, label %loop, label %exit, !llvm.loop ![[NOT:[0-9]+]]
define void @often(ptr %a, ptr %s, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i64, ptr %a, i64 %i
  %x0 = load i64, ptr %s
  %x1 = mul i64 %x0, %x0
  %x2 = mul i64 %x1, %x1
  %x3 = mul i64 %x2, %x2
  %x4 = mul i64 %x3, %x3
  %x5 = mul i64 %x4, %x4
  %x6 = mul i64 %x5, %x5
  %x7 = mul i64 %x6, %x6
  %x8 = mul i64 %x7, %x7
  %x9 = mul i64 %x8, %x8
  %x10 = mul i64 %x9, %x9
  %x11 = mul i64 %x10, %x10
  %x12 = mul i64 %x11, %x11
  %x13 = mul i64 %x12, %x12
  %x14 = mul i64 %x13, %x13
  %x15 = mul i64 %x14, %x14
  %x16 = mul i64 %x15, %x15
  %x17 = mul i64 %x16, %x16
  %x18 = mul i64 %x17, %x17
  %x19 = mul i64 %x18, %x18
  %x20 = mul i64 %x19, %x19
  %x21 = mul i64 %x20, %x20
  %x22 = mul i64 %x21, %x21
  %x23 = mul i64 %x22, %x22
  %x24 = mul i64 %x23, %x23
  store i64 %x24, ptr %p
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @few(
; CHECK: br i1 %more, label %loop, label %exit{{$}}
define void @few(ptr %a, ptr %s, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i64, ptr %a, i64 %i
  %x0 = load i64, ptr %s
  %x1 = mul i64 %x0, %x0
  %x2 = mul i64 %x1, %x1
  %x3 = mul i64 %x2, %x2
  %x4 = mul i64 %x3, %x3
  %x5 = mul i64 %x4, %x4
  %x6 = mul i64 %x5, %x5
  %x7 = mul i64 %x6, %x6
  %x8 = mul i64 %x7, %x7
  store i64 %x8, ptr %p
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @own(
; CHECK: br i1 %more, label %loop, label %exit{{$}}
define void @own(ptr %a, ptr %s, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i64, ptr %a, i64 %i
  %x0 = load i64, ptr %p
  %x1 = mul i64 %x0, %x0
  %x2 = mul i64 %x1, %x1
  %x3 = mul i64 %x2, %x2
  %x4 = mul i64 %x3, %x3
  %x5 = mul i64 %x4, %x4
  %x6 = mul i64 %x5, %x5
  %x7 = mul i64 %x6, %x6
  %x8 = mul i64 %x7, %x7
  %x9 = mul i64 %x8, %x8
  %x10 = mul i64 %x9, %x9
  %x11 = mul i64 %x10, %x10
  %x12 = mul i64 %x11, %x11
  %x13 = mul i64 %x12, %x12
  %x14 = mul i64 %x13, %x13
  %x15 = mul i64 %x14, %x14
  %x16 = mul i64 %x15, %x15
  %x17 = mul i64 %x16, %x16
  %x18 = mul i64 %x17, %x17
  %x19 = mul i64 %x18, %x18
  %x20 = mul i64 %x19, %x19
  %x21 = mul i64 %x20, %x20
  %x22 = mul i64 %x21, %x21
  %x23 = mul i64 %x22, %x22
  %x24 = mul i64 %x23, %x23
  store i64 %x24, ptr %p
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @masked(
; CHECK: br i1 %more, label %loop, label %exit{{$}}
define void @masked(ptr %a, ptr %m, i64 %n, double %q, double %r) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %t20 ]
  %pm = getelementptr i32, ptr %m, i64 %i
  %v = load i32, ptr %pm
  %x0 = fadd double %q, %r
  br label %t0
t0:
  %b0 = and i32 %v, 1
  %c0 = icmp ne i32 %b0, 0
  br i1 %c0, label %u0, label %t1
u0:
  %y0 = fdiv double %x0, %r
  %z0 = fadd double %y0, %x0
  br label %t1
t1:
  %x1 = phi double [ %x0, %t0 ], [ %z0, %u0 ]
  %b1 = and i32 %v, 2
  %c1 = icmp ne i32 %b1, 0
  br i1 %c1, label %u1, label %t2
u1:
  %y1 = fdiv double %x1, %r
  %z1 = fadd double %y1, %x1
  br label %t2
t2:
  %x2 = phi double [ %x1, %t1 ], [ %z1, %u1 ]
  %b2 = and i32 %v, 4
  %c2 = icmp ne i32 %b2, 0
  br i1 %c2, label %u2, label %t3
u2:
  %y2 = fdiv double %x2, %r
  %z2 = fadd double %y2, %x2
  br label %t3
t3:
  %x3 = phi double [ %x2, %t2 ], [ %z2, %u2 ]
  %b3 = and i32 %v, 8
  %c3 = icmp ne i32 %b3, 0
  br i1 %c3, label %u3, label %t4
u3:
  %y3 = fdiv double %x3, %r
  %z3 = fadd double %y3, %x3
  br label %t4
t4:
  %x4 = phi double [ %x3, %t3 ], [ %z3, %u3 ]
  %b4 = and i32 %v, 16
  %c4 = icmp ne i32 %b4, 0
  br i1 %c4, label %u4, label %t5
u4:
  %y4 = fdiv double %x4, %r
  %z4 = fadd double %y4, %x4
  br label %t5
t5:
  %x5 = phi double [ %x4, %t4 ], [ %z4, %u4 ]
  %b5 = and i32 %v, 32
  %c5 = icmp ne i32 %b5, 0
  br i1 %c5, label %u5, label %t6
u5:
  %y5 = fdiv double %x5, %r
  %z5 = fadd double %y5, %x5
  br label %t6
t6:
  %x6 = phi double [ %x5, %t5 ], [ %z5, %u5 ]
  %b6 = and i32 %v, 64
  %c6 = icmp ne i32 %b6, 0
  br i1 %c6, label %u6, label %t7
u6:
  %y6 = fdiv double %x6, %r
  %z6 = fadd double %y6, %x6
  br label %t7
t7:
  %x7 = phi double [ %x6, %t6 ], [ %z6, %u6 ]
  %b7 = and i32 %v, 128
  %c7 = icmp ne i32 %b7, 0
  br i1 %c7, label %u7, label %t8
u7:
  %y7 = fdiv double %x7, %r
  %z7 = fadd double %y7, %x7
  br label %t8
t8:
  %x8 = phi double [ %x7, %t7 ], [ %z7, %u7 ]
  %b8 = and i32 %v, 256
  %c8 = icmp ne i32 %b8, 0
  br i1 %c8, label %u8, label %t9
u8:
  %y8 = fdiv double %x8, %r
  %z8 = fadd double %y8, %x8
  br label %t9
t9:
  %x9 = phi double [ %x8, %t8 ], [ %z8, %u8 ]
  %b9 = and i32 %v, 512
  %c9 = icmp ne i32 %b9, 0
  br i1 %c9, label %u9, label %t10
u9:
  %y9 = fdiv double %x9, %r
  %z9 = fadd double %y9, %x9
  br label %t10
t10:
  %x10 = phi double [ %x9, %t9 ], [ %z9, %u9 ]
  %b10 = and i32 %v, 1024
  %c10 = icmp ne i32 %b10, 0
  br i1 %c10, label %u10, label %t11
u10:
  %y10 = fdiv double %x10, %r
  %z10 = fadd double %y10, %x10
  br label %t11
t11:
  %x11 = phi double [ %x10, %t10 ], [ %z10, %u10 ]
  %b11 = and i32 %v, 2048
  %c11 = icmp ne i32 %b11, 0
  br i1 %c11, label %u11, label %t12
u11:
  %y11 = fdiv double %x11, %r
  %z11 = fadd double %y11, %x11
  br label %t12
t12:
  %x12 = phi double [ %x11, %t11 ], [ %z11, %u11 ]
  %b12 = and i32 %v, 4096
  %c12 = icmp ne i32 %b12, 0
  br i1 %c12, label %u12, label %t13
u12:
  %y12 = fdiv double %x12, %r
  %z12 = fadd double %y12, %x12
  br label %t13
t13:
  %x13 = phi double [ %x12, %t12 ], [ %z12, %u12 ]
  %b13 = and i32 %v, 8192
  %c13 = icmp ne i32 %b13, 0
  br i1 %c13, label %u13, label %t14
u13:
  %y13 = fdiv double %x13, %r
  %z13 = fadd double %y13, %x13
  br label %t14
t14:
  %x14 = phi double [ %x13, %t13 ], [ %z13, %u13 ]
  %b14 = and i32 %v, 16384
  %c14 = icmp ne i32 %b14, 0
  br i1 %c14, label %u14, label %t15
u14:
  %y14 = fdiv double %x14, %r
  %z14 = fadd double %y14, %x14
  br label %t15
t15:
  %x15 = phi double [ %x14, %t14 ], [ %z14, %u14 ]
  %b15 = and i32 %v, 32768
  %c15 = icmp ne i32 %b15, 0
  br i1 %c15, label %u15, label %t16
u15:
  %y15 = fdiv double %x15, %r
  %z15 = fadd double %y15, %x15
  br label %t16
t16:
  %x16 = phi double [ %x15, %t15 ], [ %z15, %u15 ]
  %b16 = and i32 %v, 65536
  %c16 = icmp ne i32 %b16, 0
  br i1 %c16, label %u16, label %t17
u16:
  %y16 = fdiv double %x16, %r
  %z16 = fadd double %y16, %x16
  br label %t17
t17:
  %x17 = phi double [ %x16, %t16 ], [ %z16, %u16 ]
  %b17 = and i32 %v, 131072
  %c17 = icmp ne i32 %b17, 0
  br i1 %c17, label %u17, label %t18
u17:
  %y17 = fdiv double %x17, %r
  %z17 = fadd double %y17, %x17
  br label %t18
t18:
  %x18 = phi double [ %x17, %t17 ], [ %z17, %u17 ]
  %b18 = and i32 %v, 262144
  %c18 = icmp ne i32 %b18, 0
  br i1 %c18, label %u18, label %t19
u18:
  %y18 = fdiv double %x18, %r
  %z18 = fadd double %y18, %x18
  br label %t19
t19:
  %x19 = phi double [ %x18, %t18 ], [ %z18, %u18 ]
  %b19 = and i32 %v, 524288
  %c19 = icmp ne i32 %b19, 0
  br i1 %c19, label %u19, label %t20
u19:
  %y19 = fdiv double %x19, %r
  %z19 = fadd double %y19, %x19
  br label %t20
t20:
  %x20 = phi double [ %x19, %t19 ], [ %z19, %u19 ]
  %p = getelementptr double, ptr %a, i64 %i
  store double %x20, ptr %p
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @divides(
; CHECK: br i1 %more, label %loop, label %exit, !llvm.loop !
define void @divides(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %next, %loop ]
  %p = getelementptr i64, ptr %a, i64 %i
  %x0 = load i64, ptr %p
  %x1 = srem i64 %x0, %i
  %x2 = srem i64 %x1, %i
  %x3 = srem i64 %x2, %i
  %x4 = srem i64 %x3, %i
  %x5 = srem i64 %x4, %i
  %x6 = srem i64 %x5, %i
  %x7 = srem i64 %x6, %i
  %x8 = srem i64 %x7, %i
  %x9 = srem i64 %x8, %i
  %x10 = srem i64 %x9, %i
  %x11 = srem i64 %x10, %i
  %x12 = srem i64 %x11, %i
  %x13 = srem i64 %x12, %i
  %x14 = srem i64 %x13, %i
  %x15 = srem i64 %x14, %i
  %x16 = srem i64 %x15, %i
  %x17 = srem i64 %x16, %i
  %x18 = srem i64 %x17, %i
  %x19 = srem i64 %x18, %i
  %x20 = srem i64 %x19, %i
  %x21 = srem i64 %x20, %i
  %x22 = srem i64 %x21, %i
  %x23 = srem i64 %x22, %i
  %x24 = srem i64 %x23, %i
  %x25 = srem i64 %x24, %i
  %x26 = srem i64 %x25, %i
  %x27 = srem i64 %x26, %i
  %x28 = srem i64 %x27, %i
  %x29 = srem i64 %x28, %i
  %x30 = srem i64 %x29, %i
  %x31 = srem i64 %x30, %i
  %x32 = srem i64 %x31, %i
  %x33 = srem i64 %x32, %i
  %x34 = srem i64 %x33, %i
  %x35 = srem i64 %x34, %i
  %x36 = srem i64 %x35, %i
  %x37 = srem i64 %x36, %i
  %x38 = srem i64 %x37, %i
  %x39 = srem i64 %x38, %i
  %x40 = srem i64 %x39, %i
  %x41 = srem i64 %x40, %i
  %x42 = srem i64 %x41, %i
  %x43 = srem i64 %x42, %i
  %x44 = srem i64 %x43, %i
  %x45 = srem i64 %x44, %i
  %x46 = srem i64 %x45, %i
  %x47 = srem i64 %x46, %i
  %x48 = srem i64 %x47, %i
  %x49 = srem i64 %x48, %i
  %x50 = srem i64 %x49, %i
  %x51 = srem i64 %x50, %i
  %x52 = srem i64 %x51, %i
  %x53 = srem i64 %x52, %i
  %x54 = srem i64 %x53, %i
  %x55 = srem i64 %x54, %i
  %x56 = srem i64 %x55, %i
  %x57 = srem i64 %x56, %i
  %x58 = srem i64 %x57, %i
  %x59 = srem i64 %x58, %i
  %x60 = srem i64 %x59, %i
  %x61 = srem i64 %x60, %i
  %x62 = srem i64 %x61, %i
  %x63 = srem i64 %x62, %i
  %x64 = srem i64 %x63, %i
  %x65 = srem i64 %x64, %i
  %x66 = srem i64 %x65, %i
  %x67 = srem i64 %x66, %i
  %x68 = srem i64 %x67, %i
  %x69 = srem i64 %x68, %i
  %x70 = srem i64 %x69, %i
  %x71 = srem i64 %x70, %i
  %x72 = srem i64 %x71, %i
  %x73 = srem i64 %x72, %i
  %x74 = srem i64 %x73, %i
  %x75 = srem i64 %x74, %i
  %x76 = srem i64 %x75, %i
  %x77 = srem i64 %x76, %i
  %x78 = srem i64 %x77, %i
  %x79 = srem i64 %x78, %i
  %x80 = srem i64 %x79, %i
  %x81 = srem i64 %x80, %i
  %x82 = srem i64 %x81, %i
  %x83 = srem i64 %x82, %i
  %x84 = srem i64 %x83, %i
  %x85 = srem i64 %x84, %i
  %x86 = srem i64 %x85, %i
  %x87 = srem i64 %x86, %i
  %x88 = srem i64 %x87, %i
  %x89 = srem i64 %x88, %i
  %x90 = srem i64 %x89, %i
  %x91 = srem i64 %x90, %i
  %x92 = srem i64 %x91, %i
  %x93 = srem i64 %x92, %i
  %x94 = srem i64 %x93, %i
  %x95 = srem i64 %x94, %i
  %x96 = srem i64 %x95, %i
  %x97 = srem i64 %x96, %i
  %x98 = srem i64 %x97, %i
  %x99 = srem i64 %x98, %i
  %x100 = srem i64 %x99, %i
  %x101 = srem i64 %x100, %i
  %x102 = srem i64 %x101, %i
  %x103 = srem i64 %x102, %i
  %x104 = srem i64 %x103, %i
  %x105 = srem i64 %x104, %i
  %x106 = srem i64 %x105, %i
  %x107 = srem i64 %x106, %i
  %x108 = srem i64 %x107, %i
  %x109 = srem i64 %x108, %i
  %x110 = srem i64 %x109, %i
  %x111 = srem i64 %x110, %i
  %x112 = srem i64 %x111, %i
  %x113 = srem i64 %x112, %i
  %x114 = srem i64 %x113, %i
  %x115 = srem i64 %x114, %i
  %x116 = srem i64 %x115, %i
  %x117 = srem i64 %x116, %i
  %x118 = srem i64 %x117, %i
  %x119 = srem i64 %x118, %i
  %x120 = srem i64 %x119, %i
  %x121 = srem i64 %x120, %i
  %x122 = srem i64 %x121, %i
  %x123 = srem i64 %x122, %i
  %x124 = srem i64 %x123, %i
  %x125 = srem i64 %x124, %i
  %x126 = srem i64 %x125, %i
  %x127 = srem i64 %x126, %i
  %x128 = srem i64 %x127, %i
  %x129 = srem i64 %x128, %i
  store i64 %x129, ptr %p
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @divides_few(
; CHECK: br i1 %more, label %loop, label %exit{{$}}
define void @divides_few(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %next, %loop ]
  %p = getelementptr i64, ptr %a, i64 %i
  %x0 = load i64, ptr %p
  %x1 = srem i64 %x0, %i
  %x2 = srem i64 %x1, %i
  %x3 = srem i64 %x2, %i
  %x4 = srem i64 %x3, %i
  store i64 %x4, ptr %p
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK: ![[NOT]] = distinct !{![[NOT]], ![[HINT:[0-9]+]]}
; CHECK: ![[HINT]] = !{!"llvm.loop.vectorize.enable", i32 0}
