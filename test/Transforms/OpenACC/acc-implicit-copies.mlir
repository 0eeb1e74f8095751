// RUN: %warpfort-opt --warpfort-acc-implicit-copies %s | FileCheck %s
//
// Upstream's pass gives both arrays the clause copy. What the construct only
// reads is not copied back; what it writes, or what the program itself names in
// a clause, is.

// CHECK-LABEL: func.func @implicit
// CHECK: %[[R:.*]] = acc.copyin varPtr({{.*}}) -> {{.*}} {implicit = true, name = "r"}
// CHECK: %[[W:.*]] = acc.copyin varPtr({{.*}}) -> {{.*}} {dataClause = #acc<data_clause acc_copy>, implicit = true, name = "w"}
// CHECK: acc.delete accPtr(%[[R]] : {{.*}}{dataClause = #acc<data_clause acc_copyin>, implicit = true, name = "r"}
// CHECK: acc.copyout accPtr(%[[W]] :
func.func @implicit(%rr: !fir.ref<!fir.array<8xf32>>, %ww: !fir.ref<!fir.array<8xf32>>) {
  %c8 = arith.constant 8 : index
  %sh = fir.shape %c8 : (index) -> !fir.shape<1>
  %r = fir.declare %rr(%sh) {uniq_name = "_QFEr"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf32>>
  %w = fir.declare %ww(%sh) {uniq_name = "_QFEw"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf32>>
  %c1 = arith.constant 1 : i64
  %0 = acc.copyin varPtr(%r : !fir.ref<!fir.array<8xf32>>) -> !fir.ref<!fir.array<8xf32>> {dataClause = #acc<data_clause acc_copy>, implicit = true, name = "r"}
  %1 = acc.copyin varPtr(%w : !fir.ref<!fir.array<8xf32>>) -> !fir.ref<!fir.array<8xf32>> {dataClause = #acc<data_clause acc_copy>, implicit = true, name = "w"}
  acc.parallel dataOperands(%0, %1 : !fir.ref<!fir.array<8xf32>>, !fir.ref<!fir.array<8xf32>>) {
    %2 = fir.coordinate_of %0, %c1 : (!fir.ref<!fir.array<8xf32>>, i64) -> !fir.ref<f32>
    %3 = fir.load %2 : !fir.ref<f32>
    %4 = fir.coordinate_of %1, %c1 : (!fir.ref<!fir.array<8xf32>>, i64) -> !fir.ref<f32>
    fir.store %3 to %4 : !fir.ref<f32>
    acc.yield
  }
  acc.copyout accPtr(%0 : !fir.ref<!fir.array<8xf32>>) to varPtr(%r : !fir.ref<!fir.array<8xf32>>) {dataClause = #acc<data_clause acc_copy>, implicit = true, name = "r"}
  acc.copyout accPtr(%1 : !fir.ref<!fir.array<8xf32>>) to varPtr(%w : !fir.ref<!fir.array<8xf32>>) {dataClause = #acc<data_clause acc_copy>, implicit = true, name = "w"}
  return
}

// A clause of the program's is left alone.
// CHECK-LABEL: func.func @explicit
// CHECK: acc.copyin {{.*}}{dataClause = #acc<data_clause acc_copy>, name = "r"}
// CHECK: acc.copyout
func.func @explicit(%rr: !fir.ref<!fir.array<8xf32>>) {
  %c8 = arith.constant 8 : index
  %sh = fir.shape %c8 : (index) -> !fir.shape<1>
  %r = fir.declare %rr(%sh) {uniq_name = "_QFEr"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf32>>
  %c1 = arith.constant 1 : i64
  %0 = acc.copyin varPtr(%r : !fir.ref<!fir.array<8xf32>>) -> !fir.ref<!fir.array<8xf32>> {dataClause = #acc<data_clause acc_copy>, name = "r"}
  acc.parallel dataOperands(%0 : !fir.ref<!fir.array<8xf32>>) {
    %2 = fir.coordinate_of %0, %c1 : (!fir.ref<!fir.array<8xf32>>, i64) -> !fir.ref<f32>
    %3 = fir.load %2 : !fir.ref<f32>
    acc.yield
  }
  acc.copyout accPtr(%0 : !fir.ref<!fir.array<8xf32>>) to varPtr(%r : !fir.ref<!fir.array<8xf32>>) {dataClause = #acc<data_clause acc_copy>, name = "r"}
  return
}

// A call may write what it gets.
// CHECK-LABEL: func.func @passed
// CHECK: acc.copyout
func.func private @callee(!fir.ref<!fir.array<8xf32>>)
func.func @passed(%rr: !fir.ref<!fir.array<8xf32>>) {
  %c8 = arith.constant 8 : index
  %sh = fir.shape %c8 : (index) -> !fir.shape<1>
  %r = fir.declare %rr(%sh) {uniq_name = "_QFEr"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf32>>
  %0 = acc.copyin varPtr(%r : !fir.ref<!fir.array<8xf32>>) -> !fir.ref<!fir.array<8xf32>> {dataClause = #acc<data_clause acc_copy>, implicit = true, name = "r"}
  acc.parallel dataOperands(%0 : !fir.ref<!fir.array<8xf32>>) {
    fir.call @callee(%0) : (!fir.ref<!fir.array<8xf32>>) -> ()
    acc.yield
  }
  acc.copyout accPtr(%0 : !fir.ref<!fir.array<8xf32>>) to varPtr(%r : !fir.ref<!fir.array<8xf32>>) {dataClause = #acc<data_clause acc_copy>, implicit = true, name = "r"}
  return
}

// So may what else knows the device's copy.
// CHECK-LABEL: func.func @known
// CHECK: acc.copyin {{.*}}{dataClause = #acc<data_clause acc_copy>, implicit = true, name = "r"}
// CHECK: acc.copyout
func.func @known(%rr: !fir.ref<!fir.array<8xf32>>) {
  %c8 = arith.constant 8 : index
  %sh = fir.shape %c8 : (index) -> !fir.shape<1>
  %r = fir.declare %rr(%sh) {uniq_name = "_QFEr"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf32>>
  %c1 = arith.constant 1 : i64
  %0 = acc.copyin varPtr(%r : !fir.ref<!fir.array<8xf32>>) -> !fir.ref<!fir.array<8xf32>> {dataClause = #acc<data_clause acc_copy>, implicit = true, name = "r"}
  fir.call @callee(%0) : (!fir.ref<!fir.array<8xf32>>) -> ()
  acc.parallel dataOperands(%0 : !fir.ref<!fir.array<8xf32>>) {
    %2 = fir.coordinate_of %0, %c1 : (!fir.ref<!fir.array<8xf32>>, i64) -> !fir.ref<f32>
    %3 = fir.load %2 : !fir.ref<f32>
    acc.yield
  }
  acc.copyout accPtr(%0 : !fir.ref<!fir.array<8xf32>>) to varPtr(%r : !fir.ref<!fir.array<8xf32>>) {dataClause = #acc<data_clause acc_copy>, implicit = true, name = "r"}
  return
}

// The copies of a scalar, as the result of a reduction is one, wait in the queue of
// their construct.
// CHECK-LABEL: func.func @queued
// CHECK: acc.copyin {{.*}} async -> {{.*}}name = "s"}
// CHECK: acc.kernels {{.*}} async
// CHECK: acc.copyout {{.*}} async {{.*}}name = "s"}
func.func @queued(%rr: !fir.ref<i32>) {
  %s = fir.declare %rr {uniq_name = "_QFEs"} : (!fir.ref<i32>) -> !fir.ref<i32>
  %0 = acc.copyin varPtr(%s : !fir.ref<i32>) -> !fir.ref<i32> {dataClause = #acc<data_clause acc_reduction>, implicit = true, name = "s"}
  acc.kernels dataOperands(%0 : !fir.ref<i32>) async {
    %1 = fir.load %0 : !fir.ref<i32>
    fir.store %1 to %0 : !fir.ref<i32>
    acc.terminator
  }
  acc.copyout accPtr(%0 : !fir.ref<i32>) to varPtr(%s : !fir.ref<i32>) {dataClause = #acc<data_clause acc_reduction>, implicit = true, name = "s"}
  return
}
