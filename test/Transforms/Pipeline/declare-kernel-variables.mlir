// With -g: what the kernel of a loop has of the procedure's variables.
// RUN: %warpfort-opt %s --warpfort-declare-kernel-variables | FileCheck %s

module {
  // CHECK-LABEL: func.func @loop
  func.func @loop(%a: !fir.ref<!fir.array<?xf32>> {fir.bindc_name = "a"}, %n: index, %b: !fir.box<!fir.array<?xf32>> {fir.bindc_name = "b"}, %c: !fir.ref<!fir.array<4xf32>> {fir.bindc_name = "c"}) attributes {warpfort.kernel_loop} {
    // CHECK-DAG: fir.declare %[[A:arg0]](%{{.*}}) {uniq_name = "_QEa"}
    // CHECK-DAG: fir.declare %arg3(%{{.*}}) {uniq_name = "_QEc"}
    // CHECK-NOT: "_QEb"
    // CHECK-DAG: %[[T:.*]] = fir.alloca f32 {bindc_name = "t"}
    // CHECK-DAG: fir.declare %[[T]] {uniq_name = "_QEt"}
    %t = fir.alloca f32 {bindc_name = "t"}
    // A private variable's declaration has no name of the source.
    // CHECK: %[[P:.*]] = fir.alloca i32 {bindc_name = "p"}
    // CHECK: fir.declare %[[P]] {uniq_name = "_QEp"}
    %p = fir.alloca i32 {bindc_name = "p"}
    %d = fir.declare %p {uniq_name = "acc.private.init"} : (!fir.ref<i32>) -> !fir.ref<i32>
    %address = fir.box_addr %b : (!fir.box<!fir.array<?xf32>>) -> !fir.ref<!fir.array<?xf32>>
    %shape = fir.shape %n : (index) -> !fir.shape<1>
    // CHECK: fir.declare %{{.*}} {uniq_name = "_QMmFsEb"}
    %named = fir.declare %address(%shape) {uniq_name = "_QMmFsEb"} : (!fir.ref<!fir.array<?xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<?xf32>>
    // CHECK-NOT: fir.declare
    // CHECK: return
    cf.br ^body
  ^body:
    %inner = fir.shape %n : (index) -> !fir.shape<1>
    %element = fir.array_coor %a(%inner) %n : (!fir.ref<!fir.array<?xf32>>, !fir.shape<1>, index) -> !fir.ref<f32>
    return
  }
  // Kernels of the source have declarations of their own.
  // CHECK-LABEL: func.func @kernel
  // CHECK-NOT: fir.declare
  func.func @kernel() {
    %t = fir.alloca f32 {bindc_name = "t"}
    return
  }
}
