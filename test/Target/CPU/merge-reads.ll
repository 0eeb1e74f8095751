;===-- merge-reads.ll - Reads that one call checks -------------------------===;
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; What a loop reads at equal distances is checked before it (@sum), and loads
; behind each other by one call (@row); not if the loop writes (@shift) or does
; not read in every round (@some), or if its rounds are counted from the thread's
; place (@shared): those of all threads are described together. Where the thread has
; read how many there are, they are merged (@own).

; RUN: %warp-codegen -target=cpu -check -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.kernels
; RUN: FileCheck %s < %t.kernels

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define internal i32 @sum.body(
; CHECK: call void @warprt_cpu_check_reads(ptr %x, i64 %{{.*}}, i64 24, i64 %{{.*}})
; CHECK-NOT: warprt_cpu_check
; CHECK: fadd
; CHECK: call void @warprt_cpu_check_store(
; CHECK-NOT: warprt_cpu_check
; CHECK: ret i32
define ptx_kernel void @sum(ptr %x, ptr %y, i64 %n) !dbg !4 {
entry:
  br label %loop, !dbg !7
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ], !dbg !7
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ], !dbg !7
  %place = mul i64 %k, 3, !dbg !7
  %p = getelementptr double, ptr %x, i64 %place, !dbg !7
  %v = load double, ptr %p, !dbg !7
  %s1 = fadd double %s, %v, !dbg !7
  %k1 = add nuw nsw i64 %k, 1, !dbg !7
  %more = icmp slt i64 %k1, %n, !dbg !7
  br i1 %more, label %loop, label %exit, !dbg !7
exit:
  store double %s1, ptr %y, !dbg !7
  ret void, !dbg !7
}

; CHECK-LABEL: define internal i32 @shared.body(
; CHECK-NOT: @warprt_cpu_check_reads
; CHECK: call void @warprt_cpu_check_access(
; CHECK: ret i32
define ptx_kernel void @shared(ptr %x, ptr %y, i64 %n) !dbg !14 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !15
  %first = zext i32 %t to i64, !dbg !15
  br label %loop, !dbg !15
loop:
  %k = phi i64 [ %first, %entry ], [ %k1, %loop ], !dbg !15
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ], !dbg !15
  %p = getelementptr double, ptr %x, i64 %k, !dbg !15
  %v = load double, ptr %p, !dbg !15
  %s1 = fadd double %s, %v, !dbg !15
  %k1 = add nuw nsw i64 %k, 32, !dbg !15
  %more = icmp slt i64 %k1, %n, !dbg !15
  br i1 %more, label %loop, label %exit, !dbg !15
exit:
  %py = getelementptr double, ptr %y, i64 %first, !dbg !15
  store double %s1, ptr %py, !dbg !15
  ret void, !dbg !15
}

; Nor are they where a quotient counts the rounds.
; CHECK-LABEL: define internal i32 @counted.body(
; CHECK-NOT: @warprt_cpu_check_reads
; CHECK: call void @warprt_cpu_check_access(
; CHECK: ret i32
define ptx_kernel void @counted(ptr %x, ptr %y, i32 %n) !dbg !20 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !21
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !21
  %first = zext i32 %t to i64, !dbg !21
  %stride = zext i32 %threads to i64, !dbg !21
  %room = add nsw i32 %n, %threads, !dbg !21
  %left = sub nsw i32 %room, %t, !dbg !21
  %rounds = sdiv i32 %left, %threads, !dbg !21
  %any = icmp sgt i32 %rounds, 0, !dbg !21
  br i1 %any, label %begin, label %exit, !dbg !21
begin:
  %count = zext nneg i32 %rounds to i64, !dbg !21
  br label %loop, !dbg !21
loop:
  %c = phi i64 [ %count, %begin ], [ %c1, %loop ], !dbg !21
  %k = phi i64 [ %first, %begin ], [ %k1, %loop ], !dbg !21
  %s = phi double [ 0.0, %begin ], [ %s1, %loop ], !dbg !21
  %p = getelementptr double, ptr %x, i64 %k, !dbg !21
  %v = load double, ptr %p, !dbg !21
  %s1 = fadd double %s, %v, !dbg !21
  %k1 = add nuw nsw i64 %k, %stride, !dbg !21
  %c1 = add nsw i64 %c, -1, !dbg !21
  %more = icmp samesign ugt i64 %c, 1, !dbg !21
  br i1 %more, label %loop, label %exit, !dbg !21
exit:
  %sum = phi double [ 0.0, %entry ], [ %s1, %loop ], !dbg !21
  %py = getelementptr double, ptr %y, i64 %first, !dbg !21
  store double %sum, ptr %py, !dbg !21
  ret void, !dbg !21
}

; As many rounds as there are warps before the thread's: no bound is shared.
; CHECK-LABEL: define internal i32 @before.body(
; CHECK: call void @warprt_cpu_check_reads(
; CHECK: ret i32
define ptx_kernel void @before(ptr %x, ptr %y) !dbg !18 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !19
  %first = zext i32 %t to i64, !dbg !19
  %n = lshr i64 %first, 5, !dbg !19
  br label %loop, !dbg !19
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ], !dbg !19
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ], !dbg !19
  %p = getelementptr double, ptr %x, i64 %k, !dbg !19
  %v = load double, ptr %p, !dbg !19
  %s1 = fadd double %s, %v, !dbg !19
  %k1 = add nuw nsw i64 %k, 1, !dbg !19
  %more = icmp samesign ult i64 %k, %n, !dbg !19
  br i1 %more, label %loop, label %exit, !dbg !19
exit:
  %py = getelementptr double, ptr %y, i64 %first, !dbg !19
  store double %s1, ptr %py, !dbg !19
  ret void, !dbg !19
}

