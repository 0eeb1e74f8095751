// RUN: %warpfort-opt --warpfort-set-device-target %s | FileCheck %s
//
// The host's module keeps its own target.

// CHECK: module attributes {llvm.target_triple = "x86_64-unknown-linux-gnu"}
// CHECK: module @warpfort.device attributes {llvm.data_layout = "e-p6:32:32-{{.*}}", llvm.target_triple = "nvptx64-nvidia-cuda"}
module attributes {llvm.target_triple = "x86_64-unknown-linux-gnu"} {
  module @warpfort.device {
    func.func @kernel() {
      return
    }
  }
}
