// RUN: %warpfort-opt --warpfort-cuf-verify-lowered --verify-diagnostics %s

func.func @host() {
  // expected-error @below {{internal: CUDA lowering leaves 'cuf.alloc'; please report this}}
  %0 = cuf.alloc i32 {bindc_name = "d", data_attr = #cuf.cuda<device>, uniq_name = "_QFEd"} -> !fir.ref<i32>
  // expected-error @below {{internal: CUDA lowering leaves 'cuf.free'; please report this}}
  cuf.free %0 : !fir.ref<i32> {data_attr = #cuf.cuda<device>}
  return
}
