// RUN: %warpfort-opt --warpfort-equivalenced-locals %s | FileCheck %s
//
// What LOCAL and LOCAL_INIT name of an EQUIVALENCE is a variable, not a pointer
// to one. Others stay as they are.

// CHECK: fir.local {type = local} @x : i32
// CHECK: fir.local {type = local_init} @w : !fir.array<4xi32> copy {
// CHECK-NEXT: ^bb0(%[[FROM:.*]]: !fir.ref<!fir.array<4xi32>>, %[[TO:.*]]: !fir.ref<!fir.array<4xi32>>):
// CHECK-DAG: %[[P:.*]] = fir.convert %[[FROM]] : (!fir.ref<!fir.array<4xi32>>) -> !fir.ptr<!fir.array<4xi32>>
// CHECK-DAG: %[[Q:.*]] = fir.convert %[[TO]] : (!fir.ref<!fir.array<4xi32>>) -> !fir.ptr<!fir.array<4xi32>>
// CHECK: hlfir.assign %[[P]] to %[[Q]]
// CHECK: %[[R:.*]] = fir.convert %[[Q]] : (!fir.ptr<!fir.array<4xi32>>) -> !fir.ref<!fir.array<4xi32>>
// CHECK: fir.yield(%[[R]] : !fir.ref<!fir.array<4xi32>>)
// CHECK: fir.local {type = local} @y : f32
fir.local {type = local} @x : !fir.ptr<i32>
fir.local {type = local_init} @w : !fir.ptr<!fir.array<4xi32>> copy {
^bb0(%arg0: !fir.ptr<!fir.array<4xi32>>, %arg1: !fir.ptr<!fir.array<4xi32>>):
  hlfir.assign %arg0 to %arg1 : !fir.ptr<!fir.array<4xi32>>, !fir.ptr<!fir.array<4xi32>>
  fir.yield(%arg1 : !fir.ptr<!fir.array<4xi32>>)
}
fir.local {type = local} @y : f32

// CHECK-LABEL: func.func @loop(
// CHECK-SAME: %[[X:[^:]*]]: !fir.ptr<i32>, %[[W:[^:]*]]: !fir.ptr<!fir.array<4xi32>>, %[[Y:[^:]*]]: !fir.ref<f32>
// CHECK-DAG: %[[XR:.*]] = fir.convert %[[X]] : (!fir.ptr<i32>) -> !fir.ref<i32>
// CHECK-DAG: %[[WR:.*]] = fir.convert %[[W]] : (!fir.ptr<!fir.array<4xi32>>) -> !fir.ref<!fir.array<4xi32>>
// CHECK: fir.do_concurrent {
// CHECK: local(@x %[[XR]] -> %[[OX:[^,]*]], @y %[[Y]] -> %{{[^,]*}}, @w %[[WR]] -> %{{.*}} : !fir.ref<i32>, !fir.ref<f32>, !fir.ref<!fir.array<4xi32>>)
// CHECK: %[[OP:.*]] = fir.convert %[[OX]] : (!fir.ref<i32>) -> !fir.ptr<i32>
// CHECK: fir.store %{{.*}} to %[[OP]] : !fir.ptr<i32>
func.func @loop(%x: !fir.ptr<i32>, %w: !fir.ptr<!fir.array<4xi32>>, %y: !fir.ref<f32>, %n: index, %v: i32) {
  %c1 = arith.constant 1 : index
  fir.do_concurrent {
    fir.do_concurrent.loop (%i) = (%c1) to (%n) step (%c1) local(@x %x -> %ox, @y %y -> %oy, @w %w -> %ow : !fir.ptr<i32>, !fir.ref<f32>, !fir.ptr<!fir.array<4xi32>>) {
      fir.store %v to %ox : !fir.ptr<i32>
    }
  }
  return
}
