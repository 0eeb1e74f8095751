// RUN: %warpfort-opt --warpfort-acc-separate-pointers %s | FileCheck %s
//
// A loop that only the pointers `a` and `b` may keep in order: a second version
// of the construct runs where the runtime finds their data apart. What is in
// order whatever the pointers lead to, and a short loop, have one version.

// CHECK-LABEL: func.func @_QPadd(
// CHECK: acc.present
// CHECK: %[[APART:.*]] = fir.call @warprt_acc_are_apart(
// CHECK: %[[IS:.*]] = fir.convert %[[APART]] : (i32) -> i1
// CHECK: scf.if %[[IS]] {
// CHECK: acc.kernels
// CHECK: warpfort.acc.apart
// CHECK: } else {
// CHECK: acc.kernels
// CHECK: warpfort.acc.other
// CHECK: acc.delete
func.func @_QPadd(%aa: !fir.ref<!fir.array<100xf32>>, %bb: !fir.ref<!fir.array<100xf32>>) {
  %c1 = arith.constant 1 : i32
  %c100 = arith.constant 100 : i32
  %n = arith.constant 100 : index
  %sh = fir.shape %n : (index) -> !fir.shape<1>
  %a = fir.declare %aa(%sh) {fortran_attrs = #fir.var_attrs<pointer>, uniq_name = "_QFaddEa"} : (!fir.ref<!fir.array<100xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<100xf32>>
  %b = fir.declare %bb(%sh) {fortran_attrs = #fir.var_attrs<pointer>, uniq_name = "_QFaddEb"} : (!fir.ref<!fir.array<100xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<100xf32>>
  %0 = acc.present varPtr(%a : !fir.ref<!fir.array<100xf32>>) -> !fir.ref<!fir.array<100xf32>> {name = "a"}
  %1 = acc.present varPtr(%b : !fir.ref<!fir.array<100xf32>>) -> !fir.ref<!fir.array<100xf32>> {name = "b"}
  acc.kernels dataOperands(%0, %1 : !fir.ref<!fir.array<100xf32>>, !fir.ref<!fir.array<100xf32>>) {
    acc.loop control(%k : i32) = (%c1 : i32) to (%c100 : i32) step (%c1 : i32) {
      %i = fir.convert %k : (i32) -> i64
      %2 = fir.array_coor %0(%sh) %i : (!fir.ref<!fir.array<100xf32>>, !fir.shape<1>, i64) -> !fir.ref<f32>
      %x = fir.load %2 : !fir.ref<f32>
      %3 = fir.array_coor %1(%sh) %i : (!fir.ref<!fir.array<100xf32>>, !fir.shape<1>, i64) -> !fir.ref<f32>
      fir.store %x to %3 : !fir.ref<f32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, auto_ = [#acc.device_type<none>]}
    acc.terminator
  }
  acc.delete accPtr(%0 : !fir.ref<!fir.array<100xf32>>) {dataClause = #acc<data_clause acc_present>, name = "a"}
  acc.delete accPtr(%1 : !fir.ref<!fir.array<100xf32>>) {dataClause = #acc<data_clause acc_present>, name = "b"}
  return
}

// CHECK-LABEL: func.func @_QPin_order(
// CHECK-NOT: warprt_acc_are_apart
// CHECK: return
func.func @_QPin_order(%aa: !fir.ref<!fir.array<100xf32>>, %bb: !fir.ref<!fir.array<100xf32>>) {
  %c1 = arith.constant 1 : i32
  %c100 = arith.constant 100 : i32
  %n = arith.constant 100 : index
  %sh = fir.shape %n : (index) -> !fir.shape<1>
  %a = fir.declare %aa(%sh) {fortran_attrs = #fir.var_attrs<pointer>, uniq_name = "_QFaddEa"} : (!fir.ref<!fir.array<100xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<100xf32>>
  %b = fir.declare %bb(%sh) {fortran_attrs = #fir.var_attrs<pointer>, uniq_name = "_QFaddEb"} : (!fir.ref<!fir.array<100xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<100xf32>>
  %0 = acc.present varPtr(%a : !fir.ref<!fir.array<100xf32>>) -> !fir.ref<!fir.array<100xf32>> {name = "a"}
  %1 = acc.present varPtr(%b : !fir.ref<!fir.array<100xf32>>) -> !fir.ref<!fir.array<100xf32>> {name = "b"}
  acc.kernels dataOperands(%0, %1 : !fir.ref<!fir.array<100xf32>>, !fir.ref<!fir.array<100xf32>>) {
    acc.loop control(%k : i32) = (%c1 : i32) to (%c100 : i32) step (%c1 : i32) {
      %i = fir.convert %k : (i32) -> i64
      %one = arith.constant 1 : i64
      %last = arith.subi %i, %one : i64
      %2 = fir.array_coor %0(%sh) %i : (!fir.ref<!fir.array<100xf32>>, !fir.shape<1>, i64) -> !fir.ref<f32>
      %x = fir.load %2 : !fir.ref<f32>
      %3 = fir.array_coor %1(%sh) %last : (!fir.ref<!fir.array<100xf32>>, !fir.shape<1>, i64) -> !fir.ref<f32>
      %y = fir.load %3 : !fir.ref<f32>
      %z = arith.addf %x, %y : f32
      %4 = fir.array_coor %1(%sh) %i : (!fir.ref<!fir.array<100xf32>>, !fir.shape<1>, i64) -> !fir.ref<f32>
      fir.store %z to %4 : !fir.ref<f32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, auto_ = [#acc.device_type<none>]}
    acc.terminator
  }
  return
}

// CHECK-LABEL: func.func @_QPshort(
// CHECK-NOT: warprt_acc_are_apart
// CHECK: return
func.func @_QPshort(%aa: !fir.ref<!fir.array<100xf32>>, %bb: !fir.ref<!fir.array<100xf32>>) {
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %n = arith.constant 100 : index
  %sh = fir.shape %n : (index) -> !fir.shape<1>
  %a = fir.declare %aa(%sh) {fortran_attrs = #fir.var_attrs<pointer>, uniq_name = "_QFaddEa"} : (!fir.ref<!fir.array<100xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<100xf32>>
  %b = fir.declare %bb(%sh) {fortran_attrs = #fir.var_attrs<pointer>, uniq_name = "_QFaddEb"} : (!fir.ref<!fir.array<100xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<100xf32>>
  %0 = acc.present varPtr(%a : !fir.ref<!fir.array<100xf32>>) -> !fir.ref<!fir.array<100xf32>> {name = "a"}
  %1 = acc.present varPtr(%b : !fir.ref<!fir.array<100xf32>>) -> !fir.ref<!fir.array<100xf32>> {name = "b"}
  acc.kernels dataOperands(%0, %1 : !fir.ref<!fir.array<100xf32>>, !fir.ref<!fir.array<100xf32>>) {
    acc.loop control(%k : i32) = (%c1 : i32) to (%c16 : i32) step (%c1 : i32) {
      %i = fir.convert %k : (i32) -> i64
      %2 = fir.array_coor %0(%sh) %i : (!fir.ref<!fir.array<100xf32>>, !fir.shape<1>, i64) -> !fir.ref<f32>
      %x = fir.load %2 : !fir.ref<f32>
      %3 = fir.array_coor %1(%sh) %i : (!fir.ref<!fir.array<100xf32>>, !fir.shape<1>, i64) -> !fir.ref<f32>
      fir.store %x to %3 : !fir.ref<f32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, auto_ = [#acc.device_type<none>]}
    acc.terminator
  }
  return
}
