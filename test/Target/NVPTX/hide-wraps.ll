;===-- hide-wraps.ll - Loop variables that wrap
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A 16-bit variable in the upper half of a register, which wraps: ptxas would
; take it for one that does not. LLVM knows how often the other loops run.

; RUN: %warp-codegen -passes='function(warpfort-hide-wraps)' %s | FileCheck %s

; CHECK-LABEL: define i32 @wraps(
; CHECK: %[[X:.*]] = call i32 asm "xor.b32 $0, $1, 0x80000000;", "=r,r"(i32 %next)
; CHECK: icmp ult i32 %[[X]], -11010048
define i32 @wraps() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 2097152000, %entry ], [ %next, %loop ]
  %n = phi i32 [ 0, %entry ], [ %m, %loop ]
  %m = add nuw nsw i32 %n, 1
  %next = add i32 %i, 32768000
  %c = icmp slt i32 %next, 2136473600
  br i1 %c, label %loop, label %exit
exit:
  ret i32 %m
}

; CHECK-LABEL: define i32 @known(
; CHECK-NOT: asm
; CHECK: icmp slt i32 %next, %last
define i32 @known(i32 %last) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add nsw i32 %i, 3
  %c = icmp slt i32 %next, %last
  br i1 %c, label %loop, label %exit
exit:
  ret i32 %i
}
