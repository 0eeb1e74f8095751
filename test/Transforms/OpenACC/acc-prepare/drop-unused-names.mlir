// RUN: %warpfort-opt --warpfort-acc-prepare=steps=drop-unused-names %s | FileCheck %s
//
// In a routine, the name of a variable of a module that nothing uses goes.
fir.global @_QMmEa : i32

// CHECK-LABEL: func.func @_QMmPr(
// CHECK-NOT: fir.address_of
// CHECK: return
acc.routine @acc_routine_0 func(@_QMmPr) seq
func.func @_QMmPr() attributes {acc.routine_info = #acc.routine_info<[@acc_routine_0]>} {
  %0 = fir.address_of(@_QMmEa) : !fir.ref<i32>
  %1 = fir.declare %0 {uniq_name = "_QMmEa"} : (!fir.ref<i32>) -> !fir.ref<i32>
  return
}

// CHECK-LABEL: func.func @_QMmPs(
// CHECK: fir.address_of
func.func @_QMmPs() {
  %0 = fir.address_of(@_QMmEa) : !fir.ref<i32>
  %1 = fir.declare %0 {uniq_name = "_QMmEa"} : (!fir.ref<i32>) -> !fir.ref<i32>
  return
}
