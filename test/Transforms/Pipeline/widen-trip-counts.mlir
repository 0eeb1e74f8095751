// RUN: %warpfort-opt --warpfort-widen-trip-counts %s | FileCheck %s
//
// The rounds of a loop of basic blocks are counted in 64 bits, from limits of
// its variable's kind.

// CHECK-LABEL: func.func @loop(
// CHECK-SAME: %[[FIRST:.*]]: i8, %[[LAST:.*]]: i8, %[[STEP:.*]]: i8
// CHECK: %[[LEFT:.*]] = fir.alloca i64
// CHECK-NOT: fir.alloca i8
// CHECK-DAG: %[[A:.*]] = arith.extsi %[[FIRST]] : i8 to i64
// CHECK-DAG: %[[B:.*]] = arith.extsi %[[LAST]] : i8 to i64
// CHECK-DAG: %[[S:.*]] = arith.extsi %[[STEP]] : i8 to i64
// CHECK: %[[LENGTH:.*]] = arith.subi %[[B]], %[[A]] : i64
// CHECK: %[[SUM:.*]] = arith.addi %[[LENGTH]], %[[S]] : i64
// CHECK: %[[COUNT:.*]] = arith.divsi %[[SUM]], %[[S]] : i64
// CHECK: fir.store %[[COUNT]] to %[[LEFT]] : !fir.ref<i64>
// CHECK: %[[NOW:.*]] = fir.load %[[LEFT]] : !fir.ref<i64>
// CHECK: arith.cmpi sgt, %[[NOW]], %{{.*}} : i64
// CHECK: %[[BEFORE:.*]] = fir.load %[[LEFT]] : !fir.ref<i64>
// CHECK: %[[NEXT:.*]] = arith.subi %[[BEFORE]], %{{.*}} : i64
// CHECK: fir.store %[[NEXT]] to %[[LEFT]] : !fir.ref<i64>
func.func @loop(%first: i8, %last: i8, %step: i8, %stop: i1) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %left = fir.alloca i8
  %distance = arith.subi %last, %first : i8
  %sum = arith.addi %distance, %step : i8
  %count = arith.divsi %sum, %step : i8
  fir.store %count to %left : !fir.ref<i8>
  cf.br ^header
^header:
  %now = fir.load %left : !fir.ref<i8>
  %again = arith.cmpi sgt, %now, %c0 : i8
  cf.cond_br %again, ^body, ^end
^body:
  cf.cond_br %stop, ^end, ^latch
^latch:
  %before = fir.load %left : !fir.ref<i8>
  %next = arith.subi %before, %c1 : i8
  fir.store %next to %left : !fir.ref<i8>
  cf.br ^header
^end:
  return
}

// A variable of the program, which something else looks at, and a quotient that
// is of 64 bits.
// CHECK-LABEL: func.func @others(
// CHECK: fir.alloca i32
// CHECK: arith.divsi {{.*}} : i32
// CHECK: arith.divsi {{.*}} : i64
func.func @others(%first: i32, %last: i32, %step: i32, %a: i64, %b: i64) -> i32 {
  %n = fir.alloca i32
  %distance = arith.subi %last, %first : i32
  %sum = arith.addi %distance, %step : i32
  %count = arith.divsi %sum, %step : i32
  fir.store %count to %n : !fir.ref<i32>
  %m = fir.alloca i64
  %far = arith.subi %a, %b : i64
  %all = arith.addi %far, %b : i64
  %quotient = arith.divsi %all, %b : i64
  fir.store %quotient to %m : !fir.ref<i64>
  %result = fir.load %n : !fir.ref<i32>
  return %result : i32
}
