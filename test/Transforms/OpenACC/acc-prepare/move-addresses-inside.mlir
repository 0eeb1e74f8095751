// RUN: %warpfort-opt --warpfort-acc-prepare=steps=move-addresses-inside %s | FileCheck %s
//
// The address of an element is computed in the construct that uses it: computed
// before, it would pass for a variable of its own.

// CHECK-LABEL: func.func @element(
// CHECK-SAME: %[[A:[^:]*]]:
// CHECK: acc.parallel {
// CHECK: %[[E:.*]] = fir.array_coor %[[A]]
// CHECK: fir.call @_QPcallee(%[[E]])
func.func private @_QPcallee(!fir.ref<f32>)
func.func @element(%a: !fir.ref<!fir.array<8xf32>>, %i: i64) {
  %c8 = arith.constant 8 : index
  %0 = fir.shape %c8 : (index) -> !fir.shape<1>
  %1 = fir.array_coor %a(%0) %i : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>, i64) -> !fir.ref<f32>
  acc.parallel {
    fir.call @_QPcallee(%1) : (!fir.ref<f32>) -> ()
    acc.yield
  }
  return
}
