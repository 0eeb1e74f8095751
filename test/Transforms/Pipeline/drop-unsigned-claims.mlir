// RUN: %warpfort-opt --warpfort-drop-unsigned-claims %s | FileCheck %s
//
// The claim on signed numbers stays.

// CHECK-LABEL: func.func @sums(
// CHECK: arith.addi %{{.*}}, %{{.*}} : i64
// CHECK: arith.muli %{{.*}}, %{{.*}} overflow<nsw> : i64
// CHECK: arith.subi %{{.*}}, %{{.*}} overflow<nsw> : i64
func.func @sums(%a: i64, %b: i64) -> i64 {
  %0 = arith.addi %a, %b overflow<nuw> : i64
  %1 = arith.muli %0, %b overflow<nsw, nuw> : i64
  %2 = arith.subi %1, %b overflow<nsw> : i64
  return %2 : i64
}
