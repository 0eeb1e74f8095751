// RUN: %warpfort-opt --warpfort-acc-prepare=steps=add-record-clauses %s | FileCheck %s
//
// The descriptor of a component moves out of the construct, and the component
// gets a clause with its record.

// CHECK-LABEL: func.func @_QMmPrec(
// CHECK: %[[X:.*]] = fir.coordinate_of %{{.*}}, x
// CHECK: acc.copyin {{.*}}name = "r%x"
// CHECK: acc.parallel
acc.private.recipe @privatization_ref_i32 : !fir.ref<i32> init {
^bb0(%arg0: !fir.ref<i32>):
  %0 = fir.alloca i32
  %1 = fir.declare %0 {uniq_name = "acc.private.init"} : (!fir.ref<i32>) -> !fir.ref<i32>
  acc.yield %1 : !fir.ref<i32>
}
func.func @_QMmPrec(%arg0: !fir.ref<!fir.type<_QMmTt{x:!fir.box<!fir.heap<!fir.array<?xf32>>>}>> {fir.bindc_name = "r"}) {
  %cst = arith.constant 1.000000e+00 : f32
  %c8_i32 = arith.constant 8 : i32
  %c1_i32 = arith.constant 1 : i32
  %0 = fir.dummy_scope : !fir.dscope
  %1 = fir.alloca i32 {bindc_name = "i", uniq_name = "_QMmFrecEi"}
  %2 = fir.declare %1 {uniq_name = "_QMmFrecEi"} : (!fir.ref<i32>) -> !fir.ref<i32>
  %3 = fir.declare %arg0 dummy_scope %0 arg 1 {uniq_name = "_QMmFrecEr"} : (!fir.ref<!fir.type<_QMmTt{x:!fir.box<!fir.heap<!fir.array<?xf32>>>}>>, !fir.dscope) -> !fir.ref<!fir.type<_QMmTt{x:!fir.box<!fir.heap<!fir.array<?xf32>>>}>>
  acc.parallel combined(loop) {
    %4 = acc.private varPtr(%2 : !fir.ref<i32>) recipe(@privatization_ref_i32) -> !fir.ref<i32> {implicit = true, name = "i"}
    acc.loop combined(parallel) private(%4 : !fir.ref<i32>) control(%arg1 : i32) = (%c1_i32 : i32) to (%c8_i32 : i32)  step (%c1_i32 : i32) {
      %5 = fir.declare %4 {uniq_name = "_QMmFrecEi"} : (!fir.ref<i32>) -> !fir.ref<i32>
      fir.store %arg1 to %5 : !fir.ref<i32>
      %6 = fir.field_index x, !fir.type<_QMmTt{x:!fir.box<!fir.heap<!fir.array<?xf32>>>}>
      %7 = fir.coordinate_of %3, x : (!fir.ref<!fir.type<_QMmTt{x:!fir.box<!fir.heap<!fir.array<?xf32>>>}>>) -> !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>
      %8 = fir.load %7 : !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>
      %9 = fir.load %5 : !fir.ref<i32>
      %10 = fir.convert %9 : (i32) -> i64
      %11 = fir.box_addr %8 : (!fir.box<!fir.heap<!fir.array<?xf32>>>) -> !fir.heap<!fir.array<?xf32>>
      %c0 = arith.constant 0 : index
      %12:3 = fir.box_dims %8, %c0 : (!fir.box<!fir.heap<!fir.array<?xf32>>>, index) -> (index, index, index)
      %13 = fir.shape_shift %12#0, %12#1 : (index, index) -> !fir.shapeshift<1>
      %14 = fir.array_coor %11(%13) %10 : (!fir.heap<!fir.array<?xf32>>, !fir.shapeshift<1>, i64) -> !fir.ref<f32>
      fir.store %cst to %14 : !fir.ref<f32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  return
}
fir.type_info @_QMmTt nofinal : !fir.type<_QMmTt{x:!fir.box<!fir.heap<!fir.array<?xf32>>>}>

// Of an optional record that is absent, the host finds no component: the clause
// names that of a record of zeros.
// CHECK-LABEL: func.func @_QMmPopt(
// CHECK: %[[R:.*]] = fir.declare %arg0
// CHECK: %[[PRESENT:.*]] = fir.is_present %[[R]]
// CHECK: %[[SAFE:.*]] = fir.if %{{.*}} -> (!fir.ref<!fir.type<_QMmTt
// CHECK: fir.result %[[R]]
// CHECK: else
// CHECK: fir.address_of(@warpfort.acc.no_record._QMmTt)
// CHECK: %[[X:.*]] = fir.coordinate_of %[[SAFE]], x
// CHECK: acc.copyin varPtr(%[[X]]
// CHECK: acc.data if(%{{.*}})
func.func @_QMmPopt(%arg0: !fir.ref<!fir.type<_QMmTt{x:!fir.box<!fir.heap<!fir.array<?xf32>>>}>> {fir.bindc_name = "r", fir.optional}) {
  %0 = fir.dummy_scope : !fir.dscope
  %1 = fir.declare %arg0 dummy_scope %0 arg 1 {fortran_attrs = #fir.var_attrs<optional>, uniq_name = "_QMmFoptEr"} : (!fir.ref<!fir.type<_QMmTt{x:!fir.box<!fir.heap<!fir.array<?xf32>>>}>>, !fir.dscope) -> !fir.ref<!fir.type<_QMmTt{x:!fir.box<!fir.heap<!fir.array<?xf32>>>}>>
  %2 = fir.coordinate_of %1, x : (!fir.ref<!fir.type<_QMmTt{x:!fir.box<!fir.heap<!fir.array<?xf32>>>}>>) -> !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>
  %3 = acc.copyin varPtr(%2 : !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>) -> !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>> {dataClause = #acc<data_clause acc_copy>, name = "r%x"}
  %4 = fir.is_present %1 : (!fir.ref<!fir.type<_QMmTt{x:!fir.box<!fir.heap<!fir.array<?xf32>>>}>>) -> i1
  acc.data if(%4) dataOperands(%3 : !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>) {
    acc.terminator
  }
  acc.copyout accPtr(%3 : !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>) to varPtr(%2 : !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>) {dataClause = #acc<data_clause acc_copy>, name = "r%x"}
  return
}
