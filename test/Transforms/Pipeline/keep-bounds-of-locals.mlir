// RUN: %warpfort-opt --warpfort-keep-bounds-of-locals %s | FileCheck %s
//
// The variable that stands for a dummy array in a LOCAL clause begins where the
// dummy array does. Flang's begins with 1.

// CHECK-LABEL: func.func @local(
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: %[[MADE:.*]] = fir.alloca !fir.array<?xf32>, %[[N:.*]] {
// CHECK: %[[BOUNDS:.*]] = fir.shape_shift %[[C0]], %[[N]]
// CHECK: hlfir.declare %[[MADE]](%[[BOUNDS]]) {uniq_name = "_QFEa"}
// A variable of another name keeps its shape.
// CHECK: %[[OTHER:.*]] = fir.alloca !fir.array<?xf32>, %[[N]] {
// CHECK: %[[SHAPE:.*]] = fir.shape %[[N]]
// CHECK: hlfir.declare %[[OTHER]](%[[SHAPE]]) {uniq_name = "_QFEb"}
func.func @local(%a: !fir.box<!fir.array<?xf32>>, %n: index) {
  %c0 = arith.constant 0 : index
  %0 = fir.dummy_scope : !fir.dscope
  %1 = fir.shift %c0 : (index) -> !fir.shift<1>
  %2:2 = hlfir.declare %a(%1) dummy_scope %0 arg 1 {uniq_name = "_QFEa"} : (!fir.box<!fir.array<?xf32>>, !fir.shift<1>, !fir.dscope) -> (!fir.box<!fir.array<?xf32>>, !fir.box<!fir.array<?xf32>>)
  %3 = fir.alloca !fir.array<?xf32>, %n {pinned}
  %4 = fir.shape %n : (index) -> !fir.shape<1>
  %5:2 = hlfir.declare %3(%4) {uniq_name = "_QFEa"} : (!fir.ref<!fir.array<?xf32>>, !fir.shape<1>) -> (!fir.box<!fir.array<?xf32>>, !fir.ref<!fir.array<?xf32>>)
  %6 = fir.alloca !fir.array<?xf32>, %n {pinned}
  %7 = fir.shape %n : (index) -> !fir.shape<1>
  %8:2 = hlfir.declare %6(%7) {uniq_name = "_QFEb"} : (!fir.ref<!fir.array<?xf32>>, !fir.shape<1>) -> (!fir.box<!fir.array<?xf32>>, !fir.ref<!fir.array<?xf32>>)
  return
}
