// RUN: %warpfort-opt --warpfort-host-codegen %s | FileCheck %s
// RUN: %warpfort-opt --warpfort-host-codegen=stack-arrays %s | FileCheck %s --check-prefix=STACK
//
// The host's module alone is converted. An automatic array is in the heap unless
// it is asked for on the stack.

// CHECK-LABEL: llvm.func @automatic_(
// CHECK: llvm.call @malloc(
// CHECK: llvm.call @free(
// CHECK-NOT: @warpfort.device
// STACK-LABEL: llvm.func @automatic_(
// STACK-NOT: @malloc(
// STACK: llvm.alloca
module attributes {fir.defaultkind = "a1c4d8i4l4r4", fir.kindmap = "", llvm.data_layout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128", llvm.target_triple = "x86_64-unknown-linux-gnu"} {
  func.func private @_QPcallee(!fir.ref<!fir.array<?xf32>>)
  func.func @_QPautomatic(%n: index) {
    %0 = fir.alloca !fir.array<?xf32>, %n {bindc_name = "a", uniq_name = "_QFautomaticEa"}
    fir.call @_QPcallee(%0) : (!fir.ref<!fir.array<?xf32>>) -> ()
    return
  }
  module @warpfort.device {
    func.func @_QPkernel() attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
      return
    }
  }
}
