// RUN: %warpfort-opt --warpfort-acc-outline %s | FileCheck %s
//
// A private array of a gang may lie in memory that the launch brings. One whose
// recipe takes the bounds of a section stays what it is: the lowering of kernels
// refuses it, with its location.

acc.private.recipe @whole : !fir.ref<!fir.array<64xi32>> init {
^bb0(%arg0: !fir.ref<!fir.array<64xi32>>):
  %0 = fir.alloca !fir.array<64xi32>
  acc.yield %0 : !fir.ref<!fir.array<64xi32>>
}
acc.private.recipe @section : !fir.ref<!fir.array<64xi32>> init {
^bb0(%arg0: !fir.ref<!fir.array<64xi32>>, %lower: index, %upper: index, %step: index):
  %0 = fir.alloca !fir.array<64xi32>
  acc.yield %0 : !fir.ref<!fir.array<64xi32>>
}

// CHECK-LABEL: func.func @_QPs_acc_0(
// CHECK: acc.private {{.*}}recipe(@whole){{.*}}warpfort.acc.memory_parameter
// CHECK: acc.private {{.*}}recipe(@section)
// CHECK-NOT: memory_parameter
// CHECK: acc.loop
func.func @_QPs(%r: !fir.ref<!fir.array<8xi32>>) {
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %low = arith.constant 4 : index
  %w = fir.alloca !fir.array<64xi32>
  %v = fir.alloca !fir.array<64xi32>
  %0 = acc.copyin varPtr(%r : !fir.ref<!fir.array<8xi32>>) -> !fir.ref<!fir.array<8xi32>> {dataClause = #acc<data_clause acc_copy>, name = "r"}
  acc.parallel dataOperands(%0 : !fir.ref<!fir.array<8xi32>>) {
    %bounds = acc.bounds lowerbound(%low : index) upperbound(%low : index) startIdx(%low : index)
    %p = acc.private varPtr(%w : !fir.ref<!fir.array<64xi32>>) recipe(@whole) -> !fir.ref<!fir.array<64xi32>> {name = "w"}
    %q = acc.private varPtr(%v : !fir.ref<!fir.array<64xi32>>) bounds(%bounds) recipe(@section) -> !fir.ref<!fir.array<64xi32>> {name = "v"}
    acc.loop gang private(%p, %q : !fir.ref<!fir.array<64xi32>>, !fir.ref<!fir.array<64xi32>>) control(%k : i32) = (%c1 : i32) to (%c8 : i32) step (%c1 : i32) {
      acc.loop vector control(%j : i32) = (%c1 : i32) to (%c8 : i32) step (%c1 : i32) {
        %1 = fir.coordinate_of %p, %j : (!fir.ref<!fir.array<64xi32>>, i32) -> !fir.ref<i32>
        fir.store %j to %1 : !fir.ref<i32>
        %2 = fir.coordinate_of %q, %j : (!fir.ref<!fir.array<64xi32>>, i32) -> !fir.ref<i32>
        fir.store %j to %2 : !fir.ref<i32>
        acc.yield
      } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  acc.copyout accPtr(%0 : !fir.ref<!fir.array<8xi32>>) to varPtr(%r : !fir.ref<!fir.array<8xi32>>) {dataClause = #acc<data_clause acc_copy>, name = "r"}
  return
}
