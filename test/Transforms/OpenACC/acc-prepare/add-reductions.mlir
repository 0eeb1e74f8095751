// RUN: %warpfort-opt --warpfort-acc-prepare=steps=add-reductions %s | FileCheck %s
//
// A loop that accumulates in a scalar of the construct gets the clause for it.

// CHECK: acc.reduction.recipe @[[SUM:.*]] : !fir.ref<i32> reduction_operator <add>
// CHECK-LABEL: func.func @sum(
// CHECK: %[[X:.*]] = fir.declare
// CHECK: %[[R:.*]] = acc.reduction varPtr(%[[X]] : !fir.ref<i32>) recipe(@[[SUM]])
// CHECK: acc.loop {{.*}}reduction(%[[R]] : !fir.ref<i32>)
// CHECK: acc.yield
func.func @sum(%a: !fir.ref<i32>, %n: i32) {
  %c1 = arith.constant 1 : i32
  %x = fir.declare %a {uniq_name = "_QFEx"} : (!fir.ref<i32>) -> !fir.ref<i32>
  acc.parallel {
    acc.loop control(%i : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
      %1 = fir.load %x : !fir.ref<i32>
      %2 = arith.addi %1, %i : i32
      fir.store %2 to %x : !fir.ref<i32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  return
}

// So does one in which only a loop inside has it, with that loop's recipe; of a
// scalar or, as here, an array.

// CHECK-LABEL: func.func @between(
// CHECK: %[[A:.*]] = fir.declare
// CHECK: %[[OUTER:.*]] = acc.reduction varPtr(%[[A]] : !fir.ref<!fir.array<3xi32>>) recipe(@of_array)
// CHECK: acc.loop {{.*}}reduction(%[[OUTER]] : !fir.ref<!fir.array<3xi32>>)
// CHECK: %[[INNER:.*]] = acc.reduction varPtr(%[[OUTER]] : !fir.ref<!fir.array<3xi32>>) recipe(@of_array)
// CHECK: acc.loop vector reduction(%[[INNER]] : !fir.ref<!fir.array<3xi32>>)
acc.reduction.recipe @of_array : !fir.ref<!fir.array<3xi32>> reduction_operator <add> init {
^bb0(%v: !fir.ref<!fir.array<3xi32>>):
  acc.yield %v : !fir.ref<!fir.array<3xi32>>
} combiner {
^bb0(%x: !fir.ref<!fir.array<3xi32>>, %y: !fir.ref<!fir.array<3xi32>>):
  acc.yield %x : !fir.ref<!fir.array<3xi32>>
}
func.func @between(%a: !fir.ref<!fir.array<3xi32>>, %n: i32) {
  %c1 = arith.constant 1 : i32
  %i1 = arith.constant 1 : i64
  %shape = fir.undefined !fir.shape<1>
  %x = fir.declare %a(%shape) {uniq_name = "_QFEx"} : (!fir.ref<!fir.array<3xi32>>, !fir.shape<1>) -> !fir.ref<!fir.array<3xi32>>
  acc.parallel {
    acc.loop gang control(%i : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
      %r = acc.reduction varPtr(%x : !fir.ref<!fir.array<3xi32>>) recipe(@of_array) -> !fir.ref<!fir.array<3xi32>> {name = "x"}
      acc.loop vector reduction(%r : !fir.ref<!fir.array<3xi32>>) control(%j : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
        %e = fir.array_coor %r(%shape) %i1 : (!fir.ref<!fir.array<3xi32>>, !fir.shape<1>, i64) -> !fir.ref<i32>
        %1 = fir.load %e : !fir.ref<i32>
        %2 = arith.addi %1, %j : i32
        fir.store %2 to %e : !fir.ref<i32>
        acc.yield
      } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  return
}

// But a loop that nothing says is parallel keeps its order where a loop inside
// uses what it has so far.

// CHECK-LABEL: func.func @prefix(
// CHECK: %[[P:.*]] = fir.declare
// CHECK-NOT: acc.reduction
// CHECK: acc.loop control
// CHECK: acc.reduction varPtr(%[[P]] : !fir.ref<i32>)
// CHECK-NOT: acc.reduction
acc.reduction.recipe @of_scalar : !fir.ref<i32> reduction_operator <add> init {
^bb0(%v: !fir.ref<i32>):
  acc.yield %v : !fir.ref<i32>
} combiner {
^bb0(%x: !fir.ref<i32>, %y: !fir.ref<i32>):
  acc.yield %x : !fir.ref<i32>
}
func.func @prefix(%a: !fir.ref<i32>, %o: !fir.ref<i32>, %n: i32) {
  %c1 = arith.constant 1 : i32
  %x = fir.declare %a {uniq_name = "_QFEx"} : (!fir.ref<i32>) -> !fir.ref<i32>
  acc.parallel {
    acc.loop control(%i : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
      %r = acc.reduction varPtr(%x : !fir.ref<i32>) recipe(@of_scalar) -> !fir.ref<i32> {name = "x"}
      acc.loop reduction(%r : !fir.ref<i32>) control(%j : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
        %1 = fir.load %r : !fir.ref<i32>
        %2 = arith.addi %1, %j : i32
        fir.store %2 to %r : !fir.ref<i32>
        %3 = fir.load %r : !fir.ref<i32>
        fir.store %3 to %o : !fir.ref<i32>
        acc.yield
      } attributes {inclusiveUpperbound = array<i1: true>, seq = [#acc.device_type<none>]}
      acc.yield
    } attributes {auto_ = [#acc.device_type<none>], inclusiveUpperbound = array<i1: true>}
    acc.yield
  }
  return
}

// A variable that the gang has for itself is one of the loops that its threads
// share, and never of one over gangs.

// CHECK-LABEL: func.func @own(
// CHECK: %[[S:.*]] = fir.alloca i32
// CHECK-NOT: acc.reduction
// CHECK: acc.loop gang control
// CHECK: %[[R:.*]] = acc.reduction varPtr(%[[S]]
// CHECK: acc.loop worker reduction(%[[R]]
func.func @own(%n: i32) {
  %c1 = arith.constant 1 : i32
  acc.parallel {
    %s = fir.alloca i32
    acc.loop gang control(%i : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
      acc.loop worker control(%j : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
        %1 = fir.load %s : !fir.ref<i32>
        %2 = arith.addi %1, %j : i32
        fir.store %2 to %s : !fir.ref<i32>
        acc.yield
      } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  return
}

// A parallel loop that reads what the clause around is for gets the clause as
// well, if it updates that by the same operator and no other. A serial
// construct's is in order.

// CHECK-LABEL: func.func @around(
// CHECK: acc.parallel reduction(%[[A:.*]] : !fir.ref<i32>)
// CHECK: %[[R:.*]] = acc.reduction varPtr(%[[A]] : !fir.ref<i32>) recipe(@of_scalar)
// CHECK: acc.loop vector reduction(%[[R]] : !fir.ref<i32>)
// CHECK-NOT: acc.reduction
// CHECK: acc.loop worker control
// CHECK: acc.serial
// CHECK-NOT: acc.reduction
// CHECK: acc.loop vector control
// CHECK: return
func.func @around(%a: !fir.ref<i32>, %o: !fir.ref<i32>, %n: i32) {
  %c1 = arith.constant 1 : i32
  %x = fir.declare %a {uniq_name = "_QFEx"} : (!fir.ref<i32>) -> !fir.ref<i32>
  %r = acc.reduction varPtr(%x : !fir.ref<i32>) recipe(@of_scalar) -> !fir.ref<i32> {name = "x"}
  acc.parallel reduction(%r : !fir.ref<i32>) {
    acc.loop vector control(%j : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
      %1 = fir.load %r : !fir.ref<i32>
      %2 = arith.addi %1, %j : i32
      fir.store %2 to %r : !fir.ref<i32>
      %3 = fir.load %r : !fir.ref<i32>
      fir.store %3 to %o : !fir.ref<i32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.loop worker control(%j : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
      %1 = fir.load %r : !fir.ref<i32>
      %2 = arith.muli %1, %j : i32
      fir.store %2 to %r : !fir.ref<i32>
      %3 = fir.load %r : !fir.ref<i32>
      fir.store %3 to %o : !fir.ref<i32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  %s = acc.reduction varPtr(%x : !fir.ref<i32>) recipe(@of_scalar) -> !fir.ref<i32> {name = "x"}
  acc.serial reduction(%s : !fir.ref<i32>) {
    acc.loop vector control(%j : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
      %1 = fir.load %s : !fir.ref<i32>
      %2 = arith.addi %1, %j : i32
      fir.store %2 to %s : !fir.ref<i32>
      %3 = fir.load %s : !fir.ref<i32>
      fir.store %3 to %o : !fir.ref<i32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  return
}
