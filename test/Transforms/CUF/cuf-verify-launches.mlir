// RUN: %warpfort-opt --warpfort-cuf-verify-launches %s | FileCheck %s
//
// Other operations may be left, in both modules.

// CHECK: cuf.alloc
// CHECK: cuf.shared_memory
func.func @host() {
  %0 = cuf.alloc i32 {bindc_name = "d", data_attr = #cuf.cuda<device>, uniq_name = "_QFEd"} -> !fir.ref<i32>
  cuf.free %0 : !fir.ref<i32> {data_attr = #cuf.cuda<device>}
  return
}
module @warpfort.device {
  func.func @kernel() attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
    %0 = cuf.shared_memory i32 {bindc_name = "s", uniq_name = "_QFEs"} -> !fir.ref<i32>
    return
  }
}
