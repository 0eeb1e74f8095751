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
