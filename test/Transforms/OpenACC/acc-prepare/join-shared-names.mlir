// RUN: %warpfort-opt --warpfort-acc-prepare=steps=join-shared-names %s | FileCheck %s
//
// The names of one scalar are one variable in a construct: that of a clause, or
// the first that the construct uses.

// CHECK-LABEL: func.func @equivalence(
// CHECK: %[[K:.*]] = fir.declare {{.*}}"_QFEk"
// CHECK: %[[PART:.*]] = fir.declare {{.*}}"_QFEpart"
// CHECK: acc.serial {
// CHECK: fir.store %{{.*}} to %[[K]]
// CHECK: fir.load %[[K]]
// CHECK: fir.load %[[PART]]
// CHECK: %[[INSIDE:.*]] = fir.convert %[[K]] : (!fir.ptr<i32>) -> !fir.ref<i32>
// CHECK: fir.load %[[INSIDE]]
// CHECK: %[[COPY:.*]] = acc.copyin
// CHECK: acc.serial dataOperands(%[[COPY]]
// CHECK: fir.load %[[COPY]]
// CHECK: %[[X:.*]] = fir.convert %[[COPY]] : (!fir.ptr<i32>) -> !fir.ptr<f32>
// CHECK: fir.load %[[X]]
func.func @equivalence() {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %0 = fir.alloca !fir.array<8xi8>
  %1 = fir.coordinate_of %0, %c0 : (!fir.ref<!fir.array<8xi8>>, index) -> !fir.ref<i8>
  %2 = fir.convert %1 : (!fir.ref<i8>) -> !fir.ptr<i32>
  %k = fir.declare %2 storage(%0[0]) {uniq_name = "_QFEk"} : (!fir.ptr<i32>, !fir.ref<!fir.array<8xi8>>) -> !fir.ptr<i32>
  // Another address, as there is without optimisation.
  %3 = fir.coordinate_of %0, %c0 : (!fir.ref<!fir.array<8xi8>>, index) -> !fir.ref<i8>
  %4 = fir.convert %3 : (!fir.ref<i8>) -> !fir.ptr<i32>
  %kk = fir.declare %4 storage(%0[0]) {uniq_name = "_QFEkk"} : (!fir.ptr<i32>, !fir.ref<!fir.array<8xi8>>) -> !fir.ptr<i32>
  %5 = fir.convert %3 : (!fir.ref<i8>) -> !fir.ptr<f32>
  %x = fir.declare %5 storage(%0[0]) {uniq_name = "_QFEx"} : (!fir.ptr<f32>, !fir.ref<!fir.array<8xi8>>) -> !fir.ptr<f32>
  %6 = fir.convert %3 : (!fir.ref<i8>) -> !fir.ptr<i16>
  %part = fir.declare %6 storage(%0[0]) {uniq_name = "_QFEpart"} : (!fir.ptr<i16>, !fir.ref<!fir.array<8xi8>>) -> !fir.ptr<i16>
  %outside = fir.convert %kk : (!fir.ptr<i32>) -> !fir.ref<i32>
  acc.serial {
    fir.store %one to %k : !fir.ptr<i32>
    %7 = fir.load %kk : !fir.ptr<i32>
    %8 = fir.load %part : !fir.ptr<i16>
    %11 = fir.load %outside : !fir.ref<i32>
    acc.yield
  }
  %copy = acc.copyin varPtr(%k : !fir.ptr<i32>) -> !fir.ptr<i32> {dataClause = #acc<data_clause acc_copy>, name = "k"}
  acc.serial dataOperands(%copy : !fir.ptr<i32>) {
    %9 = fir.load %kk : !fir.ptr<i32>
    %10 = fir.load %x : !fir.ptr<f32>
    acc.yield
  }
  acc.copyout accPtr(%copy : !fir.ptr<i32>) to varPtr(%k : !fir.ptr<i32>) {dataClause = #acc<data_clause acc_copy>, name = "k"}
  return
}

// What a loop names as private is its own under the name of ASSOCIATE, too, and
// where the variable's own name is passed to an internal procedure.
// CHECK-LABEL: func.func @associate(
// CHECK: %[[PRIVATE:.*]] = acc.private
// CHECK: acc.loop
// CHECK: fir.load %[[PRIVATE]]
// CHECK: fir.load %[[PRIVATE]]
acc.private.recipe @privatization_ref_i32 : !fir.ref<i32> init {
^bb0(%arg0: !fir.ref<i32>):
  %0 = fir.alloca i32
  acc.yield %0 : !fir.ref<i32>
}
func.func @associate(%arg0: !fir.ref<i32>, %n: i32) {
  %one = arith.constant 1 : i32
  %k = fir.declare %arg0 {uniq_name = "_QFEk"} : (!fir.ref<i32>) -> !fir.ref<i32>
  %t = fir.declare %k {uniq_name = "_QFEt"} : (!fir.ref<i32>) -> !fir.ref<i32>
  acc.parallel {
    %private = acc.private varPtr(%k : !fir.ref<i32>) recipe(@privatization_ref_i32) -> !fir.ref<i32> {name = "k"}
    acc.loop private(%private : !fir.ref<i32>) control(%i : i32) = (%one : i32) to (%n : i32) step (%one : i32) {
      %0 = fir.load %t : !fir.ref<i32>
      %1 = fir.load %k : !fir.ref<i32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  return
}

// An internal procedure knows from its host that its variables are one.
// CHECK-LABEL: func.func private @_QFhostPinner(
// CHECK: %[[K:.*]] = fir.declare {{.*}}"_QFhostEk"
// CHECK: acc.serial {
// CHECK: fir.store %{{.*}} to %[[K]]
// CHECK: fir.load %[[K]]
func.func @_QPhost() {
  %c0 = arith.constant 0 : index
  %0 = fir.alloca !fir.array<4xi8>
  %1 = fir.coordinate_of %0, %c0 : (!fir.ref<!fir.array<4xi8>>, index) -> !fir.ref<i8>
  %2 = fir.convert %1 : (!fir.ref<i8>) -> !fir.ptr<i32>
  %3 = fir.declare %2 storage(%0[0]) {fortran_attrs = #fir.var_attrs<internal_assoc>, uniq_name = "_QFhostEk"} : (!fir.ptr<i32>, !fir.ref<!fir.array<4xi8>>) -> !fir.ptr<i32>
  %4 = fir.declare %2 storage(%0[0]) {fortran_attrs = #fir.var_attrs<internal_assoc>, uniq_name = "_QFhostEkk"} : (!fir.ptr<i32>, !fir.ref<!fir.array<4xi8>>) -> !fir.ptr<i32>
  return
}
func.func private @_QFhostPinner(%k: !fir.ref<i32>, %kk: !fir.ref<i32>) attributes {fir.host_symbol = @_QPhost} {
  %one = arith.constant 1 : i32
  %0 = fir.declare %k {fortran_attrs = #fir.var_attrs<host_assoc>, uniq_name = "_QFhostEk"} : (!fir.ref<i32>) -> !fir.ref<i32>
  %1 = fir.declare %kk {fortran_attrs = #fir.var_attrs<host_assoc>, uniq_name = "_QFhostEkk"} : (!fir.ref<i32>) -> !fir.ref<i32>
  acc.serial {
    fir.store %one to %0 : !fir.ref<i32>
    %2 = fir.load %1 : !fir.ref<i32>
    acc.yield
  }
  return
}

// What is allocated is computed from the descriptor that the construct uses, and
// a part from the variable or its clause, also where the host has computed the
// part for the construct; not where iterations are said to be independent.
// CHECK-LABEL: func.func @parts(
// CHECK: %[[AL:.*]] = fir.declare {{.*}}"_QFEal"
// CHECK: acc.kernels {
// CHECK: %[[BOX:.*]] = fir.load %[[AL]]
// CHECK: %[[ADDRESS:.*]] = fir.box_addr %[[BOX]]
// CHECK: %[[U:.*]] = fir.declare %[[ADDRESS]] {uniq_name = "_QFEu"}
// CHECK: fir.store %{{.*}} to %[[U]]
// CHECK: %[[Z:.*]] = fir.declare {{.*}}"_QFEz"
// CHECK: %[[COPY:.*]] = acc.copyin varPtr(%[[Z]]
// CHECK: acc.serial
// CHECK: %[[PART:.*]] = fir.coordinate_of %[[COPY]]
// CHECK: %[[RE:.*]] = fir.declare %[[PART]] {uniq_name = "_QFEre"}
// CHECK: fir.store %{{.*}} to %[[RE]]
// CHECK: %[[OTHER:.*]] = fir.coordinate_of %[[COPY]]
// CHECK: fir.load %[[OTHER]]
// CHECK: acc.kernels {
// CHECK: fir.store %{{.*}} to %[[HOST:.*]] : !fir.heap<i32>
// CHECK-NOT: fir.declare
// CHECK: return
func.func @parts(%arg0: !fir.ref<!fir.box<!fir.heap<i32>>>, %arg1: !fir.ref<complex<f32>>, %n: i32) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %x = arith.constant 1.0 : f32
  %al = fir.declare %arg0 {fortran_attrs = #fir.var_attrs<allocatable>, uniq_name = "_QFEal"} : (!fir.ref<!fir.box<!fir.heap<i32>>>) -> !fir.ref<!fir.box<!fir.heap<i32>>>
  %0 = fir.load %al : !fir.ref<!fir.box<!fir.heap<i32>>>
  %1 = fir.box_addr %0 : (!fir.box<!fir.heap<i32>>) -> !fir.heap<i32>
  %u = fir.declare %1 {uniq_name = "_QFEu"} : (!fir.heap<i32>) -> !fir.heap<i32>
  acc.kernels {
    fir.store %one to %u : !fir.heap<i32>
    %2 = fir.load %al : !fir.ref<!fir.box<!fir.heap<i32>>>
    %3 = fir.box_addr %2 : (!fir.box<!fir.heap<i32>>) -> !fir.heap<i32>
    %4 = fir.load %3 : !fir.heap<i32>
    acc.terminator
  }
  %z = fir.declare %arg1 {uniq_name = "_QFEz"} : (!fir.ref<complex<f32>>) -> !fir.ref<complex<f32>>
  %5 = fir.coordinate_of %z, %c0 : (!fir.ref<complex<f32>>, index) -> !fir.ref<f32>
  %re = fir.declare %5 {uniq_name = "_QFEre"} : (!fir.ref<f32>) -> !fir.ref<f32>
  %copy = acc.copyin varPtr(%z : !fir.ref<complex<f32>>) -> !fir.ref<complex<f32>> {dataClause = #acc<data_clause acc_copy>, name = "z"}
  acc.serial dataOperands(%copy : !fir.ref<complex<f32>>) {
    fir.store %x to %re : !fir.ref<f32>
    %6 = fir.load %5 : !fir.ref<f32>
    acc.yield
  }
  acc.copyout accPtr(%copy : !fir.ref<complex<f32>>) to varPtr(%z : !fir.ref<complex<f32>>) {dataClause = #acc<data_clause acc_copy>, name = "z"}
  acc.kernels {
    acc.loop control(%i : i32) = (%one : i32) to (%n : i32) step (%one : i32) {
      fir.store %i to %u : !fir.heap<i32>
      %7 = fir.load %al : !fir.ref<!fir.box<!fir.heap<i32>>>
      %8 = fir.box_addr %7 : (!fir.box<!fir.heap<i32>>) -> !fir.heap<i32>
      %9 = fir.load %8 : !fir.heap<i32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.terminator
  }
  return
}
