// RUN: %warpfort-opt --warpfort-acc-prepare=steps=copy-first-private-arrays %s | FileCheck %s
//
// A first-private array of unknown size is copied to the device, where each
// thread makes its own of that.

// CHECK-LABEL: func.func @_QPfp(
// CHECK: acc.copyin {{.*}}name = "a"}
// CHECK-NOT: acc.firstprivate
// CHECK: acc.parallel
// CHECK: return
acc.firstprivate.recipe @firstprivatization_box_Uxf32 : !fir.box<!fir.array<?xf32>> init {
^bb0(%arg0: !fir.box<!fir.array<?xf32>>):
  acc.yield %arg0 : !fir.box<!fir.array<?xf32>>
} copy {
^bb0(%arg0: !fir.box<!fir.array<?xf32>>, %arg1: !fir.box<!fir.array<?xf32>>):
  acc.terminator
}
acc.private.recipe @privatization_ref_i32 : !fir.ref<i32> init {
^bb0(%arg0: !fir.ref<i32>):
  %0 = fir.alloca i32
  %1 = fir.declare %0 {uniq_name = "acc.private.init"} : (!fir.ref<i32>) -> !fir.ref<i32>
  acc.yield %1 : !fir.ref<i32>
}
func.func @_QPfp(%arg0: !fir.ref<!fir.array<?xf32>> {fir.bindc_name = "a"}, %arg1: !fir.ref<!fir.array<?xf32>> {fir.bindc_name = "b"}, %arg2: !fir.ref<i32> {fir.bindc_name = "n"}) {
  %c1_i32 = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %0 = fir.dummy_scope : !fir.dscope
  %1 = fir.declare %arg2 dummy_scope %0 arg 3 {uniq_name = "_QFfpEn"} : (!fir.ref<i32>, !fir.dscope) -> !fir.ref<i32>
  %2 = fir.alloca i32 {bindc_name = "i", uniq_name = "_QFfpEi"}
  %3 = fir.declare %2 {uniq_name = "_QFfpEi"} : (!fir.ref<i32>) -> !fir.ref<i32>
  %4 = fir.load %1 : !fir.ref<i32>
  %5 = fir.convert %4 : (i32) -> index
  %6 = arith.cmpi sgt, %5, %c0 : index
  %7 = arith.select %6, %5, %c0 : index
  %8 = fir.shape %7 : (index) -> !fir.shape<1>
  %9 = fir.declare %arg0(%8) dummy_scope %0 arg 1 {uniq_name = "_QFfpEa"} : (!fir.ref<!fir.array<?xf32>>, !fir.shape<1>, !fir.dscope) -> !fir.ref<!fir.array<?xf32>>
  %10 = fir.embox %9(%8) : (!fir.ref<!fir.array<?xf32>>, !fir.shape<1>) -> !fir.box<!fir.array<?xf32>>
  %11 = fir.declare %arg1(%8) dummy_scope %0 arg 2 {uniq_name = "_QFfpEb"} : (!fir.ref<!fir.array<?xf32>>, !fir.shape<1>, !fir.dscope) -> !fir.ref<!fir.array<?xf32>>
  %12 = fir.embox %11(%8) : (!fir.ref<!fir.array<?xf32>>, !fir.shape<1>) -> !fir.box<!fir.array<?xf32>>
  %13 = acc.firstprivate var(%10 : !fir.box<!fir.array<?xf32>>) recipe(@firstprivatization_box_Uxf32) -> !fir.box<!fir.array<?xf32>> {name = "a"}
  %14 = acc.copyin var(%12 : !fir.box<!fir.array<?xf32>>) -> !fir.box<!fir.array<?xf32>> {dataClause = #acc<data_clause acc_copy>, name = "b"}
  acc.parallel combined(loop) dataOperands(%14 : !fir.box<!fir.array<?xf32>>) firstprivate(%13 : !fir.box<!fir.array<?xf32>>) {
    %15 = fir.box_addr %13 : (!fir.box<!fir.array<?xf32>>) -> !fir.ref<!fir.array<?xf32>>
    %16 = fir.dummy_scope : !fir.dscope
    %17 = fir.declare %15(%8) dummy_scope %16 arg 1 {uniq_name = "_QFfpEa"} : (!fir.ref<!fir.array<?xf32>>, !fir.shape<1>, !fir.dscope) -> !fir.ref<!fir.array<?xf32>>
    %18 = fir.embox %17(%8) : (!fir.ref<!fir.array<?xf32>>, !fir.shape<1>) -> !fir.box<!fir.array<?xf32>>
    %19 = fir.box_addr %14 : (!fir.box<!fir.array<?xf32>>) -> !fir.ref<!fir.array<?xf32>>
    %20 = fir.declare %19(%8) dummy_scope %16 arg 2 {uniq_name = "_QFfpEb"} : (!fir.ref<!fir.array<?xf32>>, !fir.shape<1>, !fir.dscope) -> !fir.ref<!fir.array<?xf32>>
    %21 = fir.embox %20(%8) : (!fir.ref<!fir.array<?xf32>>, !fir.shape<1>) -> !fir.box<!fir.array<?xf32>>
    %22 = fir.load %1 : !fir.ref<i32>
    %23 = acc.private varPtr(%3 : !fir.ref<i32>) recipe(@privatization_ref_i32) -> !fir.ref<i32> {implicit = true, name = "i"}
    acc.loop combined(parallel) private(%23 : !fir.ref<i32>) control(%arg3 : i32) = (%c1_i32 : i32) to (%22 : i32)  step (%c1_i32 : i32) {
      %24 = fir.declare %23 {uniq_name = "_QFfpEi"} : (!fir.ref<i32>) -> !fir.ref<i32>
      fir.store %arg3 to %24 : !fir.ref<i32>
      %25 = fir.load %24 : !fir.ref<i32>
      %26 = fir.convert %25 : (i32) -> i64
      %27 = fir.array_coor %17(%8) %26 : (!fir.ref<!fir.array<?xf32>>, !fir.shape<1>, i64) -> !fir.ref<f32>
      %28 = fir.load %27 : !fir.ref<f32>
      %29 = fir.array_coor %20(%8) %26 : (!fir.ref<!fir.array<?xf32>>, !fir.shape<1>, i64) -> !fir.ref<f32>
      fir.store %28 to %29 : !fir.ref<f32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  acc.copyout accVar(%14 : !fir.box<!fir.array<?xf32>>) to var(%12 : !fir.box<!fir.array<?xf32>>) {dataClause = #acc<data_clause acc_copy>, name = "b"}
  return
}
