// RUN: %warpfort-opt --warpfort-cuf-split-device %s | FileCheck %s
//
// Kernels, device procedures and device data go to a module of their own. The
// host keeps shadows of the data and its form of procedures for both.

// CHECK: fir.global @_QMmEd
// CHECK-NOT: func.func @_QMmPkernel
// CHECK-NOT: func.func @_QMmPonly
// CHECK: func.func @_QMmPboth
// CHECK: func.func @_QMmPhost
// CHECK: module @warpfort.device
// CHECK-NOT: @_QMmPhost
// CHECK-DAG: func.func @_QMmPkernel(
// CHECK-DAG: func.func @_QMmPonly(
// CHECK-DAG: func.func @_QMmPboth(
// CHECK-DAG: fir.global @_QMmEd
// A constant of the host's that device code reads is there, too.
// CHECK-DAG: fir.global {{.*}}@_QMmECc
// A table of a type has no addresses of the host's procedures.
// CHECK-DAG: fir.global {{.*}}@_QMmEXvXt
// CHECK-NOT: @_QMmPhost
fir.global @_QMmEXvXt constant : i64 {
  %0 = fir.address_of(@_QMmPhost) : (!fir.ref<i32>) -> ()
  %1 = fir.convert %0 : ((!fir.ref<i32>) -> ()) -> i64
  fir.has_value %1 : i64
}
fir.global @_QMmEd {data_attr = #cuf.cuda<device>} : i32 {
  %0 = fir.zero_bits i32
  fir.has_value %0 : i32
}
fir.global @_QMmECc constant : i32 {
  %c4 = arith.constant 4 : i32
  fir.has_value %c4 : i32
}
func.func @_QMmPkernel() attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
  %0 = fir.address_of(@_QMmEd) : !fir.ref<i32>
  %1 = fir.address_of(@_QMmECc) : !fir.ref<i32>
  %2 = fir.load %1 : !fir.ref<i32>
  fir.store %2 to %0 : !fir.ref<i32>
  %3 = fir.address_of(@_QMmEXvXt) : !fir.ref<i64>
  %4 = fir.load %3 : !fir.ref<i64>
  %5 = fir.convert %4 : (i64) -> i32
  fir.store %5 to %0 : !fir.ref<i32>
  fir.call @_QMmPonly(%0) : (!fir.ref<i32>) -> ()
  return
}
func.func @_QMmPonly(%x: !fir.ref<i32>) attributes {cuf.proc_attr = #cuf.cuda_proc<device>} {
  fir.call @_QMmPboth(%x) : (!fir.ref<i32>) -> ()
  return
}
func.func @_QMmPboth(%x: !fir.ref<i32>) attributes {cuf.proc_attr = #cuf.cuda_proc<host_device>} {
  return
}
func.func @_QMmPhost(%x: !fir.ref<i32>) {
  fir.call @_QMmPboth(%x) : (!fir.ref<i32>) -> ()
  return
}
