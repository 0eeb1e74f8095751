// RUN: %warpfort-opt --warpfort-expand-constant-assignments %s | FileCheck %s
//
// table(1:3) = (/ ... /) is one copy, table(1:3) = x is three assignments, and
// one of ten elements stays a loop's.

fir.global @_QQro.3xf32.0 constant : !fir.array<3xf32>

// CHECK-LABEL: func.func @array(
// CHECK: fir.copy %{{.*}} to %{{.*}} no_overlap : !fir.ref<!fir.array<3xf32>>, !fir.ref<!fir.array<3xf32>>
// CHECK-NOT: hlfir.assign
// CHECK: return
func.func @array(%t: !fir.ref<!fir.array<3xf32>>) {
  %c3 = arith.constant 3 : index
  %0 = fir.shape %c3 : (index) -> !fir.shape<1>
  %1 = fir.address_of(@_QQro.3xf32.0) : !fir.ref<!fir.array<3xf32>>
  %2:2 = hlfir.declare %1(%0) {fortran_attrs = #fir.var_attrs<parameter>, uniq_name = "_QQro.3xf32.0"} : (!fir.ref<!fir.array<3xf32>>, !fir.shape<1>) -> (!fir.ref<!fir.array<3xf32>>, !fir.ref<!fir.array<3xf32>>)
  hlfir.assign %2#0 to %t : !fir.ref<!fir.array<3xf32>>, !fir.ref<!fir.array<3xf32>>
  return
}

// CHECK-LABEL: func.func @scalar(
// CHECK: %[[SECTION:.*]] = hlfir.designate %{{.*}} (%c1:%c3:%c1)
// CHECK: hlfir.designate %[[SECTION]] (%c1{{.*}})
// CHECK: hlfir.assign %{{.*}} : f32, !fir.ref<f32>
// CHECK: hlfir.designate %[[SECTION]] (%c2{{.*}})
// CHECK: hlfir.assign %{{.*}} : f32, !fir.ref<f32>
// CHECK: hlfir.designate %[[SECTION]] (%c3{{.*}})
// CHECK: hlfir.assign %{{.*}} : f32, !fir.ref<f32>
// CHECK-NOT: hlfir.assign
// CHECK: return
func.func @scalar(%t: !fir.ref<!fir.array<20xf32>>, %x: f32) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = fir.shape %c3 : (index) -> !fir.shape<1>
  %1 = hlfir.designate %t (%c1:%c3:%c1) shape %0 : (!fir.ref<!fir.array<20xf32>>, index, index, index, !fir.shape<1>) -> !fir.ref<!fir.array<3xf32>>
  hlfir.assign %x to %1 : f32, !fir.ref<!fir.array<3xf32>>
  return
}

// CHECK-LABEL: func.func @many(
// CHECK: hlfir.assign %{{.*}} to %{{.*}} : f32, !fir.ref<!fir.array<10xf32>>
func.func @many(%t: !fir.ref<!fir.array<20xf32>>, %x: f32) {
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %0 = fir.shape %c10 : (index) -> !fir.shape<1>
  %1 = hlfir.designate %t (%c1:%c10:%c1) shape %0 : (!fir.ref<!fir.array<20xf32>>, index, index, index, !fir.shape<1>) -> !fir.ref<!fir.array<10xf32>>
  hlfir.assign %x to %1 : f32, !fir.ref<!fir.array<10xf32>>
  return
}

// In a kernel, threads share a loop.
// CHECK-LABEL: func.func @device(
// CHECK: hlfir.assign %{{.*}} to %{{.*}} : f32, !fir.ref<!fir.array<3xf32>>
func.func @device(%t: !fir.ref<!fir.array<20xf32>>, %x: f32) attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = fir.shape %c3 : (index) -> !fir.shape<1>
  %1 = hlfir.designate %t (%c1:%c3:%c1) shape %0 : (!fir.ref<!fir.array<20xf32>>, index, index, index, !fir.shape<1>) -> !fir.ref<!fir.array<3xf32>>
  hlfir.assign %x to %1 : f32, !fir.ref<!fir.array<3xf32>>
  return
}
