// What passes leave for each other, each where it may be.
//
// RUN: %warpfort-opt %s | FileCheck %s

// CHECK: module attributes {
// CHECK-SAME: warpfort.acc.directives
// CHECK-SAME: warpfort.acc.lines = {"a.f90:3" = array<i64: 4, 9>}
// CHECK-SAME: warpfort.standard_parallelism
module attributes {
    warpfort.acc.directives,
    warpfort.acc.lines = {"a.f90:3" = array<i64: 4, 9>},
    warpfort.acc.messages = [["main", 3, 0, "Generating Tesla code"]],
    warpfort.c,
    warpfort.device_components = {"_QMmTt.x" = #cuf.cuda<device>},
    warpfort.device_records = ["_QMmEa", "_QMmTt.x"],
    warpfort.finalized_types = ["_QMmTt"],
    warpfort.incomplete,
    warpfort.standard_parallelism} {

fir.global @_QMmElarge {warpfort.initial_parts = [[@part, array<i64: 2000, 1>]]} : i32
fir.global @_QMmEtexture {warpfort.texture} : i32
fir.global @_QMmEdeclared {warpfort.acc.declared = 0 : i32} : i32

func.func @kernel() attributes {
    warpfort.acc.kernel,
    warpfort.acc.reductions = 1 : i32,
    warpfort.acc.used = 5 : i32,
    warpfort.block_shape = array<i32: 128, 1, 1>,
    warpfort.launched_shape = array<i32: 32, 8, 1>,
    warpfort.display_name = "main:3",
    warpfort.intents = ["in", "out", "inout", ""],
    warpfort.kernel_loop,
    warpfort.one_thread,
    warpfort.source.name = "main"} {
  %data = fir.alloca !fir.array<12xi64> {warpfort.acc.data_slot}
  return
}

func.func private @team() attributes {
    warpfort.acc.foreign_levels, warpfort.acc.routine_levels = 4 : i32,
    warpfort.acc.team_of = "routine"}
func.func private @alone() attributes {warpfort.acc.alone_of = "routine"}
func.func private @launch() attributes {warpfort.launch_of = "kernel"}

llvm.func @converted() attributes {warpfort.acc.kernel}
llvm.mlir.global external @convertedGlobal() {warpfort.texture} : i32

acc.private.recipe @private : !fir.ref<i32> init {
^bb0(%v: !fir.ref<i32>):
  acc.yield %v : !fir.ref<i32>
}

acc.reduction.recipe @most : !fir.ref<i32> attributes {warpfort.acc.unsigned} reduction_operator <max> init {
^bb0(%v: !fir.ref<i32>):
  acc.yield %v : !fir.ref<i32>
} combiner {
^bb0(%a: !fir.ref<i32>, %b: !fir.ref<i32>):
  acc.yield %a : !fir.ref<i32>
}

acc.reduction.recipe @sum : !fir.ref<!fir.array<4xi32>> reduction_operator <add> init {
^bb0(%v: !fir.ref<!fir.array<4xi32>>):
  acc.yield %v : !fir.ref<!fir.array<4xi32>>
} combiner {
^bb0(%a: !fir.ref<!fir.array<4xi32>>, %b: !fir.ref<!fir.array<4xi32>>):
  acc.yield %a : !fir.ref<!fir.array<4xi32>>
}

// CHECK-LABEL: func.func @constructs
func.func @constructs(%x: !fir.ref<i32>, %a: !fir.ref<!fir.array<4xi32>>,
                      %i: index) {
  // CHECK: acc.copyin {{.*}} {warpfort.acc.parameters = [@kernel, 0 : i32]}
  %0 = acc.copyin varPtr(%x : !fir.ref<i32>) -> !fir.ref<i32> {warpfort.acc.parameters = [@kernel, 0 : i32]}
  %1 = acc.private varPtr(%x : !fir.ref<i32>) recipe(@private) -> !fir.ref<i32> {warpfort.acc.memory_levels = 4 : i32, warpfort.acc.memory_parameter = -1 : i32}
  %2 = acc.reduction varPtr(%a : !fir.ref<!fir.array<4xi32>>) recipe(@sum) -> !fir.ref<!fir.array<4xi32>> {warpfort.acc.array = "private"}
  // CHECK: acc.present {{.*}} {implicit = true, warpfort.acc.part_present}
  %present = acc.present varPtr(%a : !fir.ref<!fir.array<4xi32>>) -> !fir.ref<!fir.array<4xi32>> {implicit = true, warpfort.acc.part_present}
  acc.parallel dataOperands(%0 : !fir.ref<i32>) {
    acc.loop private(%1 : !fir.ref<i32>) reduction(%2 : !fir.ref<!fir.array<4xi32>>) control(%j : index) = (%i : index) to (%i : index) step (%i : index) {
      acc.atomic.update %x : !fir.ref<i32> {
      ^bb0(%old: i32):
        acc.yield %old : i32
      } {warpfort.acc.by_parts, warpfort.acc.reduction_update}
      acc.yield
    } attributes {independent = [#acc.device_type<none>], warpfort.acc.copy, warpfort.acc.dependence = "why", warpfort.acc.dims = 1 : i32, warpfort.acc.flat, warpfort.acc.grid, warpfort.acc.levels = 5 : i32}
    acc.yield
  } attributes {warpfort.acc.apart, warpfort.acc.other, warpfort.acc.split}
  acc.enter_data dataOperands(%0 : !fir.ref<i32>) attributes {warpfort.acc.data_construct, warpfort.acc.waited}
  // CHECK: warpfort.acc.few_iterations
  scf.for %j = %i to %i step %i {
  } {warpfort.acc.few_iterations}
  fir.call @team() {warpfort.acc.bind = @team} : () -> ()
  fir.call @team() {warpfort.acc.own_memory} : () -> ()
  fir.call @team() {warpfort.acc.pointer_clause = ["", "acc_copyin", "s.p[:n]"]} : () -> ()
  %3 = cuf.shared_memory i32 {warpfort.launch_sized} -> !fir.ref<i32>
  // CHECK: warpfort.folds = ["Add"]
  // CHECK: warpfort.shared_loop = 0 : i32
  cuf.kernel<<<*, *>>> (%k : index) = (%i : index) to (%i : index) step (%i : index) {
    fir.do_loop %l = %i to %i step %i attributes {warpfort.folds = ["Add"]} {
    }
    "fir.end"() : () -> ()
  } {n = 1 : i64, warpfort.shared_loop = 0 : i32}
  // CHECK: warpfort.tile_columns = 4 : i32
  cuf.kernel<<<*, *>>> (%m : index) = (%i : index) to (%i : index) step (%i : index) {
    "fir.end"() : () -> ()
  } {n = 1 : i64, warpfort.tile_columns = 4 : i32}
  return
}
}
