;===-- jam-rows.ll - Rows of a nest that a thread computes at once ---------===;
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Threads that have two rows go through the loop inside once, with one load of what does
; not depend on the row. The last one, and threads outside of the row, have the loop as it
; was.

; RUN: %warp-codegen -passes="warpfort-jam-rows,simplifycfg,loop(indvars),early-cse" %s | FileCheck %s

; CHECK: define void @product({{.*}} #[[TWO:[0-9]+]] {
; CHECK: br i1 %some, label %[[ROWS:.*]], label %exit
; CHECK: %[[SECOND:.*]] = add i64 %first, 1
; CHECK: %[[BOTH:.*]] = icmp ult i64 %[[SECOND]], %end
; CHECK: %[[IN:.*]] = freeze i1 %inside
; CHECK: %[[ALL:.*]] = and i1 %[[BOTH]], %[[IN]]
; CHECK: br i1 %[[ALL]], label
; CHECK: load double
; CHECK-NEXT: getelementptr
; CHECK-NEXT: load double
; CHECK: fadd
; CHECK-NOT: br
; CHECK: load double
; CHECK-NOT: load
; CHECK: fadd
; CHECK-NOT: load
; CHECK: br i1
; CHECK: store
; CHECK: store
; CHECK: br label %exit
; The loop as it was, for one row.
; CHECK: load double
; CHECK: load double
; CHECK-NOT: load
; CHECK: }
define void @product(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %first, i64 %end, i64 %x, i64 %n, i1 %inside) "warpfort.wants_rows"="2" {
entry:
  %some = icmp ult i64 %first, %end
  br i1 %some, label %row, label %exit
row:
  %y = phi i64 [ %first, %entry ], [ %y.next, %latch ]
  br i1 %inside, label %before, label %latch
before:
  %pb = getelementptr double, ptr %b, i64 %y
  br label %loop
loop:
  %k = phi i64 [ 0, %before ], [ %k.next, %loop ]
  %sum = phi double [ 0.0, %before ], [ %added, %loop ]
  %row.k = mul i64 %k, %n
  %pa = getelementptr double, ptr %a, i64 %row.k
  %va = load double, ptr %pa
  %pbk = getelementptr double, ptr %pb, i64 %row.k
  %vb = load double, ptr %pbk
  %product = fmul double %va, %vb
  %added = fadd double %sum, %product
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %loop, label %after
after:
  %pc = getelementptr double, ptr %c, i64 %y
  store double %added, ptr %pc
  br label %latch
latch:
  %y.next = add nuw nsw i64 %y, 1
  %again = icmp ult i64 %y.next, %end
  br i1 %again, label %row, label %exit
exit:
  ret void
}

