// RUN: %warpfort-opt --warpfort-shaped-descriptors %s | FileCheck %s
//
// The descriptor of an array with constant extents gets a shape; others have
// one, or need none.

// CHECK-LABEL: func.func @component(
// CHECK: %[[SHAPE:.*]] = fir.shape %c7, %c3
// CHECK: fir.embox %{{.*}}(%[[SHAPE]]) : (!fir.ref<!fir.array<7x3xi32>>, !fir.shape<2>)
func.func @component(%a: !fir.ref<!fir.array<7x3xi32>>) -> !fir.box<!fir.array<7x3xi32>> {
  %0 = fir.embox %a : (!fir.ref<!fir.array<7x3xi32>>) -> !fir.box<!fir.array<7x3xi32>>
  return %0 : !fir.box<!fir.array<7x3xi32>>
}

// CHECK-LABEL: func.func @others(
// CHECK: fir.embox %{{[^ (]*}}(%{{[^ ]*}}) : (!fir.ref<!fir.array<7xi32>>, !fir.shapeshift<1>)
// CHECK: fir.embox %{{[^ (]*}} : (!fir.ref<i32>)
func.func @others(%a: !fir.ref<!fir.array<7xi32>>, %b: !fir.ref<i32>) -> (!fir.box<!fir.array<7xi32>>, !fir.box<i32>) {
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %0 = fir.shape_shift %c2, %c7 : (index, index) -> !fir.shapeshift<1>
  %1 = fir.embox %a(%0) : (!fir.ref<!fir.array<7xi32>>, !fir.shapeshift<1>) -> !fir.box<!fir.array<7xi32>>
  %2 = fir.embox %b : (!fir.ref<i32>) -> !fir.box<i32>
  return %1, %2 : !fir.box<!fir.array<7xi32>>, !fir.box<i32>
}
