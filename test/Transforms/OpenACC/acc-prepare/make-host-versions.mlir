// RUN: %warpfort-opt --warpfort-acc-prepare=steps=make-host-versions %s | FileCheck %s
//
// A construct with a condition becomes one without it, and its body for the
// host where the condition does not hold.

// CHECK-LABEL: func.func @parallel(
// CHECK-SAME: %[[C:.*]]: i1, %[[A:.*]]: !fir.ref<i32>
// CHECK: fir.if %[[C]] {
// CHECK: %[[P:.*]] = acc.copyin varPtr(%[[A]]
// CHECK: acc.parallel dataOperands(%[[P]] : !fir.ref<i32>) {
// CHECK: fir.store %{{.*}} to %[[P]]
// CHECK: acc.copyout accPtr(%[[P]]
// CHECK: } else {
// CHECK-NOT: acc.
// CHECK: fir.store %{{.*}} to %[[A]]
func.func @parallel(%c: i1, %a: !fir.ref<i32>, %n: i32) {
  %0 = acc.copyin varPtr(%a : !fir.ref<i32>) -> !fir.ref<i32> {dataClause = #acc<data_clause acc_copy>, name = "a"}
  acc.parallel if(%c) dataOperands(%0 : !fir.ref<i32>) {
    fir.store %n to %0 : !fir.ref<i32>
    acc.yield
  }
  acc.copyout accPtr(%0 : !fir.ref<i32>) to varPtr(%a : !fir.ref<i32>) {dataClause = #acc<data_clause acc_copy>, name = "a"}
  return
}
