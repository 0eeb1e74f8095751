//===-- outline-host-loop.mlir - Loops in loops that the host runs --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %warpfort-opt --warpfort-acc-outline %s | FileCheck %s
//
// The outer loop carries values of an array: the host runs it. What the kernel
// of the inner loop computes again comes from two blocks, each operation after
// those that it uses.
//
//===----------------------------------------------------------------------===//

module {
  acc.private.recipe @private_i32 : !fir.ref<i32> init {
  ^bb0(%arg0: !fir.ref<i32>):
    %0 = fir.alloca i32
    acc.yield %0 : !fir.ref<i32>
  }
  // The device alone knows the bound: the loop is the kernel's.
  // CHECK-LABEL: func.func @unknown
  // CHECK-NOT: fir.do_loop
  // CHECK: fir.call @warprt_acc_launch
  func.func @unknown(%a: !fir.ref<!fir.array<20xi32>>, %n: !fir.ref<i32>) {
    %i = fir.alloca i32
    %j = fir.alloca i32
    %da = acc.copyin varPtr(%a : !fir.ref<!fir.array<20xi32>>) -> !fir.ref<!fir.array<20xi32>> {dataClause = #acc<data_clause acc_copy>, name = "a"}
    %dn = acc.copyin varPtr(%n : !fir.ref<i32>) -> !fir.ref<i32> {dataClause = #acc<data_clause acc_copy>, name = "n"}
    acc.kernels dataOperands(%da, %dn : !fir.ref<!fir.array<20xi32>>, !fir.ref<i32>) {
      %c1 = arith.constant 1 : i32
      %c3 = arith.constant 3 : i32
      %c40 = arith.constant 40 : i32
      %c20 = arith.constant 20 : index
      %shape = fir.shape %c20 : (index) -> !fir.shape<1>
      %known = fir.load %dn : !fir.ref<i32>
      %bound = arith.addi %c3, %known : i32
      %pi = acc.private varPtr(%i : !fir.ref<i32>) recipe(@private_i32) -> !fir.ref<i32>
      acc.loop private(%pi : !fir.ref<i32>) control(%arg0 : i32) = (%c1 : i32) to (%bound : i32) step (%c1 : i32) {
        fir.store %arg0 to %pi : !fir.ref<i32>
        %pj = acc.private varPtr(%j : !fir.ref<i32>) recipe(@private_i32) -> !fir.ref<i32>
        acc.loop private(%pj : !fir.ref<i32>) control(%arg1 : i32) = (%c1 : i32) to (%c40 : i32) step (%c1 : i32) {
          fir.store %arg1 to %pj : !fir.ref<i32>
          %at = fir.load %pj : !fir.ref<i32>
          %one = fir.array_coor %da(%shape) %at : (!fir.ref<!fir.array<20xi32>>, !fir.shape<1>, i32) -> !fir.ref<i32>
          %old = fir.load %one : !fir.ref<i32>
          %new = arith.addi %old, %c1 : i32
          fir.store %new to %one : !fir.ref<i32>
          acc.yield
        } attributes {auto_ = [#acc.device_type<none>], inclusiveUpperbound = array<i1: true>}
        acc.yield
      } attributes {auto_ = [#acc.device_type<none>], inclusiveUpperbound = array<i1: true>}
      acc.terminator
    }
    acc.copyout accPtr(%dn : !fir.ref<i32>) to varPtr(%n : !fir.ref<i32>) {dataClause = #acc<data_clause acc_copy>, name = "n"}
    acc.copyout accPtr(%da : !fir.ref<!fir.array<20xi32>>) to varPtr(%a : !fir.ref<!fir.array<20xi32>>) {dataClause = #acc<data_clause acc_copy>, name = "a"}
    return
  }

  // CHECK-LABEL: func.func @carried
  // CHECK: fir.do_loop
  // CHECK: fir.call @warprt_acc_launch
  // CHECK: func.func @carried_acc_2
  // CHECK: %[[FOUR:.*]] = arith.constant 4 : i32
  // CHECK: %[[KEPT:.*]] = fir.no_reassoc %[[FOUR]] : i32
  // CHECK: %[[BOUND:.*]] = arith.addi %[[KEPT]], %{{.*}} : i32
  // CHECK: acc.loop {{.*}} to (%[[BOUND]] : i32)
  func.func @carried(%a: !fir.ref<!fir.array<20xi32>>, %b: !fir.ref<!fir.array<20xi32>>) {
    %i = fir.alloca i32
    %j = fir.alloca i32
    %da = acc.copyin varPtr(%a : !fir.ref<!fir.array<20xi32>>) -> !fir.ref<!fir.array<20xi32>> {dataClause = #acc<data_clause acc_copy>, name = "a"}
    %db = acc.copyin varPtr(%b : !fir.ref<!fir.array<20xi32>>) -> !fir.ref<!fir.array<20xi32>> {dataClause = #acc<data_clause acc_copy>, name = "b"}
    acc.kernels dataOperands(%da, %db : !fir.ref<!fir.array<20xi32>>, !fir.ref<!fir.array<20xi32>>) {
      %c1 = arith.constant 1 : i32
      %c3 = arith.constant 3 : i32
      %c4 = arith.constant 4 : i32
      %c10 = arith.constant 10 : i32
      %c20 = arith.constant 20 : index
      %shape = fir.shape %c20 : (index) -> !fir.shape<1>
      %pi = acc.private varPtr(%i : !fir.ref<i32>) recipe(@private_i32) -> !fir.ref<i32>
      acc.loop private(%pi : !fir.ref<i32>) control(%arg0 : i32) = (%c1 : i32) to (%c10 : i32) step (%c1 : i32) {
        %kept = fir.no_reassoc %c4 : i32
        fir.store %arg0 to %pi : !fir.ref<i32>
        %first = fir.array_coor %da(%shape) %c1 : (!fir.ref<!fir.array<20xi32>>, !fir.shape<1>, i32) -> !fir.ref<i32>
        %old = fir.load %first : !fir.ref<i32>
        %new = arith.addi %old, %c1 : i32
        fir.store %new to %first : !fir.ref<i32>
        %bound = arith.addi %kept, %c3 : i32
        %pj = acc.private varPtr(%j : !fir.ref<i32>) recipe(@private_i32) -> !fir.ref<i32>
        acc.loop private(%pj : !fir.ref<i32>) control(%arg1 : i32) = (%c3 : i32) to (%bound : i32) step (%c1 : i32) {
          fir.store %arg1 to %pj : !fir.ref<i32>
          %at = fir.load %pj : !fir.ref<i32>
          %one = fir.array_coor %da(%shape) %c1 : (!fir.ref<!fir.array<20xi32>>, !fir.shape<1>, i32) -> !fir.ref<i32>
          %value = fir.load %one : !fir.ref<i32>
          %to = fir.array_coor %db(%shape) %at : (!fir.ref<!fir.array<20xi32>>, !fir.shape<1>, i32) -> !fir.ref<i32>
          fir.store %value to %to : !fir.ref<i32>
          acc.yield
        } attributes {auto_ = [#acc.device_type<none>], inclusiveUpperbound = array<i1: true>}
        acc.yield
      } attributes {auto_ = [#acc.device_type<none>], inclusiveUpperbound = array<i1: true>}
      acc.terminator
    }
    acc.copyout accPtr(%db : !fir.ref<!fir.array<20xi32>>) to varPtr(%b : !fir.ref<!fir.array<20xi32>>) {dataClause = #acc<data_clause acc_copy>, name = "b"}
    acc.copyout accPtr(%da : !fir.ref<!fir.array<20xi32>>) to varPtr(%a : !fir.ref<!fir.array<20xi32>>) {dataClause = #acc<data_clause acc_copy>, name = "a"}
    return
  }
}
