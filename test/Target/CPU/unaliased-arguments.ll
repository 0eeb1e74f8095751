;===-- unaliased-arguments.ll - Data of different arguments
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A store through an argument does not change what is read through an unaliased
; one: @known loads it once, and stores both elements together (CODE). It may
; change what is read through the same one, or through those that nothing is said
; of (@unknown), or that are written to (@written). An address may lead to one of two arguments (@either). The data's
; address may be in a descriptor (@described); one in a record leads anywhere
; (@record).

; RUN: %warp-codegen -target=cpu -dump-after=kernels -emit-llvm %s -o %t.ll 2>%t.kernels
; RUN: FileCheck %s < %t.kernels
; RUN: FileCheck %s --check-prefix=CODE < %t.ll

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%record = type { ptr, i64 }

; CHECK-LABEL: define internal i32 @known.body(
; CHECK: load double, ptr %a, {{.*}}!alias.scope ![[A:[0-9]+]]
; CHECK: store double {{.*}}ptr %c{{.*}}!noalias ![[A]]
; CHECK: load double, ptr %a, {{.*}}!alias.scope ![[A]]
; CHECK: store double {{.*}}!noalias ![[A]]

; CODE-LABEL: define internal void @known(
; CODE: load double, ptr %{{.*}}!alias.scope
; CODE-NOT: load double
; CODE: store <2 x double>
define ptx_kernel void @known(ptr "warpfort.unaliased" %a, ptr "warpfort.unaliased" %c) {
  %x = load double, ptr %a
  %y = fadd double %x, 1.0
  store double %y, ptr %c
  %again = load double, ptr %a
  %s = fadd double %again, 2.0
  %c1 = getelementptr double, ptr %c, i64 1
  store double %s, ptr %c1
  ret void
}

; CHECK-LABEL: define internal i32 @unknown.body(
; CHECK: load double, ptr %a, {{.*}}!alias.scope ![[OWN:[0-9]+]]
; CHECK: store double {{.*}}ptr %c{{.*}}!noalias ![[OWN]]
; CHECK-NOT: load double, ptr %b, {{.*}}!alias.scope
; CHECK: ret i32
define ptx_kernel void @unknown(ptr "warpfort.unaliased" %a, ptr %b, ptr %c) {
  %x = load double, ptr %a
  store double %x, ptr %c
  %y = load double, ptr %b
  %c1 = getelementptr double, ptr %c, i64 1
  store double %y, ptr %c1
  ret void
}

; CHECK-LABEL: define internal i32 @written.body(
; CHECK-NOT: !noalias
; CHECK: ret i32
define ptx_kernel void @written(ptr "warpfort.unaliased" %a, ptr "warpfort.unaliased" %c) {
  %x = load double, ptr %a
  store double %x, ptr %c
  store double 1.0, ptr %a
  ret void
}

; CHECK-LABEL: define internal i32 @either.body(
; CHECK: load double, ptr %p, align 8{{(, !llvm.access.group ![0-9]+)?$}}
; CHECK: store double {{.*}}ptr %p{{.*}}!noalias ![[THIRD:[0-9]+]]
; CHECK: load double, ptr %b, {{.*}}!alias.scope ![[THIRD]]
define ptx_kernel void @either(ptr "warpfort.unaliased" %a, ptr "warpfort.unaliased" %b, ptr "warpfort.unaliased" %c, i1 %which) {
  %p = select i1 %which, ptr %a, ptr %c
  %x = load double, ptr %p
  %y = fadd double %x, 1.0
  store double %y, ptr %p
  %z = load double, ptr %b
  %s = fadd double %y, %z
  %c1 = getelementptr double, ptr %c, i64 1
  store double %s, ptr %c1
  ret void
}

; CHECK-LABEL: define internal i32 @described.body(
; CHECK: load double, ptr %data, {{.*}}!alias.scope ![[DATA:[0-9]+]]
; CHECK: store double {{.*}}ptr %c{{.*}}!noalias ![[DATA]]
define ptx_kernel void @described(ptr byval({ ptr, i64, i32, i8, i8, i8, i8, [1 x [3 x i64]] })
                                      "warpfort.unaliased" %a, ptr %c) {
  %data = load ptr, ptr %a
  %x = load double, ptr %data
  store double %x, ptr %c
  ret void
}

; CHECK-LABEL: define internal i32 @record.body(
; CHECK: load double, ptr %data, align 8{{(, !llvm.access.group ![0-9]+)?$}}
define ptx_kernel void @record(ptr byval(%record) "warpfort.unaliased" %a, ptr %c) {
  %data = load ptr, ptr %a
  %x = load double, ptr %data
  store double %x, ptr %c
  ret void
}
