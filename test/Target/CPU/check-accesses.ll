;===-- check-accesses.ll - Calls of the runtime for -gpu=check ------------===;
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A thread has a word from its start to its end, which barriers change, and which is
; its block's but for the thread's number. Accesses of
; the program's own code to memory of others are checked, with their line and
; variable; those of private memory and of the device library are not, but what
; the library writes is told.

; RUN: %warp-codegen -target=cpu -check -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.kernels
; RUN: FileCheck %s < %t.kernels
; RUN: FileCheck %s --check-prefix=START < %t.kernels
; RUN: FileCheck %s --check-prefix=ROW < %t.kernels
; RUN: FileCheck %s --check-prefix=JOINED < %t.kernels
; A block's word may be computed before its threads' guards.
; START: declare i64 @warprt_cpu_check_start(ptr{{.*}}, i64) #[[START:[0-9]+]]
; START: attributes #[[START]] = {{{.*}} speculatable
; RUN: %warp-codegen -target=cpu -emit-llvm %s | FileCheck %s --check-prefix=WITHOUT
; WITHOUT-NOT: warprt_cpu_check
; WITHOUT-NOT: warpfort.variable

; CHECK-DAG: c"a.f90\00"
; CHECK-DAG: c"tile\00"
; CHECK-DAG: @warpfort.sites = internal constant { ptr, i64 } { ptr @warpfort.site.table, i64 8 }
; Each has a line, those that LLVM has made of several ones, too.
; JOINED: @warpfort.site.table = {{.*}}, i64 21 }, {{.*}}, i64 31 }, {{.*}}, i64 41 }, {{.*}}, i64 51 },
; CHECK-DAG: @llvm.global_ctors = {{.*}} @warprt_cpu_check_enable

