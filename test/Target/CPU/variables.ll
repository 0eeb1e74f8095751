;===-- variables.ll - Device variables in the program's table
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Variables with a name are listed, in whatever address space they were, and the
; host may write to constant ones; those of one file alone are not listed.

; RUN: %warp-codegen -target=cpu -emit-llvm %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: @scalar = internal global i32 7
; CHECK-DAG: @table = internal global [4 x double] [double 1.0
; CHECK-DAG: @where = internal global ptr @scalar
; CHECK-DAG: @warpfort.variables = {{.*}} ptr @scalar, i64 4 {{.*}} ptr @table, i64 32 {{.*}} ptr @where, i64 8
; CHECK-NOT: ptr @private, i64
@scalar = addrspace(1) global i32 7
@table = addrspace(4) constant [4 x double] [double 1.0, double 2.0, double 3.0, double 4.0]
@where = addrspace(1) global ptr addrspace(1) @scalar
@private = internal addrspace(1) global i32 0

; CHECK-LABEL: define internal void @useAll(
; CHECK: load i32, ptr @scalar
; CHECK-NOT: addrspace
define ptx_kernel void @useAll(ptr %out, i64 %i) {
  %s = load i32, ptr addrspace(1) @scalar
  store i32 %s, ptr addrspace(1) @private
  %p = getelementptr [4 x double], ptr addrspace(4) @table, i64 0, i64 %i
  %v = load double, ptr addrspace(4) %p
  %d = sitofp i32 %s to double
  %r = fadd double %v, %d
  store double %r, ptr %out
  %g = load volatile i32, ptr addrspacecast (ptr addrspace(1) @private to ptr)
  ret void
}
