;===-- check-warp-rounds.ll - One check for a warp's rounds ---------------===;
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A loop whose rounds end with an operation of the warp is asked about before
; it, lane by lane, and has a copy without checks for when nothing is to be
; told. What would lead to a barrier of the block has to be known before
; (@rows). A round's accesses must be before its operation: not those of
; @behind. A loop that reads where to go is asked about round by round
; (@indirect).

; RUN: %warp-codegen -target=cpu -check -mcpu=x86-64-v3 -dump-after=kernels -emit-llvm %s -o /dev/null 2>%t.kernels
; RUN: FileCheck %s < %t.kernels

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define internal i32 @rows.region1(
; CHECK: call void @warprt_cpu_check_lane(ptr %{{.*}}, i64 %[[WORD:.*]], i64 %[[ROUNDS:.*]], i64 %[[STEP:.*]], i64 1, i64 0, i64 1, i64 0)
; CHECK: call void @warprt_cpu_check_lane(ptr %{{.*}}, i64 %{{.*}}, i64 %[[ROUNDS]], i64 %[[STEP]], i64 1, i64 0, i64 1, i64 0)
; CHECK: %[[IS_WARP:.*]] = freeze i1 %{{.*}}
; CHECK: %[[KNOWN:.*]] = and i1 {{.*}}, %[[IS_WARP]]
; CHECK: %[[RIGHT:.*]] = zext i1 %[[KNOWN]] to i32
; CHECK: call i32 @warprt_cpu_check_lanes(i64 %[[WORD]], i32 %[[RIGHT]])
; CHECK-LABEL: define internal i32 @rows.region2(
; CHECK: call void @warprt_cpu_check_granted(
; CHECK: load float
; CHECK: call void @warprt_cpu_check_granted(
; CHECK: store float
define ptx_kernel void @rows(ptr %a, ptr %b, i64 %n) !dbg !10 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %dy = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %is.warp = icmp eq i32 %d, 32
  %first = zext i32 %y to i64
  %step = zext i32 %dy to i64
  %lane = zext i32 %t to i64
  br label %loop
loop:
  %row = phi i64 [ %first, %entry ], [ %next, %passed ]
  %round = phi i64 [ 0, %entry ], [ %after, %passed ]
  %at = shl i64 %row, 5
  %wide = add i64 %at, %lane
  %pa = getelementptr float, ptr %a, i64 %wide
  %pb = getelementptr float, ptr %b, i64 %wide
  %v = load float, ptr %pa
  store float %v, ptr %pb
  br i1 %is.warp, label %synced, label %all
synced:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  br label %passed
all:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %passed
passed:
  %next = add i64 %row, %step
  %after = add nuw nsw i64 %round, 1
  %more = icmp ult i64 %after, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @behind.single(
; CHECK-NOT: @warprt_cpu_check_lanes
define ptx_kernel void @behind(ptr %a, ptr %b, i64 %n) !dbg !11 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %first = zext i32 %y to i64
  %lane = zext i32 %t to i64
  br label %loop
loop:
  %row = phi i64 [ %first, %entry ], [ %next, %loop ]
  %round = phi i64 [ 0, %entry ], [ %after, %loop ]
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %at = shl i64 %row, 5
  %wide = add i64 %at, %lane
  %pa = getelementptr float, ptr %a, i64 %wide
  %pb = getelementptr float, ptr %b, i64 %wide
  %v = load float, ptr %pa
  store float %v, ptr %pb
  %next = add i64 %row, 4
  %after = add nuw nsw i64 %round, 1
  %more = icmp ult i64 %after, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

define ptx_kernel void @indirect(ptr %a, ptr %b, i64 %n) !dbg !12 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %first = zext i32 %y to i64
  %lane = zext i32 %t to i64
  br label %loop
loop:
  %row = phi i64 [ %first, %entry ], [ %next, %loop ]
  %round = phi i64 [ 0, %entry ], [ %after, %loop ]
  %at = shl i64 %row, 5
  %wide = add i64 %at, %lane
  %pa = getelementptr i64, ptr %a, i64 %wide
  %v = load i64, ptr %pa
  %pb = getelementptr i64, ptr %b, i64 %v
  store i64 1, ptr %pb
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %next = add i64 %row, 4
  %after = add nuw nsw i64 %round, 1
  %more = icmp ult i64 %after, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_Fortran95, file: !2, emissionKind: LineTablesOnly)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "rows.cuf", directory: "")
!3 = !DISubroutineType(types: !4)
!4 = !{}
!10 = distinct !DISubprogram(name: "rows", file: !2, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!11 = distinct !DISubprogram(name: "behind", file: !2, line: 2, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!12 = distinct !DISubprogram(name: "indirect", file: !2, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
