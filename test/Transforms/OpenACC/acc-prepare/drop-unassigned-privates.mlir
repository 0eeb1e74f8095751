// RUN: %warpfort-opt --warpfort-acc-prepare=steps=drop-unassigned-privates %s | FileCheck %s
//
// A private scalar that the loop only reads would have no value: what is read is
// the variable around the loop. One that it assigns is its own.

acc.private.recipe @private : !fir.ref<i32> init {
^bb0(%arg0: !fir.ref<i32>):
  %0 = fir.alloca i32
  acc.yield %0 : !fir.ref<i32>
}

// CHECK-LABEL: func.func @loop(
// CHECK-SAME: %[[READ:.*]]: !fir.ref<i32>, %[[SET:.*]]: !fir.ref<i32>
// CHECK-NOT: acc.private varPtr(%[[READ]]
// CHECK: %[[P:.*]] = acc.private varPtr(%[[SET]]
// CHECK-NOT: acc.private
// CHECK: acc.loop private(%[[P]] : !fir.ref<i32>)
// CHECK: %[[V:.*]] = fir.load %[[READ]]
// CHECK: fir.store %[[V]] to %[[P]]
func.func @loop(%r: !fir.ref<i32>, %s: !fir.ref<i32>, %n: i32) {
  %c1 = arith.constant 1 : i32
  %0 = acc.private varPtr(%r : !fir.ref<i32>) recipe(@private) -> !fir.ref<i32> {name = "r"}
  %1 = acc.private varPtr(%s : !fir.ref<i32>) recipe(@private) -> !fir.ref<i32> {name = "s"}
  acc.loop private(%0, %1 : !fir.ref<i32>, !fir.ref<i32>) control(%i : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
    %2 = fir.load %0 : !fir.ref<i32>
    fir.store %2 to %1 : !fir.ref<i32>
    acc.yield
  } attributes {independent = [#acc.device_type<none>]}
  return
}
