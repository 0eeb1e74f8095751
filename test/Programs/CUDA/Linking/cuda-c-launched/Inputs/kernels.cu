//===-- kernels.cu - Kernels that Fortran launches ------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled as a whole: NVIDIA's runtime library has the code.
//
//===----------------------------------------------------------------------===//
struct Weights {
  double Of[3];
  int Count;
};

extern "C" {

__global__ void axpy(int N, float A, const float *X, float *Y) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    Y[I] += A * X[I];
}

/// A scalar by reference, shared memory of the launch's size, and a structure.
__global__ void weigh(const double *X, double *Sum, Weights W) {
  extern __shared__ double Shared[];
  Shared[threadIdx.x] = W.Of[threadIdx.x % W.Count] * X[threadIdx.x];
  __syncthreads();
  if (threadIdx.x)
    return;
  double All = 0;
  for (unsigned I = 0; I < blockDim.x; ++I)
    All += Shared[I];
  *Sum = All;
}

__global__ void small_values(signed char B, short S, long long L, double D,
                             long long *Result) {
  *Result = B + S + L + static_cast<long long>(D);
}

/// Whether kernels of CUDA C run here.
int has_gpu() {
  int Count = 0;
  return cudaGetDeviceCount(&Count) == cudaSuccess && Count > 0;
}
}

__global__ void _shape(unsigned *Result) {
  if (threadIdx.x == 0 && threadIdx.y == 0 && blockIdx.x == 0 &&
      blockIdx.y == 0) {
    Result[0] = gridDim.x;
    Result[1] = gridDim.y;
    Result[2] = blockDim.x;
    Result[3] = blockDim.y;
  }
}
