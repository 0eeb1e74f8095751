// RUN: %warpfort-opt --warpfort-acc-outline %s | FileCheck %s --check-prefix=DEVICE
// RUN: %warpfort-opt --warpfort-acc-outline=host-trips %s | FileCheck %s --check-prefix=HOST
// RUN: %warpfort-opt --warpfort-acc-outline='compare-trips=check' %s | FileCheck %s --check-prefix=COMPARE
//
// -gpu=tripcount: the bound is loaded in the kernel, or by the host in front of
// the launch; or the kernel compares the counts, the host's being a parameter.
// The bound of the second loop, which the construct assigns, is the device's.

// DEVICE: func.func @_QPs_acc_0(%[[N:.*]]: !fir.ref<i32> {{.*}}, %{{.*}}: !fir.ref<!fir.array<8xf32>> {{.*}})
// DEVICE: %[[TO:.*]] = fir.load %[[N]]
// DEVICE: acc.loop {{.*}} to (%[[TO]] : i32)

// HOST: %[[TO:.*]] = fir.load %{{.*}} : !fir.ref<i32>
// HOST: fir.call @warprt_acc_launch(
// HOST: func.func @_QPs_acc_0({{.*}}, %[[BOUND:.*]]: i32)
// HOST: acc.loop {{.*}} to (%[[BOUND]] : i32)

// COMPARE: fir.load %{{.*}} : !fir.ref<i32>
// COMPARE: arith.maxsi
// COMPARE: fir.call @warprt_acc_launch(
// COMPARE: func.func @_QPs_acc_0(%[[N:.*]]: !fir.ref<i32> {{.*}}, {{.*}}, %[[ONHOST:.*]]: i64)
// COMPARE: fir.load %[[N]]
// COMPARE: fir.call @__warpdev_acc_compare_trips({{.*}}, %[[ONHOST]], %{{.*}})
// COMPARE: acc.loop
func.func @_QPs(%aa: !fir.ref<!fir.array<8xf32>>, %nn: !fir.ref<i32>) {
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : index
  %sh = fir.shape %c8 : (index) -> !fir.shape<1>
  %a = fir.declare %aa(%sh) {uniq_name = "_QFsEa"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf32>>
  %n = fir.declare %nn {uniq_name = "_QFsEn"} : (!fir.ref<i32>) -> !fir.ref<i32>
  %0 = acc.copyin varPtr(%a : !fir.ref<!fir.array<8xf32>>) -> !fir.ref<!fir.array<8xf32>> {dataClause = #acc<data_clause acc_copy>, name = "a"}
  %1 = acc.copyin varPtr(%n : !fir.ref<i32>) -> !fir.ref<i32> {name = "n"}
  acc.parallel dataOperands(%0, %1 : !fir.ref<!fir.array<8xf32>>, !fir.ref<i32>) {
    %x = arith.constant 1.0 : f32
    %to = fir.load %1 : !fir.ref<i32>
    acc.loop gang control(%k : i32) = (%c1 : i32) to (%to : i32) step (%c1 : i32) {
      %2 = fir.coordinate_of %0, %k : (!fir.ref<!fir.array<8xf32>>, i32) -> !fir.ref<f32>
      fir.store %x to %2 : !fir.ref<f32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  acc.copyout accPtr(%0 : !fir.ref<!fir.array<8xf32>>) to varPtr(%a : !fir.ref<!fir.array<8xf32>>) {dataClause = #acc<data_clause acc_copy>, name = "a"}
  return
}

// HOST: func.func @_QPassigned_acc_1(
// HOST: %[[TO:.*]] = fir.load %{{.*}} : !fir.ref<i32>
// HOST: acc.loop {{.*}} to (%[[TO]] : i32)
// COMPARE: func.func @_QPassigned_acc_1(
// COMPARE-NOT: compare_trips
// COMPARE: return
func.func @_QPassigned(%nn: !fir.ref<i32>) {
  %c1 = arith.constant 1 : i32
  %n = fir.declare %nn {uniq_name = "_QFassignedEn"} : (!fir.ref<i32>) -> !fir.ref<i32>
  %1 = acc.copyin varPtr(%n : !fir.ref<i32>) -> !fir.ref<i32> {name = "n"}
  acc.parallel dataOperands(%1 : !fir.ref<i32>) {
    fir.store %c1 to %1 : !fir.ref<i32>
    %to = fir.load %1 : !fir.ref<i32>
    acc.loop gang control(%k : i32) = (%c1 : i32) to (%to : i32) step (%c1 : i32) {
      fir.store %k to %1 : !fir.ref<i32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  acc.delete accPtr(%1 : !fir.ref<i32>) {dataClause = #acc<data_clause acc_copyin>, name = "n"}
  return
}

// An inner loop need not have an iteration: its bound is not loaded by the host
// where the variable may be absent.
// HOST: func.func @_QPabsent_acc_2(
// HOST: acc.loop
// HOST: %[[TO:.*]] = fir.load %{{.*}} : !fir.ref<i32>
// HOST: acc.loop {{.*}} to (%[[TO]] : i32)
func.func @_QPabsent(%nn: !fir.ref<i32> {fir.optional}) {
  %c1 = arith.constant 1 : i32
  %n = fir.declare %nn {fortran_attrs = #fir.var_attrs<optional>, uniq_name = "_QFabsentEn"} : (!fir.ref<i32>) -> !fir.ref<i32>
  %1 = acc.copyin varPtr(%n : !fir.ref<i32>) -> !fir.ref<i32> {name = "n"}
  acc.parallel dataOperands(%1 : !fir.ref<i32>) {
    acc.loop gang control(%k : i32) = (%c1 : i32) to (%c1 : i32) step (%c1 : i32) {
      %to = fir.load %1 : !fir.ref<i32>
      acc.loop vector control(%j : i32) = (%c1 : i32) to (%to : i32) step (%c1 : i32) {
        acc.yield
      } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  return
}
