// RUN: %warpfort-opt --warpfort-acc-lower-kernels %s | FileCheck %s
//
// The iterations of a loop that takes the grid are asked of the device library.
// CHECK-LABEL: func.func @_QPs_acc_0(
// CHECK: %[[BEGIN:.*]] = fir.call @__warpdev_loop_begin(
// CHECK: %[[END:.*]] = fir.call @__warpdev_loop_end(
// CHECK: %[[STRIDE:.*]] = fir.call @__warpdev_loop_stride(
// CHECK-DAG: %[[B:.*]] = fir.convert %[[BEGIN]] :
// CHECK-DAG: %[[E:.*]] = fir.convert %[[END]] :
// CHECK-DAG: %[[S:.*]] = fir.convert %[[STRIDE]] :
// CHECK: scf.for %{{.*}} = %[[B]] to %[[E]] step %[[S]] {
// CHECK: fir.store
// CHECK-NOT: acc.loop
func.func @_QPs_acc_0(%a: !fir.ref<!fir.array<8xf32>>, %n: i32) attributes {cuf.proc_attr = #cuf.cuda_proc<global>, warpfort.acc.kernel, warpfort.acc.used = 7 : i32, warpfort.display_name = "s:9", warpfort.kernel_loop} {
  %c1 = arith.constant 1 : i32
  %x = arith.constant 1.0 : f32
  acc.loop gang control(%k : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
    %0 = fir.coordinate_of %a, %k : (!fir.ref<!fir.array<8xf32>>, i32) -> !fir.ref<f32>
    fir.store %x to %0 : !fir.ref<f32>
    acc.yield
  } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>], warpfort.acc.grid, warpfort.acc.levels = 7 : i32}
  return
}

// Of the vector lanes of a gang loop's iteration, each takes some iterations of
// the loop inside.
// CHECK-LABEL: func.func @_QPs_acc_1(
// CHECK: fir.call @__warpdev_acc_begin(
// CHECK: scf.for
// CHECK:   fir.call @__warpdev_acc_begin(
// CHECK:   scf.for
// CHECK:     fir.store
func.func @_QPs_acc_1(%a: !fir.ref<!fir.array<8xf32>>, %n: i32) attributes {cuf.proc_attr = #cuf.cuda_proc<global>, warpfort.acc.kernel, warpfort.acc.used = 5 : i32, warpfort.display_name = "s:19", warpfort.kernel_loop} {
  %c1 = arith.constant 1 : i32
  %x = arith.constant 1.0 : f32
  acc.loop gang control(%k : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
    acc.loop vector control(%l : i32) = (%c1 : i32) to (%k : i32) step (%c1 : i32) {
      %0 = fir.coordinate_of %a, %l : (!fir.ref<!fir.array<8xf32>>, i32) -> !fir.ref<f32>
      fir.store %x to %0 : !fir.ref<f32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>], warpfort.acc.levels = 1 : i32}
    acc.yield
  } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>], warpfort.acc.levels = 4 : i32}
  return
}

// In host code a loop is sequential.
// CHECK-LABEL: func.func @_QPhost(
// CHECK-NOT: __warpdev
// CHECK: scf.for
// CHECK: fir.store
func.func @_QPhost(%a: !fir.ref<!fir.array<8xf32>>, %n: i32) {
  %c1 = arith.constant 1 : i32
  %x = arith.constant 1.0 : f32
  acc.loop gang control(%k : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
    %0 = fir.coordinate_of %a, %k : (!fir.ref<!fir.array<8xf32>>, i32) -> !fir.ref<f32>
    fir.store %x to %0 : !fir.ref<f32>
    acc.yield
  } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
  return
}
