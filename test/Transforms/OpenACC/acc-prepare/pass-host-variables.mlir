// RUN: %warpfort-opt --warpfort-acc-prepare=steps=pass-host-variables %s | FileCheck %s
//
// An internal procedure gets the addresses of its host's variables in a tuple.
// A call in a construct gets one of its own, made in the construct, so that
// clauses for the variables apply.

// CHECK-LABEL: func.func @_QPhost(
// CHECK: %[[A:.*]] = fir.declare {{.*}}"_QFhostEa"
// CHECK: %[[X:.*]] = fir.declare {{.*}}"_QFhostEx"
// CHECK: acc.parallel {
// CHECK: %[[OWN:.*]] = fir.alloca tuple<
// CHECK: fir.store %[[X]] to
// CHECK: fir.embox %[[A]]
// CHECK: fir.call @_QFhostPinner(%[[OWN]])
acc.routine @acc_routine_0 func(@_QFhostPinner) seq
func.func @_QPhost(%arg0: !fir.ref<!fir.array<8xf32>> {fir.bindc_name = "a"}) {
  %cst = arith.constant 2.000000e+00 : f32
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %c8 = arith.constant 8 : index
  %0 = fir.dummy_scope : !fir.dscope
  %1 = fir.shape %c8 : (index) -> !fir.shape<1>
  %2 = fir.declare %arg0(%1) dummy_scope %0 arg 1 {fortran_attrs = #fir.var_attrs<internal_assoc>, uniq_name = "_QFhostEa"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>, !fir.dscope) -> !fir.ref<!fir.array<8xf32>>
  %3 = fir.alloca f32 {bindc_name = "x", uniq_name = "_QFhostEx"}
  %4 = fir.declare %3 {fortran_attrs = #fir.var_attrs<internal_assoc>, uniq_name = "_QFhostEx"} : (!fir.ref<f32>) -> !fir.ref<f32>
  %5 = fir.alloca tuple<!fir.box<!fir.array<8xf32>>, !fir.ref<f32>>
  %6 = fir.coordinate_of %5, %c0_i32 : (!fir.ref<tuple<!fir.box<!fir.array<8xf32>>, !fir.ref<f32>>>, i32) -> !fir.ref<!fir.box<!fir.array<8xf32>>>
  %7 = fir.embox %2(%1) : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>) -> !fir.box<!fir.array<8xf32>>
  fir.store %7 to %6 : !fir.ref<!fir.box<!fir.array<8xf32>>>
  %8 = fir.coordinate_of %5, %c1_i32 : (!fir.ref<tuple<!fir.box<!fir.array<8xf32>>, !fir.ref<f32>>>, i32) -> !fir.llvm_ptr<!fir.ref<f32>>
  fir.store %4 to %8 : !fir.llvm_ptr<!fir.ref<f32>>
  fir.store %cst to %4 : !fir.ref<f32>
  acc.parallel {
    fir.call @_QFhostPinner(%5) fastmath<contract> : (!fir.ref<tuple<!fir.box<!fir.array<8xf32>>, !fir.ref<f32>>>) -> ()
    acc.yield
  }
  return
}
func.func private @_QFhostPinner(%arg0: !fir.ref<tuple<!fir.box<!fir.array<8xf32>>, !fir.ref<f32>>> {fir.host_assoc}) attributes {acc.routine_info = #acc.routine_info<[@acc_routine_0]>, fir.host_symbol = @_QPhost, llvm.linkage = #llvm.linkage<internal>} {
  %c1 = arith.constant 1 : index
  %c1_i32 = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %0 = fir.dummy_scope : !fir.dscope
  %1 = fir.coordinate_of %arg0, %c0_i32 : (!fir.ref<tuple<!fir.box<!fir.array<8xf32>>, !fir.ref<f32>>>, i32) -> !fir.ref<!fir.box<!fir.array<8xf32>>>
  %2 = fir.load %1 : !fir.ref<!fir.box<!fir.array<8xf32>>>
  %3 = fir.box_addr %2 : (!fir.box<!fir.array<8xf32>>) -> !fir.ref<!fir.array<8xf32>>
  %4:3 = fir.box_dims %2, %c0 : (!fir.box<!fir.array<8xf32>>, index) -> (index, index, index)
  %5 = fir.shape %4#1 : (index) -> !fir.shape<1>
  %6 = fir.declare %3(%5) {fortran_attrs = #fir.var_attrs<host_assoc>, uniq_name = "_QFhostEa"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf32>>
  %7 = fir.coordinate_of %arg0, %c1_i32 : (!fir.ref<tuple<!fir.box<!fir.array<8xf32>>, !fir.ref<f32>>>, i32) -> !fir.llvm_ptr<!fir.ref<f32>>
  %8 = fir.load %7 : !fir.llvm_ptr<!fir.ref<f32>>
  %9 = fir.declare %8 {fortran_attrs = #fir.var_attrs<host_assoc>, uniq_name = "_QFhostEx"} : (!fir.ref<f32>) -> !fir.ref<f32>
  %10 = fir.load %9 : !fir.ref<f32>
  %11 = fir.array_coor %6(%5) %c1 : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>, index) -> !fir.ref<f32>
  fir.store %10 to %11 : !fir.ref<f32>
  return
}
