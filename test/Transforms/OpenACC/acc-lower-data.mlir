// RUN: %warpfort-opt --warpfort-acc-lower-data %s | FileCheck %s
//
// Data clauses, update and wait become calls of the runtime, in their order.
// A data construct becomes its body.

// CHECK-LABEL: func.func @_QPs(
// CHECK-NOT: {{ acc\.}}
// CHECK: fir.call @warprt_acc_enter(
// CHECK-NOT: {{ acc\.}}
// CHECK: fir.call @warprt_acc_enter(
// The queue of the update:
// CHECK: fir.convert %{{.*}} : (i32) -> i64
// CHECK: fir.call @warprt_acc_enter(
// CHECK: fir.call @warprt_acc_wait(
// CHECK: fir.call @warprt_acc_exit(
// CHECK: fir.call @warprt_acc_exit(
// CHECK-NEXT: return
func.func @_QPs(%aa: !fir.ref<!fir.array<8xf32>>, %bb: !fir.ref<!fir.array<8xf32>>, %q: i32) {
  %c8 = arith.constant 8 : index
  %sh = fir.shape %c8 : (index) -> !fir.shape<1>
  %a = fir.declare %aa(%sh) {uniq_name = "_QFsEa"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf32>>
  %b = fir.declare %bb(%sh) {uniq_name = "_QFsEb"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf32>>
  %0 = acc.copyin varPtr(%a : !fir.ref<!fir.array<8xf32>>) -> !fir.ref<!fir.array<8xf32>> {name = "a"}
  %1 = acc.create varPtr(%b : !fir.ref<!fir.array<8xf32>>) -> !fir.ref<!fir.array<8xf32>> {dataClause = #acc<data_clause acc_copyout>, name = "b"}
  acc.data dataOperands(%0, %1 : !fir.ref<!fir.array<8xf32>>, !fir.ref<!fir.array<8xf32>>) {
    %2 = acc.update_device varPtr(%a : !fir.ref<!fir.array<8xf32>>) async(%q : i32) -> !fir.ref<!fir.array<8xf32>> {name = "a", structured = false}
    acc.update async(%q : i32) dataOperands(%2 : !fir.ref<!fir.array<8xf32>>)
    acc.wait(%q : i32)
    acc.terminator
  }
  acc.delete accPtr(%0 : !fir.ref<!fir.array<8xf32>>) {dataClause = #acc<data_clause acc_copyin>, name = "a"}
  acc.copyout accPtr(%1 : !fir.ref<!fir.array<8xf32>>) to varPtr(%b : !fir.ref<!fir.array<8xf32>>) {name = "b"}
  return
}
