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

// The loops that COLLAPSE counts have their bounds in one operation, computed
// before it; a private variable that a bound names is that outside.

// CHECK-LABEL: func.func @_QPcollapsed(
// CHECK: %[[J:.*]] = acc.private varPtr(%arg0
// CHECK: %[[I:.*]] = acc.private varPtr(%arg1
// CHECK: %[[LAST:.*]] = fir.load %arg2 : !fir.ref<i32>
// CHECK: %[[STEP:.*]] = fir.load %arg3 : !fir.ref<i32>
// CHECK: acc.loop private({{.*}}) control(%[[A:.*]] : i32, %[[B:.*]] : i32) = (%{{.*}}, %{{.*}} : i32, i32) to (%{{.*}}, %[[LAST]] : i32, i32) step (%{{.*}}, %[[STEP]] : i32, i32) {
// CHECK: fir.store %[[A]] to %[[J]]
// CHECK: fir.store %[[B]] to %[[I]]
// CHECK-NEXT: scf.execute_region
// CHECK-NEXT: cf.br ^[[SEARCH:bb[0-9]+]]
// CHECK-NEXT: ^[[SEARCH]]:
// CHECK-NOT: fir.store
// CHECK: scf.yield
// CHECK: acc.yield
// CHECK-NEXT: attributes {collapse = [2], {{.*}}inclusiveUpperbound = array<i1: true, true>, independent
func.func @_QPcollapsed(%arg0: !fir.ref<i32>, %arg1: !fir.ref<i32>, %arg2: !fir.ref<i32>, %arg3: !fir.ref<i32>) {
  acc.parallel {
    %j = acc.private varPtr(%arg0 : !fir.ref<i32>) recipe(@privatization_ref_i32) -> !fir.ref<i32> {implicit = true, name = "j"}
    %i = acc.private varPtr(%arg1 : !fir.ref<i32>) recipe(@privatization_ref_i32) -> !fir.ref<i32> {implicit = true, name = "i"}
    %p = acc.private varPtr(%arg2 : !fir.ref<i32>) recipe(@privatization_ref_i32) -> !fir.ref<i32> {name = "m"}
    acc.loop private(%j, %i, %p : !fir.ref<i32>, !fir.ref<i32>, !fir.ref<i32>) {
      %tripsj = fir.alloca i32
      %tripsi = fir.alloca i32
      %kept = fir.alloca i32
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c9 = arith.constant 9 : i32
      %dj = arith.subi %c9, %c1 : i32
      %sj = arith.addi %dj, %c1 : i32
      %qj = arith.divsi %sj, %c1 : i32
      fir.store %qj to %tripsj : !fir.ref<i32>
      fir.store %c1 to %j : !fir.ref<i32>
      cf.br ^bb1
    ^bb1:
      %leftj = fir.load %tripsj : !fir.ref<i32>
      %morej = arith.cmpi sgt, %leftj, %c0 : i32
      cf.cond_br %morej, ^bb2, ^bb9
    ^bb2:
      %last = fir.load %p : !fir.ref<i32>
      %step = fir.load %arg3 : !fir.ref<i32>
      fir.store %step to %kept : !fir.ref<i32>
      %di = arith.subi %last, %c1 : i32
      %si = arith.addi %di, %step : i32
      %qi = arith.divsi %si, %step : i32
      fir.store %qi to %tripsi : !fir.ref<i32>
      fir.store %c1 to %i : !fir.ref<i32>
      cf.br ^bb3
    ^bb3:
      %lefti = fir.load %tripsi : !fir.ref<i32>
      %morei = arith.cmpi sgt, %lefti, %c0 : i32
      cf.cond_br %morei, ^bb4, ^bb6
    ^bb4:
      %at = fir.load %i : !fir.ref<i32>
      %again = arith.cmpi eq, %at, %c9 : i32
      cf.cond_br %again, ^bb4, ^bb5
    ^bb5:
      %oldi = fir.load %tripsi : !fir.ref<i32>
      %lessi = arith.subi %oldi, %c1 : i32
      fir.store %lessi to %tripsi : !fir.ref<i32>
      %herei = fir.load %i : !fir.ref<i32>
      %by = fir.load %kept : !fir.ref<i32>
      %nexti = arith.addi %herei, %by overflow<nsw> : i32
      fir.store %nexti to %i : !fir.ref<i32>
      cf.br ^bb3
    ^bb6:
      %oldj = fir.load %tripsj : !fir.ref<i32>
      %lessj = arith.subi %oldj, %c1 : i32
      fir.store %lessj to %tripsj : !fir.ref<i32>
      %herej = fir.load %j : !fir.ref<i32>
      %nextj = arith.addi %herej, %c1 overflow<nsw> : i32
      fir.store %nextj to %j : !fir.ref<i32>
      cf.br ^bb1
    ^bb9:
      acc.yield
    } attributes {collapse = [2], collapseDeviceType = [#acc.device_type<none>], independent = [#acc.device_type<none>], unstructured}
    acc.yield
  }
  return
}

// Not so where a limit depends on the other index: only the outer loop has
// bounds.

// CHECK-LABEL: func.func @_QPdepends(
// CHECK: acc.loop private({{.*}}) control(%{{[^ ,]*}} : i32) =
// CHECK: inclusiveUpperbound = array<i1: true>
func.func @_QPdepends(%arg0: !fir.ref<i32>, %arg1: !fir.ref<i32>, %arg3: !fir.ref<i32>) {
  acc.parallel {
    %j = acc.private varPtr(%arg0 : !fir.ref<i32>) recipe(@privatization_ref_i32) -> !fir.ref<i32> {implicit = true, name = "j"}
    %i = acc.private varPtr(%arg1 : !fir.ref<i32>) recipe(@privatization_ref_i32) -> !fir.ref<i32> {implicit = true, name = "i"}
    acc.loop private(%j, %i : !fir.ref<i32>, !fir.ref<i32>) {
      %tripsj = fir.alloca i32
      %tripsi = fir.alloca i32
      %kept = fir.alloca i32
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c9 = arith.constant 9 : i32
      %dj = arith.subi %c9, %c1 : i32
      %sj = arith.addi %dj, %c1 : i32
      %qj = arith.divsi %sj, %c1 : i32
      fir.store %qj to %tripsj : !fir.ref<i32>
      fir.store %c1 to %j : !fir.ref<i32>
      cf.br ^bb1
    ^bb1:
      %leftj = fir.load %tripsj : !fir.ref<i32>
      %morej = arith.cmpi sgt, %leftj, %c0 : i32
      cf.cond_br %morej, ^bb2, ^bb9
    ^bb2:
      %last = fir.load %j : !fir.ref<i32>
      %step = fir.load %arg3 : !fir.ref<i32>
      fir.store %step to %kept : !fir.ref<i32>
      %di = arith.subi %last, %c1 : i32
      %si = arith.addi %di, %step : i32
      %qi = arith.divsi %si, %step : i32
      fir.store %qi to %tripsi : !fir.ref<i32>
      fir.store %c1 to %i : !fir.ref<i32>
      cf.br ^bb3
    ^bb3:
      %lefti = fir.load %tripsi : !fir.ref<i32>
      %morei = arith.cmpi sgt, %lefti, %c0 : i32
      cf.cond_br %morei, ^bb4, ^bb6
    ^bb4:
      %at = fir.load %i : !fir.ref<i32>
      %again = arith.cmpi eq, %at, %c9 : i32
      cf.cond_br %again, ^bb4, ^bb5
    ^bb5:
      %oldi = fir.load %tripsi : !fir.ref<i32>
      %lessi = arith.subi %oldi, %c1 : i32
      fir.store %lessi to %tripsi : !fir.ref<i32>
      %herei = fir.load %i : !fir.ref<i32>
      %by = fir.load %kept : !fir.ref<i32>
      %nexti = arith.addi %herei, %by overflow<nsw> : i32
      fir.store %nexti to %i : !fir.ref<i32>
      cf.br ^bb3
    ^bb6:
      %oldj = fir.load %tripsj : !fir.ref<i32>
      %lessj = arith.subi %oldj, %c1 : i32
      fir.store %lessj to %tripsj : !fir.ref<i32>
      %herej = fir.load %j : !fir.ref<i32>
      %nextj = arith.addi %herej, %c1 overflow<nsw> : i32
      fir.store %nextj to %j : !fir.ref<i32>
      cf.br ^bb1
    ^bb9:
      acc.yield
    } attributes {collapse = [2], collapseDeviceType = [#acc.device_type<none>], independent = [#acc.device_type<none>], unstructured}
    acc.yield
  }
  return
}

// Loops that no directive names become loops with a variable of their own, which
// may run in any order if nothing forbids it. What is read behind them is the
// value at the end.

// CHECK-LABEL: func.func @_QPplain(
// CHECK: %[[J:.*]]:2 = hlfir.declare {{.*}} "_QFplainEj"
// CHECK: %[[I:.*]]:2 = hlfir.declare {{.*}} "_QFplainEi"
// CHECK: acc.kernels {
// CHECK-NOT: fir.store
// CHECK: %[[OWNJ:.*]] = acc.private varPtr(%[[J]]#0 : !fir.ref<i32>) recipe(@privatization_ref_i32) -> !fir.ref<i32> {implicit = true, name = "j"}
// CHECK: acc.loop private(%[[OWNJ]] : !fir.ref<i32>) control(%[[A:.*]] : i32) = (%{{.*}} : i32) to (%{{.*}} : i32) step (%{{.*}} : i32) {
// CHECK: fir.store %[[A]] to
// CHECK: arith.maxsi
// CHECK: fir.store %{{.*}} to %[[I]]#0
// CHECK: %[[OWNI:.*]] = acc.private varPtr(%[[I]]#0
// CHECK-NEXT: acc.loop private(%[[OWNI]] : !fir.ref<i32>) control(%[[B:.*]] : i32) =
// CHECK: %[[NAME:.*]]:2 = hlfir.declare %[[OWNI]] {uniq_name = "_QFplainEi"}
// CHECK-NEXT: fir.store %[[B]] to %[[NAME]]#0
// CHECK-NEXT: scf.execute_region
// CHECK: fir.load %[[NAME]]#0
// CHECK: acc.yield
// CHECK-NEXT: attributes {auto_ = [#acc.device_type<none>], inclusiveUpperbound = array<i1: true>}
// CHECK-NEXT: fir.load %[[I]]#0
// CHECK: acc.terminator
// CHECK-NEXT: }
func.func @_QPplain(%arg3: !fir.ref<i32>) {
  %0 = fir.alloca i32 {bindc_name = "j", uniq_name = "_QFplainEj"}
  %1:2 = hlfir.declare %0 {uniq_name = "_QFplainEj"} : (!fir.ref<i32>) -> (!fir.ref<i32>, !fir.ref<i32>)
  %2 = fir.alloca i32 {bindc_name = "i", uniq_name = "_QFplainEi"}
  %3:2 = hlfir.declare %2 {uniq_name = "_QFplainEi"} : (!fir.ref<i32>) -> (!fir.ref<i32>, !fir.ref<i32>)
  acc.kernels {
      %tripsj = fir.alloca i32
      %tripsi = fir.alloca i32
      %kept = fir.alloca i32
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c9 = arith.constant 9 : i32
      %dj = arith.subi %c9, %c1 : i32
      %sj = arith.addi %dj, %c1 : i32
      %qj = arith.divsi %sj, %c1 : i32
      fir.store %qj to %tripsj : !fir.ref<i32>
      fir.store %c1 to %1#0 : !fir.ref<i32>
      cf.br ^bb1
    ^bb1:
      %leftj = fir.load %tripsj : !fir.ref<i32>
      %morej = arith.cmpi sgt, %leftj, %c0 : i32
      cf.cond_br %morej, ^bb2, ^bb9
    ^bb2:
      %last = fir.load %arg3 : !fir.ref<i32>
      %step = fir.load %arg3 : !fir.ref<i32>
      fir.store %step to %kept : !fir.ref<i32>
      %di = arith.subi %last, %c1 : i32
      %si = arith.addi %di, %step : i32
      %qi = arith.divsi %si, %step : i32
      fir.store %qi to %tripsi : !fir.ref<i32>
      fir.store %c1 to %3#0 : !fir.ref<i32>
      cf.br ^bb3
    ^bb3:
      %lefti = fir.load %tripsi : !fir.ref<i32>
      %morei = arith.cmpi sgt, %lefti, %c0 : i32
      cf.cond_br %morei, ^bb4, ^bb6
    ^bb4:
      %at = fir.load %3#0 : !fir.ref<i32>
      %again = arith.cmpi eq, %at, %c9 : i32
      cf.cond_br %again, ^bb4, ^bb5
    ^bb5:
      %oldi = fir.load %tripsi : !fir.ref<i32>
      %lessi = arith.subi %oldi, %c1 : i32
      fir.store %lessi to %tripsi : !fir.ref<i32>
      %herei = fir.load %3#0 : !fir.ref<i32>
      %by = fir.load %kept : !fir.ref<i32>
      %nexti = arith.addi %herei, %by overflow<nsw> : i32
      fir.store %nexti to %3#0 : !fir.ref<i32>
      cf.br ^bb3
    ^bb6:
      %behind = fir.load %3#0 : !fir.ref<i32>
      fir.store %behind to %arg3 : !fir.ref<i32>
      %oldj = fir.load %tripsj : !fir.ref<i32>
      %lessj = arith.subi %oldj, %c1 : i32
      fir.store %lessj to %tripsj : !fir.ref<i32>
      %herej = fir.load %1#0 : !fir.ref<i32>
      %nextj = arith.addi %herej, %c1 overflow<nsw> : i32
      fir.store %nextj to %1#0 : !fir.ref<i32>
      cf.br ^bb1
    ^bb9:
      acc.terminator
  }
  return
}

// EXIT leaves its loop, which stays blocks.

// CHECK-LABEL: func.func @_QPsearch(
// CHECK: acc.kernels {
// CHECK-NOT: acc.loop
// CHECK: acc.terminator
func.func @_QPsearch() {
  %0 = fir.alloca i32 {bindc_name = "j", uniq_name = "_QFsearchEj"}
  %1:2 = hlfir.declare %0 {uniq_name = "_QFsearchEj"} : (!fir.ref<i32>) -> (!fir.ref<i32>, !fir.ref<i32>)
  acc.kernels {
    %trips = fir.alloca i32
    %c1 = arith.constant 1 : i32
    %c9 = arith.constant 9 : i32
    %distance = arith.subi %c9, %c1 : i32
    %sum = arith.addi %distance, %c1 : i32
    %count = arith.divsi %sum, %c1 : i32
    fir.store %count to %trips : !fir.ref<i32>
    fir.store %c1 to %1#0 : !fir.ref<i32>
    cf.br ^bb1
  ^bb1:
    %left = fir.load %trips : !fir.ref<i32>
    %c0 = arith.constant 0 : i32
    %more = arith.cmpi sgt, %left, %c0 : i32
    cf.cond_br %more, ^bb2, ^bb4
  ^bb2:
    %at = fir.load %1#0 : !fir.ref<i32>
    %found = arith.cmpi eq, %at, %c9 : i32
    cf.cond_br %found, ^bb4, ^bb3
  ^bb3:
    %old = fir.load %trips : !fir.ref<i32>
    %less = arith.subi %old, %c1 : i32
    fir.store %less to %trips : !fir.ref<i32>
    %here = fir.load %1#0 : !fir.ref<i32>
    %next = arith.addi %here, %c1 : i32
    fir.store %next to %1#0 : !fir.ref<i32>
    cf.br ^bb1
  ^bb4:
    acc.terminator
  }
  return
}
func.func private @_FortranAStopStatement(i32, i1, i1)
func.func private @_QPuse(!fir.ref<i32>)
