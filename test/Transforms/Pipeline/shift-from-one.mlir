// RUN: %warpfort-opt --warpfort-shift-from-one %s | FileCheck %s
//
// A dummy array that begins elsewhere is given to CSHIFT with a descriptor that
// begins with 1.

// CHECK-LABEL: func.func @shift(
// CHECK: %[[A:.*]]:2 = hlfir.declare
// CHECK: %[[FROM_ONE:.*]] = fir.rebox %[[A]]#0 : (!fir.box<!fir.array<?xf32>>) -> !fir.box<!fir.array<?xf32>>
// CHECK: hlfir.cshift %[[FROM_ONE]] %
func.func @shift(%a: !fir.box<!fir.array<?xf32>>, %by: i32) {
  %c0 = arith.constant 0 : index
  %0 = fir.dummy_scope : !fir.dscope
  %1 = fir.shift %c0 : (index) -> !fir.shift<1>
  %2:2 = hlfir.declare %a(%1) dummy_scope %0 arg 1 {uniq_name = "_QFEa"} : (!fir.box<!fir.array<?xf32>>, !fir.shift<1>, !fir.dscope) -> (!fir.box<!fir.array<?xf32>>, !fir.box<!fir.array<?xf32>>)
  %3 = hlfir.cshift %2#0 %by : (!fir.box<!fir.array<?xf32>>, i32) -> !hlfir.expr<?xf32>
  hlfir.destroy %3 : !hlfir.expr<?xf32>
  return
}

// An array without a descriptor begins with 1 for Flang.
// CHECK-LABEL: func.func @plain(
// CHECK-NOT: fir.rebox
// CHECK: hlfir.cshift
func.func @plain(%a: !fir.ref<!fir.array<8xf32>>, %by: i32) {
  %3 = hlfir.cshift %a %by : (!fir.ref<!fir.array<8xf32>>, i32) -> !hlfir.expr<8xf32>
  hlfir.destroy %3 : !hlfir.expr<8xf32>
  return
}
