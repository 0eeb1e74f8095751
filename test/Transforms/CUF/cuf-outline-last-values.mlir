// RUN: %warpfort-opt --warpfort-cuf-outline-kernel-loops %s | FileCheck %s

// The dummy argument outlives the procedure: the host gets the last value, the
// index what the loop leaves. The local variable is not read again: nothing is
// done for it.
func.func @_QPlast(%arg0: !fir.ref<f32>, %arg1: !fir.ref<i32>, %n: index) {
  %c1 = arith.constant 1 : index
  %x = fir.declare %arg0 {uniq_name = "_QFlastEx"} : (!fir.ref<f32>) -> !fir.ref<f32>
  %index = fir.declare %arg1 {uniq_name = "_QFlastEi"} : (!fir.ref<i32>) -> !fir.ref<i32>
  %memory = fir.alloca i32 {bindc_name = "t", uniq_name = "_QFlastEt"}
  %t = fir.declare %memory {uniq_name = "_QFlastEt"} : (!fir.ref<i32>) -> !fir.ref<i32>
  cuf.kernel<<<*, *>>> (%i : index) = (%c1 : index) to (%n : index) step (%c1 : index) {
    %k = fir.convert %i : (index) -> i32
    fir.store %k to %index : !fir.ref<i32>
    fir.store %k to %t : !fir.ref<i32>
    %v = fir.load %t : !fir.ref<i32>
    %f = fir.convert %v : (i32) -> f32
    fir.store %f to %x : !fir.ref<f32>
    "fir.end"() : () -> ()
  }
  return
}

// CHECK-LABEL: func.func @_QPlast(
// CHECK: %[[X:.*]] = fir.declare %{{.*}} {uniq_name = "_QFlastEx"}
// CHECK: %[[I:.*]] = fir.declare %{{.*}} {uniq_name = "_QFlastEi"}
// CHECK: fir.call @warprt_launch_loops(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %c1_i32
// CHECK: fir.store %{{.*}} to %[[X]] : !fir.ref<f32>
// CHECK: fir.store %{{.*}} to %[[I]] : !fir.ref<i32>
// CHECK-NEXT: return

// Assigned anew on all ways, or read by another kernel loop after it assigned
// it: no last value. Read when a loop of the host comes round: one.
func.func @_QPways(%c: i1, %n: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : i32
  %0 = fir.alloca i32 {bindc_name = "a", uniq_name = "_QFwaysEa"}
  %a = fir.declare %0 {uniq_name = "_QFwaysEa"} : (!fir.ref<i32>) -> !fir.ref<i32>
  %1 = fir.alloca i32 {bindc_name = "b", uniq_name = "_QFwaysEb"}
  %b = fir.declare %1 {uniq_name = "_QFwaysEb"} : (!fir.ref<i32>) -> !fir.ref<i32>
  cuf.kernel<<<*, *>>> (%i : index) = (%c1 : index) to (%n : index) step (%c1 : index) {
    fir.store %c2 to %a : !fir.ref<i32>
    "fir.end"() : () -> ()
  }
  cuf.kernel<<<*, *>>> (%i : index) = (%c1 : index) to (%n : index) step (%c1 : index) {
    fir.store %c2 to %a : !fir.ref<i32>
    %v = fir.load %a : !fir.ref<i32>
    "fir.end"() : () -> ()
  }
  fir.if %c {
    fir.store %c2 to %a : !fir.ref<i32>
  } else {
    fir.store %c2 to %a : !fir.ref<i32>
  }
  %v = fir.load %a : !fir.ref<i32>
  fir.do_loop %j = %c1 to %n step %c1 {
    %w = fir.load %b : !fir.ref<i32>
    cuf.kernel<<<*, *>>> (%i : index) = (%c1 : index) to (%n : index) step (%c1 : index) {
      fir.store %c2 to %b : !fir.ref<i32>
      "fir.end"() : () -> ()
    }
  }
  return
}

// CHECK-LABEL: func.func @_QPways(
// CHECK: fir.call @warprt_launch_loops(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %c0_i32
// CHECK: fir.call @warprt_launch_loops(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %c0_i32
// CHECK: fir.do_loop
// CHECK: fir.call @warprt_launch_loops(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %c1_i32
// CHECK: fir.store %{{.*}} to %{{.*}} : !fir.ref<i32>

// CHECK-LABEL: func.func @_QPlast_kernel_loop_0
// CHECK: %[[MINUS:.*]] = arith.constant -1 : i64
// CHECK: fir.store %[[MINUS]] to %[[WHEN:.*]] : !fir.ref<i64>
// CHECK: ^{{.*}}(%[[IT:.*]]: i64):
// CHECK: fir.store %[[IT]] to %[[WHEN]] : !fir.ref<i64>
// CHECK-NEXT: fir.store %{{.*}} : !fir.ref<f32>
// CHECK: %[[LAST:.*]] = fir.load %[[WHEN]]
// CHECK: fir.call @__warpdev_reduce_last_i64(%[[LAST]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (i64, i64
// CHECK-NEXT: return
