// RUN: %warpfort-opt --warpfort-vector-subscript-bounds %s | FileCheck %s
//
// A slice begins at the array's lower bound in a dimension with a vector
// subscript. A triplet ends at the upper bound where it ended with the extent;
// the others and single subscripts stay.

// CHECK-LABEL: func.func @mixed(
// CHECK-SAME: %[[A:[^:]*]]: {{.*}}, %[[K:[^:]*]]: !fir.ref<!fir.array<4xi32>>
// CHECK: %[[SHIFT:.*]] = fir.shape_shift %c-2, %c7, %c5, %c3, %c4, %c2
// CHECK: %[[SLICE:.*]] = fir.slice %c-2, %c4, %c1, %c6, %c7, %c1, %c3, %{{.*}}, %{{.*}} : (
// CHECK: fir.array_coor %[[A]](%[[SHIFT]]) [%[[SLICE]]]
func.func @mixed(%a: !fir.ref<!fir.array<7x3x2xi32>>, %k: !fir.ref<!fir.array<4xi32>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c-2 = arith.constant -2 : index
  %none = fir.undefined index
  %value = arith.constant 1 : i32
  %shift = fir.shape_shift %c-2, %c7, %c5, %c3, %c4, %c2 : (index, index, index, index, index, index) -> !fir.shapeshift<3>
  %slice = fir.slice %c1, %c4, %c1, %c6, %c7, %c1, %c3, %none, %none : (index, index, index, index, index, index, index, index, index) -> !fir.slice<3>
  fir.do_loop %j = %c5 to %c6 step %c1 {
    fir.do_loop %i = %c0 to %c3 step %c1 {
      %at = fir.coordinate_of %k, %i : (!fir.ref<!fir.array<4xi32>>, index) -> !fir.ref<i32>
      %subscript = fir.load %at : !fir.ref<i32>
      %index = fir.convert %subscript : (i32) -> index
      %element = fir.array_coor %a(%shift) [%slice] %index, %j, %c3 : (!fir.ref<!fir.array<7x3x2xi32>>, !fir.shapeshift<3>, !fir.slice<3>, index, index, index) -> !fir.ref<i32>
      fir.store %value to %element : !fir.ref<i32>
    }
  }
  return
}

// CHECK-LABEL: func.func @whole(
// CHECK-SAME: %{{[^:]*}}: {{.*}}, %{{[^:]*}}: {{.*}}, %[[STEP:.*]]: index)
// CHECK: %[[BOUNDS:.*]]:3 = fir.box_dims
// CHECK: %[[SUM:.*]] = arith.addi %c5, %[[BOUNDS]]#1
// CHECK: %[[HIGH:.*]] = arith.subi %[[SUM]], %c1
// CHECK: %[[BACKWARD:.*]] = arith.cmpi slt, %[[STEP]], %c0
// CHECK: %[[FIRST:.*]] = arith.select %[[BACKWARD]], %[[HIGH]], %c5
// CHECK: %[[LAST:.*]] = arith.select %[[BACKWARD]], %c5, %[[HIGH]]
// CHECK: fir.slice %c-2, %c4, %c1, %[[FIRST]], %[[LAST]], %[[STEP]]
// CHECK: arith.subi %[[LAST]], %[[FIRST]]
func.func @whole(%a: !fir.box<!fir.array<?x?xi32>>, %k: !fir.ref<!fir.array<4xi32>>, %step: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c-2 = arith.constant -2 : index
  %value = arith.constant 1 : i32
  %dims:3 = fir.box_dims %a, %c1 : (!fir.box<!fir.array<?x?xi32>>, index) -> (index, index, index)
  %shift = fir.shift %c-2, %c5 : (index, index) -> !fir.shift<2>
  %slice = fir.slice %c1, %c4, %c1, %c5, %dims#1, %step : (index, index, index, index, index, index) -> !fir.slice<2>
  %distance = arith.subi %dims#1, %c5 : index
  %sum = arith.addi %distance, %step : index
  %count = arith.divsi %sum, %step : index
  %end = arith.addi %count, %c4 : index
  fir.do_loop %j = %c5 to %end step %c1 {
    %at = fir.coordinate_of %k, %c0 : (!fir.ref<!fir.array<4xi32>>, index) -> !fir.ref<i32>
    %subscript = fir.load %at : !fir.ref<i32>
    %index = fir.convert %subscript : (i32) -> index
    %element = fir.array_coor %a(%shift) [%slice] %index, %j : (!fir.box<!fir.array<?x?xi32>>, !fir.shift<2>, !fir.slice<2>, index, index) -> !fir.ref<i32>
    fir.store %value to %element : !fir.ref<i32>
  }
  return
}

// A triplet that runs backwards in an array that begins with 1; bounds of the
// program are converted to an index, and stay.
// CHECK-LABEL: func.func @backwards(
// CHECK: %[[FIRST:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : index
// CHECK: %[[LAST:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : index
// CHECK: fir.slice %c1, %c4, %c1, %[[FIRST]], %[[LAST]], %{{.*}} : (
// CHECK: arith.subi %[[LAST]], %[[FIRST]]
// CHECK: %[[ONE:.*]] = fir.convert %c1_i64
// CHECK: %[[GIVEN:.*]] = fir.slice %c1{{.*}}, %c4, %c1{{.*}}, %[[ONE]], %{{.*}}, %{{.*}} : (
// CHECK: fir.array_coor %{{.*}} [%[[GIVEN]]]
func.func @backwards(%a: !fir.ref<!fir.array<4x3xi32>>, %k: !fir.ref<!fir.array<4xi32>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c1_i64 = arith.constant 1 : i64
  %c2_i64 = arith.constant 2 : i64
  %c-1_i64 = arith.constant -1 : i64
  %step = fir.convert %c-1_i64 : (i64) -> index
  %value = arith.constant 1 : i32
  %shape = fir.shape %c4, %c3 : (index, index) -> !fir.shape<2>
  %slice = fir.slice %c1, %c4, %c1, %c1, %c3, %step : (index, index, index, index, index, index) -> !fir.slice<2>
  %distance = arith.subi %c3, %c1 : index
  fir.do_loop %j = %c1 to %distance step %c1 {
    %at = fir.coordinate_of %k, %c0 : (!fir.ref<!fir.array<4xi32>>, index) -> !fir.ref<i32>
    %subscript = fir.load %at : !fir.ref<i32>
    %index = fir.convert %subscript : (i32) -> index
    %element = fir.array_coor %a(%shape) [%slice] %index, %j : (!fir.ref<!fir.array<4x3xi32>>, !fir.shape<2>, !fir.slice<2>, index, index) -> !fir.ref<i32>
    fir.store %value to %element : !fir.ref<i32>
  }
  %first = fir.convert %c1_i64 : (i64) -> index
  %last = fir.convert %c2_i64 : (i64) -> index
  %given = fir.slice %c1, %c4, %c1, %first, %last, %step : (index, index, index, index, index, index) -> !fir.slice<2>
  fir.do_loop %j = %c1 to %c3 step %c1 {
    %at = fir.coordinate_of %k, %c0 : (!fir.ref<!fir.array<4xi32>>, index) -> !fir.ref<i32>
    %subscript = fir.load %at : !fir.ref<i32>
    %index = fir.convert %subscript : (i32) -> index
    %element = fir.array_coor %a(%shape) [%given] %index, %j : (!fir.ref<!fir.array<4x3xi32>>, !fir.shape<2>, !fir.slice<2>, index, index) -> !fir.ref<i32>
    fir.store %value to %element : !fir.ref<i32>
  }
  return
}
