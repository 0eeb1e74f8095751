// RUN: %warpfort-opt --warpfort-acc-prepare=steps=copy-reductions %s | FileCheck %s
//
// A reduction clause of a construct implies copy, unless the program says what
// is copied.
acc.reduction.recipe @sum : !fir.ref<i32> reduction_operator <add> init {
^bb0(%arg0: !fir.ref<i32>):
  acc.yield %arg0 : !fir.ref<i32>
} combiner {
^bb0(%arg0: !fir.ref<i32>, %arg1: !fir.ref<i32>):
  acc.yield %arg0 : !fir.ref<i32>
}

// CHECK-LABEL: func.func @implied(
// CHECK-SAME: %[[X:[^:]*]]:
// CHECK: %[[C:.*]] = acc.copyin varPtr(%[[X]] : !fir.ref<i32>) -> !fir.ref<i32> {dataClause = #acc<data_clause acc_reduction>, implicit = true, name = "x"}
// CHECK: %[[R:.*]] = acc.reduction varPtr(%[[C]] :
// CHECK: acc.parallel dataOperands(%[[C]] : !fir.ref<i32>) reduction(%[[R]] : !fir.ref<i32>)
// CHECK: acc.copyout accPtr(%[[C]] : !fir.ref<i32>) to varPtr(%[[X]] :
func.func @implied(%x: !fir.ref<i32>) {
  %0 = acc.reduction varPtr(%x : !fir.ref<i32>) recipe(@sum) -> !fir.ref<i32> {name = "x"}
  acc.parallel reduction(%0 : !fir.ref<i32>) {
    acc.yield
  }
  return
}

// CHECK-LABEL: func.func @present(
// CHECK: %[[P:.*]] = acc.present
// CHECK: acc.reduction varPtr(%[[P]] :
// CHECK-NOT: acc.copy
// CHECK: return
func.func @present(%x: !fir.ref<i32>) {
  %0 = acc.present varPtr(%x : !fir.ref<i32>) -> !fir.ref<i32> {name = "x"}
  %1 = acc.reduction varPtr(%x : !fir.ref<i32>) recipe(@sum) -> !fir.ref<i32> {name = "x"}
  acc.parallel dataOperands(%0 : !fir.ref<i32>) reduction(%1 : !fir.ref<i32>) {
    acc.yield
  }
  return
}