; Not where the loop inside has as many rounds as the row says,
; CHECK: define void @triangle({{.*}} #[[ONE:[0-9]+]] {
define void @triangle(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %first, i64 %end, i64 %n) "warpfort.wants_rows"="2" {
entry:
  %some = icmp ult i64 %first, %end
  br i1 %some, label %row, label %exit
row:
  %y = phi i64 [ %first, %entry ], [ %y.next, %after ]
  %pb = getelementptr double, ptr %b, i64 %y
  br label %loop
loop:
  %k = phi i64 [ 0, %row ], [ %k.next, %loop ]
  %sum = phi double [ 0.0, %row ], [ %added, %loop ]
  %row.k = mul i64 %k, %n
  %pa = getelementptr double, ptr %a, i64 %row.k
  %va = load double, ptr %pa
  %pbk = getelementptr double, ptr %pb, i64 %row.k
  %vb = load double, ptr %pbk
  %product = fmul double %va, %vb
  %added = fadd double %sum, %product
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %y
  br i1 %more, label %loop, label %after
after:
  %pc = getelementptr double, ptr %c, i64 %y
  store double %added, ptr %pc
  %y.next = add nuw nsw i64 %y, 1
  %again = icmp ult i64 %y.next, %end
  br i1 %again, label %row, label %exit
exit:
  ret void
}

; or writes memory, or where atomic accesses might meet in another order.
; CHECK: define void @writes({{.*}} #[[ONE]] {
define void @writes(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %first, i64 %end, i64 %n) "warpfort.wants_rows"="2" {
entry:
  %some = icmp ult i64 %first, %end
  br i1 %some, label %row, label %exit
row:
  %y = phi i64 [ %first, %entry ], [ %y.next, %after ]
  %pb = getelementptr double, ptr %b, i64 %y
  br label %loop
loop:
  %k = phi i64 [ 0, %row ], [ %k.next, %loop ]
  %row.k = mul i64 %k, %n
  %pa = getelementptr double, ptr %a, i64 %row.k
  %va = load double, ptr %pa
  %pbk = getelementptr double, ptr %pb, i64 %row.k
  %vb = load double, ptr %pbk
  %product = fmul double %va, %vb
  store double %product, ptr %pbk
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %loop, label %after
after:
  %y.next = add nuw nsw i64 %y, 1
  %again = icmp ult i64 %y.next, %end
  br i1 %again, label %row, label %exit
exit:
  ret void
}

; CHECK: define void @atomics({{.*}} #[[ONE]] {
define void @atomics(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %first, i64 %end, i64 %n) "warpfort.wants_rows"="2" {
entry:
  %some = icmp ult i64 %first, %end
  br i1 %some, label %row, label %exit
row:
  %y = phi i64 [ %first, %entry ], [ %y.next, %after ]
  %pb = getelementptr double, ptr %b, i64 %y
  br label %loop
loop:
  %k = phi i64 [ 0, %row ], [ %k.next, %loop ]
  %sum = phi double [ 0.0, %row ], [ %added, %loop ]
  %row.k = mul i64 %k, %n
  %pa = getelementptr double, ptr %a, i64 %row.k
  %va = load double, ptr %pa
  %pbk = getelementptr double, ptr %pb, i64 %row.k
  %vb = load double, ptr %pbk
  %product = fmul double %va, %vb
  %added = fadd double %sum, %product
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %loop, label %after
after:
  %old = atomicrmw fadd ptr %c, double %added monotonic
  %y.next = add nuw nsw i64 %y, 1
  %again = icmp ult i64 %y.next, %end
  br i1 %again, label %row, label %exit
exit:
  ret void
}

; Not where the iteration keeps something in a variable of the thread, which both rows
; would share; reading one is right.
; CHECK: define void @private({{.*}} #[[ONE]] {
define void @private(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %first, i64 %end, i64 %n) "warpfort.wants_rows"="2" {
entry:
  %own = alloca [4 x double]
  %some = icmp ult i64 %first, %end
  br i1 %some, label %row, label %exit
row:
  %y = phi i64 [ %first, %entry ], [ %y.next, %after ]
  %real = sitofp i64 %y to double
  %o = getelementptr double, ptr %own, i64 %y
  store double %real, ptr %o
  br label %loop
loop:
  %k = phi i64 [ 0, %row ], [ %k.next, %loop ]
  %sum = phi double [ 0.0, %row ], [ %added, %loop ]
  %row.k = mul i64 %k, %n
  %pa = getelementptr double, ptr %a, i64 %row.k
  %va = load double, ptr %pa
  %pbk = getelementptr double, ptr %own, i64 %k
  %vb = load double, ptr %pbk
  %product = fmul double %va, %vb
  %added = fadd double %sum, %product
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, 4
  br i1 %more, label %loop, label %after
after:
  %pc = getelementptr double, ptr %c, i64 %y
  store double %added, ptr %pc
  %y.next = add nuw nsw i64 %y, 1
  %again = icmp ult i64 %y.next, %end
  br i1 %again, label %row, label %exit
exit:
  ret void
}

; CHECK: define void @table({{.*}} #[[TWO]] {
define void @table(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %first, i64 %end, i64 %n) "warpfort.wants_rows"="2" {
entry:
  %own = alloca [4 x double]
  store double 1.0, ptr %own
  %some = icmp ult i64 %first, %end
  br i1 %some, label %row, label %exit
row:
  %y = phi i64 [ %first, %entry ], [ %y.next, %after ]
  %pb = getelementptr double, ptr %b, i64 %y
  br label %loop
loop:
  %k = phi i64 [ 0, %row ], [ %k.next, %loop ]
  %sum = phi double [ 0.0, %row ], [ %added, %loop ]
  %pa = getelementptr double, ptr %own, i64 %k
  %va = load double, ptr %pa
  %pbk = getelementptr double, ptr %pb, i64 %k
  %vb = load double, ptr %pbk
  %product = fmul double %va, %vb
  %added = fadd double %sum, %product
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %loop, label %after
after:
  %pc = getelementptr double, ptr %c, i64 %y
  store double %added, ptr %pc
  %y.next = add nuw nsw i64 %y, 1
  %again = icmp ult i64 %y.next, %end
  br i1 %again, label %row, label %exit
exit:
  ret void
}

; CHECK: attributes #[[TWO]] = { "warpfort.rows"="2" "warpfort.wants_rows"="2" }
; CHECK: attributes #[[ONE]] = { "warpfort.wants_rows"="2" }
