// RUN: %warpfort-opt --warpfort-acc-lower-kernels %s | FileCheck %s
//
// The iterations of a loop that takes the grid are asked of the device library.
// CHECK-LABEL: func.func @_QPs_acc_0(
// CHECK: %[[BEGIN:.*]] = fir.call @__warpdev_loop_begin(
// CHECK: %[[END:.*]] = fir.call @__warpdev_loop_end(
// CHECK: %[[STRIDE:.*]] = fir.call @__warpdev_loop_stride(
// CHECK-DAG: %[[B:.*]] = fir.convert %[[BEGIN]] :
// CHECK-DAG: %[[E:.*]] = fir.convert %[[END]] :
// CHECK-DAG: %[[S:.*]] = fir.convert %[[STRIDE]] :
// CHECK: scf.for %{{.*}} = %[[B]] to %[[E]] step %[[S]] {
// CHECK: fir.store
// CHECK-NOT: acc.loop
func.func @_QPs_acc_0(%a: !fir.ref<!fir.array<8xf32>>, %n: i32) attributes {cuf.proc_attr = #cuf.cuda_proc<global>, warpfort.acc.kernel, warpfort.acc.used = 7 : i32, warpfort.display_name = "s:9", warpfort.kernel_loop} {
  %c1 = arith.constant 1 : i32
  %x = arith.constant 1.0 : f32
  acc.loop gang control(%k : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
    %0 = fir.coordinate_of %a, %k : (!fir.ref<!fir.array<8xf32>>, i32) -> !fir.ref<f32>
    fir.store %x to %0 : !fir.ref<f32>
    acc.yield
  } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>], warpfort.acc.grid, warpfort.acc.levels = 7 : i32}
  return
}

// Of the vector lanes of a gang loop's iteration, each takes some iterations of
// the loop inside.
// CHECK-LABEL: func.func @_QPs_acc_1(
// CHECK: fir.call @__warpdev_acc_begin(
// CHECK: scf.for
// CHECK:   fir.call @__warpdev_acc_begin(
// CHECK:   scf.for
// CHECK:     fir.store
func.func @_QPs_acc_1(%a: !fir.ref<!fir.array<8xf32>>, %n: i32) attributes {cuf.proc_attr = #cuf.cuda_proc<global>, warpfort.acc.kernel, warpfort.acc.used = 5 : i32, warpfort.display_name = "s:19", warpfort.kernel_loop} {
  %c1 = arith.constant 1 : i32
  %x = arith.constant 1.0 : f32
  acc.loop gang control(%k : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
    acc.loop vector control(%l : i32) = (%c1 : i32) to (%k : i32) step (%c1 : i32) {
      %0 = fir.coordinate_of %a, %l : (!fir.ref<!fir.array<8xf32>>, i32) -> !fir.ref<f32>
      fir.store %x to %0 : !fir.ref<f32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>], warpfort.acc.levels = 1 : i32}
    acc.yield
  } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>], warpfort.acc.levels = 4 : i32}
  return
}

// In host code a loop is sequential.
// CHECK-LABEL: func.func @_QPhost(
// CHECK-NOT: __warpdev
// CHECK: scf.for
// CHECK: fir.store
func.func @_QPhost(%a: !fir.ref<!fir.array<8xf32>>, %n: i32) {
  %c1 = arith.constant 1 : i32
  %x = arith.constant 1.0 : f32
  acc.loop gang control(%k : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
    %0 = fir.coordinate_of %a, %k : (!fir.ref<!fir.array<8xf32>>, i32) -> !fir.ref<f32>
    fir.store %x to %0 : !fir.ref<f32>
    acc.yield
  } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
  return
}

