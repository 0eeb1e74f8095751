//===-- outline-queues.mlir - Clauses of constructs with a queue ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %warpfort-opt --warpfort-acc-outline %s | FileCheck %s
//
// The queue is the launch's: what the kernel keeps of the construct's clauses
// names none.
//
//===----------------------------------------------------------------------===//

module {
  acc.private.recipe @private_i32 : !fir.ref<i32> init {
  ^bb0(%arg0: !fir.ref<i32>):
    %0 = fir.alloca i32
    acc.yield %0 : !fir.ref<i32>
  }
  acc.reduction.recipe @add_i32 : !fir.ref<i32> reduction_operator <add> init {
  ^bb0(%arg0: !fir.ref<i32>):
    acc.yield %arg0 : !fir.ref<i32>
  } combiner {
  ^bb0(%arg0: !fir.ref<i32>, %arg1: !fir.ref<i32>):
    acc.yield %arg0 : !fir.ref<i32>
  }
  // CHECK-LABEL: func.func @sum(
  // CHECK: fir.call @warprt_acc_launch(
  // CHECK-LABEL: func.func @sum_acc_0
  // CHECK-NOT: async
  // CHECK: acc.reduction varPtr({{[^)]*}}) recipe(@add_i32)
  // CHECK: acc.private varPtr({{[^)]*}}) recipe(@private_i32)
  // CHECK: acc.loop
  func.func @sum(%s: !fir.ref<i32>, %queue: i32) {
    %t = fir.alloca i32
    %i = fir.alloca i32
    %ds = acc.copyin varPtr(%s : !fir.ref<i32>) async(%queue : i32) -> !fir.ref<i32> {dataClause = #acc<data_clause acc_reduction>, name = "s"}
    %rs = acc.reduction varPtr(%ds : !fir.ref<i32>) async(%queue : i32) recipe(@add_i32) -> !fir.ref<i32> {name = "s"}
    %pt = acc.private varPtr(%t : !fir.ref<i32>) async recipe(@private_i32) -> !fir.ref<i32> {name = "t"}
    acc.parallel dataOperands(%ds : !fir.ref<i32>) async(%queue : i32) private(%pt : !fir.ref<i32>) reduction(%rs : !fir.ref<i32>) {
      %c1 = arith.constant 1 : i32
      %n = arith.constant 700 : i32
      %pi = acc.private varPtr(%i : !fir.ref<i32>) recipe(@private_i32) -> !fir.ref<i32>
      %r = acc.reduction varPtr(%rs : !fir.ref<i32>) recipe(@add_i32) -> !fir.ref<i32> {name = "s"}
      acc.loop private(%pi : !fir.ref<i32>) reduction(%r : !fir.ref<i32>) control(%arg0 : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
        fir.store %arg0 to %pt : !fir.ref<i32>
        %at = fir.load %pt : !fir.ref<i32>
        %old = fir.load %r : !fir.ref<i32>
        %new = arith.addi %old, %at : i32
        fir.store %new to %r : !fir.ref<i32>
        acc.yield
      } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
      acc.yield
    }
    acc.copyout accPtr(%ds : !fir.ref<i32>) async(%queue : i32) to varPtr(%s : !fir.ref<i32>) {dataClause = #acc<data_clause acc_reduction>, name = "s"}
    return
  }
}
