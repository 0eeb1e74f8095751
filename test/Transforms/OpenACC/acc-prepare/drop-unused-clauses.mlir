// RUN: %warpfort-opt --warpfort-acc-prepare=steps=drop-unused-clauses %s | FileCheck %s
//
// The clauses of a directive whose condition is known to be false are left
// alone: they go with it. Those of a construct stay.

// CHECK-LABEL: func.func @unused(
// CHECK-NOT: acc.
// CHECK: return
func.func @unused(%a: !fir.ref<f32>) {
  %0 = acc.copyin varPtr(%a : !fir.ref<f32>) -> !fir.ref<f32> {name = "a"}
  acc.delete accPtr(%0 : !fir.ref<f32>) {dataClause = #acc<data_clause acc_copyin>, name = "a"}
  return
}

// CHECK-LABEL: func.func @used(
// CHECK: acc.copyin
// CHECK: acc.delete
func.func @used(%a: !fir.ref<f32>) {
  %0 = acc.copyin varPtr(%a : !fir.ref<f32>) -> !fir.ref<f32> {name = "a"}
  acc.parallel dataOperands(%0 : !fir.ref<f32>) {
    acc.yield
  }
  acc.delete accPtr(%0 : !fir.ref<f32>) {dataClause = #acc<data_clause acc_copyin>, name = "a"}
  return
}
