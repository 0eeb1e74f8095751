// RUN: %warpfort-opt --warpfort-acc-prepare=steps=move-constants-inside %s | FileCheck %s
//
// A construct has its own copy of a named constant: no data clause brings it.
// Variables are left alone. A constant that stands for an address is no scalar
// to copy.
fir.global @_QMmECc constant : !fir.array<8xi32>
fir.global @_QMmEa : !fir.array<8xi32>

// CHECK-LABEL: func.func @uses
// CHECK: acc.parallel {
// CHECK:   %[[C:.*]] = fir.address_of(@_QMmECc)
// CHECK-NOT: fir.address_of
// CHECK:   fir.coordinate_of %[[C]]
func.func @uses() {
  %c1 = arith.constant 1 : i64
  %c8 = arith.constant 8 : index
  %s = fir.shape %c8 : (index) -> !fir.shape<1>
  %0 = fir.address_of(@_QMmEa) : !fir.ref<!fir.array<8xi32>>
  %1 = fir.declare %0(%s) {uniq_name = "_QMmEa"} : (!fir.ref<!fir.array<8xi32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xi32>>
  %2 = fir.address_of(@_QMmECc) : !fir.ref<!fir.array<8xi32>>
  %3 = fir.declare %2(%s) {fortran_attrs = #fir.var_attrs<parameter>, uniq_name = "_QMmECc"} : (!fir.ref<!fir.array<8xi32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xi32>>
  acc.parallel {
    %4 = fir.coordinate_of %3, %c1 : (!fir.ref<!fir.array<8xi32>>, i64) -> !fir.ref<i32>
    %5 = fir.load %4 : !fir.ref<i32>
    %6 = fir.coordinate_of %1, %c1 : (!fir.ref<!fir.array<8xi32>>, i64) -> !fir.ref<i32>
    fir.store %5 to %6 : !fir.ref<i32>
    acc.yield
  }
  return
}

// CHECK-LABEL: func.func @no_stream
// CHECK: acc.parallel {
// CHECK:   %[[N:.*]] = arith.constant -1 : i64
// CHECK:   %[[S:.*]] = fir.convert %[[N]] : (i64) -> !fir.ref<i64>
// CHECK:   fir.call @allocate(%[[S]])
func.func private @allocate(!fir.ref<i64>)
func.func @no_stream() {
  %c-1 = arith.constant -1 : i64
  %0 = fir.convert %c-1 : (i64) -> !fir.ref<i64>
  fir.call @allocate(%0) : (!fir.ref<i64>) -> ()
  acc.parallel {
    fir.call @allocate(%0) : (!fir.ref<i64>) -> ()
    acc.yield
  }
  return
}
