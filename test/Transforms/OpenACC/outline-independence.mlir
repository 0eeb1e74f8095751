// RUN: %warpfort-opt --warpfort-acc-outline %s | FileCheck %s
//
// Subscripts have equal terms where a variable was read twice before the loop:
// its iterations are independent, and run at the same time. Those that differ by
// another variable may meet.

acc.private.recipe @private_i32 : !fir.ref<i32> init {
^bb0(%arg0: !fir.ref<i32>):
  %0 = fir.alloca i32
  acc.yield %0 : !fir.ref<i32>
}

// CHECK: ["same", {{[0-9]+}}, 0, "Loop is parallelizable"]
// CHECK: ["other", {{[0-9]+}}, 0, "Loop carried dependence of a prevents parallelization"]
func.func @same(%a: !fir.ref<!fir.array<20xi32>>, %n: !fir.ref<i32>) {
  %i = fir.alloca i32
  %0 = acc.copyin varPtr(%a : !fir.ref<!fir.array<20xi32>>) -> !fir.ref<!fir.array<20xi32>> {dataClause = #acc<data_clause acc_copy>, name = "a"}
  %1 = acc.copyin varPtr(%n : !fir.ref<i32>) -> !fir.ref<i32> {dataClause = #acc<data_clause acc_copy>, name = "n"}
  acc.kernels dataOperands(%0, %1 : !fir.ref<!fir.array<20xi32>>, !fir.ref<i32>) {
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %c20 = arith.constant 20 : index
    %shape = fir.shape %c20 : (index) -> !fir.shape<1>
    %first = fir.load %1 : !fir.ref<i32>
    %again = fir.load %1 : !fir.ref<i32>
    %p = acc.private varPtr(%i : !fir.ref<i32>) recipe(@private_i32) -> !fir.ref<i32>
    acc.loop private(%p : !fir.ref<i32>) control(%k : i32) = (%c1 : i32) to (%c8 : i32) step (%c1 : i32) {
      %from = arith.addi %k, %first : i32
      %to = arith.addi %k, %again : i32
      %2 = fir.array_coor %0(%shape) %from : (!fir.ref<!fir.array<20xi32>>, !fir.shape<1>, i32) -> !fir.ref<i32>
      %3 = fir.load %2 : !fir.ref<i32>
      %4 = arith.addi %3, %c1 : i32
      %5 = fir.array_coor %0(%shape) %to : (!fir.ref<!fir.array<20xi32>>, !fir.shape<1>, i32) -> !fir.ref<i32>
      fir.store %4 to %5 : !fir.ref<i32>
      acc.yield
    } attributes {auto_ = [#acc.device_type<none>], inclusiveUpperbound = array<i1: true>}
    acc.terminator
  }
  acc.copyout accPtr(%1 : !fir.ref<i32>) to varPtr(%n : !fir.ref<i32>) {dataClause = #acc<data_clause acc_copy>, name = "n"}
  acc.copyout accPtr(%0 : !fir.ref<!fir.array<20xi32>>) to varPtr(%a : !fir.ref<!fir.array<20xi32>>) {dataClause = #acc<data_clause acc_copy>, name = "a"}
  return
}

func.func @other(%a: !fir.ref<!fir.array<20xi32>>, %n: !fir.ref<i32>, %m: !fir.ref<i32>) {
  %i = fir.alloca i32
  %0 = acc.copyin varPtr(%a : !fir.ref<!fir.array<20xi32>>) -> !fir.ref<!fir.array<20xi32>> {dataClause = #acc<data_clause acc_copy>, name = "a"}
  %1 = acc.copyin varPtr(%n : !fir.ref<i32>) -> !fir.ref<i32> {dataClause = #acc<data_clause acc_copy>, name = "n"}
  acc.kernels dataOperands(%0, %1 : !fir.ref<!fir.array<20xi32>>, !fir.ref<i32>) {
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %c20 = arith.constant 20 : index
    %shape = fir.shape %c20 : (index) -> !fir.shape<1>
    %first = fir.load %1 : !fir.ref<i32>
    %again = fir.load %m : !fir.ref<i32>
    %p = acc.private varPtr(%i : !fir.ref<i32>) recipe(@private_i32) -> !fir.ref<i32>
    acc.loop private(%p : !fir.ref<i32>) control(%k : i32) = (%c1 : i32) to (%c8 : i32) step (%c1 : i32) {
      %from = arith.addi %k, %first : i32
      %to = arith.addi %k, %again : i32
      %2 = fir.array_coor %0(%shape) %from : (!fir.ref<!fir.array<20xi32>>, !fir.shape<1>, i32) -> !fir.ref<i32>
      %3 = fir.load %2 : !fir.ref<i32>
      %4 = arith.addi %3, %c1 : i32
      %5 = fir.array_coor %0(%shape) %to : (!fir.ref<!fir.array<20xi32>>, !fir.shape<1>, i32) -> !fir.ref<i32>
      fir.store %4 to %5 : !fir.ref<i32>
      acc.yield
    } attributes {auto_ = [#acc.device_type<none>], inclusiveUpperbound = array<i1: true>}
    acc.terminator
  }
  acc.copyout accPtr(%1 : !fir.ref<i32>) to varPtr(%n : !fir.ref<i32>) {dataClause = #acc<data_clause acc_copy>, name = "n"}
  acc.copyout accPtr(%0 : !fir.ref<!fir.array<20xi32>>) to varPtr(%a : !fir.ref<!fir.array<20xi32>>) {dataClause = #acc<data_clause acc_copy>, name = "a"}
  return
}
