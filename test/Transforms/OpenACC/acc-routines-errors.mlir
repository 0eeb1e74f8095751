// RUN: %warpfort-opt --warpfort-acc-routines --split-input-file --verify-diagnostics %s

// Device code cannot call what is no routine.
func.func private @_QMmPother(!fir.ref<f32>)
func.func @_QMmPs(%x: !fir.ref<f32>) {
  acc.parallel {
    // expected-error @below {{procedures called in a compute region must have acc routine information: other}}
    fir.call @_QMmPother(%x) : (!fir.ref<f32>) -> ()
    acc.yield
  }
  return
}

// -----

// The host has no code of a routine with nohost.
acc.routine @acc_routine_0 func(@_QMmPr) seq nohost
func.func @_QMmPr(%x: !fir.ref<f32>) attributes {acc.routine_info = #acc.routine_info<[@acc_routine_0]>} {
  return
}
func.func @_QMmPs(%x: !fir.ref<f32>) {
  // expected-error @below {{'r' is an acc routine with nohost and cannot be called in host code}}
  fir.call @_QMmPr(%x) : (!fir.ref<f32>) -> ()
  return
}
