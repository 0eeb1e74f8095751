// RUN: %warpfort-opt --warpfort-acc-prepare=steps=collapse-tiles %s | FileCheck %s
//
// The two loops of a tile clause are one over the product of their iterations.

// CHECK: acc.loop control(%{{.*}} : i32, %{{.*}} : i32) =
// CHECK-NOT: tile
func.func @tile(%n: i32) {
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  acc.loop tile({%c4 : i32, %c4 : i32}) control(%i : i32, %j : i32) = (%c1, %c1 : i32, i32) to (%n, %n : i32, i32) step (%c1, %c1 : i32, i32) {
    acc.yield
  } attributes {independent = [#acc.device_type<none>]}
  return
}
