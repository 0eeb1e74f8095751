// RUN: %warpfort-opt --warpfort-widen-half-reductions %s | FileCheck %s
//
// Flang's run-time library has no SUM of REAL(2) whose DIM is no constant: in
// host code it is done in kind 4, and its result converted.

// CHECK-LABEL: func.func @host(
// CHECK: hlfir.elemental {{.*}} -> !hlfir.expr<?x?xf32>
// CHECK: fir.convert %{{.*}} : (f16) -> f32
// CHECK: %[[SUM:.*]] = hlfir.sum {{.*}} -> !hlfir.expr<?xf32>
// CHECK: hlfir.elemental {{.*}} -> !hlfir.expr<?xf16>
// CHECK: hlfir.apply %[[SUM]],
// CHECK: fir.convert %{{.*}} : (f32) -> f16
func.func @host(%a: !fir.box<!fir.array<?x?xf16>>, %d: i32, %s: !fir.box<!fir.array<?xf16>>) {
  %0 = hlfir.sum %a dim %d : (!fir.box<!fir.array<?x?xf16>>, i32) -> !hlfir.expr<?xf16>
  hlfir.assign %0 to %s : !hlfir.expr<?xf16>, !fir.box<!fir.array<?xf16>>
  hlfir.destroy %0 : !hlfir.expr<?xf16>
  return
}

// The device library has one.
// CHECK-LABEL: func.func @device(
// CHECK: hlfir.sum {{.*}} -> !hlfir.expr<?xf16>
func.func @device(%a: !fir.box<!fir.array<?x?xf16>>, %d: i32, %s: !fir.box<!fir.array<?xf16>>) attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
  %0 = hlfir.sum %a dim %d : (!fir.box<!fir.array<?x?xf16>>, i32) -> !hlfir.expr<?xf16>
  hlfir.assign %0 to %s : !hlfir.expr<?xf16>, !fir.box<!fir.array<?xf16>>
  hlfir.destroy %0 : !hlfir.expr<?xf16>
  return
}