// Where threads share it, a flat loop is one over all iterations, otherwise the
// nest: its body is there twice.
// CHECK-LABEL: func.func @_QPs_acc_9(
// CHECK: %[[ASK:.*]] = fir.call @__warpdev_nests_are_joined()
// CHECK: %[[SHARED:.*]] = arith.cmpi ne, %[[ASK]],
// CHECK: fir.if %[[SHARED]] {
// CHECK:   %[[TOTAL:.*]] = arith.muli %[[M:.*]], %[[N:.*]] overflow<nsw>
// CHECK:   fir.call @__warpdev_loop_begin(%c3_i32{{.*}}, %[[TOTAL]])
// CHECK:   scf.for
// CHECK:     arith.remui %{{.*}}, %[[N]]
// CHECK:     arith.divui %{{.*}}, %[[N]]
// CHECK:     arith.addi
// CHECK: } else {
// CHECK:   scf.for
// CHECK:     scf.for
// CHECK:       arith.addi
// CHECK: fir.call @__warpdev_acc_grid_add_i32(
acc.reduction.recipe @sum : !fir.ref<i32> reduction_operator <add> init {
^bb0(%arg0: !fir.ref<i32>):
  acc.yield %arg0 : !fir.ref<i32>
} combiner {
^bb0(%arg0: !fir.ref<i32>, %arg1: !fir.ref<i32>):
  acc.yield %arg0 : !fir.ref<i32>
}
func.func @_QPs_acc_9(%s: !fir.ref<i32>, %n: i32, %m: i32) attributes {cuf.proc_attr = #cuf.cuda_proc<global>, warpfort.acc.kernel, warpfort.acc.used = 7 : i32, warpfort.display_name = "s:9", warpfort.kernel_loop} {
  %c1 = arith.constant 1 : i32
  %0 = acc.reduction varPtr(%s : !fir.ref<i32>) recipe(@sum) -> !fir.ref<i32> {name = "s"}
  acc.loop reduction(%0 : !fir.ref<i32>) control(%k : i32, %l : i32) = (%c1, %c1 : i32, i32) to (%m, %n : i32, i32) step (%c1, %c1 : i32, i32) {
    %1 = fir.load %0 : !fir.ref<i32>
    %2 = arith.addi %1, %l : i32
    fir.store %2 to %0 : !fir.ref<i32>
    acc.yield
  } attributes {inclusiveUpperbound = array<i1: true, true>, independent = [#acc.device_type<none>], warpfort.acc.flat, warpfort.acc.grid, warpfort.acc.levels = 7 : i32}
  return
}

// What the lanes of an inner loop have is combined when the outer loop ends,
// whose reduction has no other values.
// CHECK-LABEL: func.func @_QPs_acc_10(
// CHECK: fir.call @__warpdev_acc_begin(
// CHECK: scf.for
// CHECK:   fir.call @__warpdev_acc_begin(
// CHECK:   scf.for
// CHECK-NOT: @__warpdev_acc_team_add_i32(
// CHECK:   fir.call @__warpdev_acc_combine_add_i32(
// CHECK-NOT: @__warpdev_acc_first(
// CHECK: fir.call @__warpdev_acc_grid_add_i32(
func.func @_QPs_acc_10(%s: !fir.ref<i32>, %n: i32, %m: i32) attributes {cuf.proc_attr = #cuf.cuda_proc<global>, warpfort.acc.kernel, warpfort.acc.used = 5 : i32, warpfort.display_name = "s:9", warpfort.kernel_loop} {
  %c1 = arith.constant 1 : i32
  %0 = acc.reduction varPtr(%s : !fir.ref<i32>) recipe(@sum) -> !fir.ref<i32> {name = "s"}
  acc.loop reduction(%0 : !fir.ref<i32>) control(%k : i32) = (%c1 : i32) to (%m : i32) step (%c1 : i32) {
    %1 = acc.reduction varPtr(%0 : !fir.ref<i32>) recipe(@sum) -> !fir.ref<i32> {name = "s"}
    acc.loop reduction(%1 : !fir.ref<i32>) control(%l : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
      %2 = fir.load %1 : !fir.ref<i32>
      %3 = arith.addi %2, %l : i32
      fir.store %3 to %1 : !fir.ref<i32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>], warpfort.acc.levels = 1 : i32}
    acc.yield
  } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>], warpfort.acc.levels = 4 : i32}
  return
}

// Where the outer loop adds to it as well, all lanes do so.
// CHECK-LABEL: func.func @_QPs_acc_11(
// CHECK: scf.for
// CHECK:   scf.for
// CHECK:   fir.call @__warpdev_acc_team_add_i32(
// CHECK:   fir.call @__warpdev_acc_combine_add_i32(
// CHECK: fir.call @__warpdev_acc_first(
// CHECK: fir.call @__warpdev_acc_grid_add_i32(
func.func @_QPs_acc_11(%s: !fir.ref<i32>, %n: i32, %m: i32) attributes {cuf.proc_attr = #cuf.cuda_proc<global>, warpfort.acc.kernel, warpfort.acc.used = 5 : i32, warpfort.display_name = "s:9", warpfort.kernel_loop} {
  %c1 = arith.constant 1 : i32
  %0 = acc.reduction varPtr(%s : !fir.ref<i32>) recipe(@sum) -> !fir.ref<i32> {name = "s"}
  acc.loop reduction(%0 : !fir.ref<i32>) control(%k : i32) = (%c1 : i32) to (%m : i32) step (%c1 : i32) {
    %4 = fir.load %0 : !fir.ref<i32>
    %5 = arith.addi %4, %k : i32
    fir.store %5 to %0 : !fir.ref<i32>
    %1 = acc.reduction varPtr(%0 : !fir.ref<i32>) recipe(@sum) -> !fir.ref<i32> {name = "s"}
    acc.loop reduction(%1 : !fir.ref<i32>) control(%l : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
      %2 = fir.load %1 : !fir.ref<i32>
      %3 = arith.addi %2, %l : i32
      fir.store %3 to %1 : !fir.ref<i32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>], warpfort.acc.levels = 1 : i32}
    acc.yield
  } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>], warpfort.acc.levels = 4 : i32}
  return
}
