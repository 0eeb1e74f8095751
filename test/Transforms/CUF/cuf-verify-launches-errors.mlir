// RUN: %warpfort-opt --warpfort-cuf-verify-launches --split-input-file --verify-diagnostics %s

func.func private @kernel() attributes {cuf.proc_attr = #cuf.cuda_proc<global>}
func.func @host(%n: i32) {
  // expected-error @below {{internal: CUDA lowering leaves 'cuf.kernel_launch'; please report this}}
  cuf.kernel_launch @kernel<<<%n, %n, %n, %n, %n, %n>>>()
  return
}

// -----

func.func @host(%n: index, %s: i32) {
  // expected-error @below {{internal: CUDA lowering leaves 'cuf.kernel'; please report this}}
  cuf.kernel<<<*, *>>> (%i : index) = (%n : index) to (%n : index) step (%n : index) {
    "fir.end"() : () -> ()
  }
  return
}
