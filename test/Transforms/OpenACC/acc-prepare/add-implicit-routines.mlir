// RUN: %warpfort-opt --warpfort-acc-prepare=steps=add-implicit-routines %s | FileCheck %s
//
// What a construct calls is a sequential routine without a directive; what that
// calls, too. What host code calls alone is none.

// CHECK: acc.routine @[[A:.*]] func(@_QMmPcalled) seq
// CHECK: acc.routine @[[B:.*]] func(@_QMmPinner) seq
// CHECK-NOT: func(@_QMmPhost)
func.func @_QMmPinner() {
  return
}
func.func @_QMmPcalled() {
  fir.call @_QMmPinner() : () -> ()
  return
}
func.func @_QMmPhost() {
  return
}
func.func @_QMmPs() {
  fir.call @_QMmPhost() : () -> ()
  acc.parallel {
    fir.call @_QMmPcalled() : () -> ()
    acc.yield
  }
  return
}
