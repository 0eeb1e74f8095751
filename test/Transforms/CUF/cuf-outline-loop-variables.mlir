// RUN: %warpfort-opt --warpfort-cuf-outline-kernel-loops %s | FileCheck %s

// The loop variable is in managed memory: the kernel does not get it, and the
// host stores what the loop leaves. Another managed variable is shared.
func.func @_QPmanaged(%arg0: !fir.ref<i32> {cuf.data_attr = #cuf.cuda<managed>}, %arg1: !fir.ref<i32> {cuf.data_attr = #cuf.cuda<managed>}, %n: index) {
  %c1 = arith.constant 1 : index
  %i = fir.declare %arg0 {data_attr = #cuf.cuda<managed>, uniq_name = "_QFmanagedEi"} : (!fir.ref<i32>) -> !fir.ref<i32>
  %x = fir.declare %arg1 {data_attr = #cuf.cuda<managed>, uniq_name = "_QFmanagedEx"} : (!fir.ref<i32>) -> !fir.ref<i32>
  cuf.kernel<<<*, *>>> (%k : index) = (%c1 : index) to (%n : index) step (%c1 : index) {
    %v = fir.convert %k : (index) -> i32
    fir.store %v to %i : !fir.ref<i32>
    %w = fir.load %i : !fir.ref<i32>
    fir.store %w to %x : !fir.ref<i32>
    "fir.end"() : () -> ()
  }
  return
}

// CHECK-LABEL: func.func @_QPmanaged(
// CHECK: %[[I:.*]] = fir.declare %arg0
// CHECK: %[[X:.*]] = fir.declare %arg1
// CHECK: %[[COPY:.*]] = fir.declare %{{.*}} {uniq_name = "_QFmanagedEi"}
// CHECK: fir.call @warprt_launch_loops(
// CHECK: fir.store %{{.*}} to %[[COPY]] : !fir.ref<i32>
// CHECK: %[[LAST:.*]] = fir.load %[[COPY]] : !fir.ref<i32>
// CHECK-NEXT: fir.store %[[LAST]] to %[[I]] : !fir.ref<i32>
// CHECK-NEXT: return

// CHECK-LABEL: func.func {{.*}}attributes {{.*}}cuf.proc_attr
// CHECK: %[[OWN:.*]] = fir.alloca i32
// CHECK: fir.store %{{.*}} to %{{.*}} : !fir.ref<i32>
