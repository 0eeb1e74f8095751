// RUN: %warpfort-opt --warpfort-acc-report-data %s | FileCheck %s
//
// What data clauses do is noted for -Minfo=accel: the procedure, the line of the
// clause, and the text. Names are the program's.

// CHECK: module attributes {warpfort.acc.messages = [
// CHECK-SAME: ["s", 3, 0, "Generating implicit copy(a(:))"]
// CHECK-SAME: ["s", 3, 0, "Generating create(b(:))"]
func.func @_QPs(%aa: !fir.ref<!fir.array<8xf32>>, %bb: !fir.ref<!fir.array<8xf32>>) {
  %c8 = arith.constant 8 : index
  %sh = fir.shape %c8 : (index) -> !fir.shape<1>
  %a = fir.declare %aa(%sh) {uniq_name = "_QFsEa"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf32>>
  %b = fir.declare %bb(%sh) {uniq_name = "_QFsEb"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf32>>
  %0 = acc.copyin varPtr(%a : !fir.ref<!fir.array<8xf32>>) -> !fir.ref<!fir.array<8xf32>> {dataClause = #acc<data_clause acc_copy>, implicit = true, name = "a"} loc("s.f90":3:1)
  %1 = acc.create varPtr(%b : !fir.ref<!fir.array<8xf32>>) -> !fir.ref<!fir.array<8xf32>> {name = "b"} loc("s.f90":3:1)
  acc.parallel dataOperands(%0, %1 : !fir.ref<!fir.array<8xf32>>, !fir.ref<!fir.array<8xf32>>) {
    acc.yield
  } loc("s.f90":3:1)
  acc.copyout accPtr(%0 : !fir.ref<!fir.array<8xf32>>) to varPtr(%a : !fir.ref<!fir.array<8xf32>>) {dataClause = #acc<data_clause acc_copy>, implicit = true, name = "a"}
  acc.delete accPtr(%1 : !fir.ref<!fir.array<8xf32>>) {dataClause = #acc<data_clause acc_create>, name = "b"}
  return
}
