// RUN: %warpfort-opt --warpfort-hlfir-to-fir %s | FileCheck %s
// RUN: %warpfort-opt --warpfort-hlfir-to-fir=opt-level=0 %s | FileCheck %s
//
// At every level no HLFIR is left, and sums of shifts do not claim too much.

// CHECK-LABEL: func.func @assign(
// CHECK-NOT: hlfir.
// CHECK-NOT: nuw
// CHECK: return
func.func @assign(%a: !fir.box<!fir.array<?xf32>>, %by: i32) {
  %0 = hlfir.cshift %a %by : (!fir.box<!fir.array<?xf32>>, i32) -> !hlfir.expr<?xf32>
  hlfir.assign %0 to %a : !hlfir.expr<?xf32>, !fir.box<!fir.array<?xf32>>
  hlfir.destroy %0 : !hlfir.expr<?xf32>
  return
}
