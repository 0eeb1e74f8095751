// RUN: %warpfort-opt --warpfort-acc-lower-data %s | FileCheck %s
// RUN: %warpfort-opt --warpfort-acc-lower-data %s | FileCheck %s --check-prefix=SLOT
// RUN: %warpfort-opt --warpfort-acc-lower-data %s | FileCheck %s --check-prefix=WORDS
//
// Data clauses, update and wait become calls of the runtime, in their order,
// each with a struct of twelve words and, at the ends of a region, how the data
// enter or leave. A data construct becomes its body. All calls of a function
// fill in one struct, but for those that say which data leave together. What is
// known of a struct is a constant, which is copied; the address is stored.

// WORDS-LABEL: func.func @_QPs(
// WORDS: %[[A:.*]] = fir.address_of(@warpfort.acc.data.[[HASH:[0-9a-f]*]])
// WORDS-NEXT: fir.copy %[[A]] to %{{.*}} no_overlap
// WORDS-COUNT-1: fir.store
// WORDS: fir.call @warprt_acc_enter_data(
// WORDS: fir.global internal @warpfort.acc.data.[[HASH]] constant

// SLOT-LABEL: func.func @_QPs(
// SLOT: fir.alloca !fir.array<12xi64> {warpfort.acc.data_slot}
// SLOT: fir.alloca !fir.array<12xi64> {warpfort.acc.data_slot}
// SLOT-NOT: fir.alloca !fir.array<12xi64>
// SLOT: return

// CHECK-LABEL: func.func @_QPs(
// CHECK-NOT: {{ acc\.}}
// CHECK: %[[COPYIN:.*]] = arith.constant 2 : i32
// CHECK: fir.call @warprt_acc_enter_data(%{{.*}}, %[[COPYIN]]) : (!fir.llvm_ptr<i8>, i32) -> !fir.llvm_ptr<i8>
// CHECK-NOT: {{ acc\.}}
// CHECK: %[[CREATE:.*]] = arith.constant 1 : i32
// CHECK: fir.call @warprt_acc_enter_data(%{{.*}}, %[[CREATE]])
// The queue of the update:
// CHECK: fir.convert %{{.*}} : (i32) -> i64
// CHECK: fir.call @warprt_acc_update_device_data(%{{[^,]*}}) : (!fir.llvm_ptr<i8>) -> ()
// CHECK: fir.call @warprt_acc_wait(
// CHECK: %[[DELETE:.*]] = arith.constant 2 : i32
// CHECK: fir.call @warprt_acc_exit_data(%{{.*}}, %[[DELETE]])
// CHECK: %[[COPYOUT:.*]] = arith.constant 1 : i32
// CHECK: fir.call @warprt_acc_exit_data(%{{.*}}, %[[COPYOUT]])
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

// The other clauses have functions of their own.

