//===-- main.cu - A main program in C++ with kernels of Fortran -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

extern "C" {
extern __device__ int total;
extern __device__ void add_to_total(int X);
void scale_on_device(int *A, int N, int Factor);
int total_on_device();
}

__global__ void count(const int *A, int N) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    add_to_total(A[I]);
}
__global__ void reset() { total = 100; }

int main() {
  int Devices = 0;
  constexpr int N = 1000;
  std::vector<int> A(N, 1);
  scale_on_device(A.data(), N, 3);
  for (int X : A)
    if (X != 3) {
      std::puts("FAIL: a kernel of Fortran");
      return 1;
    }
  if (cudaGetDeviceCount(&Devices) != cudaSuccess || Devices == 0) {
    std::puts("kernels of CUDA C do not run here\nPASS");
    return 0;
  }
  int *Device;
  cudaMalloc(&Device, N * sizeof(int));
  cudaMemcpy(Device, A.data(), N * sizeof(int), cudaMemcpyHostToDevice);
  reset<<<1, 1>>>();
  count<<<(N + 127) / 128, 128>>>(Device, N);
  if (cudaDeviceSynchronize() != cudaSuccess || total_on_device() != 3100) {
    std::printf("FAIL: %d for 3100, %s\n", total_on_device(),
                cudaGetErrorString(cudaGetLastError()));
    return 1;
  }
  std::puts("PASS");
}
