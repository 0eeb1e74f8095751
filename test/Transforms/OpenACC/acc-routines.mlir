// RUN: %warpfort-opt --warpfort-acc-routines %s | FileCheck %s
//
// A procedure with a routine directive becomes one for host and device. One of
// a level gets a second form, which all threads of the level enter together;
// its loops are distributed over these.
acc.routine @acc_routine_0 func(@_QMmPr) seq
acc.routine @acc_routine_1 func(@_QMmPw) worker

acc.private.recipe @privatization_ref_i32 : !fir.ref<i32> init {
^bb0(%arg0: !fir.ref<i32>):
  %0 = fir.alloca i32
  acc.yield %0 : !fir.ref<i32>
}

// CHECK: func.func @_QMmPr({{.*}}cuf.proc_attr = #cuf.cuda_proc<host_device>
func.func @_QMmPr(%x: !fir.ref<f32>) attributes {acc.routine_info = #acc.routine_info<[@acc_routine_0]>} {
  %0 = fir.load %x : !fir.ref<f32>
  fir.store %0 to %x : !fir.ref<f32>
  return
}

// CHECK: func.func @_QMmPw({{.*}}cuf.proc_attr = #cuf.cuda_proc<host_device>
// CHECK: func.func @_QMmPw_acc_team({{.*}}cuf.proc_attr = #cuf.cuda_proc<device>
// CHECK-SAME: warpfort.acc.routine_levels = 3 : i32, warpfort.acc.team_of = "_QMmPw"
// CHECK: acc.loop worker
func.func @_QMmPw(%x: !fir.ref<f32>, %n: i32) attributes {acc.routine_info = #acc.routine_info<[@acc_routine_1]>} {
  %c1 = arith.constant 1 : i32
  %i = fir.alloca i32
  %0 = acc.private varPtr(%i : !fir.ref<i32>) recipe(@privatization_ref_i32) -> !fir.ref<i32> {implicit = true, name = "i"}
  acc.loop worker private(%0 : !fir.ref<i32>) control(%k : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
    fir.call @_QMmPr(%x) : (!fir.ref<f32>) -> ()
    acc.yield
  } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
  return
}

// A host procedure stays one.
// CHECK: func.func @_QMmPs(
// CHECK-NOT: cuf.proc_attr
// CHECK: acc.parallel
func.func @_QMmPs(%x: !fir.ref<f32>, %n: i32) {
  %c1 = arith.constant 1 : i32
  acc.parallel {
    fir.call @_QMmPw(%x, %n) : (!fir.ref<f32>, i32) -> ()
    acc.yield
  }
  return
}
