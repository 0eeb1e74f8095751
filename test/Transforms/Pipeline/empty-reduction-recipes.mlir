// RUN: %warpfort-opt --warpfort-empty-reduction-recipes %s | FileCheck %s
//
// Of a recipe the operator is left. Private recipes stay.

// CHECK: acc.private.recipe @private : !fir.ref<i32> init {
// CHECK: fir.alloca i32
acc.private.recipe @private : !fir.ref<i32> init {
^bb0(%arg0: !fir.ref<i32>):
  %0 = fir.alloca i32
  acc.yield %0 : !fir.ref<i32>
}
// CHECK: acc.reduction.recipe @sum : !fir.ref<i32> reduction_operator <add> init {
// CHECK-NEXT: ^bb0(%[[A:.*]]: !fir.ref<i32>):
// CHECK-NEXT: acc.yield %[[A]] : !fir.ref<i32>
// CHECK-NEXT: } combiner {
// CHECK-NEXT: ^bb0(%[[B:.*]]: !fir.ref<i32>, %{{.*}}: !fir.ref<i32>):
// CHECK-NEXT: acc.yield %[[B]] : !fir.ref<i32>
// CHECK-NEXT: }
acc.reduction.recipe @sum : !fir.ref<i32> reduction_operator <add> init {
^bb0(%arg0: !fir.ref<i32>):
  %c0 = arith.constant 0 : i32
  %0 = fir.alloca i32
  fir.store %c0 to %0 : !fir.ref<i32>
  acc.yield %0 : !fir.ref<i32>
} combiner {
^bb0(%arg0: !fir.ref<i32>, %arg1: !fir.ref<i32>):
  %0 = fir.load %arg0 : !fir.ref<i32>
  %1 = fir.load %arg1 : !fir.ref<i32>
  %2 = arith.addi %0, %1 : i32
  fir.store %2 to %arg0 : !fir.ref<i32>
  acc.yield %arg0 : !fir.ref<i32>
} destroy {
^bb0(%arg0: !fir.ref<i32>, %arg1: !fir.ref<i32>):
  acc.terminator
}