; CHECK-LABEL: define internal i32 @rotate.region0(
; CHECK: call i64 @warprt_cpu_check_start(ptr @warpfort.sites, i64 %{{.*}})
; CHECK: %[[LINEAR:.*]] = zext i32 %linear to i64
; CHECK: %[[THREAD:.*]] = shl nuw nsw i64 %[[LINEAR]], 34
; CHECK: add nuw i64 %{{.*}}, %[[THREAD]]
; Four bytes, read, site 0.
; CHECK: %[[READ:.*]] = or disjoint i64 %{{.*}}, 16384
; CHECK: call void @warprt_cpu_check_access(ptr %{{.*}}, i64 %[[READ]])
; Four bytes, written, site 1.
; CHECK: %[[WRITE:.*]] = or disjoint i64 %{{.*}}, 278529
; CHECK: call void @warprt_cpu_check_store(ptr %{{.*}}, i64 %[[WRITE]], i64 %{{.*}})
; CHECK: store float
; CHECK: ret i32 0
; CHECK-LABEL: define internal i32 @rotate.region1(
; The next interval, unless it is the last one, and no operation of the warp in it.
; CHECK: %[[INTERVAL:.*]] = select i1 %{{.*}}, i64 0, i64 16777216
; CHECK: %[[NEXT:.*]] = add i64 %{{.*}}, %[[INTERVAL]]
; CHECK: and i64 %[[NEXT]], -15728641
; CHECK: call void @warprt_cpu_check_pass(i64 %{{.*}}, i32 2)
; CHECK: call void @warprt_cpu_check_written(ptr %{{.*}}, i64 4)
; CHECK-NOT: warprt_cpu_check
; CHECK: ret i32 65535
; CHECK-LABEL: define internal i32 @hand_over.body(
; CHECK: fence release
; CHECK: call void @warprt_cpu_check_arrive(i64 %{{.*}})
; CHECK: fence acquire
; CHECK: call void @warprt_cpu_check_waited(i64 %{{.*}})
; CHECK: fence seq_cst
; CHECK: call void @warprt_cpu_check_fence(i64 %{{.*}})

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [256 x float] undef, align 4

define internal void @__warpdev_put(ptr %p, float %x) {
  store float %x, ptr %p
  ret void
}

define ptx_kernel void @rotate(ptr %x, ptr %y) !dbg !4 {
  %private = alloca float
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !7
  %w = zext i32 %t to i64, !dbg !7
  %px = getelementptr inbounds float, ptr %x, i64 %w, !dbg !7
  %v = load float, ptr %px, !dbg !7
  store float %v, ptr %private, !dbg !7
  %p = getelementptr inbounds [256 x float], ptr addrspace(3) @tile, i64 0, i64 %w, !dbg !7
  store float %v, ptr addrspace(3) %p, !dbg !10
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !8
  %py = getelementptr inbounds float, ptr %y, i64 %w, !dbg !8
  call void @__warpdev_put(ptr %py, float 1.0), !dbg !8
  ret void, !dbg !8
}

; Blocks in a row are one, as many as the runtime allows; the number of a thread then
; goes on into that of its block.
; ROW-LABEL: define internal void @fill.blocks(
; ROW: %[[MOST:.*]] = call i64 @warprt_cpu_check_together(i64 %{{.*}})
; ROW: call i64 @llvm.umin.i64(i64 %{{.*}}, i64 %[[MOST]])
; ROW: %row.length =
; ROW: %[[FIRST:.*]] = mul nuw nsw i32 %{{.*}}, %block.x
; ROW: %[[NUMBER:.*]] = call i32 @warprt_cpu_check_place(i32 %[[FIRST]], i32 %[[X:thread.x[0-9]*]], i32 %block.x)
; ROW: call i32 @fill.body({{.*}}, i32 %[[X]], {{.*}}, i32 %[[NUMBER]],
define ptx_kernel void @fill(ptr %x) !dbg !13 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !14
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !14
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !14
  %m = mul i32 %b, %d, !dbg !14
  %i = add i32 %m, %t, !dbg !14
  %p = getelementptr i32, ptr %x, i32 %i, !dbg !14
  store i32 1, ptr %p, !dbg !14
  ret void, !dbg !14
}

; What LLVM makes of several accesses is an access of the program: of a store and one
; that may follow, of two stores on two ways, and of those of a loop.
; JOINED-LABEL: define internal i32 @again.body(
; JOINED: %[[JOINED:.*]] = select i1
; JOINED: call void @warprt_cpu_check_store(ptr %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
; JOINED-NEXT: store i32 %[[JOINED]],
; JOINED-NOT: warprt_cpu_check_written
; JOINED: ret i32 65535
define ptx_kernel void @again(ptr %x, i1 %c) !dbg !15 {
  store i32 1, ptr %x, !dbg !16
  br i1 %c, label %more, label %end, !dbg !16
more:
  store i32 2, ptr %x, !dbg !17
  br label %end, !dbg !17
end:
  ret void, !dbg !17
}

; JOINED-LABEL: define internal i32 @either.body(
; JOINED: %[[JOINED:.*]] = select i1
; JOINED: call void @warprt_cpu_check_store(ptr %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
; JOINED-NEXT: store i32 %[[JOINED]],
; JOINED-NOT: warprt_cpu_check_written
; JOINED: ret i32 65535
define ptx_kernel void @either(ptr %x, i32 %v) !dbg !18 {
  %c = icmp eq i32 %v, 0, !dbg !19
  br i1 %c, label %one, label %other, !dbg !19
one:
  store i32 1, ptr %x, !dbg !20
  br label %end, !dbg !20
other:
  store i32 2, ptr %x, !dbg !23
  br label %end, !dbg !23
end:
  ret void, !dbg !23
}

; JOINED-LABEL: define internal i32 @total.body(
; JOINED: call void @warprt_cpu_check_access(
; JOINED: load i32
; JOINED: call void @warprt_cpu_check_store(
; JOINED-NEXT: store i32
; JOINED-NOT: warprt_cpu_check_written
; JOINED: ret i32 65535
define ptx_kernel void @total(ptr %x, i32 %n, i32 %f) !dbg !21 {
  br label %loop, !dbg !22
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ], !dbg !22
  %old = load i32, ptr %x, !dbg !22
  %a = xor i32 %i, %f, !dbg !22
  %new = mul i32 %old, %a, !dbg !22
  store i32 %new, ptr %x, !dbg !22
  %next = add i32 %i, 1, !dbg !22
  %goes = icmp ult i32 %next, %n, !dbg !22
  br i1 %goes, label %loop, label %end, !dbg !22
end:
  ret void, !dbg !22
}

; Barriers in shared memory release and acquire.
define ptx_kernel void @hand_over(ptr %x) !dbg !12 {
  fence release
  store volatile i32 1, ptr %x
  fence acquire
  store volatile i32 2, ptr %x
  fence seq_cst
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_Fortran95, file: !1, isOptimized: true, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.f90", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "rotate", scope: !1, file: !1, line: 1, type: !3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!7 = !DILocation(line: 3, column: 1, scope: !4)
!8 = !DILocation(line: 5, column: 1, scope: !4)
!9 = !DILexicalBlockFile(scope: !4, file: !11, discriminator: 0)
!10 = !DILocation(line: 4, column: 1, scope: !9)
!11 = !DIFile(filename: "tile", directory: "warpfort.variable")
!12 = distinct !DISubprogram(name: "hand_over", scope: !1, file: !1, line: 7, type: !3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!13 = distinct !DISubprogram(name: "fill", scope: !1, file: !1, line: 20, type: !3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!14 = !DILocation(line: 21, column: 1, scope: !13)
!15 = distinct !DISubprogram(name: "again", scope: !1, file: !1, line: 30, type: !3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!16 = !DILocation(line: 31, column: 1, scope: !15)
!17 = !DILocation(line: 32, column: 1, scope: !15)
!18 = distinct !DISubprogram(name: "either", scope: !1, file: !1, line: 40, type: !3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!19 = !DILocation(line: 41, column: 1, scope: !18)
!20 = !DILocation(line: 42, column: 1, scope: !18)
!21 = distinct !DISubprogram(name: "total", scope: !1, file: !1, line: 50, type: !3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!22 = !DILocation(line: 51, column: 1, scope: !21)
!23 = !DILocation(line: 43, column: 1, scope: !18)
