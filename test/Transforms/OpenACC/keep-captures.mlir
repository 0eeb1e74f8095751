// RUN: %warpfort-opt --warpfort-keep-captures --canonicalize %s | FileCheck %s
//
// The update of a capture stays where its value is the old one.

// CHECK-LABEL: func.func @capture(
// CHECK: acc.atomic.capture {
// CHECK: acc.atomic.read
// CHECK: acc.atomic.update
// CHECK: %[[KEPT:.*]] = fir.no_reassoc
// CHECK: acc.yield %[[KEPT]]
func.func @capture(%v: !fir.ref<i32>, %x: !fir.ref<i32>) {
  acc.atomic.capture {
    acc.atomic.read %v = %x : !fir.ref<i32>, !fir.ref<i32>, i32
    acc.atomic.update %x : !fir.ref<i32> {
    ^bb0(%old: i32):
      %zero = arith.constant 0 : i32
      %new = arith.addi %old, %zero : i32
      acc.yield %new : i32
    }
  }
  return
}

// Another update may fold away.
// CHECK-LABEL: func.func @update(
// CHECK-NOT: fir.no_reassoc
// CHECK: return
func.func @update(%x: !fir.ref<i32>) {
  acc.atomic.update %x : !fir.ref<i32> {
  ^bb0(%old: i32):
    %zero = arith.constant 0 : i32
    %new = arith.addi %old, %zero : i32
    acc.yield %new : i32
  }
  return
}
