// RUN: %warpfort-opt --warpfort-mark-subscripts --mlir-print-debuginfo --mlir-print-local-scope %s | FileCheck %s
// RUN: %warpfort-opt --warpfort-mark-subscripts=scalars=true --mlir-print-debuginfo --mlir-print-local-scope %s | FileCheck %s --check-prefix=SCALARS
//
// Elements and sections that the program names have a location that says so;
// what an elemental operation counts itself does not.

// CHECK-LABEL: func.func @marks(
func.func @marks(%arg0: !fir.ref<!fir.array<5xf32>>, %i: index) {
  %c5 = arith.constant 5 : index
  %c1 = arith.constant 1 : index
  %shape = fir.shape %c5 : (index) -> !fir.shape<1>
  %a:2 = hlfir.declare %arg0(%shape) {uniq_name = "_QFmarksEa"} : (!fir.ref<!fir.array<5xf32>>, !fir.shape<1>) -> (!fir.ref<!fir.array<5xf32>>, !fir.ref<!fir.array<5xf32>>)
  // CHECK: hlfir.designate {{.*}} loc("subscripts of a"(
  %0 = hlfir.designate %a#0 (%i) : (!fir.ref<!fir.array<5xf32>>, index) -> !fir.ref<f32>
  // CHECK: hlfir.designate {{.*}} loc("subscripts of a"(
  %1 = hlfir.designate %a#0 (%c1:%i:%c1) shape %shape : (!fir.ref<!fir.array<5xf32>>, index, index, index, !fir.shape<1>) -> !fir.box<!fir.array<?xf32>>
  %2 = hlfir.elemental %shape : (!fir.shape<1>) -> !hlfir.expr<5xf32> {
  ^bb0(%n: index):
    // CHECK: hlfir.designate
    // CHECK-NOT: subscripts of
    // CHECK: fir.load
    %3 = hlfir.designate %a#0 (%n) : (!fir.ref<!fir.array<5xf32>>, index) -> !fir.ref<f32>
    %4 = fir.load %3 : !fir.ref<f32>
    hlfir.yield_element %4 : f32
  }
  hlfir.destroy %2 : !hlfir.expr<5xf32>
  return
}

// With `scalars`, accesses of scalars have names, too.
// SCALARS-LABEL: func.func @scalars(
// CHECK-LABEL: func.func @scalars(
func.func @scalars(%arg0: !fir.ref<f32>, %arg1: !fir.ref<f32>) {
  %s:2 = hlfir.declare %arg0 {uniq_name = "_QFscalarsEs"} : (!fir.ref<f32>) -> (!fir.ref<f32>, !fir.ref<f32>)
  %t:2 = hlfir.declare %arg1 {uniq_name = "_QFscalarsEt"} : (!fir.ref<f32>) -> (!fir.ref<f32>, !fir.ref<f32>)
  // CHECK-NOT: subscripts of
  // SCALARS: fir.load {{.*}} loc("subscripts of t"(
  %0 = fir.load %t#0 : !fir.ref<f32>
  // SCALARS: hlfir.assign {{.*}} loc("subscripts of s"(
  hlfir.assign %0 to %s#0 : f32, !fir.ref<f32>
  return
}
