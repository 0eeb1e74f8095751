// RUN: %warpfort-opt --warpfort-acc-verify-lowered --split-input-file --verify-diagnostics %s

func.func @host(%n: i32) {
  // expected-error @below {{internal: OpenACC lowering leaves 'acc.wait'; please report this}}
  acc.wait(%n : i32)
  return
}

// -----

// expected-error @below {{internal: OpenACC lowering leaves 'acc.routine'; please report this}}
acc.routine @acc_routine_0 func(@routine) seq
func.func @routine() {
  return
}
