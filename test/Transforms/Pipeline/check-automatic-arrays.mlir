// RUN: %warpfort-opt --warpfort-check-automatic-arrays %s | FileCheck %s

// Bytes are counted in floating point, and so are elements between bounds.
// CHECK-LABEL: func.func @_QPs
func.func @_QPs(%n: index, %lo: index, %hi: index, %l: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[BYTES:.*]] = arith.constant 80 : i64
  // CHECK: arith.mulf
  // CHECK-NOT: arith.mulf
  // CHECK: %[[MOST:.*]] = arith.constant 1.152921504606847E+18 : f64
  // CHECK: %[[IS:.*]] = arith.cmpf ogt, %{{.*}}, %[[MOST]]
  // CHECK: fir.if %[[IS]] {
  // CHECK: fir.call @_FortranAReportFatalUserError
  // CHECK: fir.alloca !fir.array<?x10xf64>
  %x = fir.alloca !fir.array<?x10xf64>, %n {bindc_name = "x", uniq_name = "_QFsEx"}
  %d = arith.subi %hi, %lo : index
  %s = arith.addi %d, %c1 : index
  %p = arith.cmpi sgt, %s, %c0 : index
  %e = arith.select %p, %s, %c0 : index
  // CHECK: arith.subf
  // CHECK: arith.addf
  // CHECK: arith.mulf
  // CHECK: arith.mulf
  // CHECK: fir.if
  // CHECK: fir.alloca !fir.array<?x!fir.char<1,?>>
  %y = fir.alloca !fir.array<?x!fir.char<1,?>>(%l : index), %e {bindc_name = "y", uniq_name = "_QFsEy"}
  // Temporaries are not the program's.
  // CHECK-NOT: fir.if
  %t = fir.alloca !fir.array<?xi32>, %n
  return
}
