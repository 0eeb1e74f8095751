// RUN: %warpfort-opt --warpfort-acc-prepare=steps=join-conditions %s | FileCheck %s
//
// if(a) self(b) runs on the device where a holds and b does not.

// CHECK-LABEL: func.func @both(
// CHECK-SAME: %[[A:.*]]: i1, %[[B:.*]]: i1
// CHECK: %[[NOT:.*]] = arith.xori %[[B]], %true
// CHECK: %[[IF:.*]] = arith.andi %[[A]], %[[NOT]]
// CHECK: acc.parallel if(%[[IF]]) {
func.func @both(%a: i1, %b: i1) {
  acc.parallel if(%a) self(%b) {
    acc.yield
  }
  return
}

// self without a condition is never on the device.
// CHECK-LABEL: func.func @always(
// CHECK: %[[FALSE:.*]] = arith.constant false
// CHECK: acc.serial if(%[[FALSE]]) {
func.func @always() {
  acc.serial {
    acc.yield
  } attributes {selfAttr}
  return
}

// CHECK-LABEL: func.func @neither(
// CHECK: acc.parallel {
func.func @neither() {
  acc.parallel {
    acc.yield
  }
  return
}
