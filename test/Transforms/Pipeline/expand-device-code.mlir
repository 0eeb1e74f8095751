// RUN: %warpfort-opt --warpfort-expand-device-code %s | FileCheck %s
//
// In a kernel SUM is a loop; host code calls the library with -O0.

// CHECK-LABEL: func.func @device(
// CHECK-NOT: hlfir.sum
// CHECK: fir.do_loop
// CHECK: arith.addf
// CHECK: return
func.func @device(%a: !fir.ref<!fir.array<8xf32>>) -> f32 attributes {cuf.proc_attr = #cuf.cuda_proc<device>} {
  %0 = hlfir.sum %a : (!fir.ref<!fir.array<8xf32>>) -> f32
  return %0 : f32
}

// CHECK-LABEL: func.func @host(
// CHECK: hlfir.sum
func.func @host(%a: !fir.ref<!fir.array<8xf32>>) -> f32 {
  %0 = hlfir.sum %a : (!fir.ref<!fir.array<8xf32>>) -> f32
  return %0 : f32
}
