// RUN: %warpfort-opt --warpfort-device-codegen %s | FileCheck %s
//
// The nested module alone is converted.

module attributes {fir.defaultkind = "a1c4d8i4l4r4", fir.kindmap = "", llvm.data_layout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128", llvm.target_triple = "x86_64-unknown-linux-gnu"} {
  // CHECK: func.func @_QPhost(
  func.func @_QPhost() {
    return
  }
  // CHECK: module @warpfort.device
  module @warpfort.device attributes {fir.defaultkind = "a1c4d8i4l4r4", fir.kindmap = "", llvm.data_layout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64", llvm.target_triple = "nvptx64-nvidia-cuda"} {
    // CHECK: llvm.func @_QPkernel(%{{.*}}: !llvm.ptr{{.*}}) attributes {{.*}}nvvm.kernel
    // CHECK: llvm.store
    // CHECK-NOT: fir.store
    func.func @_QPkernel(%x: !fir.ref<f32> {cuf.data_attr = #cuf.cuda<device>}) attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
      %c = arith.constant 1.0 : f32
      fir.store %c to %x : !fir.ref<f32>
      return
    }
  }
}
