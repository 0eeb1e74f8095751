// RUN: %warpfort-opt --warpfort-cuf-lowering %s | FileCheck %s
//
// The launch is a call in the host's module; the kernel is in the device's, with
// the target that the NVIDIA back end wants.

// CHECK: func.func @_QPhost(
// CHECK-NOT: cuf.kernel_launch
// CHECK: fir.call @warprt_launch_kernel(
// CHECK: module @warpfort.device attributes {{.*}}llvm.target_triple = "nvptx64-nvidia-cuda"
// CHECK: func.func @_QPkernel(
func.func @_QPkernel(%x: !fir.ref<f32> {cuf.data_attr = #cuf.cuda<device>}) attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
  %c = arith.constant 1.0 : f32
  fir.store %c to %x : !fir.ref<f32>
  return
}
func.func @_QPhost(%x: !fir.ref<f32>) {
  %c1 = arith.constant 1 : i32
  cuf.kernel_launch @_QPkernel<<<%c1, %c1, %c1, %c1, %c1, %c1>>>(%x) : (!fir.ref<f32>)
  return
}
