// RUN: %warpfort-opt --warpfort-recover-loops %s | FileCheck %s
//
// DO WHILE in its body makes basic blocks of a parallel loop. The blocks that
// count go; the loop has bounds again, and the blocks of the body are in one
// operation of it.

// CHECK-LABEL: func.func @_QPrecover(
// CHECK: %[[N:.*]] = fir.load %{{.*}}#0 : !fir.ref<i32>
// CHECK: acc.loop {{.*}} control(%[[I:.*]] : i32) = (%{{.*}} : i32) to (%{{.*}} : i32) step (%{{.*}} : i32) {
// CHECK: fir.store %[[I]] to
// CHECK: scf.execute_region
// CHECK: arith.cmpf olt
// CHECK: cf.cond_br
// CHECK-NOT: arith.divsi
// CHECK: acc.yield
// CHECK-NOT: unstructured
acc.private.recipe @privatization_ref_i32 : !fir.ref<i32> init {
^bb0(%arg0: !fir.ref<i32>):
  %0 = fir.alloca i32
  %1:2 = hlfir.declare %0 {uniq_name = "acc.private.init"} : (!fir.ref<i32>) -> (!fir.ref<i32>, !fir.ref<i32>)
  acc.yield %1#0 : !fir.ref<i32>
}
func.func @_QPrecover(%arg0: !fir.ref<!fir.array<?xf32>> {fir.bindc_name = "a"}, %arg1: !fir.ref<i32> {fir.bindc_name = "n"}) {
  %0 = fir.dummy_scope : !fir.dscope
  %1:2 = hlfir.declare %arg1 dummy_scope %0 arg 2 {uniq_name = "_QFrecoverEn"} : (!fir.ref<i32>, !fir.dscope) -> (!fir.ref<i32>, !fir.ref<i32>)
  %2 = fir.alloca i32 {bindc_name = "i", uniq_name = "_QFrecoverEi"}
  %3:2 = hlfir.declare %2 {uniq_name = "_QFrecoverEi"} : (!fir.ref<i32>) -> (!fir.ref<i32>, !fir.ref<i32>)
  %4 = fir.load %1#0 : !fir.ref<i32>
  %5 = fir.convert %4 : (i32) -> i64
  %6 = fir.convert %5 : (i64) -> index
  %c0 = arith.constant 0 : index
  %7 = arith.cmpi sgt, %6, %c0 : index
  %8 = arith.select %7, %6, %c0 : index
  %9 = fir.shape %8 : (index) -> !fir.shape<1>
  %10:2 = hlfir.declare %arg0(%9) dummy_scope %0 arg 1 {uniq_name = "_QFrecoverEa"} : (!fir.ref<!fir.array<?xf32>>, !fir.shape<1>, !fir.dscope) -> (!fir.box<!fir.array<?xf32>>, !fir.ref<!fir.array<?xf32>>)
  acc.parallel combined(loop) {
    %11 = acc.private varPtr(%3#0 : !fir.ref<i32>) recipe(@privatization_ref_i32) -> !fir.ref<i32> {implicit = true, name = "i"}
    acc.loop combined(parallel) private(%11 : !fir.ref<i32>) {
      %12 = fir.alloca i32
      %13:2 = hlfir.declare %11 {uniq_name = "_QFrecoverEi"} : (!fir.ref<i32>) -> (!fir.ref<i32>, !fir.ref<i32>)
      %c1_i32 = arith.constant 1 : i32
      %14 = fir.load %1#0 : !fir.ref<i32>
      %c1_i32_0 = arith.constant 1 : i32
      %15 = arith.subi %14, %c1_i32 : i32
      %16 = arith.addi %15, %c1_i32_0 : i32
      %17 = arith.divsi %16, %c1_i32_0 : i32
      fir.store %17 to %12 : !fir.ref<i32>
      fir.store %c1_i32 to %13#0 : !fir.ref<i32>
      cf.br ^bb1
    ^bb1:  // 2 preds: ^bb0, ^bb5
      %18 = fir.load %12 : !fir.ref<i32>
      %c0_i32 = arith.constant 0 : i32
      %19 = arith.cmpi sgt, %18, %c0_i32 : i32
      cf.cond_br %19, ^bb2, ^bb6
    ^bb2:  // pred: ^bb1
      cf.br ^bb3
    ^bb3:  // 2 preds: ^bb2, ^bb4
      %20 = fir.load %13#0 : !fir.ref<i32>
      %21 = fir.convert %20 : (i32) -> i64
      %22 = hlfir.designate %10#0 (%21)  : (!fir.box<!fir.array<?xf32>>, i64) -> !fir.ref<f32>
      %23 = fir.load %22 : !fir.ref<f32>
      %cst = arith.constant 1.000000e+00 : f32
      %24 = arith.cmpf olt, %23, %cst fastmath<contract> : f32
      cf.cond_br %24, ^bb4, ^bb5
    ^bb4:  // pred: ^bb3
      %25 = fir.load %13#0 : !fir.ref<i32>
      %26 = fir.convert %25 : (i32) -> i64
      %27 = hlfir.designate %10#0 (%26)  : (!fir.box<!fir.array<?xf32>>, i64) -> !fir.ref<f32>
      %28 = fir.load %27 : !fir.ref<f32>
      %cst_1 = arith.constant 2.000000e+00 : f32
      %29 = arith.mulf %28, %cst_1 fastmath<contract> : f32
      %30 = fir.load %13#0 : !fir.ref<i32>
      %31 = fir.convert %30 : (i32) -> i64
      %32 = hlfir.designate %10#0 (%31)  : (!fir.box<!fir.array<?xf32>>, i64) -> !fir.ref<f32>
      hlfir.assign %29 to %32 : f32, !fir.ref<f32>
      cf.br ^bb3
    ^bb5:  // pred: ^bb3
      %33 = fir.load %12 : !fir.ref<i32>
      %c1_i32_2 = arith.constant 1 : i32
      %34 = arith.subi %33, %c1_i32_2 : i32
      fir.store %34 to %12 : !fir.ref<i32>
      %35 = fir.load %13#0 : !fir.ref<i32>
      %c1_i32_3 = arith.constant 1 : i32
      %36 = arith.addi %35, %c1_i32_3 overflow<nsw> : i32
      fir.store %36 to %13#0 : !fir.ref<i32>
      cf.br ^bb1
    ^bb6:  // pred: ^bb1
      acc.yield
    } attributes {independent = [#acc.device_type<none>], unstructured}
    acc.yield
  }
  return
}

// STOP ends an iteration as CYCLE does: it never comes back.

// CHECK-LABEL: func.func @_QPstops(
// CHECK: acc.loop {{.*}} control(
// CHECK: scf.execute_region
// CHECK: cf.cond_br %{{.*}}, ^[[STOP:bb[0-9]+]], ^[[GO:bb[0-9]+]]
// CHECK: ^[[STOP]]:
// CHECK: fir.call @_FortranAStopStatement(
// CHECK-NEXT: cf.br ^[[END:bb[0-9]+]]
// CHECK: ^[[GO]]:
// CHECK: cf.br ^[[END]]
// CHECK: ^[[END]]:
// CHECK-NEXT: scf.yield
// CHECK: acc.yield
// CHECK-NOT: unstructured
// CHECK-LABEL: func.func @_QPleaves(
// Any other way out of the loop is none of its iterations'.
// CHECK: unstructured
func.func @_QPstops(%arg0: !fir.ref<i32>) {
  acc.parallel {
    %0 = acc.private varPtr(%arg0 : !fir.ref<i32>) recipe(@privatization_ref_i32) -> !fir.ref<i32> {implicit = true, name = "i"}
    acc.loop private(%0 : !fir.ref<i32>) {
      %trips = fir.alloca i32
      %c1 = arith.constant 1 : i32
      %c9 = arith.constant 9 : i32
      %distance = arith.subi %c9, %c1 : i32
      %sum = arith.addi %distance, %c1 : i32
      %count = arith.divsi %sum, %c1 : i32
      fir.store %count to %trips : !fir.ref<i32>
      fir.store %c1 to %0 : !fir.ref<i32>
      cf.br ^bb1
    ^bb1:
      %left = fir.load %trips : !fir.ref<i32>
      %c0 = arith.constant 0 : i32
      %more = arith.cmpi sgt, %left, %c0 : i32
      cf.cond_br %more, ^bb2, ^bb5
    ^bb2:
      %i = fir.load %0 : !fir.ref<i32>
      %c7 = arith.constant 7 : i32
      %bad = arith.cmpi eq, %i, %c7 : i32
      cf.cond_br %bad, ^bb3, ^bb4
    ^bb3:
      %false = arith.constant false
      fir.call @_FortranAStopStatement(%c7, %false, %false) : (i32, i1, i1) -> ()
      acc.yield
    ^bb4:
      fir.call @_QPuse(%0) : (!fir.ref<i32>) -> ()
      %old = fir.load %trips : !fir.ref<i32>
      %one = arith.constant 1 : i32
      %less = arith.subi %old, %one : i32
      fir.store %less to %trips : !fir.ref<i32>
      %at = fir.load %0 : !fir.ref<i32>
      %next = arith.addi %at, %one : i32
      fir.store %next to %0 : !fir.ref<i32>
      cf.br ^bb1
    ^bb5:
      acc.yield
    } attributes {independent = [#acc.device_type<none>], unstructured}
    acc.yield
  }
  return
}
func.func @_QPleaves(%arg0: !fir.ref<i32>) {
  acc.parallel {
    %0 = acc.private varPtr(%arg0 : !fir.ref<i32>) recipe(@privatization_ref_i32) -> !fir.ref<i32> {implicit = true, name = "i"}
    acc.loop private(%0 : !fir.ref<i32>) {
      %trips = fir.alloca i32
      %c1 = arith.constant 1 : i32
      %c9 = arith.constant 9 : i32
      %distance = arith.subi %c9, %c1 : i32
      %sum = arith.addi %distance, %c1 : i32
      %count = arith.divsi %sum, %c1 : i32
      fir.store %count to %trips : !fir.ref<i32>
      fir.store %c1 to %0 : !fir.ref<i32>
      cf.br ^bb1
    ^bb1:
      %left = fir.load %trips : !fir.ref<i32>
      %c0 = arith.constant 0 : i32
      %more = arith.cmpi sgt, %left, %c0 : i32
      cf.cond_br %more, ^bb2, ^bb5
    ^bb2:
      %i = fir.load %0 : !fir.ref<i32>
      %c7 = arith.constant 7 : i32
      %bad = arith.cmpi eq, %i, %c7 : i32
      cf.cond_br %bad, ^bb3, ^bb4
    ^bb3:
      fir.call @_QPuse(%0) : (!fir.ref<i32>) -> ()
      acc.yield
    ^bb4:
      %old = fir.load %trips : !fir.ref<i32>
      %one = arith.constant 1 : i32
      %less = arith.subi %old, %one : i32
      fir.store %less to %trips : !fir.ref<i32>
      %at = fir.load %0 : !fir.ref<i32>
      %next = arith.addi %at, %one : i32
      fir.store %next to %0 : !fir.ref<i32>
      cf.br ^bb1
    ^bb5:
      acc.yield
    } attributes {independent = [#acc.device_type<none>], unstructured}
    acc.yield
  }
  return
}
func.func private @_FortranAStopStatement(i32, i1, i1)
func.func private @_QPuse(!fir.ref<i32>)
