// RUN: %warpfort-opt --warpfort-cuf-hide-device-memory %s | FileCheck %s
//
// Code generation is not told which memory is the device's: it would give
// descriptors such memory.

// CHECK-LABEL: func.func @argument(
// CHECK-SAME: %{{.*}}: !fir.ref<!fir.array<4xf64>> {fir.bindc_name = "a"}
// CHECK: fir.call @warprt_mem_alloc(
func.func @argument(%a: !fir.ref<!fir.array<4xf64>> {cuf.data_attr = #cuf.cuda<device>, fir.bindc_name = "a"}, %n: i64, %t: i32, %f: !fir.ref<i8>) {
  %0 = fir.call @_FortranACUFMemAlloc(%n, %t, %f, %t) : (i64, i32, !fir.ref<i8>, i32) -> !fir.llvm_ptr<i8>
  return
}
// CHECK: func.func private @warprt_mem_alloc(
func.func private @_FortranACUFMemAlloc(i64, i32, !fir.ref<i8>, i32) -> !fir.llvm_ptr<i8>
