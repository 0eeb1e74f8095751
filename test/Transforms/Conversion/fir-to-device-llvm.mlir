// RUN: %warpfort-opt --warpfort-fir-to-device-llvm %s | FileCheck %s
//
// NVVM operations stay, mathematics is neutral (an intrinsic, or a name of
// libm), and the heap is the device's.

module attributes {fir.defaultkind = "a1c4d8i4l4r4", fir.kindmap = "", llvm.data_layout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64", llvm.target_triple = "nvptx64-nvidia-cuda"} {
  // CHECK-LABEL: llvm.func @kernel(
  // CHECK: nvvm.read.ptx.sreg.tid.x
  // CHECK: llvm.intr.sqrt
  // CHECK: llvm.call @erfcf(
  // CHECK: llvm.store
  func.func @kernel(%x: !fir.ref<f32>) attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %0 = fir.convert %t : (i32) -> f32
    %1 = math.sqrt %0 : f32
    %2 = math.erfc %1 : f32
    fir.store %2 to %x : !fir.ref<f32>
    return
  }
  // CHECK-LABEL: llvm.func @heap(
  // CHECK: llvm.call @__warpdev_allocate(
  // CHECK: llvm.call @__warpdev_release(
  func.func @heap(%n: index) {
    %0 = fir.allocmem !fir.array<?xf32>, %n
    fir.freemem %0 : !fir.heap<!fir.array<?xf32>>
    return
  }
}
