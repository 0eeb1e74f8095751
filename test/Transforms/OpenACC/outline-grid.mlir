// RUN: %warpfort-opt --warpfort-acc-outline %s | FileCheck %s
//
// The iterations of the one loop of a kernel make the grid, unless the size of
// the chunks is given: static chunks go to gangs in turn.

// CHECK-LABEL: func.func @_QPwhole_acc_0(
// CHECK: acc.loop
// CHECK: warpfort.acc.grid
func.func @_QPwhole(%aa: !fir.ref<!fir.array<8xf32>>) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : index
  %sh = fir.shape %c8 : (index) -> !fir.shape<1>
  %a = fir.declare %aa(%sh) {uniq_name = "_QFsEa"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf32>>
  %0 = acc.copyin varPtr(%a : !fir.ref<!fir.array<8xf32>>) -> !fir.ref<!fir.array<8xf32>> {dataClause = #acc<data_clause acc_copy>, name = "a"}
  acc.parallel dataOperands(%0 : !fir.ref<!fir.array<8xf32>>) {
    %x = arith.constant 1.0 : f32
    acc.loop gang vector control(%k : i32) = (%c1 : i32) to (%c4 : i32) step (%c1 : i32) {
      %1 = fir.coordinate_of %0, %k : (!fir.ref<!fir.array<8xf32>>, i32) -> !fir.ref<f32>
      fir.store %x to %1 : !fir.ref<f32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  acc.copyout accPtr(%0 : !fir.ref<!fir.array<8xf32>>) to varPtr(%a : !fir.ref<!fir.array<8xf32>>) {dataClause = #acc<data_clause acc_copy>, name = "a"}
  return
}

// CHECK-LABEL: func.func @_QPchunks_acc_1(
// CHECK: acc.loop
// CHECK-NOT: warpfort.acc.grid
func.func @_QPchunks(%aa: !fir.ref<!fir.array<8xf32>>) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : index
  %sh = fir.shape %c8 : (index) -> !fir.shape<1>
  %a = fir.declare %aa(%sh) {uniq_name = "_QFsEa"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf32>>
  %0 = acc.copyin varPtr(%a : !fir.ref<!fir.array<8xf32>>) -> !fir.ref<!fir.array<8xf32>> {dataClause = #acc<data_clause acc_copy>, name = "a"}
  acc.parallel dataOperands(%0 : !fir.ref<!fir.array<8xf32>>) {
    %x = arith.constant 1.0 : f32
    acc.loop gang({static=%c2 : i32}) vector control(%k : i32) = (%c1 : i32) to (%c4 : i32) step (%c1 : i32) {
      %1 = fir.coordinate_of %0, %k : (!fir.ref<!fir.array<8xf32>>, i32) -> !fir.ref<f32>
      fir.store %x to %1 : !fir.ref<f32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  acc.copyout accPtr(%0 : !fir.ref<!fir.array<8xf32>>) to varPtr(%a : !fir.ref<!fir.array<8xf32>>) {dataClause = #acc<data_clause acc_copy>, name = "a"}
  return
}
