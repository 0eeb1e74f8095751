//===-- acc-sections.mlir - Several sections of one array -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %warpfort-opt --warpfort-acc-sections %s | FileCheck %s
//
// What a construct uses of an array is at one address: it asks for the array
// where clauses name several sections of it, on the construct itself or on
// constructs around, of which upstream takes one.

!array = !fir.ref<!fir.array<10xi32>>

// CHECK-LABEL: func.func @on_construct(
// CHECK-SAME: %[[A:.*]]: !fir.ref
// CHECK: acc.copyin varPtr(%[[A]] {{.*}}name = "a(2:3)"
// CHECK: acc.copyin varPtr(%[[A]] {{.*}}name = "a(8:9)"
// CHECK: %[[ARRAY:.*]] = acc.present varPtr(%[[A]] : {{[^)]*}}) -> {{.*}}name = "a", warpfort.acc.part_present
// CHECK: acc.parallel dataOperands(%{{.*}}, %{{.*}}, %[[ARRAY]] :
// CHECK: fir.coordinate_of %[[ARRAY]]
// CHECK: acc.delete accPtr(%[[ARRAY]] : {{[^)]*}}) {{.*}}warpfort.acc.part_present
func.func @on_construct(%a: !array) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %low = acc.bounds lowerbound(%c1 : index) upperbound(%c2 : index)
  %high = acc.bounds lowerbound(%c7 : index) upperbound(%c8 : index)
  %0 = acc.copyin varPtr(%a : !array) bounds(%low) -> !array {dataClause = #acc<data_clause acc_copy>, name = "a(2:3)"}
  %1 = acc.copyin varPtr(%a : !array) bounds(%high) -> !array {dataClause = #acc<data_clause acc_copy>, name = "a(8:9)"}
  acc.parallel dataOperands(%0, %1 : !array, !array) {
    %at = fir.coordinate_of %0, %c7 : (!array, index) -> !fir.ref<i32>
    acc.yield
  }
  acc.copyout accPtr(%0 : !array) bounds(%low) to varPtr(%a : !array) {dataClause = #acc<data_clause acc_copy>, name = "a(2:3)"}
  acc.copyout accPtr(%1 : !array) bounds(%high) to varPtr(%a : !array) {dataClause = #acc<data_clause acc_copy>, name = "a(8:9)"}
  return
}

// CHECK-LABEL: func.func @around(
// CHECK-SAME: %[[A:.*]]: !fir.ref
// CHECK: acc.data
// CHECK: acc.data
// CHECK: %[[ARRAY:.*]] = acc.present varPtr(%[[A]] : {{[^)]*}}) -> {{.*}}warpfort.acc.part_present
// CHECK: acc.delete accPtr(%[[ARRAY]] : {{[^)]*}}) {{.*}}warpfort.acc.part_present
func.func @around(%a: !array) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %low = acc.bounds lowerbound(%c1 : index) upperbound(%c2 : index)
  %0 = acc.create varPtr(%a : !array) bounds(%low) -> !array {name = "a(2:3)"}
  acc.data dataOperands(%0 : !array) {
    %high = acc.bounds lowerbound(%c7 : index) upperbound(%c8 : index)
    %1 = acc.create varPtr(%a : !array) bounds(%high) -> !array {name = "a(8:9)"}
    acc.data dataOperands(%1 : !array) {
      %2 = acc.present varPtr(%a : !array) bounds(%high) -> !array {implicit = true, name = "a"}
      acc.parallel dataOperands(%2 : !array) {
        acc.yield
      }
      acc.delete accPtr(%2 : !array) bounds(%high) {dataClause = #acc<data_clause acc_present>, implicit = true, name = "a"}
      acc.terminator
    }
    acc.terminator
  }
  return
}

// One section, named twice, stays.
// CHECK-LABEL: func.func @same(
// CHECK: acc.present varPtr(%{{.*}}) bounds(%{{.*}}) -> {{[^{]*}} {implicit = true, name = "a"}
func.func @same(%a: !array) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %low = acc.bounds lowerbound(%c1 : index) upperbound(%c2 : index)
  %0 = acc.create varPtr(%a : !array) bounds(%low) -> !array {name = "a(2:3)"}
  acc.data dataOperands(%0 : !array) {
    %first = arith.constant 1 : index
    %again = acc.bounds lowerbound(%first : index) upperbound(%c2 : index)
    %1 = acc.create varPtr(%a : !array) bounds(%again) -> !array {name = "a(2:3)"}
    acc.data dataOperands(%1 : !array) {
      %2 = acc.present varPtr(%a : !array) bounds(%again) -> !array {implicit = true, name = "a"}
      acc.parallel dataOperands(%2 : !array) {
        acc.yield
      }
      acc.delete accPtr(%2 : !array) bounds(%again) {dataClause = #acc<data_clause acc_present>, implicit = true, name = "a"}
      acc.terminator
    }
    acc.terminator
  }
  return
}
