;===-- choose-loop-orders.ll - Threads outside of loops or inside
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A kernel calls the version by threads where its loop over threads became
; vectors, and the version by rounds where it did not.

; RUN: %warp-codegen -passes=warpfort-choose-loop-orders %s | FileCheck %s

declare i1 @warpfort.threads.are.vectors()
declare void @rounds()

define void @wide() "warpfort-wide-threads" {
  ret void
}
define void @narrow() {
  ret void
}

; CHECK-NOT: warpfort.threads.are.vectors
; CHECK-LABEL: define void @vectors(
; CHECK-NOT: @rounds
; CHECK: call void @wide()
; CHECK-NOT: @rounds
; CHECK-LABEL: define void @scalars(
; CHECK-NOT: @narrow
; CHECK: call void @rounds()
; CHECK-NOT: @narrow
; CHECK: ret void
define void @vectors() {
  %v = call i1 @warpfort.threads.are.vectors() #0
  br i1 %v, label %threads, label %loop
threads:
  call void @wide()
  ret void
loop:
  call void @rounds()
  ret void
}
define void @scalars() {
  %v = call i1 @warpfort.threads.are.vectors() #1
  br i1 %v, label %threads, label %loop
threads:
  call void @narrow()
  ret void
loop:
  call void @rounds()
  ret void
}
attributes #0 = { "warpfort-about"="wide" }
attributes #1 = { "warpfort-about"="narrow" }
