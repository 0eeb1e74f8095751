// RUN: %warpfort-opt --warpfort-acc-prepare=steps=add-reductions %s | FileCheck %s
//
// A loop that accumulates in a scalar of the construct gets the clause for it.

// CHECK: acc.reduction.recipe @[[SUM:.*]] : !fir.ref<i32> reduction_operator <add>
// CHECK-LABEL: func.func @sum(
// CHECK: %[[X:.*]] = fir.declare
// CHECK: %[[R:.*]] = acc.reduction varPtr(%[[X]] : !fir.ref<i32>) recipe(@[[SUM]])
// CHECK: acc.loop {{.*}}reduction(%[[R]] : !fir.ref<i32>)
// CHECK: acc.yield
func.func @sum(%a: !fir.ref<i32>, %n: i32) {
  %c1 = arith.constant 1 : i32
  %x = fir.declare %a {uniq_name = "_QFEx"} : (!fir.ref<i32>) -> !fir.ref<i32>
  acc.parallel {
    acc.loop control(%i : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
      %1 = fir.load %x : !fir.ref<i32>
      %2 = arith.addi %1, %i : i32
      fir.store %2 to %x : !fir.ref<i32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  return
}
