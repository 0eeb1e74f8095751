//===-- kernels.cu - Kernels and variables that Fortran shares ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Relocatable device code whose kernels the host launches. Without a GPU the
// host computes what they would.
//
//===----------------------------------------------------------------------===//
#include <cuda_runtime.h>

extern "C" {
// C's variable, and one of Fortran's.
__device__ int Shift = 5;
extern __device__ int steps;
// Fortran's procedure and kernel.
extern __device__ int tripled(int X);
__global__ void fill(int *A, int N);

__host__ __device__ int shifted(int X) {
#ifdef __CUDA_ARCH__
  return X + Shift;
#else
  return X + 5;
#endif
}

/// Whether kernels of CUDA C run here.
int has_gpu() {
  int Count = 0;
  return cudaGetDeviceCount(&Count) == cudaSuccess && Count > 0;
}
}

__managed__ int Launches;
__constant__ int Weights[2];

__global__ void combine(int *A, int N) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I >= N)
    return;
  A[I] = Weights[0] * tripled(A[I]) + Weights[1] * shifted(steps);
  if (I == 0)
    atomicAdd(&steps, 1);
}

extern "C" int run_combine(int *A, int N) {
  int Values[2] = {10, 1000};
  cudaMemcpyToSymbol(Weights, Values, sizeof Values);
  combine<<<(N + 31) / 32, 32>>>(A, N);
  Launches += 1;
  int Status = cudaDeviceSynchronize();
  return Status ? -Status : Launches;
}

/// A kernel of Fortran, launched here.
extern "C" int run_fill(int *A, int N) {
  fill<<<(N + 31) / 32, 32>>>(A, N);
  return cudaDeviceSynchronize();
}

extern "C" int set_shift(int Value) {
  return cudaMemcpyToSymbol(Shift, &Value, sizeof Value);
}
extern "C" int get_shift() {
  int Value = 0;
  int Status = cudaMemcpyFromSymbol(&Value, Shift, sizeof Value);
  return Status ? -Status : Value;
}
