;===-- check-loops.ll - One check for a loop's accesses -------------------===;
;
; Part of the Warpfort project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for licence information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Before a loop over threads the runtime is asked about all its accesses, unless they
; are few. If it finds nothing, the loop runs without them; otherwise as it was.
; Rounds of threads that access neighbours are then outside of the loop over threads
; (@counted, @nest), but not where more than counters goes on to the next round
; (@carried), and where neighbours are a thread's own (@along).

; RUN: %warp-codegen -passes=warpfort-check-loops %s | FileCheck %s

declare void @warprt_cpu_check_access(ptr, i64)
declare void @warprt_cpu_check_atomic(ptr, i64)
declare void @warprt_cpu_check_store(ptr, i64, i64)
declare void @warprt_cpu_check_pass(i64, i32)
declare i32 @warprt_cpu_check_place(i32, i32, i32) nounwind willreturn memory(none)
declare void @unknown()

; A read, a write, and that the threads have passed a barrier.
; CHECK-LABEL: define void @threads(
; CHECK: %[[ACCESSES:.*]] = alloca [48 x i64]
; CHECK: %[[COUNT:.*]] = call i64 @llvm.umax.i64(i64 %n, i64 1)
; CHECK: %[[THREADS:.*]] = mul i64 1, %[[COUNT]]
; CHECK: call void @warprt_cpu_check_pass_all(i64 %word, i32 5, i64 %[[THREADS]])
; CHECK-NOT: @warprt_cpu_check_pass(
; CHECK: %[[COUNT:.*]] = call i64 @llvm.umax.i64(i64 %n, i64 1)
; CHECK: br i1 true
; CHECK: store ptr %x, ptr
; CHECK: store i64 %word, ptr
; CHECK: store i64 0, ptr
; CHECK: store i64 0, ptr
; CHECK: store i64 0, ptr
; CHECK: store i64 1, ptr
; CHECK: store i64 %[[COUNT]], ptr
; CHECK: store i64 4, ptr
; CHECK: store i64 17179869184, ptr
; CHECK: store ptr %y, ptr
; CHECK: %[[ANSWER:.*]] = call i32 @warprt_cpu_check_loop(ptr %[[ACCESSES]], i64 2, i32 1)
; CHECK: %[[RIGHT:.*]] = icmp ne i32 %[[ANSWER]], 0
; CHECK: br i1 %[[RIGHT]]
; CHECK-NOT: call
; CHECK: store i32 %{{.*}}, ptr
; CHECK-NOT: store
; CHECK: call void @warprt_cpu_check_access(
; CHECK: call void @warprt_cpu_check_store(
define void @threads(ptr %x, ptr %y, i64 %word, i64 %n) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %loop ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  call void @warprt_cpu_check_pass(i64 %w, i32 5)
  %px = getelementptr inbounds i32, ptr %x, i64 %t
  call void @warprt_cpu_check_access(ptr %px, i64 %w)
  %v = load i32, ptr %px
  %py = getelementptr inbounds i32, ptr %y, i64 %t
  %v64 = zext i32 %v to i64
  call void @warprt_cpu_check_store(ptr %py, i64 %w, i64 %v64)
  store i32 %v, ptr %py
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; So it is if they do nothing else, in rows or not.
; CHECK-LABEL: define void @passes(
; CHECK: %[[ALL:.*]] = mul i64 %{{.*}}, %{{.*}}
; CHECK: call void @warprt_cpu_check_pass_all(i64 %word, i32 6, i64 %[[ALL]])
; CHECK-NOT: @warprt_cpu_check_pass(
; CHECK: ret void
define void @passes(i64 %word, i64 %n, i64 %m) {
entry:
  br label %rows
rows:
  %y = phi i64 [ 0, %entry ], [ %y.next, %rows.end ]
  %row = mul nuw nsw i64 %y, %n
  br label %loop
loop:
  %x = phi i64 [ 0, %rows ], [ %x.next, %loop ]
  %t = add nuw nsw i64 %row, %x
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  call void @warprt_cpu_check_pass(i64 %w, i32 6)
  %x.next = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %x.next, %n
  br i1 %more, label %loop, label %rows.end
rows.end:
  %y.next = add nuw nsw i64 %y, 1
  %further = icmp ult i64 %y.next, %m
  br i1 %further, label %rows, label %end
end:
  ret void
}

; Not if some do not pass it, or what else they do is not known.
; CHECK-LABEL: define void @passes_apart(
; CHECK-NOT: @warprt_cpu_check_pass_all(
; CHECK: call void @warprt_cpu_check_pass(i64 %{{.*}}, i32 7)
; CHECK-NOT: @warprt_cpu_check_pass_all(
; CHECK: call void @warprt_cpu_check_pass(i64 %{{.*}}, i32 8)
; CHECK: ret void
define void @passes_apart(i64 %word, i64 %n, i64 %few) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %latch ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %is = icmp ult i64 %t, %few
  br i1 %is, label %pass, label %latch
pass:
  call void @warprt_cpu_check_pass(i64 %w, i32 7)
  br label %latch
latch:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %n
  br i1 %more, label %loop, label %next
next:
  br label %others
others:
  %o = phi i64 [ 0, %next ], [ %o.next, %others ]
  %other = shl nuw nsw i64 %o, 34
  %v = add i64 %word, %other
  call void @warprt_cpu_check_pass(i64 %v, i32 8)
  call void @unknown()
  %o.next = add nuw nsw i64 %o, 1
  %again = icmp ult i64 %o.next, %n
  br i1 %again, label %others, label %end
end:
  ret void
}

; An access at an address that is read stays, and the runtime is told of the
; end of the loop.
; CHECK-LABEL: define void @indirect(
; CHECK: call i32 @warprt_cpu_check_loop(ptr %{{.*}}, i64 1, i32 0)
; CHECK: call void @warprt_cpu_check_store(
; CHECK-NOT: call
; CHECK: call void @warprt_cpu_check_loop_end()
; CHECK: call void @warprt_cpu_check_access(
define void @indirect(ptr %x, ptr %y, i64 %word, i64 %n) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %loop ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %px = getelementptr inbounds i32, ptr %x, i64 %t
  call void @warprt_cpu_check_access(ptr %px, i64 %w)
  %v = load i32, ptr %px
  %v64 = zext i32 %v to i64
  %py = getelementptr inbounds i32, ptr %y, i64 %v64
  call void @warprt_cpu_check_store(ptr %py, i64 %w, i64 %v64)
  store i32 %v, ptr %py
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; What a procedure does is not known.
; CHECK-LABEL: define void @calls(
; CHECK-NOT: warprt_cpu_check_loop
; CHECK: ret void
define void @calls(ptr %x, i64 %word, i64 %n) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %loop ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %px = getelementptr inbounds i32, ptr %x, i64 %t
  call void @warprt_cpu_check_access(ptr %px, i64 %w)
  call void @unknown()
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Atomic accesses order others.
; CHECK-LABEL: define void @atomics(
; CHECK-NOT: warprt_cpu_check_loop
; CHECK: ret void
define void @atomics(ptr %x, ptr %y, i64 %word, i64 %n) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %loop ]
  %px = getelementptr inbounds i32, ptr %x, i64 %t
  call void @warprt_cpu_check_access(ptr %px, i64 %word)
  %old = atomicrmw add ptr %y, i32 1 seq_cst
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Relaxed ones do not. Other accesses of the loop are asked about, those of some
; rounds as well; what is atomic is checked in it.
; CHECK-LABEL: define void @relaxed(
; CHECK: call i32 @warprt_cpu_check_loop(ptr %{{.*}}, i64 %{{.*}}, i32 0)
; CHECK: loop.checked:
; CHECK-NOT: warprt_cpu_check_access
; CHECK: call void @warprt_cpu_check_atomic(ptr %y
; CHECK: call void @warprt_cpu_check_loop_end()
; CHECK: ret void
define void @relaxed(ptr %x, ptr %y, i64 %word, i64 %n, i64 %some) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %latch ]
  %is.in = icmp slt i64 %t, %some
  br i1 %is.in, label %read, label %latch
read:
  %px = getelementptr inbounds i32, ptr %x, i64 %t
  call void @warprt_cpu_check_access(ptr %px, i64 %word)
  br label %latch
latch:
  call void @warprt_cpu_check_atomic(ptr %y, i64 %word)
  %old = atomicrmw add ptr %y, i32 1 monotonic
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A loop that the threads begin side by side has a row of some threads at its end.
; Each access is described twice where there is one: that row, and the rows before. Not if the
; stride is shorter than a row, or a number is close to wrapping around.
; CHECK-LABEL: define void @strides(
; CHECK: %[[ACCESSES:.*]] = alloca [96 x i64]
; CHECK: call i64 @llvm.smax.i64(i64 %{{.*}}, i64 0)
; CHECK: udiv i64
; CHECK: store ptr %x, ptr
; CHECK: %[[ASKED:.*]] = phi i64 [ 4, %{{.*}} ], [ 2, %{{.*}} ]
; CHECK: icmp ult i64 %{{.*}}, 4611686018427387904
; CHECK: %[[MORE:.*]] = sub i64 %stride, %{{.*}}
; CHECK: icmp ult i64 %[[MORE]], 2305843009213693952
; CHECK: %[[COUNT:.*]] = select i1 %{{.*}}, i64 0, i64 %[[ASKED]]
; CHECK: call i32 @warprt_cpu_check_loop(ptr %[[ACCESSES]], i64 %[[COUNT]], i32 1)
; CHECK: call void @warprt_cpu_check_access(
; CHECK: call void @warprt_cpu_check_store(
define void @strides(ptr %x, ptr %y, i64 %word, i64 %threads, i64 %n, i64 %stride) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %end.rounds ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %none = icmp sgt i64 %t, %n
  br i1 %none, label %end.rounds, label %before
before:
  br label %rounds
rounds:
  %i = phi i64 [ %t, %before ], [ %i.next, %rounds ]
  %px = getelementptr i32, ptr %x, i64 %i
  call void @warprt_cpu_check_access(ptr %px, i64 %w)
  %v = load i32, ptr %px
  %py = getelementptr i32, ptr %y, i64 %i
  %v64 = zext i32 %v to i64
  call void @warprt_cpu_check_store(ptr %py, i64 %w, i64 %v64)
  store i32 %v, ptr %py
  %i.next = add i64 %i, %stride
  %done = icmp sgt i64 %i.next, %n
  br i1 %done, label %end.rounds, label %rounds
end.rounds:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The threads' first indices are not neighbours.
; CHECK-LABEL: define void @apart(
; CHECK-NOT: select i1 %{{.*}}, i64 0, i64 2
; CHECK: ret void
define void @apart(ptr %x, i64 %word, i64 %threads, i64 %n, i64 %stride) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %end.rounds ]
  %begin = shl i64 %t, 1
  %none = icmp sgt i64 %begin, %n
  br i1 %none, label %end.rounds, label %before
before:
  br label %rounds
rounds:
  %i = phi i64 [ %begin, %before ], [ %i.next, %rounds ]
  %px = getelementptr i32, ptr %x, i64 %i
  call void @warprt_cpu_check_access(ptr %px, i64 %word)
  %i.next = add i64 %i, %stride
  %done = icmp sgt i64 %i.next, %n
  br i1 %done, label %end.rounds, label %rounds
end.rounds:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The same where the rounds are counted beforehand: d - t over the stride.
; CHECK-LABEL: define void @counted(
; CHECK: %[[ACCESSES:.*]] = alloca [48 x i64]
; CHECK: %[[PAST:.*]] = add i64 %d, 1
; CHECK: %[[FROM:.*]] = sub i64 %[[PAST]], %stride
; CHECK: call i64 @llvm.smax.i64(i64 %[[FROM]], i64 0)
; CHECK: %[[ASKED:.*]] = phi i64 [ 2, %{{.*}} ], [ 1, %{{.*}} ]
; CHECK: %[[COUNT:.*]] = select i1 %{{.*}}, i64 0, i64 %[[ASKED]]
; CHECK: call i32 @warprt_cpu_check_loop(ptr %[[ACCESSES]], i64 %[[COUNT]], i32 1)
; Of the last round, only some threads have one. A round's place is the first one's
; and so many strides.
; CHECK: [[LOOP:.*]]: {{.*}}preds = %end.rounds.checked, %[[ROUNDS:.*]]
; CHECK: %[[THREAD:.*]] = phi i64 [ 0, %[[ROUNDS]] ], [ %[[NEXT:.*]], %end.rounds.checked ]
; CHECK: %[[WAY:.*]] = mul i64 %[[ROUND:.*]], %stride
; CHECK: %[[I:.*]] = add i64 %{{.*}}, %[[WAY]]
; CHECK: %[[PY:.*]] = getelementptr i32, ptr %y, i64 %[[I]]
; CHECK-NOT: call
; CHECK: store i32 0, ptr %[[PY]]
; CHECK-NOT: br i1
; CHECK: %[[NEXT]] = add nuw i64 %[[THREAD]], 1
; CHECK: %[[MORE:.*]] = icmp ult i64 %[[NEXT]], %[[THREADS:.*]]
; CHECK: br i1 %[[MORE]], label %[[LOOP]], label %[[LATCH:[^,]*]]
; CHECK: [[ROUNDS]]:
; CHECK: %[[ROUND]] = phi i64 [ 0, %checked ], [ %{{.*}}, %[[LATCH]] ]
; CHECK: %[[IS_FULL:.*]] = icmp ult i64 %[[ROUND]], %{{.*}}
; CHECK: %[[THREADS]] = select i1 %[[IS_FULL]], i64 %{{.*}}, i64 %{{.*}}
; CHECK: %[[ANY:.*]] = icmp ne i64 %[[THREADS]], 0
; CHECK: br i1 %[[ANY]], label %[[LOOP]], label %[[LATCH]]
; CHECK: call void @warprt_cpu_check_store(
define void @counted(ptr %y, i64 %word, i64 %threads, i64 %d, i64 %stride) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %end.rounds ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %way = sub i64 %d, %t
  %count = sdiv i64 %way, %stride
  %any = icmp sgt i64 %count, 0
  br i1 %any, label %before, label %end.rounds
before:
  br label %rounds
rounds:
  %left = phi i64 [ %count, %before ], [ %left.next, %rounds ]
  %i = phi i64 [ %t, %before ], [ %i.next, %rounds ]
  %py = getelementptr i32, ptr %y, i64 %i
  call void @warprt_cpu_check_store(ptr %py, i64 %w, i64 0)
  store i32 0, ptr %py
  %i.next = add i64 %i, %stride
  %left.next = add nsw i64 %left, -1
  %again = icmp samesign ugt i64 %left, 1
  br i1 %again, label %rounds, label %end.rounds
end.rounds:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; LLVM counts such rounds in 32 bits where they are known to be few. What it
; subtracts a thread's number from must not wrap around then.
; CHECK-LABEL: define void @counted_in_32_bits(
; CHECK: %[[ACCESSES:.*]] = alloca [48 x i64]
; CHECK: @llvm.umul.with.overflow.i32(i32 1,
; CHECK: call i32 @warprt_cpu_check_loop(ptr %[[ACCESSES]], i64 %{{.*}}, i32 1)
; CHECK: call void @warprt_cpu_check_store(
define void @counted_in_32_bits(ptr %y, i64 %word, i32 %threads, i32 %d, i32 %stride) {
entry:
  %all = zext i32 %threads to i64
  %step = zext i32 %stride to i64
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %end.rounds ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %number = trunc i64 %t to i32
  %way = sub i32 %d, %number
  %count = sdiv i32 %way, %stride
  %any = icmp sgt i32 %count, 0
  br i1 %any, label %before, label %end.rounds
before:
  %many = zext nneg i32 %count to i64
  br label %rounds
rounds:
  %left = phi i64 [ %many, %before ], [ %left.next, %rounds ]
  %i = phi i64 [ %t, %before ], [ %i.next, %rounds ]
  %py = getelementptr i32, ptr %y, i64 %i
  call void @warprt_cpu_check_store(ptr %py, i64 %w, i64 0)
  store i32 0, ptr %py
  %i.next = add i64 %i, %step
  %left.next = add nsw i64 %left, -1
  %again = icmp samesign ugt i64 %left, 1
  br i1 %again, label %rounds, label %end.rounds
end.rounds:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %all
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Likewise where the rounds read, and sum up: one call stands for them already.
; CHECK-LABEL: define void @summed(
; CHECK: %[[ACCESSES:.*]] = alloca [48 x i64]
; CHECK: %[[ASKED:.*]] = phi i64 [ 2, %{{.*}} ], [ 1, %{{.*}} ]
; CHECK: %[[COUNT:.*]] = select i1 %{{.*}}, i64 0, i64 %[[ASKED]]
; CHECK: call i32 @warprt_cpu_check_loop(ptr %[[ACCESSES]], i64 %[[COUNT]], i32 1)
; CHECK: rounds.checked:
; CHECK-NOT: call
; CHECK: end.rounds.checked:
; CHECK: call void @warprt_cpu_check_reads(
define void @summed(ptr %y, ptr noalias %sums, i64 %word, i64 %threads, i64 %d, i64 %stride) {
entry:
  %step = shl nuw nsw i64 %stride, 2
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %end.rounds ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %way = sub i64 %d, %t
  %count = sdiv i64 %way, %stride
  %any = icmp sgt i64 %count, 0
  br i1 %any, label %before, label %end.rounds
before:
  %first = getelementptr i32, ptr %y, i64 %t
  call void @warprt_cpu_check_reads(ptr %first, i64 %count, i64 %step, i64 %w)
  br label %rounds
rounds:
  %left = phi i64 [ %count, %before ], [ %left.next, %rounds ]
  %i = phi i64 [ %t, %before ], [ %i.next, %rounds ]
  %sum = phi i32 [ 0, %before ], [ %sum.next, %rounds ]
  %py = getelementptr i32, ptr %y, i64 %i
  %v = load i32, ptr %py
  %sum.next = add i32 %sum, %v
  %i.next = add i64 %i, %stride
  %left.next = add nsw i64 %left, -1
  %again = icmp samesign ugt i64 %left, 1
  br i1 %again, label %rounds, label %end.rounds
end.rounds:
  %all = phi i32 [ 0, %loop ], [ %sum.next, %rounds ]
  %ps = getelementptr i32, ptr %sums, i64 %t
  store i32 %all, ptr %ps
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Rounds in rounds, which all threads have: two loops around the threads', which is
; entered only if the rounds are.
; CHECK-LABEL: define void @nest(
; CHECK: call i32 @warprt_cpu_check_loop(
; CHECK: checked:
; CHECK: br i1 %{{.*}}, label %[[OUTER:.*]], label %end
; CHECK: store i32 0
; CHECK-NOT: br i1 %any
; CHECK: icmp ult i64
; CHECK: [[OUTER]]:
; CHECK-NEXT: phi i64 [ 0, %checked ]
; CHECK-NEXT: br label %[[INNER:.*]]
; CHECK: [[INNER]]:
; CHECK-NEXT: phi i64 [ 0, %[[OUTER]] ]
; CHECK: call void @warprt_cpu_check_store(
define void @nest(ptr %y, i64 %word, i64 %threads, i64 %n, i64 %m, i64 %width, i1 %any) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %end.rounds ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  br i1 %any, label %outer, label %end.rounds
outer:
  %j = phi i64 [ 0, %loop ], [ %j.next, %end.inner ]
  %row = mul i64 %j, %width
  br label %inner
inner:
  %i = phi i64 [ 0, %outer ], [ %i.next, %inner ]
  %line = mul i64 %i, %threads
  %place = add i64 %line, %row
  %at = add i64 %place, %t
  %py = getelementptr i32, ptr %y, i64 %at
  call void @warprt_cpu_check_store(ptr %py, i64 %w, i64 0)
  store i32 0, ptr %py
  %i.next = add nuw nsw i64 %i, 1
  %i.more = icmp ult i64 %i.next, %m
  br i1 %i.more, label %inner, label %end.inner
end.inner:
  %j.next = add nuw nsw i64 %j, 1
  %j.more = icmp ult i64 %j.next, %n
  br i1 %j.more, label %outer, label %end.rounds
end.rounds:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @carried(
; CHECK: call i32 @warprt_cpu_check_loop(
; CHECK-NOT: rounds.latch
define void @carried(ptr %y, i64 %word, i64 %threads, i64 %n) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %end.rounds ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  br label %rounds
rounds:
  %i = phi i64 [ 0, %loop ], [ %i.next, %rounds ]
  %sum = phi float [ 0.0, %loop ], [ %sum.next, %rounds ]
  %line = mul i64 %i, %threads
  %at = add i64 %line, %t
  %py = getelementptr float, ptr %y, i64 %at
  call void @warprt_cpu_check_access(ptr %py, i64 %w)
  %v = load float, ptr %py
  %sum.next = fadd float %sum, %v
  call void @warprt_cpu_check_store(ptr %py, i64 %w, i64 0)
  store float %sum.next, ptr %py
  %i.next = add nuw nsw i64 %i, 1
  %i.more = icmp ult i64 %i.next, %n
  br i1 %i.more, label %rounds, label %end.rounds
end.rounds:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @along(
; CHECK: call i32 @warprt_cpu_check_loop(
; CHECK-NOT: rounds.latch
define void @along(ptr %y, i64 %word, i64 %threads, i64 %n) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %end.rounds ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %row = mul i64 %t, %n
  br label %rounds
rounds:
  %i = phi i64 [ 0, %loop ], [ %i.next, %rounds ]
  %at = add i64 %row, %i
  %py = getelementptr i32, ptr %y, i64 %at
  call void @warprt_cpu_check_store(ptr %py, i64 %w, i64 0)
  store i32 0, ptr %py
  %i.next = add nuw nsw i64 %i, 1
  %i.more = icmp ult i64 %i.next, %n
  br i1 %i.more, label %rounds, label %end.rounds
end.rounds:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Threads of several blocks in a row: the word is that of the first block's first
; thread, with the width of a block, the loop that goes along the row, and its first
; thread's place in it.
; CHECK-LABEL: define void @blocks(
; CHECK: %[[FIRST:.*]] = zext i32 %first to i64
; CHECK: %[[PLACE:.*]] = shl {{.*}}i64 %[[FIRST]], 34
; CHECK: %[[WORD:.*]] = add {{.*}}i64 %{{.*}}, %
; CHECK: %[[WIDTH:.*]] = zext i32 %width to i64
; CHECK: store i64 %[[WIDTH]], ptr
; CHECK: store i64 0, ptr
; CHECK: store i64 7, ptr
; CHECK: store i64 1, ptr
; CHECK: store i64 %{{.*}}, ptr
; CHECK: store i64 4, ptr
; CHECK: store i64 17179869184, ptr
; CHECK: call i32 @warprt_cpu_check_loop(
; CHECK: call i32 @warprt_cpu_check_place(
define void @blocks(ptr %y, i64 %word, i32 %first, i32 %width, i64 %threads) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 7, %entry ], [ %t.next, %loop ]
  %x = trunc nuw nsw i64 %t to i32
  %number = call i32 @warprt_cpu_check_place(i32 %first, i32 %x, i32 %width)
  %wide = zext i32 %number to i64
  %thread = shl nuw nsw i64 %wide, 34
  %w = add nuw i64 %word, %thread
  %py = getelementptr i32, ptr %y, i64 %t
  call void @warprt_cpu_check_store(ptr %py, i64 %w, i64 0)
  store i32 0, ptr %py
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; An index of 32 bits that might wrap around: the runtime is asked only if it does
; not, and so the copy counts in 64 bits. What only the checks need is not in it.
; CHECK-LABEL: define void @narrow(
; CHECK: %[[BASE:.*]] = sext i32 %base to i64
; CHECK: call i32 @warprt_cpu_check_loop(
; CHECK: %[[ROUND:.*]] = phi i64
; CHECK-NOT: call
; CHECK: %[[WAY:.*]] = mul nsw i64 %[[ROUND]], 1
; CHECK: %[[WIDE:.*]] = add nsw i64 %{{.*}}, %[[WAY]]
; CHECK-NOT: sext
; CHECK: getelementptr i32, ptr %y, i64 %[[WIDE]]
; CHECK: call i32 @warprt_cpu_check_place(
; CHECK: sext
define void @narrow(ptr %y, i64 %word, i32 %base, i32 %width, i64 %threads) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %loop ]
  %x = trunc nuw nsw i64 %t to i32
  %number = call i32 @warprt_cpu_check_place(i32 0, i32 %x, i32 %width)
  %wide = zext i32 %number to i64
  %thread = shl nuw nsw i64 %wide, 34
  %w = add nuw i64 %word, %thread
  %i = add i32 %base, %x
  %i64 = sext i32 %i to i64
  %py = getelementptr i32, ptr %y, i64 %i64
  call void @warprt_cpu_check_store(ptr %py, i64 %w, i64 0)
  store i32 0, ptr %py
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Whether a narrower index wraps around cannot be asked before a loop whose rounds
; are not counted: its access keeps its check.
; CHECK-LABEL: define void @uncounted(
; CHECK-NOT: warprt_cpu_check_loop
; CHECK: ret void
define void @uncounted(ptr %x, i64 %word, i64 %threads, i64 %stride) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %end.rounds ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  br label %rounds
rounds:
  %i = phi i64 [ 0, %loop ], [ %i.next, %rounds ]
  %high = shl i64 %i, 1
  %narrow = ashr i64 %high, 1
  %px = getelementptr i8, ptr %x, i64 %narrow
  call void @warprt_cpu_check_store(ptr %px, i64 %w, i64 0)
  %i.next = add i64 %i, %stride
  %goes.on = icmp samesign ult i64 %i, 1
  br i1 %goes.on, label %rounds, label %end.rounds
end.rounds:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; An access that only the threads from the third one to the one before %to make:
; the address and the word are those of the third one. And one that thread %to makes.
; CHECK-LABEL: define void @some(
; CHECK: call i64 @llvm.smin.i64(
; CHECK: call i64 @llvm.smax.i64(
; CHECK: store ptr %y, ptr
; CHECK: call i32 @warprt_cpu_check_loop(ptr %{{.*}}, i64 %{{.*}}, i32 1)
; CHECK-NOT: warprt_cpu_check_loop_end
; CHECK: }
define void @some(ptr %x, ptr %y, i64 %word, i64 %to, i64 %threads) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %latch ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %py = getelementptr i32, ptr %y, i64 %t
  call void @warprt_cpu_check_store(ptr %py, i64 %w, i64 0)
  store i32 0, ptr %py
  %isFrom = icmp sgt i64 %t, 1
  %isTo = icmp slt i64 %t, %to
  %isIn = and i1 %isFrom, %isTo
  br i1 %isIn, label %in, label %behind
in:
  %px = getelementptr i32, ptr %x, i64 %t
  call void @warprt_cpu_check_store(ptr %px, i64 %w, i64 0)
  store i32 0, ptr %px
  br label %behind
behind:
  %isOne = icmp eq i64 %t, %to
  br i1 %isOne, label %one, label %latch
one:
  call void @warprt_cpu_check_store(ptr %x, i64 %w, i64 0)
  store i32 0, ptr %x
  br label %latch
latch:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Each fourth thread from the third one on: so many steps, of four elements and four
; threads.
; CHECK-LABEL: define void @multiples(
; CHECK: %[[ROUNDS:.*]] = lshr i64 %{{.*}}, 2
; CHECK: store i64 %[[ROUNDS]], ptr
; CHECK: store i64 16, ptr
; CHECK: store i64 68719476736, ptr
; CHECK: call i32 @warprt_cpu_check_loop(ptr %{{.*}}, i64 {{.*}}, i32 1)
define void @multiples(ptr %y, i64 %word, i64 %threads) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %latch ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %rest = and i64 %t, 3
  %is = icmp eq i64 %rest, 2
  br i1 %is, label %then, label %latch
then:
  %py = getelementptr i32, ptr %y, i64 %t
  call void @warprt_cpu_check_store(ptr %py, i64 %w, i64 0)
  store i32 0, ptr %py
  br label %latch
latch:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; What the first thread does not do, and what the last of 32 does if the first one
; has done something else, are of neighbours, and of one.
; CHECK-LABEL: define void @others(
; CHECK: call i32 @warprt_cpu_check_loop(ptr %{{.*}}, i64 {{.*}}, i32 1)
define void @others(ptr %y, i64 %word, i1 %any, i64 %threads) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %latch ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %py = getelementptr i32, ptr %y, i64 %t
  %is.first = icmp eq i64 %t, 0
  br i1 %is.first, label %and, label %behind
behind:
  call void @warprt_cpu_check_access(ptr %py, i64 %w)
  br label %and
and:
  %both = and i1 %is.first, %any
  br i1 %both, label %first, label %not
first:
  call void @warprt_cpu_check_access(ptr %py, i64 %w)
  br label %latch
not:
  %is.last = icmp eq i64 %t, 31
  br i1 %is.last, label %last, label %latch
last:
  call void @warprt_cpu_check_access(ptr %py, i64 %w)
  br label %latch
latch:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Both indices from 0 to 15, in one comparison; and an address that is known of one
; thread only.
; CHECK-LABEL: define void @inside(
; CHECK: call i32 @warprt_cpu_check_loop(ptr %{{.*}}, i64 {{.*}}, i32 1)
define void @inside(ptr %y, i64 %word, i64 %row, i64 %threads) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %latch ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %x = add nsw i64 %t, -1
  %either = or i64 %x, %row
  %is.in = icmp ult i64 %either, 16
  br i1 %is.in, label %in, label %edge
in:
  %py = getelementptr i32, ptr %y, i64 %x
  call void @warprt_cpu_check_access(ptr %py, i64 %w)
  br label %edge
edge:
  %is.edge = icmp eq i64 %t, 3
  br i1 %is.edge, label %clamped, label %latch
clamped:
  %low = call i64 @llvm.smax.i64(i64 %x, i64 %row)
  %pz = getelementptr i32, ptr %y, i64 %low
  call void @warprt_cpu_check_access(ptr %pz, i64 %w)
  br label %latch
latch:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Threads whose numbers are divided change places with their rounds at once, with
; their checks, if nothing wraps around.
; CHECK-LABEL: define void @quotients(
; CHECK-NOT: call i32 @warprt_cpu_check_loop(
; CHECK: br i1 %{{.*}}, label %loop, label %checked
; CHECK: [[LOOP:.*]]: {{.*}}preds = %end.rounds.checked, %[[ROUNDS:.*]]
; CHECK: udiv i64
; CHECK: call void @warprt_cpu_check_store(
; CHECK: br i1 %{{.*}}, label %[[LOOP]], label %[[LATCH:[^,]*]]
; CHECK: [[ROUNDS]]:
; CHECK: phi i64 [ 0, %checked ], [ %{{.*}}, %[[LATCH]] ]
; CHECK: loop:
; CHECK: call void @warprt_cpu_check_store(
define void @quotients(ptr %y, i64 %word, i64 %threads, i64 %d, i64 %stride) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %end.rounds ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %way = sub i64 %d, %t
  %count = sdiv i64 %way, %stride
  %any = icmp sgt i64 %count, 0
  br i1 %any, label %before, label %end.rounds
before:
  br label %rounds
rounds:
  %left = phi i64 [ %count, %before ], [ %left.next, %rounds ]
  %i = phi i64 [ %t, %before ], [ %i.next, %rounds ]
  %row = udiv i64 %i, 98
  %column = urem i64 %i, 98
  %px = getelementptr i32, ptr %y, i64 %column
  %py = getelementptr [100 x i32], ptr %px, i64 %row
  call void @warprt_cpu_check_store(ptr %py, i64 %w, i64 0)
  store i32 0, ptr %py
  %i.next = add i64 %i, %stride
  %left.next = add nsw i64 %left, -1
  %again = icmp samesign ugt i64 %left, 1
  br i1 %again, label %rounds, label %end.rounds
end.rounds:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A sum stays with its thread, but what it reads is checked before.
; CHECK-LABEL: define void @quotients_summed(
; CHECK: loop.reads.checked:
; CHECK: udiv i64 %{{.*}}, 98
; CHECK: call void @warprt_cpu_check_access(
; CHECK-NOT: load
; CHECK: rounds.latch:
; CHECK: loop.reads:
; CHECK: call void @warprt_cpu_check_access(
; CHECK-NOT: load
; CHECK: loop:
; CHECK-NOT: call
; CHECK: load i32
; CHECK-NOT: call
; CHECK: ret void
define void @quotients_summed(ptr %y, ptr noalias %sums, i64 %word, i64 %threads, i64 %d, i64 %stride) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %end.rounds ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %way = sub i64 %d, %t
  %count = sdiv i64 %way, %stride
  %any = icmp sgt i64 %count, 0
  br i1 %any, label %before, label %end.rounds
before:
  br label %rounds
rounds:
  %left = phi i64 [ %count, %before ], [ %left.next, %rounds ]
  %i = phi i64 [ %t, %before ], [ %i.next, %rounds ]
  %sum = phi i32 [ 0, %before ], [ %sum.next, %rounds ]
  %row = udiv i64 %i, 98
  %column = urem i64 %i, 98
  %px = getelementptr i32, ptr %y, i64 %column
  %py = getelementptr [100 x i32], ptr %px, i64 %row
  call void @warprt_cpu_check_access(ptr %py, i64 %w)
  %v = load i32, ptr %py
  %sum.next = add i32 %sum, %v
  %i.next = add i64 %i, %stride
  %left.next = add nsw i64 %left, -1
  %again = icmp samesign ugt i64 %left, 1
  br i1 %again, label %rounds, label %end.rounds
end.rounds:
  %result = phi i32 [ 0, %loop ], [ %sum.next, %rounds ]
  %ps = getelementptr i32, ptr %sums, i64 %t
  store i32 %result, ptr %ps
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Not where an address is read.
; CHECK-LABEL: define void @quotients_read(
; CHECK-NOT: loop.reads:
; CHECK: ret void
define void @quotients_read(ptr %y, ptr noalias %sums, i64 %word, i64 %threads, i64 %d, i64 %stride) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %end.rounds ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %way = sub i64 %d, %t
  %count = sdiv i64 %way, %stride
  %any = icmp sgt i64 %count, 0
  br i1 %any, label %before, label %end.rounds
before:
  br label %rounds
rounds:
  %left = phi i64 [ %count, %before ], [ %left.next, %rounds ]
  %i = phi i64 [ %t, %before ], [ %i.next, %rounds ]
  %sum = phi i64 [ 0, %before ], [ %sum.next, %rounds ]
  %row = udiv i64 %i, 98
  %py = getelementptr i64, ptr %y, i64 %row
  call void @warprt_cpu_check_access(ptr %py, i64 %w)
  %v = load i64, ptr %py
  %pz = getelementptr i64, ptr %y, i64 %v
  call void @warprt_cpu_check_access(ptr %pz, i64 %w)
  %v2 = load i64, ptr %pz
  %sum.next = add i64 %sum, %v2
  %i.next = add i64 %i, %stride
  %left.next = add nsw i64 %left, -1
  %again = icmp samesign ugt i64 %left, 1
  br i1 %again, label %rounds, label %end.rounds
end.rounds:
  %result = phi i64 [ 0, %loop ], [ %sum.next, %rounds ]
  %ps = getelementptr i64, ptr %sums, i64 %t
  store i64 %result, ptr %ps
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; What one thread does stays in its order.
; CHECK-LABEL: define void @quotients_of_one(
; CHECK-NOT: checked:
define void @quotients_of_one(ptr %y, i64 %w, i64 %n, i64 %d) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %end.rounds ]
  br label %rounds
rounds:
  %k = phi i64 [ 0, %loop ], [ %k.next, %rounds ]
  %i = add i64 %t, %k
  %row = udiv i64 %i, 98
  %py = getelementptr i32, ptr %y, i64 %row
  call void @warprt_cpu_check_store(ptr %py, i64 %w, i64 0)
  store i32 0, ptr %py
  %k.next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k.next, %d
  br i1 %again, label %rounds, label %end.rounds
end.rounds:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; What stops the program for all threads is before the loop.
; CHECK-LABEL: define void @stops(
; CHECK-NEXT: entry:
; CHECK: br i1 %fits, label %[[ENTER:.*]], label %stop
; CHECK: [[ENTER]]:
; CHECK: call i32 @warprt_cpu_check_loop(
; CHECK: stop:
; CHECK-NEXT: call void @llvm.trap()
define void @stops(ptr %y, i64 %word, i1 %fits, i64 %threads) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %latch ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %py = getelementptr inbounds i32, ptr %y, i64 %t
  call void @warprt_cpu_check_access(ptr %py, i64 %w)
  br i1 %fits, label %latch, label %stop
stop:
  call void @llvm.trap()
  unreachable
latch:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; It stays where it is if only some threads come there.
; CHECK-LABEL: define void @stops_some(
; CHECK: loop:
; CHECK: br i1 %fits, label %latch, label %stop
define void @stops_some(ptr %y, i64 %word, i1 %fits, i64 %some, i64 %threads) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %latch ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %py = getelementptr inbounds i32, ptr %y, i64 %t
  call void @warprt_cpu_check_access(ptr %py, i64 %w)
  %is.one = icmp ult i64 %t, %some
  br i1 %is.one, label %one, label %latch
one:
  br i1 %fits, label %latch, label %stop
stop:
  call void @llvm.trap()
  unreachable
latch:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Likewise where the loop may end before.
; CHECK-LABEL: define void @stops_later(
; CHECK: more:
; CHECK: br i1 %fits, label %latch, label %stop
define void @stops_later(ptr %y, i64 %word, i1 %fits, i64 %threads) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %latch ]
  %is.more = icmp ult i64 %t, %threads
  br i1 %is.more, label %more, label %end
more:
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %py = getelementptr inbounds i32, ptr %y, i64 %t
  call void @warprt_cpu_check_access(ptr %py, i64 %w)
  br i1 %fits, label %latch, label %stop
stop:
  call void @llvm.trap()
  unreachable
latch:
  %t.next = add nuw nsw i64 %t, 1
  br label %loop
end:
  ret void
}

; An access that two ways of a condition come to is made under what is before it.
; CHECK-LABEL: define void @joined(
; CHECK: ask:
; CHECK: %[[RIGHT:.*]] = call i32 @warprt_cpu_check_loop(ptr %accesses, i64 {{.*}}, i32 1)
define void @joined(ptr %x, ptr %y, i64 %word, i64 %some, i64 %fewer, i64 %threads) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %latch ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %is.one = icmp slt i64 %t, %some
  br i1 %is.one, label %one, label %latch
one:
  %reads = icmp slt i64 %t, %fewer
  br i1 %reads, label %read, label %both
read:
  %py = getelementptr inbounds i32, ptr %y, i64 %t
  call void @warprt_cpu_check_access(ptr %py, i64 %w)
  %v = load i32, ptr %py
  br label %both
both:
  %value = phi i32 [ 0, %one ], [ %v, %read ]
  %px = getelementptr inbounds i32, ptr %x, i64 %t
  %writes = or disjoint i64 %w, 262144
  call void @warprt_cpu_check_store(ptr %px, i64 %writes, i64 0)
  store i32 %value, ptr %px
  br label %latch
latch:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; What is left of loops in which nothing is done does not keep others from changing
; places, and nor do a few reads of neighbours at a time.
; CHECK-LABEL: define void @beside_idle(
; CHECK: call i32 @warprt_cpu_check_loop(
; CHECK: checked:
; CHECK: br i1 %{{.*}}, label %rounds{{.*}}, label %end
; CHECK: %thread{{.*}} = phi i64 [ 0, %rounds{{.*}} ]
; CHECK-NOT: idle:
; CHECK: ret void
define void @beside_idle(ptr %x, ptr %y, i64 %word, i64 %threads, i64 %n, i64 %stride) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %end.rounds ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %none = icmp sgt i64 %t, %n
  br i1 %none, label %idle, label %before
idle:
  %k = phi i64 [ 0, %loop ], [ %k.next, %idle ]
  %k.next = add nsw i64 %k, %stride
  %idles = icmp sle i64 %k.next, %n
  br i1 %idles, label %idle, label %end.rounds
before:
  br label %rounds
rounds:
  %i = phi i64 [ %t, %before ], [ %i.next, %rounds ]
  %px = getelementptr float, ptr %x, i64 %i
  call void @warprt_cpu_check_reads(ptr %px, i64 3, i64 4, i64 %w)
  %v = load float, ptr %px
  %py = getelementptr float, ptr %y, i64 %i
  call void @warprt_cpu_check_store(ptr %py, i64 %w, i64 0)
  store float %v, ptr %py
  %i.next = add nsw i64 %i, %stride
  %again = icmp sle i64 %i.next, %n
  br i1 %again, label %rounds, label %end.rounds
end.rounds:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; What goes from round to round is kept in an array of all threads. Where it is used, and
; stored to the context, is another loop. A thread without rounds has what it begins with.
; CHECK-LABEL: define void @carried_for_all(
; CHECK: %[[VALUES:.*]] = alloca [1024 x float]
; CHECK: icmp ule i64 %{{.*}}, 1024
; CHECK: call i32 @warprt_cpu_check_loop(
; CHECK: %[[PLACE:.*]] = getelementptr inbounds float, ptr %[[VALUES]], i64 %{{.*}}
; CHECK-NEXT: %[[SUM:.*]] = load float, ptr %[[PLACE]]
; CHECK: %[[NEXT:.*]] = fadd float %[[SUM]], %{{.*}}
; CHECK-NEXT: store float %[[NEXT]], ptr %[[PLACE]]
; CHECK-NOT: %context
; CHECK: first:
; CHECK: store float 0.000000e+00, ptr %{{.*}}
; CHECK: kept:
; CHECK: br i1 %{{.*}}, label %loop.full, label %full
; CHECK: loop.results:
; CHECK-NOT: icmp sgt
; CHECK: store float %[[LAST:.*]], ptr %{{.*}}
; CHECK: %[[LAST]] = load float, ptr %{{.*}}
; Rounds that all threads have, and that only read, are each thread's own: a sum stays in a
; register for them. What is left begins with the round behind them.
; CHECK: rounds.full:
; CHECK: %[[ROUND:.*]] = phi i64 [ 0, %{{.*}} ], [ %[[AFTER:.*]], %rounds.full ]
; CHECK-NOT: call
; CHECK-NOT: store
; CHECK: icmp ult i64 %[[AFTER]], %[[FULL:.*]]
; CHECK: br i1 %{{.*}}, label %rounds.full, label %[[DONE:.*]],
; CHECK: [[DONE]]:
; CHECK: store float %{{.*}}, ptr %{{.*}}
; CHECK: br i1 %{{.*}}, label %rounds[[LEFT:.*]], label %results
; CHECK: rounds[[LEFT]]:
; CHECK-NEXT: phi i64 [ %[[FULL]], %full ]
define void @carried_for_all(ptr %args, ptr %grid, i64 %threads, i64 %n, ptr %x, ptr captures(none) %context) {
entry:
  %word = ptrtoint ptr %args to i64
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %end.rounds ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %none = icmp sgt i64 %t, %n
  br i1 %none, label %end.rounds, label %rounds
rounds:
  %i = phi i64 [ %t, %loop ], [ %i.next, %rounds ]
  %sum = phi float [ 0.0, %loop ], [ %sum.next, %rounds ]
  %px = getelementptr float, ptr %x, i64 %i
  call void @warprt_cpu_check_access(ptr %px, i64 %w)
  %v = load float, ptr %px
  %sum.next = fadd float %sum, %v
  %i.next = add nsw i64 %i, 128
  %again = icmp sle i64 %i.next, %n
  br i1 %again, label %rounds, label %end.rounds
end.rounds:
  %result = phi float [ 0.0, %loop ], [ %sum.next, %rounds ]
  %place = getelementptr float, ptr %context, i64 %t
  store float %result, ptr %place
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Nor has it where another value stands for none: that is found out again.
; CHECK-LABEL: define void @carried_or_not(
; CHECK: loop.results:
; CHECK: icmp sgt
; CHECK: phi float [ 1.000000e+00, %loop.results ]
define void @carried_or_not(ptr %args, ptr %grid, i64 %threads, i64 %n, ptr %x, ptr captures(none) %context) {
entry:
  %word = ptrtoint ptr %args to i64
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %end.rounds ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %none = icmp sgt i64 %t, %n
  br i1 %none, label %end.rounds, label %rounds
rounds:
  %i = phi i64 [ %t, %loop ], [ %i.next, %rounds ]
  %sum = phi float [ 0.0, %loop ], [ %sum.next, %rounds ]
  %px = getelementptr float, ptr %x, i64 %i
  call void @warprt_cpu_check_access(ptr %px, i64 %w)
  %v = load float, ptr %px
  %sum.next = fadd float %sum, %v
  %i.next = add nsw i64 %i, 128
  %again = icmp sle i64 %i.next, %n
  br i1 %again, label %rounds, label %end.rounds
end.rounds:
  %result = phi float [ 1.0, %loop ], [ %sum.next, %rounds ]
  %place = getelementptr float, ptr %context, i64 %t
  store float %result, ptr %place
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; So it is with shared memory of the device library, which is not checked, if the
; rounds access memory of the program only.
; CHECK-LABEL: define void @carried_to_shared(
; CHECK: alloca [1024 x float]
; CHECK: loop.results:
; CHECK: store float %{{.*}}, ptr %slot.results
define void @carried_to_shared(ptr %args, ptr %grid, i64 %n, i64 %threads, ptr %shared, ptr %context) {
entry:
  %word = ptrtoint ptr %args to i64
  %x = load ptr, ptr %args, !invariant.load !{}
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %end.rounds ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %none = icmp sgt i64 %t, %n
  br i1 %none, label %end.rounds, label %rounds
rounds:
  %i = phi i64 [ %t, %loop ], [ %i.next, %rounds ]
  %sum = phi float [ 0.0, %loop ], [ %sum.next, %rounds ]
  %px = getelementptr float, ptr %x, i64 %i
  call void @warprt_cpu_check_access(ptr %px, i64 %w)
  %v = load float, ptr %px
  %sum.next = fadd float %sum, %v
  %i.next = add nsw i64 %i, 128
  %again = icmp sle i64 %i.next, %n
  br i1 %again, label %rounds, label %end.rounds
end.rounds:
  %result = phi float [ 0.0, %loop ], [ %sum.next, %rounds ]
  %place = getelementptr float, ptr %context, i64 %t
  store float %result, ptr %place
  %slot = getelementptr [16 x i8], ptr %shared, i64 %t
  store float %result, ptr %slot
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @carried_in_shared(
; CHECK-NOT: alloca [1024 x float]
; CHECK: ret void
define void @carried_in_shared(ptr %args, ptr %grid, i64 %n, i64 %threads, ptr %shared, ptr %context) {
entry:
  %word = ptrtoint ptr %args to i64
  %x = load ptr, ptr %args
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %end.rounds ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %none = icmp sgt i64 %t, %n
  br i1 %none, label %end.rounds, label %rounds
rounds:
  %i = phi i64 [ %t, %loop ], [ %i.next, %rounds ]
  %sum = phi float [ 0.0, %loop ], [ %sum.next, %rounds ]
  %px = getelementptr float, ptr %x, i64 %i
  call void @warprt_cpu_check_access(ptr %px, i64 %w)
  %v = load float, ptr %px
  %sum.next = fadd float %sum, %v
  %i.next = add nsw i64 %i, 128
  %again = icmp sle i64 %i.next, %n
  br i1 %again, label %rounds, label %end.rounds
end.rounds:
  %result = phi float [ 0.0, %loop ], [ %sum.next, %rounds ]
  %place = getelementptr float, ptr %context, i64 %t
  store float %result, ptr %place
  %slot = getelementptr [16 x i8], ptr %shared, i64 %t
  store float %result, ptr %slot
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Rounds that a quotient of few bits counts, for which numbers were cut off, are
; counted as they were.
; CHECK-LABEL: define void @counted_in_few_bits(
; CHECK: call i32 @warprt_cpu_check_loop(
; CHECK: checked:
; CHECK: %round = phi i64
; CHECK: sub nsw i64 159, %t
; CHECK-NOT: sdiv i16
; CHECK: ret void
define void @counted_in_few_bits(ptr %x, i64 %word, i32 range(i32 1, 1025) %threads) {
entry:
  %stride = zext i32 %threads to i64
  %by = trunc nuw nsw i32 %threads to i16
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %end.rounds ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %few = trunc i64 %t to i16
  %left = sub i16 159, %few
  %count = sdiv i16 %left, %by
  %any = icmp sgt i16 %count, 0
  br i1 %any, label %begin, label %end.rounds
begin:
  %first = zext nneg i16 %count to i64
  br label %rounds
rounds:
  %c = phi i64 [ %first, %begin ], [ %c.next, %rounds ]
  %i = phi i64 [ %t, %begin ], [ %i.next, %rounds ]
  %px = getelementptr float, ptr %x, i64 %i
  %writes = or disjoint i64 %w, 262144
  call void @warprt_cpu_check_store(ptr %px, i64 %writes, i64 0)
  store float 0.0, ptr %px
  %i.next = add nuw nsw i64 %i, %stride
  %c.next = add nsw i64 %c, -1
  %again = icmp samesign ugt i64 %c, 1
  br i1 %again, label %rounds, label %end.rounds
end.rounds:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, 32
  br i1 %more, label %loop, label %end
end:
  ret void
}

; What may have been changed by that stays.
; CHECK-LABEL: define void @counted_from_cut(
; CHECK: sdiv i16
; CHECK: ret void
define void @counted_from_cut(ptr %x, i64 %word, i64 %threads, i16 %by) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %loop ]
  %few = trunc i64 %t to i16
  %left = sub i16 159, %few
  %count = sdiv i16 %left, %by
  %first = sext i16 %count to i64
  %px = getelementptr float, ptr %x, i64 %first
  call void @warprt_cpu_check_access(ptr %px, i64 %word)
  %v = load float, ptr %px
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Nor is what is stored between rounds, to be done in each.
; CHECK-LABEL: define void @stored_between_rounds(
; CHECK-NOT: alloca [1024 x float]
; CHECK: ret void
define void @stored_between_rounds(ptr %args, ptr %grid, i64 %n, i64 %threads, ptr %shared, ptr %context) {
entry:
  %word = ptrtoint ptr %args to i64
  %x = load ptr, ptr %args, !invariant.load !{}
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %end.rounds ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  br label %outer
outer:
  %j = phi i64 [ 0, %loop ], [ %j.next, %outer.latch ]
  %osum = phi float [ 0.0, %loop ], [ %res, %outer.latch ]
  %jj = mul i64 %j, 1000
  %xx = getelementptr float, ptr %x, i64 %jj
  br label %rounds
rounds:
  %i = phi i64 [ 0, %outer ], [ %i.next, %rounds ]
  %sum = phi float [ %osum, %outer ], [ %sum.next, %rounds ]
  %px = getelementptr float, ptr %xx, i64 %i
  %pt = getelementptr float, ptr %px, i64 %t
  call void @warprt_cpu_check_access(ptr %pt, i64 %w)
  %v = load float, ptr %pt
  %sum.next = fadd float %sum, %v
  %i.next = add nuw nsw i64 %i, 128
  %again = icmp ult i64 %i.next, 4096
  br i1 %again, label %rounds, label %outer.latch
outer.latch:
  %res = phi float [ %sum.next, %rounds ]
  %o1 = getelementptr [16 x i8], ptr %shared, i64 %t
  %o = getelementptr [4096 x i8], ptr %o1, i64 %j
  store float %res, ptr %o
  %j.next = add nuw nsw i64 %j, 1
  %jmore = icmp ult i64 %j.next, 7
  br i1 %jmore, label %outer, label %end.rounds
end.rounds:
  %result = phi float [ %res, %outer.latch ]
  %place = getelementptr float, ptr %context, i64 %t
  store float %result, ptr %place
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; What one thread does is no loop.
; CHECK-LABEL: define void @first_only(
; CHECK-NOT: warprt_cpu_check_loop
; CHECK: br i1 %{{.*}}, label %one, label %latch
; CHECK: latch:
; CHECK-NOT: br i1
; CHECK: br label %end
define void @first_only(ptr %x, i64 %word, i64 %threads, i32 %row) {
entry:
  %begin = zext i32 %row to i64
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %latch ]
  %number = or i64 %t, %begin
  %is.first = icmp eq i64 %number, 0
  br i1 %is.first, label %one, label %latch
one:
  %w = or disjoint i64 %word, 262144
  call void @warprt_cpu_check_store(ptr %x, i64 %w, i64 0)
  store i32 0, ptr %x
  br label %latch
latch:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; What all do, too, is one, and so it is where the number may come to zero again.
; CHECK-LABEL: define void @first_and_all(
; CHECK: latch:
; CHECK: br i1 %more, label %loop, label %end
define void @first_and_all(ptr %x, ptr %y, i64 %threads, i64 %begin) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %latch ]
  %number = add i64 %t, %begin
  %is.first = icmp eq i64 %number, 0
  br i1 %is.first, label %one, label %latch
one:
  call void @warprt_cpu_check_store(ptr %x, i64 262144, i64 0)
  store i32 0, ptr %x
  br label %latch
latch:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The condition may be a phi.
; CHECK-LABEL: define void @first_only_by_phi(
; CHECK: latch:
; CHECK-NOT: br i1
; CHECK: br label %end
define void @first_only_by_phi(ptr %x, i64 %word, i64 %threads) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %latch ]
  %again = phi i1 [ true, %entry ], [ %more, %latch ]
  %is.first = icmp eq i64 %t, 0
  br i1 %is.first, label %one, label %latch
one:
  call void @warprt_cpu_check_store(ptr %x, i64 262144, i64 0)
  store i32 0, ptr %x
  br label %latch
latch:
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %again, label %loop, label %end
end:
  ret void
}
declare void @warprt_cpu_check_reads(ptr, i64, i64, i64)

; What is passed by value stays, though a load of it may not say so any more, and leads to no
; memory that a thread has for itself.
; CHECK-LABEL: define void @carried_beside_frame(
; CHECK: alloca [1024 x float]
; CHECK: loop.results:
; CHECK: store float %{{.*}}, ptr %slot.results
declare void @keep(ptr)
define void @carried_beside_frame(ptr %args, ptr %grid, i64 %n, i64 %threads, ptr %shared, ptr %context) {
entry:
  %frame = alloca [4 x i64]
  call void @keep(ptr %frame)
  %word = ptrtoint ptr %args to i64
  %passed = load ptr, ptr %args
  %x = load ptr, ptr %passed
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %end.rounds ]
  %thread = shl nuw nsw i64 %t, 34
  %w = add i64 %word, %thread
  %none = icmp sgt i64 %t, %n
  br i1 %none, label %end.rounds, label %rounds
rounds:
  %i = phi i64 [ %t, %loop ], [ %i.next, %rounds ]
  %sum = phi float [ 0.0, %loop ], [ %sum.next, %rounds ]
  %px = getelementptr float, ptr %x, i64 %i
  call void @warprt_cpu_check_access(ptr %px, i64 %w)
  %v = load float, ptr %px
  %sum.next = fadd float %sum, %v
  %i.next = add nsw i64 %i, 128
  %again = icmp sle i64 %i.next, %n
  br i1 %again, label %rounds, label %end.rounds
end.rounds:
  %result = phi float [ 0.0, %loop ], [ %sum.next, %rounds ]
  %slot = getelementptr [16 x i8], ptr %shared, i64 %t
  store float %result, ptr %slot
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ult i64 %t.next, %threads
  br i1 %more, label %loop, label %end
end:
  ret void
}
