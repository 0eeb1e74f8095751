;===-- debug-info.ll - Lines and variables of kernels ---------------------===;
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A kernel with a barrier that was compiled with -g: both regions describe the
; variables where they are, in the thread's context, and the bounds of arrays
; beside their addresses. The first region alone has the kernel's name.

; RUN: %warp-codegen -target=cpu -emit-llvm %s | FileCheck %s

; CHECK: define internal {{.*}}@_QMmPaddk.region0({{.*}} !dbg ![[FIRST:[0-9]+]]
; CHECK: #dbg_declare(ptr %{{.*}}, ![[THREAD:[0-9]+]], !DIExpression(DW_OP_deref)
; CHECK: #dbg_declare(ptr %{{.*}}, ![[A:[0-9]+]], !DIExpression(DW_OP_deref)
; CHECK-LABEL: define internal {{.*}}@_QMmPaddk.region1(
; CHECK-SAME: !dbg ![[SECOND:[0-9]+]]
; CHECK-COUNT-9: #dbg_declare(ptr %{{.*}}, !DIExpression(DW_OP_deref)
; CHECK: "Debug Info Version", i32 3
; CHECK-DAG: ![[FIRST]] = distinct !DISubprogram(name: "addk", linkageName: "_QMmPaddk.region0"
; CHECK-DAG: !DILocalVariable(name: "threadidx", scope: ![[FIRST]]
; CHECK-DAG: !DILocalVariable(name: "a", arg: 1, scope: ![[FIRST]], {{.*}}type: ![[ARRAY:[0-9]+]]
; CHECK-DAG: ![[ARRAY]] = !DICompositeType(tag: DW_TAG_array_type, {{.*}} dataLocation: !DIExpression(DW_OP_push_object_address, DW_OP_deref))
; CHECK-DAG: !DISubrange(count: !DIExpression(DW_OP_push_object_address, DW_OP_plus_uconst, 8, DW_OP_deref), lowerBound: 0)
; CHECK-DAG: ![[SECOND]] = distinct !DISubprogram(name: "addk_after_line_9", linkageName: "_QMmPaddk.region1"
; CHECK-DAG: !DILocalVariable(name: "i", scope: ![[SECOND]]

; Optimised code has the lines, and variables without a place.

; RUN: sed 's/isOptimized: false/isOptimized: true/' %s > %t.ll
; RUN: %warp-codegen -target=cpu -emit-llvm %t.ll | FileCheck %s --check-prefix=LINES

; LINES-NOT: #dbg_
; LINES: define internal void @_QMmPaddk({{.*}} !dbg
; LINES-NOT: #dbg_
; LINES: retainedNodes: ![[NODES:[0-9]+]]
; LINES: !DILocalVariable(name: "n", arg: 3
; LINES: !DILocation(line: 10, column: 5, scope:

; Without debug information nothing is added.

; RUN: sed -e 's/, !dbg ![0-9]*//; s/ !dbg ![0-9]*//; /#dbg_/d; /^!/d' %s > %t.none.ll
; RUN: %warp-codegen -target=cpu -emit-llvm %t.none.ll | FileCheck %s --check-prefix=NONE

; NONE: define internal void @_QMmPaddk(
; NONE-NOT: !dbg
; NONE-NOT: Debug Info Version
; NONE-NOT: DISubprogram

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @_QMmPaddk(ptr %0, ptr %1, i32 %2, float %3) #0 !dbg !6 {
  %5 = alloca float, i64 1, align 4, !dbg !18
  %6 = alloca i32, i64 1, align 4, !dbg !19
  %7 = alloca i32, i64 1, align 4, !dbg !20
  store i32 %2, ptr %7, align 4, !dbg !20
    #dbg_declare(ptr %7, !21, !DIExpression(), !20)
    #dbg_declare(ptr %6, !22, !DIExpression(), !19)
  store float %3, ptr %5, align 4, !dbg !18
    #dbg_declare(ptr %5, !23, !DIExpression(), !18)
  %8 = load i32, ptr %7, align 4, !dbg !24
  %9 = sext i32 %8 to i64, !dbg !24
  %10 = icmp sgt i64 %9, 0, !dbg !24
  %11 = select i1 %10, i64 %9, i64 0, !dbg !24
    #dbg_value(i64 %11, !25, !DIExpression(), !24)
    #dbg_declare(ptr %0, !27, !DIExpression(), !31)
  %12 = sub i32 %8, 1, !dbg !32
  %13 = sext i32 %12 to i64, !dbg !32
  %14 = add i64 %13, 1, !dbg !32
  %15 = icmp sgt i64 %14, 0, !dbg !32
  %16 = select i1 %15, i64 %14, i64 0, !dbg !32
    #dbg_value(i64 %16, !33, !DIExpression(), !32)
    #dbg_declare(ptr %1, !34, !DIExpression(), !31)
  %17 = sub i32 %8, 2, !dbg !38
  store i32 %17, ptr %6, align 4, !dbg !38
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !39
  %18 = load i32, ptr %6, align 4, !dbg !40
  %19 = sext i32 %18 to i64, !dbg !40
  %20 = sub nsw i64 %19, 0, !dbg !40
  %21 = mul nsw i64 %20, 1, !dbg !40
  %22 = mul nsw i64 %21, 1, !dbg !40
  %23 = add nsw i64 %22, 0, !dbg !40
  %24 = mul nsw i64 1, %16, !dbg !40
  %25 = mul nsw i64 0, %24, !dbg !40
  %26 = add nsw i64 %25, %23, !dbg !40
  %27 = mul nsw i64 %24, 2, !dbg !40
  %28 = getelementptr float, ptr %1, i64 %26, !dbg !40
  %29 = load float, ptr %28, align 4, !dbg !40
  %30 = load float, ptr %5, align 4, !dbg !40
  %31 = fadd contract float %29, %30, !dbg !40
  %32 = sub nsw i64 %19, 1, !dbg !40
  %33 = mul nsw i64 %32, 1, !dbg !40
  %34 = mul nsw i64 %33, 1, !dbg !40
  %35 = add nsw i64 %34, 0, !dbg !40
  %36 = mul nsw i64 1, %11, !dbg !40
  %37 = getelementptr float, ptr %0, i64 %35, !dbg !40
  store float %31, ptr %37, align 4, !dbg !40
  ret void, !dbg !41
}
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define void @_QMmPsync() #0 !dbg !42 {
  ret void, !dbg !45
}
attributes #0 = { nounwind }
!llvm.dbg.cu = !{!0}
!llvm.ident = !{!2}
!llvm.module.flags = !{!3, !4, !5}
!0 = distinct !DICompileUnit(language: DW_LANG_Fortran95, file: !1, producer: "flang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "addk.cuf", directory: "/src")
!2 = !{!"flang"}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 8, !"PIC Level", i32 2}
!5 = !{i32 7, !"PIE Level", i32 2}
!6 = distinct !DISubprogram(name: "addk", linkageName: "_QMmPaddk", scope: !7, file: !1, line: 3, type: !8, scopeLine: 3, spFlags: DISPFlagDefinition, unit: !0)
!7 = !DIModule(scope: !0, name: "m", file: !1, line: 2)
!8 = !DISubroutineType(cc: DW_CC_normal, types: !9)
!9 = !{null, !10, !14, !17, !11}
!10 = !DICompositeType(tag: DW_TAG_array_type, baseType: !11, elements: !12)
!11 = !DIBasicType(name: "real", size: 32, encoding: DW_ATE_float)
!12 = !{!13}
!13 = !DISubrange()
!14 = !DICompositeType(tag: DW_TAG_array_type, baseType: !11, elements: !15)
!15 = !{!13, !16}
!16 = !DISubrange(count: 2)
!17 = !DIBasicType(name: "integer", size: 32, encoding: DW_ATE_signed)
!18 = !DILocation(line: 5, column: 20, scope: !6)
!19 = !DILocation(line: 7, column: 16, scope: !6)
!20 = !DILocation(line: 4, column: 23, scope: !6)
!21 = !DILocalVariable(name: "n", arg: 3, scope: !6, file: !1, line: 4, type: !17)
!22 = !DILocalVariable(name: "i", scope: !6, file: !1, line: 7, type: !17)
!23 = !DILocalVariable(name: "k", arg: 4, scope: !6, file: !1, line: 5, type: !11)
!24 = !DILocation(line: 6, column: 13, scope: !6)
!25 = !DILocalVariable(name: "._QMmFaddkEa1", scope: !6, file: !1, type: !26, flags: DIFlagArtificial)
!26 = !DIBasicType(name: "integer(kind=8)", size: 64, encoding: DW_ATE_signed)
!27 = !DILocalVariable(name: "a", arg: 1, scope: !6, file: !1, line: 6, type: !28)
!28 = !DICompositeType(tag: DW_TAG_array_type, baseType: !11, elements: !29)
!29 = !{!30}
!30 = !DISubrange(count: !25)
!31 = !DILocation(line: 3, column: 3, scope: !6)
!32 = !DILocation(line: 6, column: 19, scope: !6)
!33 = !DILocalVariable(name: "._QMmFaddkEb1", scope: !6, file: !1, type: !26, flags: DIFlagArtificial)
!34 = !DILocalVariable(name: "b", arg: 2, scope: !6, file: !1, line: 6, type: !35)
!35 = !DICompositeType(tag: DW_TAG_array_type, baseType: !11, elements: !36)
!36 = !{!37, !16}
!37 = !DISubrange(count: !33, lowerBound: 0)
!38 = !DILocation(line: 8, column: 5, scope: !6)
!39 = !DILocation(line: 9, column: 5, scope: !6)
!40 = !DILocation(line: 10, column: 5, scope: !6)
!41 = !DILocation(line: 11, column: 3, scope: !6)
!42 = distinct !DISubprogram(name: "sync", linkageName: "_QMmPsync", scope: !7, file: !1, line: 12, type: !43, scopeLine: 12, spFlags: DISPFlagDefinition, unit: !0)
!43 = !DISubroutineType(cc: DW_CC_normal, types: !44)
!44 = !{null}
!45 = !DILocation(line: 13, column: 3, scope: !42)
