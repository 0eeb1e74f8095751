// RUN: %warpfort-opt --warpfort-keep-allocations %s | FileCheck %s
//
// In a kernels construct, an assignment to an allocatable array is one to the
// array that is there.

// CHECK-LABEL: func.func @kernels(
// CHECK-SAME: %[[A:[^:]*]]:
// CHECK: acc.kernels {
// CHECK: %[[ARRAY:.*]] = fir.load %[[A]]
// CHECK: hlfir.assign %{{.*}} to %[[ARRAY]] : f32, !fir.box<!fir.heap<!fir.array<?xf32>>>
func.func @kernels(%a: !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>, %x: f32) {
  acc.kernels {
    hlfir.assign %x to %a realloc : f32, !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>
    acc.terminator
  }
  return
}

// In host code it may allocate.
// CHECK-LABEL: func.func @host(
// CHECK: hlfir.assign %{{.*}} to %{{.*}} realloc
func.func @host(%a: !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>, %x: f32) {
  hlfir.assign %x to %a realloc : f32, !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>
  return
}

// In other constructs an assignment that would have to allocate ends the program.
// CHECK-LABEL: func.func @parallel(
// CHECK: acc.parallel {
// CHECK: %[[BOX:.*]] = fir.load %arg0
// CHECK: fir.if
// CHECK: fir.call @_FortranAReportFatalUserError
// CHECK: hlfir.assign %{{.*}} to %[[BOX]] : !fir.box<!fir.array<?xf32>>, !fir.box<!fir.heap<!fir.array<?xf32>>>
func.func @parallel(%a: !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>, %x: !fir.box<!fir.array<?xf32>>) {
  acc.parallel {
    hlfir.assign %x to %a realloc : !fir.box<!fir.array<?xf32>>, !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>
    acc.yield
  }
  return
}
