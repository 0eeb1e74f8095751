// RUN: %warpfort-opt --warpfort-acc-prepare=steps=copy-exposed-reductions %s | FileCheck %s
//
// A scalar that an outermost loop reduces and the construct uses behind it is
// shared: it would pass for first-private.
acc.reduction.recipe @sum : !fir.ref<i32> reduction_operator <add> init {
^bb0(%arg0: !fir.ref<i32>):
  acc.yield %arg0 : !fir.ref<i32>
} combiner {
^bb0(%arg0: !fir.ref<i32>, %arg1: !fir.ref<i32>):
  acc.yield %arg0 : !fir.ref<i32>
}

// CHECK-LABEL: func.func @exposed(
// CHECK-SAME: %[[X:[^:]*]]:
// CHECK: %[[C:.*]] = acc.copyin varPtr(%[[X]] : {{.*}}dataClause = #acc<data_clause acc_copy>, implicit = true
// CHECK: acc.parallel dataOperands(%[[C]] :
// CHECK: acc.reduction varPtr(%[[C]] :
// CHECK: fir.load %[[C]]
// CHECK: acc.copyout accPtr(%[[C]] :
func.func @exposed(%x: !fir.ref<i32>, %y: !fir.ref<i32>, %n: i32) {
  %c1 = arith.constant 1 : i32
  acc.parallel {
    %0 = acc.reduction varPtr(%x : !fir.ref<i32>) recipe(@sum) -> !fir.ref<i32> {name = "x"}
    acc.loop reduction(%0 : !fir.ref<i32>) control(%i : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    %1 = fir.load %x : !fir.ref<i32>
    acc.yield
  }
  return
}
