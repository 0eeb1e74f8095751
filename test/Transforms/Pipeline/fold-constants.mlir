// RUN: %warpfort-opt --warpfort-fold-constants %s | FileCheck %s
//
// What is constant is folded and a block that nothing reaches is dropped; blocks
// that look alike are not merged, for their stores are of different data.

// CHECK-LABEL: func.func @fold(
// CHECK-NEXT: %[[FIVE:.*]] = arith.constant 5 : i32
// CHECK-NEXT: return %[[FIVE]] : i32
// CHECK-NEXT: }
func.func @fold() -> i32 {
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %0 = arith.addi %c2, %c3 : i32
  return %0 : i32
^bb1:
  return %c2 : i32
}

// CHECK-LABEL: func.func @alike(
// CHECK-SAME: %{{.*}}: i1, %[[A:.*]]: !fir.ref<i32>, %[[B:.*]]: !fir.ref<i32>
// CHECK: cf.cond_br
// CHECK: fir.store %{{.*}} to %[[A]]
// CHECK: fir.store %{{.*}} to %[[B]]
func.func @alike(%c: i1, %a: !fir.ref<i32>, %b: !fir.ref<i32>) {
  %c2 = arith.constant 2 : i32
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  fir.store %c2 to %a : !fir.ref<i32>
  cf.br ^bb3
^bb2:
  fir.store %c2 to %b : !fir.ref<i32>
  cf.br ^bb3
^bb3:
  return
}
