// RUN: %warpfort-opt --warpfort-acc-prepare=steps=check-gang-dimensions %s | FileCheck %s
//
// CHECK: acc.loop gang({dim=%c3_i32 : i32})
func.func @three(%n: i32) {
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  acc.loop gang({dim=%c3 : i32}) control(%i : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
    acc.yield
  } attributes {independent = [#acc.device_type<none>]}
  return
}
