// RUN: not %warpfort-opt --warpfort-provoke-fault=kind=message %s 2>&1 | FileCheck %s
//
// The message stands at the last assignment. test/Driver/faults.test shows what
// the compiler makes of it.

// CHECK: provoke-fault.mlir:[[# @LINE + 4]]:3: error: 'hlfir.assign' op
// CHECK-NOT: error:
func.func @assign(%x: !fir.ref<i32>, %y: !fir.ref<i32>, %v: i32) {
  hlfir.assign %v to %x : i32, !fir.ref<i32>
  hlfir.assign %v to %y : i32, !fir.ref<i32>
  return
}