; CHECK-LABEL: define internal i32 @own.body(
; CHECK: call void @warprt_cpu_check_reads(
; CHECK: ret i32
define ptx_kernel void @own(ptr %x, ptr %y, ptr %counts) !dbg !16 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !17
  %first = zext i32 %t to i64, !dbg !17
  %pn = getelementptr i64, ptr %counts, i64 %first, !dbg !17
  %n = load i64, ptr %pn, !dbg !17
  br label %loop, !dbg !17
loop:
  %k = phi i64 [ %first, %entry ], [ %k1, %loop ], !dbg !17
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ], !dbg !17
  %p = getelementptr double, ptr %x, i64 %k, !dbg !17
  %v = load double, ptr %p, !dbg !17
  %s1 = fadd double %s, %v, !dbg !17
  %k1 = add nuw nsw i64 %k, 32, !dbg !17
  %more = icmp slt i64 %k1, %n, !dbg !17
  br i1 %more, label %loop, label %exit, !dbg !17
exit:
  %py = getelementptr double, ptr %y, i64 %first, !dbg !17
  store double %s1, ptr %py, !dbg !17
  ret void, !dbg !17
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

; CHECK-LABEL: define internal i32 @row.body(
; CHECK: fadd
; CHECK: call void @warprt_cpu_check_reads(ptr %x, i64 3, i64 8, i64 %{{.*}})
; CHECK: call void @warprt_cpu_check_store(
; CHECK: ret i32
define ptx_kernel void @row(ptr %x, ptr %y) !dbg !8 {
  %p1 = getelementptr i8, ptr %x, i64 8, !dbg !9
  %p2 = getelementptr i8, ptr %x, i64 16, !dbg !9
  %a = load double, ptr %x, !dbg !9
  %c = load double, ptr %p2, !dbg !9
  %ac = fadd double %a, %c, !dbg !9
  %b = load double, ptr %p1, !dbg !9
  %s = fadd double %ac, %b, !dbg !9
  store double %s, ptr %y, !dbg !9
  ret void, !dbg !9
}

; CHECK-LABEL: define internal i32 @shift.body(
; CHECK-NOT: warprt_cpu_check_reads
; CHECK: call void @warprt_cpu_check_access(
; CHECK: call void @warprt_cpu_check_store(
; CHECK: ret i32
define ptx_kernel void @shift(ptr %x, i64 %n) !dbg !10 {
entry:
  br label %loop, !dbg !11
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ], !dbg !11
  %p = getelementptr double, ptr %x, i64 %k, !dbg !11
  %v = load double, ptr %p, !dbg !11
  %w = fadd double %v, 1.0, !dbg !11
  %q = getelementptr i8, ptr %p, i64 8, !dbg !11
  store double %w, ptr %q, !dbg !11
  %k1 = add nuw nsw i64 %k, 1, !dbg !11
  %more = icmp slt i64 %k1, %n, !dbg !11
  br i1 %more, label %loop, label %exit, !dbg !11
exit:
  ret void, !dbg !11
}

; CHECK-LABEL: define internal i32 @some.body(
; CHECK-NOT: warprt_cpu_check_reads
; CHECK: call void @warprt_cpu_check_access(
; CHECK: ret i32
define ptx_kernel void @some(ptr %x, ptr %y, i64 %n) !dbg !12 {
entry:
  br label %loop, !dbg !13
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %next ], !dbg !13
  %s = phi double [ 0.0, %entry ], [ %s2, %next ], !dbg !13
  %half = sitofp i64 %k to double, !dbg !13
  %is = fcmp ogt double %half, %s, !dbg !13
  br i1 %is, label %read, label %next, !dbg !13
read:
  %p = getelementptr double, ptr %x, i64 %k, !dbg !13
  %v = load double, ptr %p, !dbg !13
  %s1 = fadd double %s, %v, !dbg !13
  br label %next, !dbg !13
next:
  %s2 = phi double [ %s, %loop ], [ %s1, %read ], !dbg !13
  %k1 = add nuw nsw i64 %k, 1, !dbg !13
  %more = icmp slt i64 %k1, %n, !dbg !13
  br i1 %more, label %loop, label %exit, !dbg !13
exit:
  store double %s2, ptr %y, !dbg !13
  ret void, !dbg !13
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_Fortran95, file: !1, isOptimized: true, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.f90", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "sum", scope: !1, file: !1, line: 1, type: !3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!7 = !DILocation(line: 2, column: 1, scope: !4)
!8 = distinct !DISubprogram(name: "row", scope: !1, file: !1, line: 3, type: !3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!9 = !DILocation(line: 4, column: 1, scope: !8)
!10 = distinct !DISubprogram(name: "shift", scope: !1, file: !1, line: 5, type: !3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!11 = !DILocation(line: 6, column: 1, scope: !10)
!12 = distinct !DISubprogram(name: "some", scope: !1, file: !1, line: 7, type: !3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!13 = !DILocation(line: 8, column: 1, scope: !12)
!14 = distinct !DISubprogram(name: "shared", scope: !1, file: !1, line: 9, type: !3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!15 = !DILocation(line: 10, column: 1, scope: !14)
!16 = distinct !DISubprogram(name: "own", scope: !1, file: !1, line: 11, type: !3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!17 = !DILocation(line: 12, column: 1, scope: !16)
!18 = distinct !DISubprogram(name: "before", scope: !1, file: !1, line: 13, type: !3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!19 = !DILocation(line: 14, column: 1, scope: !18)
!20 = distinct !DISubprogram(name: "counted", scope: !1, file: !1, line: 15, type: !3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!21 = !DILocation(line: 16, column: 1, scope: !20)
