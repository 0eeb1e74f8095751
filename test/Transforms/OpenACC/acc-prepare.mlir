// RUN: %warpfort-opt --warpfort-acc-prepare %s | FileCheck %s
//
// The order of the steps: each function here comes out otherwise where two
// steps are swapped. The folder acc-prepare has a test for each step.

acc.reduction.recipe @sum : !fir.box<!fir.array<?xi32>> reduction_operator <add> init {
^bb0(%arg0: !fir.box<!fir.array<?xi32>>):
  acc.yield %arg0 : !fir.box<!fir.array<?xi32>>
} combiner {
^bb0(%arg0: !fir.box<!fir.array<?xi32>>, %arg1: !fir.box<!fir.array<?xi32>>):
  acc.yield %arg0 : !fir.box<!fir.array<?xi32>>
}

// join-conditions, then make-host-versions: self(c) gets a host version.
// CHECK-LABEL: func.func @self(
// CHECK: fir.if %{{.*}} {
// CHECK: acc.parallel
// CHECK: } else {
func.func @self(%c: i1, %a: !fir.ref<i32>, %n: i32) {
  %0 = acc.copyin varPtr(%a : !fir.ref<i32>) -> !fir.ref<i32> {dataClause = #acc<data_clause acc_copy>, name = "a"}
  acc.parallel dataOperands(%0 : !fir.ref<i32>) self(%c) {
    fir.store %n to %0 : !fir.ref<i32>
    acc.yield
  }
  acc.copyout accPtr(%0 : !fir.ref<i32>) to varPtr(%a : !fir.ref<i32>) {dataClause = #acc<data_clause acc_copy>, name = "a"}
  return
}

// add-first-private-scalars, then make-host-versions: the host's version does
// not change the variable either.
// CHECK-LABEL: func.func @scalar(
// CHECK: %[[X:.*]] = fir.declare
// CHECK: fir.if %{{.*}} {
// CHECK: acc.parallel firstprivate(
// CHECK: } else {
// CHECK-NOT: fir.store %{{.*}} to %[[X]]
// CHECK: return
func.func @scalar(%c: i1, %a: !fir.ref<i32>, %n: i32) {
  %x = fir.declare %a {uniq_name = "_QFEx"} : (!fir.ref<i32>) -> !fir.ref<i32>
  acc.parallel if(%c) {
    fir.store %n to %x : !fir.ref<i32>
    acc.yield
  }
  return
}

// name-reduced-arrays, then copy-reductions: what is copied is the array that
// the code uses.
// CHECK-LABEL: func.func @array(
// CHECK-SAME: %[[A:[^:]*]]:
// CHECK: acc.copyin var(%[[A]] :
func.func @array(%a: !fir.box<!fir.array<?xi32>>) {
  %0 = fir.rebox %a : (!fir.box<!fir.array<?xi32>>) -> !fir.box<!fir.array<?xi32>>
  %1 = acc.reduction var(%0 : !fir.box<!fir.array<?xi32>>) recipe(@sum) -> !fir.box<!fir.array<?xi32>> {name = "a"}
  acc.parallel reduction(%1 : !fir.box<!fir.array<?xi32>>) {
    acc.yield
  }
  return
}

// add-reductions, then copy-exposed-reductions: the scalar that the loop
// accumulates in is shared with the code behind the loop.
// CHECK-LABEL: func.func @exposed(
// CHECK: %[[X:.*]] = fir.declare {{.*}}"_QFEx"
// CHECK: %[[C:.*]] = acc.copyin varPtr(%[[X]] :
// CHECK: acc.parallel dataOperands({{.*}}%[[C]] :
// CHECK: acc.reduction varPtr(%[[C]]
// CHECK: fir.load %[[C]]
func.func @exposed(%a: !fir.ref<i32>, %bb: !fir.ref<!fir.array<8xi32>>, %n: i32) {
  %c1 = arith.constant 1 : i32
  %x = fir.declare %a {uniq_name = "_QFEx"} : (!fir.ref<i32>) -> !fir.ref<i32>
  %b = acc.copyin varPtr(%bb : !fir.ref<!fir.array<8xi32>>) -> !fir.ref<!fir.array<8xi32>> {dataClause = #acc<data_clause acc_copy>, name = "b"}
  acc.parallel dataOperands(%b : !fir.ref<!fir.array<8xi32>>) {
    acc.loop control(%i : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
      %1 = fir.load %x : !fir.ref<i32>
      %2 = arith.addi %1, %i : i32
      fir.store %2 to %x : !fir.ref<i32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    %3 = fir.load %x : !fir.ref<i32>
    %4 = fir.coordinate_of %b, %c1 : (!fir.ref<!fir.array<8xi32>>, i32) -> !fir.ref<i32>
    fir.store %3 to %4 : !fir.ref<i32>
    acc.yield
  }
  acc.copyout accPtr(%b : !fir.ref<!fir.array<8xi32>>) to varPtr(%bb : !fir.ref<!fir.array<8xi32>>) {dataClause = #acc<data_clause acc_copy>, name = "b"}
  return
}

// make-array-loops, then add-reductions: SUM is a loop with a reduction.
// CHECK-LABEL: func.func @fold(
// CHECK: acc.kernels
// CHECK: acc.loop reduction(
func.func @fold(%a: !fir.ref<!fir.array<8xf64>>, %s: !fir.ref<f64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %z = arith.constant 0.0 : f64
  acc.kernels {
    %r = fir.do_loop %i = %c0 to %c7 step %c1 iter_args(%x = %z) -> (f64) {
      %e = fir.coordinate_of %a, %i : (!fir.ref<!fir.array<8xf64>>, index) -> !fir.ref<f64>
      %v = fir.load %e : !fir.ref<f64>
      %y = arith.addf %x, %v fastmath<reassoc> : f64
      fir.result %y : f64
    }
    fir.store %r to %s : !fir.ref<f64>
    acc.terminator
  }
  return
}

// add-implicit-routines, then drop-unused-names: the routine does not name the
// variable that nothing in it uses.
fir.global @_QMmEv : i32
// CHECK-LABEL: func.func @_QMmPcalled(
// CHECK-NOT: fir.address_of
// CHECK: return
func.func @_QMmPcalled() {
  %0 = fir.address_of(@_QMmEv) : !fir.ref<i32>
  %1 = fir.declare %0 {uniq_name = "_QMmEv"} : (!fir.ref<i32>) -> !fir.ref<i32>
  return
}
func.func @caller() {
  acc.parallel {
    fir.call @_QMmPcalled() : () -> ()
    acc.yield
  }
  return
}
