// RUN: %warpfort-opt --warpfort-acc-report-data --split-input-file %s | FileCheck %s
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

// -----

// Names of C have their sections. What pointers in memory point to has calls,
// which count as clauses of the directive at their location.
// CHECK: module attributes {
// CHECK-SAME: ["f", 5, 0, "Generating enter data copyin(s[:1],s->p[:n])"]
// CHECK-SAME: ["f", 5, 0, "Generating enter data create(s->q[:n])"]
// CHECK-SAME: ["f", 7, 0, "Generating update self(s->p[:n])"]
// CHECK-LABEL: func.func @f
// CHECK-NOT: acc.pointer_clause
module attributes {warpfort.c} {
func.func private @enter()
func.func @f(%s: !fir.ref<!fir.array<?xi64>>) {
  %0 = acc.copyin varPtr(%s : !fir.ref<!fir.array<?xi64>>) -> !fir.ref<!fir.array<?xi64>> {name = "s[:1]", structured = false} loc("f.c":5:1)
  acc.enter_data dataOperands(%0 : !fir.ref<!fir.array<?xi64>>) loc("f.c":5:1)
  fir.call @enter() {warpfort.acc.pointer_clause = ["enter data ", "acc_copyin", "s->p[:n]"]} : () -> () loc("f.c":5:1)
  fir.call @enter() {warpfort.acc.pointer_clause = ["enter data ", "acc_create", "s->q[:n]"]} : () -> () loc("f.c":5:1)
  fir.call @enter() {warpfort.acc.pointer_clause = ["", "acc_update_self", "s->p[:n]"]} : () -> () loc("f.c":7:1)
  return
}
}
