// RUN: %warpfort-opt --warpfort-acc-prepare=steps=pass-first-private-values %s | FileCheck %s
//
// A construct that only reads an allocatable scalar gets its value, which the
// host has copied, if there is one.

// CHECK-LABEL: func.func @_QPread(
// CHECK: %[[COPY:.*]] = fir.alloca f32
// CHECK: %[[BOX:.*]] = fir.load %{{.*}} : !fir.ref<!fir.box<!fir.heap<f32>>>
// CHECK: %[[AT:.*]] = fir.box_addr %[[BOX]]
// CHECK: fir.if
// CHECK: %[[V:.*]] = fir.load %[[AT]] : !fir.heap<f32>
// CHECK: fir.store %[[V]] to %[[COPY]]
// CHECK: %[[OWN:.*]] = acc.firstprivate varPtr(%[[COPY]] : !fir.ref<f32>) recipe(@{{.*}}) -> !fir.ref<f32> {name = "s"}
// CHECK: acc.parallel firstprivate(%[[OWN]] : !fir.ref<f32>) {
// CHECK-NEXT: %[[HEAP:.*]] = fir.convert %[[OWN]] : (!fir.ref<f32>) -> !fir.heap<f32>
// CHECK-NEXT: fir.load %[[HEAP]] : !fir.heap<f32>

// One that is assigned, or whose descriptor is used, is left.
// CHECK-LABEL: func.func @_QPassign(
// CHECK: acc.firstprivate varPtr({{.*}} : !fir.ref<!fir.box<!fir.heap<f32>>>)
// CHECK-NOT: acc.firstprivate
acc.firstprivate.recipe @firstprivatization_ref_box_heap_f32 : !fir.ref<!fir.box<!fir.heap<f32>>> init {
^bb0(%arg0: !fir.ref<!fir.box<!fir.heap<f32>>>):
  %0 = fir.alloca !fir.box<!fir.heap<f32>>
  acc.yield %0 : !fir.ref<!fir.box<!fir.heap<f32>>>
} copy {
^bb0(%arg0: !fir.ref<!fir.box<!fir.heap<f32>>>, %arg1: !fir.ref<!fir.box<!fir.heap<f32>>>):
  acc.terminator
}
func.func @_QPread(%arg0: !fir.ref<!fir.box<!fir.heap<f32>>>, %arg1: !fir.ref<f32>) {
  %0 = fir.declare %arg0 {fortran_attrs = #fir.var_attrs<allocatable>, uniq_name = "_QFreadEs"} : (!fir.ref<!fir.box<!fir.heap<f32>>>) -> !fir.ref<!fir.box<!fir.heap<f32>>>
  %1 = acc.firstprivate varPtr(%0 : !fir.ref<!fir.box<!fir.heap<f32>>>) recipe(@firstprivatization_ref_box_heap_f32) -> !fir.ref<!fir.box<!fir.heap<f32>>> {name = "s"}
  acc.parallel firstprivate(%1 : !fir.ref<!fir.box<!fir.heap<f32>>>) {
    %2 = fir.declare %1 {fortran_attrs = #fir.var_attrs<allocatable>, uniq_name = "_QFreadEs"} : (!fir.ref<!fir.box<!fir.heap<f32>>>) -> !fir.ref<!fir.box<!fir.heap<f32>>>
    %3 = fir.load %2 : !fir.ref<!fir.box<!fir.heap<f32>>>
    %4 = fir.box_addr %3 : (!fir.box<!fir.heap<f32>>) -> !fir.heap<f32>
    %5 = fir.load %4 : !fir.heap<f32>
    fir.store %5 to %arg1 : !fir.ref<f32>
    acc.yield
  }
  return
}
func.func @_QPassign(%arg0: !fir.ref<!fir.box<!fir.heap<f32>>>, %arg1: f32) {
  %0 = fir.declare %arg0 {fortran_attrs = #fir.var_attrs<allocatable>, uniq_name = "_QFassignEs"} : (!fir.ref<!fir.box<!fir.heap<f32>>>) -> !fir.ref<!fir.box<!fir.heap<f32>>>
  %1 = acc.firstprivate varPtr(%0 : !fir.ref<!fir.box<!fir.heap<f32>>>) recipe(@firstprivatization_ref_box_heap_f32) -> !fir.ref<!fir.box<!fir.heap<f32>>> {name = "s"}
  acc.parallel firstprivate(%1 : !fir.ref<!fir.box<!fir.heap<f32>>>) {
    %2 = fir.declare %1 {fortran_attrs = #fir.var_attrs<allocatable>, uniq_name = "_QFassignEs"} : (!fir.ref<!fir.box<!fir.heap<f32>>>) -> !fir.ref<!fir.box<!fir.heap<f32>>>
    %3 = fir.load %2 : !fir.ref<!fir.box<!fir.heap<f32>>>
    %4 = fir.box_addr %3 : (!fir.box<!fir.heap<f32>>) -> !fir.heap<f32>
    fir.store %arg1 to %4 : !fir.heap<f32>
    acc.yield
  }
  return
}
