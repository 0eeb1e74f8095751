// RUN: %warpfort-opt --warpfort-acc-lowering %s | FileCheck %s
//
// A construct without clauses: the kernel, its launch and the copy of the array
// to the device and back.

// CHECK-LABEL: func.func @_QPs(
// CHECK: fir.call @warprt_acc_enter_data(
// CHECK: fir.call @warprt_acc_launch(
// CHECK: fir.call @warprt_acc_exit_data(
// CHECK: func.func @_QPs_acc_0(
// CHECK-SAME: cuf.proc_attr = #cuf.cuda_proc<global>
// CHECK: fir.call @__warpdev_loop_begin(
// CHECK: fir.iterate_while
// CHECK: fir.array_coor
// CHECK-NOT: acc.loop
// CHECK-NOT: scf.for
func.func @_QPs(%aa: !fir.ref<!fir.array<8xf32>>) {
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %e = arith.constant 8 : index
  %sh = fir.shape %e : (index) -> !fir.shape<1>
  %a = fir.declare %aa(%sh) {uniq_name = "_QFsEa"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf32>>
  acc.parallel {
    %x = arith.constant 1.0 : f32
    acc.loop gang control(%k : i32) = (%c1 : i32) to (%c8 : i32) step (%c1 : i32) {
      %0 = fir.array_coor %a(%sh) %k : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>, i32) -> !fir.ref<f32>
      fir.store %x to %0 : !fir.ref<f32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  return
}
