// RUN: %warpfort-opt --warpfort-acc-outline %s | FileCheck %s
//
// The construct becomes a kernel with its loop, and a launch with the kernel's
// handle, the sizes of the grid and the addresses that the data clauses give.
// The data clauses stay.

// CHECK-LABEL: func.func @_QPs(
// CHECK: %[[A:.*]] = acc.copyin varPtr(
// CHECK-NOT: acc.parallel
// CHECK: fir.address_of(@warprt.kernel._QPs_acc_0)
// num_gangs(4):
// CHECK: %[[GANGS:.*]] = fir.convert %c4_i32 : (i32) -> i64
// CHECK: fir.store %[[GANGS]] to
// CHECK: fir.convert %[[A]] :
// CHECK: fir.call @warprt_acc_launch(
// CHECK: acc.copyout accPtr(%[[A]] :
// CHECK: func.func @_QPs_acc_0(%[[P:.*]]: !fir.ref<!fir.array<8xf32>> {fir.bindc_name = "a", llvm.noalias}) attributes {
// CHECK-SAME: cuf.proc_attr = #cuf.cuda_proc<global>
// CHECK-SAME: warpfort.display_name = "s:
// CHECK: acc.loop gang
// CHECK: fir.coordinate_of %[[P]],
// CHECK: warpfort.acc.levels
func.func @_QPs(%aa: !fir.ref<!fir.array<8xf32>>, %n: !fir.ref<i32>) {
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : index
  %sh = fir.shape %c8 : (index) -> !fir.shape<1>
  %a = fir.declare %aa(%sh) {uniq_name = "_QFsEa"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf32>>
  %0 = acc.copyin varPtr(%a : !fir.ref<!fir.array<8xf32>>) -> !fir.ref<!fir.array<8xf32>> {dataClause = #acc<data_clause acc_copy>, name = "a"}
  acc.parallel num_gangs({%c4 : i32}) dataOperands(%0 : !fir.ref<!fir.array<8xf32>>) {
    %x = arith.constant 1.0 : f32
    acc.loop gang control(%k : i32) = (%c1 : i32) to (%c4 : i32) step (%c1 : i32) {
      %1 = fir.coordinate_of %0, %k : (!fir.ref<!fir.array<8xf32>>, i32) -> !fir.ref<f32>
      fir.store %x to %1 : !fir.ref<f32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  acc.copyout accPtr(%0 : !fir.ref<!fir.array<8xf32>>) to varPtr(%a : !fir.ref<!fir.array<8xf32>>) {dataClause = #acc<data_clause acc_copy>, name = "a"}
  return
}
