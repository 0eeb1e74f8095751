// RUN: %warpfort-opt --warpfort-check-bounds %s | FileCheck %s --check-prefixes=CHECK,HOST
// RUN: %warpfort-opt --warpfort-check-bounds=device=true %s | FileCheck %s --check-prefixes=CHECK,DEVICE
//
// Marked elements are compared with the bounds, the others are not. Nothing is
// compared that is constant and right.

// CHECK-LABEL: func.func @element(
// CHECK: %[[LOW:.*]] = arith.cmpi slt,
// CHECK: %[[HIGH:.*]] = arith.cmpi sgt,
// CHECK: %[[KNOWN:.*]] = arith.cmpi sge,
// CHECK: %[[BOTH:.*]] = arith.andi %[[HIGH]], %[[KNOWN]]
// CHECK: %[[BAD:.*]] = arith.ori %[[LOW]], %[[BOTH]]
// CHECK: fir.if %[[BAD]] {
// HOST: fir.call @warprt_report_bounds(
// DEVICE: fir.call @__warpdev_report_bounds(
// CHECK: }
// CHECK: fir.array_coor
// CHECK-NOT: fir.if
// CHECK: return
func.func @element(%a: !fir.ref<!fir.array<?xf32>>, %n: index, %i: i64) {
  %shape = fir.shape %n : (index) -> !fir.shape<1>
  %0 = fir.array_coor %a(%shape) %i : (!fir.ref<!fir.array<?xf32>>, !fir.shape<1>, i64) -> !fir.ref<f32> loc("subscripts of a"("a.f90":3:4))
  %1 = fir.array_coor %a(%shape) %i : (!fir.ref<!fir.array<?xf32>>, !fir.shape<1>, i64) -> !fir.ref<f32> loc("a.f90":4:4)
  return
}

// CHECK-LABEL: func.func @kernel(
// HOST: fir.call @warprt_report_bounds(
// DEVICE: fir.call @__warpdev_report_bounds_of_thread(
func.func @kernel(%a: !fir.ref<!fir.array<?xf32>>, %n: index, %i: i64) attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
  %shape = fir.shape %n : (index) -> !fir.shape<1>
  %0 = fir.array_coor %a(%shape) %i : (!fir.ref<!fir.array<?xf32>>, !fir.shape<1>, i64) -> !fir.ref<f32> loc("subscripts of a"("a.f90":3:4))
  return
}

// CHECK-LABEL: func.func @constant(
// CHECK-NOT: fir.if
// CHECK: return
func.func @constant(%a: !fir.ref<!fir.array<5xf32>>) {
  %c5 = arith.constant 5 : index
  %shape = fir.shape %c5 : (index) -> !fir.shape<1>
  %0 = fir.array_coor %a(%shape) %c5 : (!fir.ref<!fir.array<5xf32>>, !fir.shape<1>, index) -> !fir.ref<f32> loc("subscripts of a"("a.f90":3:4))
  return
}

// The bounds of a described array are in its descriptor; of a section the first
// and the last element are checked, unless it is empty.
// CHECK-LABEL: func.func @section(
// CHECK: fir.box_dims
// CHECK: arith.divsi
// CHECK-COUNT-2: fir.if
// CHECK: fir.rebox
func.func @section(%a: !fir.box<!fir.array<?xf32>>, %i: index, %j: index, %k: index) {
  %slice = fir.slice %i, %j, %k : (index, index, index) -> !fir.slice<1>
  %0 = fir.rebox %a [%slice] : (!fir.box<!fir.array<?xf32>>, !fir.slice<1>) -> !fir.box<!fir.array<?xf32>> loc("subscripts of a"("a.f90":3:4))
  return
}
