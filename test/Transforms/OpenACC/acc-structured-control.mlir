// RUN: %warpfort-opt --warpfort-acc-structured-control %s | FileCheck %s
//
// FIR's code generation knows fir.do_loop, whose limit belongs to the loop, and
// fir.if.

// CHECK-LABEL: func.func @loop(
// CHECK-SAME: %[[N:.*]]: index, %[[S:.*]]: index
// CHECK: %[[LAST:.*]] = arith.subi %[[N]], %c1
// CHECK: fir.do_loop %{{.*}} = %c0 to %[[LAST]] step %[[S]] {
// CHECK: fir.if %
// CHECK-NOT: scf.
// CHECK: return
func.func @loop(%n: index, %s: index, %x: !fir.ref<i32>, %c: i1) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %s {
    %v = fir.convert %i : (index) -> i32
    scf.if %c {
      fir.store %v to %x : !fir.ref<i32>
    }
  }
  return
}