// CHECK-LABEL: func.func @_QPothers(
// CHECK: fir.call @warprt_acc_look_up_data(%{{[^,]*}}) : (!fir.llvm_ptr<i8>) -> !fir.llvm_ptr<i8>
// CHECK: fir.call @warprt_acc_attach_data(%{{[^,]*}}) : (!fir.llvm_ptr<i8>) -> !fir.llvm_ptr<i8>
// CHECK: fir.call @warprt_acc_detach_data(%{{[^,]*}}) : (!fir.llvm_ptr<i8>) -> ()
// CHECK: fir.call @warprt_acc_update_host_data(%{{[^,]*}}) : (!fir.llvm_ptr<i8>) -> ()
func.func @_QPothers(%p: !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf32>>>>, %x: !fir.ref<f32>) {
  %0 = acc.use_device varPtr(%x : !fir.ref<f32>) -> !fir.ref<f32> {name = "x"}
  acc.host_data dataOperands(%0 : !fir.ref<f32>) {
    acc.terminator
  }
  %1 = acc.attach varPtr(%p : !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf32>>>>) -> !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf32>>>> {name = "p", structured = false}
  acc.enter_data dataOperands(%1 : !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf32>>>>)
  %2 = acc.getdeviceptr varPtr(%p : !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf32>>>>) -> !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf32>>>> {dataClause = #acc<data_clause acc_detach>, name = "p", structured = false}
  acc.exit_data dataOperands(%2 : !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf32>>>>)
  acc.detach accPtr(%2 : !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf32>>>>) {name = "p", structured = false}
  %3 = acc.getdeviceptr varPtr(%x : !fir.ref<f32>) -> !fir.ref<f32> {dataClause = #acc<data_clause acc_update_host>, name = "x", structured = false}
  acc.update dataOperands(%3 : !fir.ref<f32>)
  acc.update_host accPtr(%3 : !fir.ref<f32>) to varPtr(%x : !fir.ref<f32>) {name = "x", structured = false}
  return
}

// The runtime hears of what may overlap, and has no clause, before any of it
// enters, and of all that may before it leaves. The local array can be no part
// of a dummy argument.

// CHECK-LABEL: func.func @_QPoverlaps(
// CHECK: fir.call @warprt_acc_enter_data
// CHECK: fir.call @warprt_acc_expect_data(%c2{{[_a-z0-9]*}}, %{{.*}}) : (i64, !fir.llvm_ptr<i8>) -> ()
// CHECK-COUNT-2: fir.call @warprt_acc_enter_data
// CHECK: fir.call @warprt_acc_leave_together(%c2{{[_a-z0-9]*}}, %{{.*}}, %c2{{[_a-z0-9]*}}) : (i64, !fir.llvm_ptr<i8>, i64) -> ()
// CHECK-COUNT-3: fir.call @warprt_acc_exit_data
// CHECK-LABEL: func.func @_QPlocals(
// CHECK-NOT: fir.call @warprt_acc_expect_data
// CHECK-NOT: fir.call @warprt_acc_leave_together
// CHECK: return
func.func @_QPoverlaps(%aa: !fir.ref<!fir.array<8xf32>>, %bb: !fir.ref<!fir.array<8xf32>>) {
  %c8 = arith.constant 8 : index
  %sh = fir.shape %c8 : (index) -> !fir.shape<1>
  %ll = fir.alloca !fir.array<8xf32> {bindc_name = "l"}
  %a = fir.declare %aa(%sh) {uniq_name = "_QFoverlapsEa"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf32>>
  %b = fir.declare %bb(%sh) {uniq_name = "_QFoverlapsEb"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf32>>
  %l = fir.declare %ll(%sh) {uniq_name = "_QFoverlapsEl"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf32>>
  %0 = acc.copyin varPtr(%a : !fir.ref<!fir.array<8xf32>>) -> !fir.ref<!fir.array<8xf32>> {dataClause = #acc<data_clause acc_copy>, implicit = true, name = "a"}
  %1 = acc.copyin varPtr(%l : !fir.ref<!fir.array<8xf32>>) -> !fir.ref<!fir.array<8xf32>> {dataClause = #acc<data_clause acc_copy>, implicit = true, name = "l"}
  %2 = acc.copyin varPtr(%b : !fir.ref<!fir.array<8xf32>>) -> !fir.ref<!fir.array<8xf32>> {dataClause = #acc<data_clause acc_copy>, implicit = true, name = "b"}
  acc.copyout accPtr(%0 : !fir.ref<!fir.array<8xf32>>) to varPtr(%a : !fir.ref<!fir.array<8xf32>>) {dataClause = #acc<data_clause acc_copy>, implicit = true, name = "a"}
  acc.copyout accPtr(%1 : !fir.ref<!fir.array<8xf32>>) to varPtr(%l : !fir.ref<!fir.array<8xf32>>) {dataClause = #acc<data_clause acc_copy>, implicit = true, name = "l"}
  acc.copyout accPtr(%2 : !fir.ref<!fir.array<8xf32>>) to varPtr(%b : !fir.ref<!fir.array<8xf32>>) {dataClause = #acc<data_clause acc_copy>, implicit = true, name = "b"}
  return
}
func.func @_QPlocals(%aa: !fir.ref<!fir.array<8xf32>>) {
  %c8 = arith.constant 8 : index
  %sh = fir.shape %c8 : (index) -> !fir.shape<1>
  %ll = fir.alloca !fir.array<8xf32> {bindc_name = "l"}
  %a = fir.declare %aa(%sh) {uniq_name = "_QFlocalsEa"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf32>>
  %l = fir.declare %ll(%sh) {uniq_name = "_QFlocalsEl"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf32>>
  %0 = acc.copyin varPtr(%a : !fir.ref<!fir.array<8xf32>>) -> !fir.ref<!fir.array<8xf32>> {dataClause = #acc<data_clause acc_copy>, implicit = true, name = "a"}
  %1 = acc.copyin varPtr(%l : !fir.ref<!fir.array<8xf32>>) -> !fir.ref<!fir.array<8xf32>> {dataClause = #acc<data_clause acc_copy>, implicit = true, name = "l"}
  acc.copyout accPtr(%0 : !fir.ref<!fir.array<8xf32>>) to varPtr(%a : !fir.ref<!fir.array<8xf32>>) {dataClause = #acc<data_clause acc_copy>, implicit = true, name = "a"}
  acc.copyout accPtr(%1 : !fir.ref<!fir.array<8xf32>>) to varPtr(%l : !fir.ref<!fir.array<8xf32>>) {dataClause = #acc<data_clause acc_copy>, implicit = true, name = "l"}
  return
}
