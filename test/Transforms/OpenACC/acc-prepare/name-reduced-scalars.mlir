// RUN: %warpfort-opt --warpfort-acc-prepare=steps=name-reduced-scalars %s | FileCheck %s
//
// The clause for an allocatable scalar names the scalar; an assignment that
// might allocate it is a store of what was computed.
acc.reduction.recipe @box : !fir.ref<!fir.box<!fir.heap<f32>>> reduction_operator <add> init {
^bb0(%arg0: !fir.ref<!fir.box<!fir.heap<f32>>>):
  acc.yield %arg0 : !fir.ref<!fir.box<!fir.heap<f32>>>
} combiner {
^bb0(%arg0: !fir.ref<!fir.box<!fir.heap<f32>>>, %arg1: !fir.ref<!fir.box<!fir.heap<f32>>>):
  acc.yield %arg0 : !fir.ref<!fir.box<!fir.heap<f32>>>
}
func.func private @_FortranAAssign(!fir.ref<!fir.box<none>>, !fir.box<none>, !fir.ref<i8>, i32)
func.func private @use(!fir.ref<!fir.box<!fir.heap<f32>>>)

// CHECK-LABEL: func.func @nested(
// CHECK-SAME: %[[S:[^:]*]]: !fir.ref<!fir.box<!fir.heap<f32>>>, %[[X:[^:]*]]: f32
// CHECK: %[[BOX:.*]] = fir.load %[[S]]
// CHECK: %[[HEAP:.*]] = fir.box_addr %[[BOX]]
// CHECK: %[[A:.*]] = fir.convert %[[HEAP]]
// CHECK: %[[OUTER:.*]] = acc.reduction varPtr(%[[A]] : !fir.ref<f32>) recipe(@warpfort_reduction_add_f32) -> !fir.ref<f32> {name = "s"}
// CHECK: acc.parallel reduction(%[[OUTER]] :
// CHECK: %[[INNER:.*]] = acc.reduction varPtr(%[[OUTER]] : !fir.ref<f32>)
// CHECK: acc.loop reduction(%[[INNER]] :
// CHECK: %[[OLD:.*]] = fir.load %[[INNER]]
// CHECK: %[[NEW:.*]] = arith.addf %[[OLD]], %[[X]]
// CHECK-NOT: fir.alloca
// CHECK-NOT: fir.call
// CHECK: fir.store %[[NEW]] to %[[INNER]]
func.func @nested(%s: !fir.ref<!fir.box<!fir.heap<f32>>>, %x: f32, %file: !fir.ref<i8>) {
  %c1 = arith.constant 1 : i32
  %0 = acc.reduction varPtr(%s : !fir.ref<!fir.box<!fir.heap<f32>>>) recipe(@box) -> !fir.ref<!fir.box<!fir.heap<f32>>> {name = "s"}
  acc.parallel reduction(%0 : !fir.ref<!fir.box<!fir.heap<f32>>>) {
    %1 = fir.declare %0 {uniq_name = "_QFEs"} : (!fir.ref<!fir.box<!fir.heap<f32>>>) -> !fir.ref<!fir.box<!fir.heap<f32>>>
    %2 = acc.reduction varPtr(%1 : !fir.ref<!fir.box<!fir.heap<f32>>>) recipe(@box) -> !fir.ref<!fir.box<!fir.heap<f32>>> {name = "s"}
    acc.loop reduction(%2 : !fir.ref<!fir.box<!fir.heap<f32>>>) control(%i : i32) = (%c1 : i32) to (%c1 : i32) step (%c1 : i32) {
      %3 = fir.load %2 : !fir.ref<!fir.box<!fir.heap<f32>>>
      %4 = fir.box_addr %3 : (!fir.box<!fir.heap<f32>>) -> !fir.heap<f32>
      %5 = fir.load %4 : !fir.heap<f32>
      %6 = arith.addf %5, %x : f32
      %7 = fir.alloca f32
      fir.store %6 to %7 : !fir.ref<f32>
      %8 = fir.embox %7 : (!fir.ref<f32>) -> !fir.box<f32>
      %9 = fir.convert %2 : (!fir.ref<!fir.box<!fir.heap<f32>>>) -> !fir.ref<!fir.box<none>>
      %10 = fir.convert %8 : (!fir.box<f32>) -> !fir.box<none>
      fir.call @_FortranAAssign(%9, %10, %file, %c1) : (!fir.ref<!fir.box<none>>, !fir.box<none>, !fir.ref<i8>, i32) -> ()
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  return
}

// Whoever gets the descriptor may do anything.
// CHECK-LABEL: func.func @passed(
// CHECK: acc.reduction varPtr(%{{.*}} : !fir.ref<!fir.box<!fir.heap<f32>>>) recipe(@box)
func.func @passed(%s: !fir.ref<!fir.box<!fir.heap<f32>>>) {
  %0 = acc.reduction varPtr(%s : !fir.ref<!fir.box<!fir.heap<f32>>>) recipe(@box) -> !fir.ref<!fir.box<!fir.heap<f32>>> {name = "s"}
  acc.parallel reduction(%0 : !fir.ref<!fir.box<!fir.heap<f32>>>) {
    fir.call @use(%0) : (!fir.ref<!fir.box<!fir.heap<f32>>>) -> ()
    acc.yield
  }
  return
}
