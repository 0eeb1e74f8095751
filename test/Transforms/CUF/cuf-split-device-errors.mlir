// RUN: %warpfort-opt --warpfort-cuf-split-device --split-input-file --verify-diagnostics %s

fir.global @_QMmEh : i32 {
  %0 = fir.zero_bits i32
  fir.has_value %0 : i32
}
func.func @_QMmPkernel(%x: !fir.ref<i32>) attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
  %0 = fir.address_of(@_QMmEh) : !fir.ref<i32>
  // expected-error @below {{host variable 'h' cannot be used in device code: it needs the device attribute}}
  %1 = fir.load %0 : !fir.ref<i32>
  fir.store %1 to %x : !fir.ref<i32>
  return
}

// -----

func.func @_QMmPhost() {
  return
}
func.func @_QMmPkernel() attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
  // expected-error @below {{host procedure 'm::host' cannot be called in device code}}
  fir.call @_QMmPhost() : () -> ()
  return
}
