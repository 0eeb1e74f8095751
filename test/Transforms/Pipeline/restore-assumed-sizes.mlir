// RUN: %warpfort-opt --warpfort-restore-assumed-sizes %s | FileCheck %s
//
// In an internal procedure, an array of assumed size of the host has no last
// extent; others have that of their descriptors.

func.func @_QPsub(%g: !fir.ref<!fir.array<2x?xi32>>) {
  %c2 = arith.constant 2 : index
  %0 = fir.dummy_scope : !fir.dscope
  %1 = fir.assumed_size_extent : index
  %2 = fir.shape %c2, %1 : (index, index) -> !fir.shape<2>
  %3:2 = hlfir.declare %g(%2) dummy_scope %0 arg 1 {uniq_name = "_QFsubEg"} : (!fir.ref<!fir.array<2x?xi32>>, !fir.shape<2>, !fir.dscope) -> (!fir.box<!fir.array<2x?xi32>>, !fir.ref<!fir.array<2x?xi32>>)
  return
}

// CHECK-LABEL: func.func private @_QFsubPinner(
// CHECK: %[[NONE:.*]] = fir.assumed_size_extent : index
// CHECK: fir.shape %{{.*}}, %[[NONE]]
// CHECK: hlfir.declare {{.*}}uniq_name = "_QFsubEg"
// CHECK: %[[DIMS:.*]]:3 = fir.box_dims
// CHECK: fir.shape %[[DIMS]]#1
// CHECK: hlfir.declare {{.*}}uniq_name = "_QFsubEh"
func.func private @_QFsubPinner(%g: !fir.box<!fir.array<2x?xi32>>, %h: !fir.box<!fir.array<?xi32>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = fir.box_addr %g : (!fir.box<!fir.array<2x?xi32>>) -> !fir.ref<!fir.array<2x?xi32>>
  %1:3 = fir.box_dims %g, %c1 : (!fir.box<!fir.array<2x?xi32>>, index) -> (index, index, index)
  %2 = fir.shape %c2, %1#1 : (index, index) -> !fir.shape<2>
  %3:2 = hlfir.declare %0(%2) {fortran_attrs = #fir.var_attrs<host_assoc>, uniq_name = "_QFsubEg"} : (!fir.ref<!fir.array<2x?xi32>>, !fir.shape<2>) -> (!fir.box<!fir.array<2x?xi32>>, !fir.ref<!fir.array<2x?xi32>>)
  %4 = fir.box_addr %h : (!fir.box<!fir.array<?xi32>>) -> !fir.ref<!fir.array<?xi32>>
  %5:3 = fir.box_dims %h, %c0 : (!fir.box<!fir.array<?xi32>>, index) -> (index, index, index)
  %6 = fir.shape %5#1 : (index) -> !fir.shape<1>
  %7:2 = hlfir.declare %4(%6) {fortran_attrs = #fir.var_attrs<host_assoc>, uniq_name = "_QFsubEh"} : (!fir.ref<!fir.array<?xi32>>, !fir.shape<1>) -> (!fir.box<!fir.array<?xi32>>, !fir.ref<!fir.array<?xi32>>)
  return
}
