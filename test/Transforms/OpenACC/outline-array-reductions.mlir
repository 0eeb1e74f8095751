//===-- outline-array-reductions.mlir - Reductions of arrays -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %warpfort-opt --warpfort-acc-outline %s | FileCheck %s
//
// A small array becomes one of each thread, although the loop uses the
// program's; of a large one each update is atomic.
//
//===----------------------------------------------------------------------===//

module {
  acc.private.recipe @private_i32 : !fir.ref<i32> init {
  ^bb0(%arg0: !fir.ref<i32>):
    %0 = fir.alloca i32
    acc.yield %0 : !fir.ref<i32>
  }
  acc.reduction.recipe @add_8 : !fir.ref<!fir.array<8xi32>> reduction_operator <add> init {
  ^bb0(%arg0: !fir.ref<!fir.array<8xi32>>):
    acc.yield %arg0 : !fir.ref<!fir.array<8xi32>>
  } combiner {
  ^bb0(%arg0: !fir.ref<!fir.array<8xi32>>, %arg1: !fir.ref<!fir.array<8xi32>>):
    acc.yield %arg0 : !fir.ref<!fir.array<8xi32>>
  }
  acc.reduction.recipe @add_800 : !fir.ref<!fir.array<800xi32>> reduction_operator <add> init {
  ^bb0(%arg0: !fir.ref<!fir.array<800xi32>>):
    acc.yield %arg0 : !fir.ref<!fir.array<800xi32>>
  } combiner {
  ^bb0(%arg0: !fir.ref<!fir.array<800xi32>>, %arg1: !fir.ref<!fir.array<800xi32>>):
    acc.yield %arg0 : !fir.ref<!fir.array<800xi32>>
  }
  // CHECK-LABEL: func.func @sums_acc_0
  // CHECK: %[[SMALL:.*]] = acc.reduction {{.*}}name = "few"
  // CHECK: acc.loop
  // CHECK: %[[ONE:.*]] = fir.array_coor %[[SMALL]](
  // CHECK: %[[OLD:.*]] = fir.load %[[ONE]]
  // CHECK: %[[NEW:.*]] = arith.addi %[[OLD]]
  // CHECK: fir.store %[[NEW]] to %[[ONE]]
  // CHECK: %[[OTHER:.*]] = fir.array_coor
  // CHECK-NOT: fir.load %[[OTHER]]
  // CHECK: acc.atomic.update %[[OTHER]]
  // CHECK-NEXT: ^bb0(%[[WAS:.*]]: i32):
  // CHECK-NEXT: %[[IS:.*]] = arith.addi %[[WAS]]
  // CHECK-NEXT: acc.yield %[[IS]]
  func.func @sums(%a: !fir.ref<!fir.array<8xi32>>, %b: !fir.ref<!fir.array<800xi32>>) {
    %i = fir.alloca i32
    %da = acc.copyin varPtr(%a : !fir.ref<!fir.array<8xi32>>) -> !fir.ref<!fir.array<8xi32>> {dataClause = #acc<data_clause acc_copy>, name = "few"}
    %db = acc.copyin varPtr(%b : !fir.ref<!fir.array<800xi32>>) -> !fir.ref<!fir.array<800xi32>> {dataClause = #acc<data_clause acc_copy>, name = "many"}
    acc.parallel dataOperands(%da, %db : !fir.ref<!fir.array<8xi32>>, !fir.ref<!fir.array<800xi32>>) {
      %c1 = arith.constant 1 : i32
      %c8 = arith.constant 8 : index
      %c800 = arith.constant 800 : index
      %n = arith.constant 700 : i32
      %few = fir.shape %c8 : (index) -> !fir.shape<1>
      %many = fir.shape %c800 : (index) -> !fir.shape<1>
      %pi = acc.private varPtr(%i : !fir.ref<i32>) recipe(@private_i32) -> !fir.ref<i32>
      %ra = acc.reduction varPtr(%da : !fir.ref<!fir.array<8xi32>>) recipe(@add_8) -> !fir.ref<!fir.array<8xi32>> {name = "few"}
      %rb = acc.reduction varPtr(%db : !fir.ref<!fir.array<800xi32>>) recipe(@add_800) -> !fir.ref<!fir.array<800xi32>> {name = "many"}
      acc.loop private(%pi : !fir.ref<i32>) reduction(%ra, %rb : !fir.ref<!fir.array<8xi32>>, !fir.ref<!fir.array<800xi32>>) control(%arg0 : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
        fir.store %arg0 to %pi : !fir.ref<i32>
        %at = fir.load %pi : !fir.ref<i32>
        %one = fir.array_coor %da(%few) %c1 : (!fir.ref<!fir.array<8xi32>>, !fir.shape<1>, i32) -> !fir.ref<i32>
        %old = fir.load %one : !fir.ref<i32>
        %new = arith.addi %old, %at : i32
        fir.store %new to %one : !fir.ref<i32>
        %other = fir.array_coor %db(%many) %at : (!fir.ref<!fir.array<800xi32>>, !fir.shape<1>, i32) -> !fir.ref<i32>
        %was = fir.load %other : !fir.ref<i32>
        %is = arith.addi %was, %at : i32
        fir.store %is to %other : !fir.ref<i32>
        acc.yield
      } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
      acc.yield
    }
    acc.copyout accPtr(%da : !fir.ref<!fir.array<8xi32>>) to varPtr(%a : !fir.ref<!fir.array<8xi32>>) {dataClause = #acc<data_clause acc_copy>, name = "few"}
    acc.copyout accPtr(%db : !fir.ref<!fir.array<800xi32>>) to varPtr(%b : !fir.ref<!fir.array<800xi32>>) {dataClause = #acc<data_clause acc_copy>, name = "many"}
    return
  }
}
