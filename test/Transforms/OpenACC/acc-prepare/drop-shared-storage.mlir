// RUN: %warpfort-opt --warpfort-acc-prepare=steps=drop-shared-storage %s | FileCheck %s
//
// In a construct, a variable of a COMMON block does not name the block: the
// construct would take all of it along. Host code keeps the name.

// CHECK-LABEL: func.func @common(
// CHECK-SAME: %[[BLOCK:[^:]*]]:
// CHECK: fir.declare %{{.*}} storage(%[[BLOCK]][4])
// CHECK: acc.parallel {
// CHECK: fir.declare %{{.*}} {uniq_name = "_QFEy"}
func.func @common(%block: !fir.ref<!fir.array<8xi8>>, %y: !fir.ref<f32>) {
  %0 = fir.declare %y storage(%block[4]) {uniq_name = "_QFEy"} : (!fir.ref<f32>, !fir.ref<!fir.array<8xi8>>) -> !fir.ref<f32>
  acc.parallel {
    %1 = fir.declare %y storage(%block[4]) {uniq_name = "_QFEy"} : (!fir.ref<f32>, !fir.ref<!fir.array<8xi8>>) -> !fir.ref<f32>
    acc.yield
  }
  return
}
