// RUN: %warpfort-opt --warpfort-acc-infer-pure %s | FileCheck %s
//
// Calls of a function that assigns to local variables only, and of one that
// calls it, are calls of a pure function. Those of functions that assign to a
// variable of the program, to an argument, or where a local pointer leads are
// not; neither are those that call such ones, or themselves.

// CHECK-LABEL: func.func @_QPloop(
// CHECK: fir.call @_QMmPlocal(%{{.*}}) proc_attrs<pure>
// CHECK: fir.call @_QMmPcaller(%{{.*}}) proc_attrs<pure>
// CHECK: fir.call @_QMmPcounts(%{{[^)]*}}) : (f64)
// CHECK: fir.call @_QMmPassigns(%{{[^)]*}}) : (
// CHECK: fir.call @_QMmPfollows(%{{[^)]*}}) : (
// CHECK: fir.call @_QMmPcalls_counts(%{{[^)]*}}) : (
// CHECK: fir.call @_QMmPrepeats(%{{[^)]*}}) : (
func.func @_QPloop(%x: f64, %p: !fir.ref<f64>) {
  %c1 = arith.constant 1 : i32
  %c9 = arith.constant 9 : i32
  acc.kernels {
    acc.loop control(%k : i32) = (%c1 : i32) to (%c9 : i32) step (%c1 : i32) {
      %0 = fir.call @_QMmPlocal(%x) : (f64) -> f64
      %1 = fir.call @_QMmPcaller(%x) : (f64) -> f64
      %2 = fir.call @_QMmPcounts(%x) : (f64) -> f64
      %3 = fir.call @_QMmPassigns(%p) : (!fir.ref<f64>) -> f64
      %4 = fir.call @_QMmPfollows(%p) : (!fir.ref<f64>) -> f64
      %5 = fir.call @_QMmPcalls_counts(%x) : (f64) -> f64
      %6 = fir.call @_QMmPrepeats(%x) : (f64) -> f64
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, auto_ = [#acc.device_type<none>]}
    acc.terminator
  }
  return
}

fir.global @_QMmEn : f64

func.func @_QMmPlocal(%x: f64) -> f64 {
  %a = fir.alloca !fir.array<3xf64>
  %i = arith.constant 1 : i64
  %e = fir.coordinate_of %a, %i : (!fir.ref<!fir.array<3xf64>>, i64) -> !fir.ref<f64>
  fir.store %x to %e : !fir.ref<f64>
  %r = fir.load %e : !fir.ref<f64>
  return %r : f64
}
func.func @_QMmPcaller(%x: f64) -> f64 {
  %r = fir.call @_QMmPlocal(%x) : (f64) -> f64
  return %r : f64
}
func.func @_QMmPcounts(%x: f64) -> f64 {
  %n = fir.address_of(@_QMmEn) : !fir.ref<f64>
  fir.store %x to %n : !fir.ref<f64>
  return %x : f64
}
func.func @_QMmPassigns(%p: !fir.ref<f64>) -> f64 {
  %r = fir.load %p : !fir.ref<f64>
  fir.store %r to %p : !fir.ref<f64>
  return %r : f64
}
func.func @_QMmPfollows(%p: !fir.ref<f64>) -> f64 {
  %a = fir.alloca !fir.box<!fir.ptr<f64>>
  %q = fir.convert %p : (!fir.ref<f64>) -> !fir.ptr<f64>
  %b = fir.embox %q : (!fir.ptr<f64>) -> !fir.box<!fir.ptr<f64>>
  fir.store %b to %a : !fir.ref<!fir.box<!fir.ptr<f64>>>
  %l = fir.load %a : !fir.ref<!fir.box<!fir.ptr<f64>>>
  %t = fir.box_addr %l : (!fir.box<!fir.ptr<f64>>) -> !fir.ptr<f64>
  %r = fir.load %t : !fir.ptr<f64>
  fir.store %r to %t : !fir.ptr<f64>
  return %r : f64
}
func.func @_QMmPcalls_counts(%x: f64) -> f64 {
  %r = fir.call @_QMmPcounts(%x) : (f64) -> f64
  return %r : f64
}
func.func @_QMmPrepeats(%x: f64) -> f64 {
  %r = fir.call @_QMmPrepeats(%x) : (f64) -> f64
  return %r : f64
}
