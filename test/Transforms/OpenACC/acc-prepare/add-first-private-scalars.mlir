// RUN: %warpfort-opt --warpfort-acc-prepare=steps=add-first-private-scalars %s | FileCheck %s
//
// A scalar that no clause of a construct with a condition names is first-private
// there; others are left to upstream's pass.

// CHECK: acc.firstprivate.recipe @[[RECIPE:.*]] : !fir.ref<i32>
// CHECK-LABEL: func.func @parallel(
// CHECK: %[[X:.*]] = fir.declare
// CHECK: %[[P:.*]] = acc.firstprivate varPtr(%[[X]] : !fir.ref<i32>) recipe(@[[RECIPE]])
// CHECK: acc.parallel firstprivate(%[[P]] : !fir.ref<i32>)
// CHECK: fir.store %{{.*}} to %[[P]]
func.func @parallel(%c: i1, %a: !fir.ref<i32>, %n: i32) {
  %x = fir.declare %a {uniq_name = "_QFEx"} : (!fir.ref<i32>) -> !fir.ref<i32>
  acc.parallel if(%c) {
    fir.store %n to %x : !fir.ref<i32>
    acc.yield
  }
  return
}
