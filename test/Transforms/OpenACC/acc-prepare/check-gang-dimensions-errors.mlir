// RUN: %warpfort-opt --warpfort-acc-prepare=steps=check-gang-dimensions --split-input-file --verify-diagnostics %s

func.func @four(%n: i32) {
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  // expected-error @below {{the dimension of gang(dim:n) must be 1, 2 or 3}}
  acc.loop gang({dim=%c4 : i32}) control(%i : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
    acc.yield
  } attributes {independent = [#acc.device_type<none>]}
  return
}

// -----

// It is a constant.
func.func @unknown(%n: i32) {
  %c1 = arith.constant 1 : i32
  // expected-error @below {{the dimension of gang(dim:n) must be 1, 2 or 3}}
  acc.loop gang({dim=%n : i32}) control(%i : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
    acc.yield
  } attributes {independent = [#acc.device_type<none>]}
  return
}
