// RUN: %warpfort-opt --warpfort-acc-prepare=steps=prepare-declared-data %s | FileCheck %s
//
// Globals of declare directives are marked for the device program, and compute
// constructs that use them get clauses.

// CHECK: fir.global @_QMmEa {{.*}}warpfort.acc.declared = 0 : i32
fir.global @_QMmEa {acc.declare = #acc.declare<dataClause = acc_create>} : !fir.array<8xi32> {
  %0 = fir.zero_bits !fir.array<8xi32>
  fir.has_value %0 : !fir.array<8xi32>
}
// CHECK-NOT: acc.global_ctor
acc.global_ctor @_QMmEa_acc_ctor {
  %0 = fir.address_of(@_QMmEa) : !fir.ref<!fir.array<8xi32>>
  %1 = acc.create varPtr(%0 : !fir.ref<!fir.array<8xi32>>) -> !fir.ref<!fir.array<8xi32>> {name = "a", structured = false}
  %2 = acc.declare_enter dataOperands(%1 : !fir.ref<!fir.array<8xi32>>)
  acc.terminator
}
// CHECK: fir.global @_QMmEl {{.*}}warpfort.acc.declared = 5 : i32
fir.global @_QMmEl {acc.declare = #acc.declare<dataClause = acc_declare_link>} : i32
// CHECK: fir.global @_QMmEw {{.*}}warpfort.acc.declared = 4 : i32
fir.global @_QMmEw {acc.declare = #acc.declare<dataClause = acc_create>} : !fir.box<!fir.heap<!fir.array<?xf64>>>
// CHECK: fir.global @_QMmEp {{.*}}warpfort.acc.declared = 3 : i32
fir.global @_QMmEp {acc.declare = #acc.declare<dataClause = acc_create>} : !fir.box<!fir.ptr<!fir.array<?xf64>>>
fir.global @_QMmECc constant : !fir.array<8xi32>

// CHECK-LABEL: func.func @uses
// CHECK: %[[A:.*]] = fir.declare {{.*}}"_QMmEa"
// CHECK: %[[P:.*]] = acc.present varPtr(%[[A]] :{{.*}}name = "a"
// CHECK: acc.parallel dataOperands(%[[P]] :
// CHECK:   fir.coordinate_of %[[P]]
// CHECK: acc.delete accPtr(%[[P]] :{{.*}}acc_present
func.func @uses() {
  %c1 = arith.constant 1 : i64
  %0 = fir.address_of(@_QMmEa) : !fir.ref<!fir.array<8xi32>>
  %c8 = arith.constant 8 : index
  %s = fir.shape %c8 : (index) -> !fir.shape<1>
  %1 = fir.declare %0(%s) {acc.var_name = #acc.var_name<"a">, uniq_name = "_QMmEa"} : (!fir.ref<!fir.array<8xi32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xi32>>
  %2 = fir.address_of(@_QMmECc) : !fir.ref<!fir.array<8xi32>>
  %3 = fir.declare %2(%s) {uniq_name = "_QMmECc"} : (!fir.ref<!fir.array<8xi32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xi32>>
  acc.parallel {
    %4 = fir.coordinate_of %3, %c1 : (!fir.ref<!fir.array<8xi32>>, i64) -> !fir.ref<i32>
    %5 = fir.load %4 : !fir.ref<i32>
    %6 = fir.coordinate_of %1, %c1 : (!fir.ref<!fir.array<8xi32>>, i64) -> !fir.ref<i32>
    fir.store %5 to %6 : !fir.ref<i32>
    acc.yield
  }
  return
}

// Of linked data the device has a pointer only: a construct is not told that they
// are present.
// CHECK-LABEL: func.func @links
// CHECK-NOT: acc.present
// CHECK: acc.parallel {
func.func @links() {
  %0 = fir.address_of(@_QMmEl) : !fir.ref<i32>
  %1 = fir.declare %0 {acc.var_name = #acc.var_name<"l">, uniq_name = "_QMmEl"} : (!fir.ref<i32>) -> !fir.ref<i32>
  acc.parallel {
    %2 = fir.load %1 : !fir.ref<i32>
    fir.store %2 to %1 : !fir.ref<i32>
    acc.yield
  }
  return
}

// A pointer that is allocated enters; the runtime follows an allocatable.
// CHECK-LABEL: func.func @allocates
// CHECK: fir.store %{{.*}} to %[[PD:.*]] : !fir.ref<!fir.box<!fir.ptr
// CHECK-NEXT: %[[E:.*]] = acc.create varPtr(%[[PD]] :
// CHECK-NEXT: acc.enter_data dataOperands(%[[E]] :
// CHECK: fir.store %{{.*}} to %{{.*}} : !fir.ref<!fir.box<!fir.heap
// CHECK-NEXT: return
func.func @allocates(%b: !fir.box<!fir.ptr<!fir.array<?xf64>>>, %h: !fir.box<!fir.heap<!fir.array<?xf64>>>) {
  %0 = fir.address_of(@_QMmEp) : !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf64>>>>
  %1 = fir.address_of(@_QMmEw) : !fir.ref<!fir.box<!fir.heap<!fir.array<?xf64>>>>
  fir.store %b to %0 {acc.declare_action = #acc.declare_action<postAlloc = @none>} : !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf64>>>>
  fir.store %h to %1 {acc.declare_action = #acc.declare_action<postAlloc = @none>} : !fir.ref<!fir.box<!fir.heap<!fir.array<?xf64>>>>
  return
}

// What a local allocatable has at the end leaves, a pointer what it had before.
// CHECK-LABEL: func.func @leaves
// CHECK: %[[A:.*]] = fir.alloca {{.*}}heap
// CHECK: %[[P:.*]] = acc.create varPtr(%{{.*}}ptr<{{.*}}structured = false
// CHECK: acc.declare_enter
// CHECK: %[[END:.*]] = acc.getdeviceptr varPtr(%[[A]] :
// CHECK-NEXT: acc.delete accPtr(%[[END]] :{{.*}}structured = false
// CHECK-NEXT: acc.delete accPtr(%[[P]] :{{.*}}structured = false
func.func @leaves() {
  %0 = fir.alloca !fir.box<!fir.heap<!fir.array<?xf64>>>
  %1 = fir.alloca !fir.box<!fir.ptr<!fir.array<?xf64>>>
  %2 = acc.create varPtr(%0 : !fir.ref<!fir.box<!fir.heap<!fir.array<?xf64>>>>) -> !fir.ref<!fir.box<!fir.heap<!fir.array<?xf64>>>> {name = "a"}
  %3 = acc.create varPtr(%1 : !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf64>>>>) -> !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf64>>>> {name = "p"}
  %4 = acc.declare_enter dataOperands(%2, %3 : !fir.ref<!fir.box<!fir.heap<!fir.array<?xf64>>>>, !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf64>>>>)
  acc.declare_exit token(%4) dataOperands(%2, %3 : !fir.ref<!fir.box<!fir.heap<!fir.array<?xf64>>>>, !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf64>>>>)
  acc.delete accPtr(%2 : !fir.ref<!fir.box<!fir.heap<!fir.array<?xf64>>>>) {dataClause = #acc<data_clause acc_create>, name = "a"}
  acc.delete accPtr(%3 : !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf64>>>>) {dataClause = #acc<data_clause acc_create>, name = "p"}
  return
}
