//===-- dot.cu - Scalar product, in CUDA C -------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The twin of dot.cuf: partial sums of blocks, then one block adds them up,
// then the result goes to the host.
//
//===----------------------------------------------------------------------===//
#include "../common/measure.h"
#include <cmath>

constexpr int Threads = 256;

__device__ double blockSum(double Mine) {
  __shared__ double Warps[Threads / 32];
  for (int Offset = 16; Offset > 0; Offset /= 2)
    Mine += __shfl_down_sync(0xffffffffu, Mine, Offset);
  if (threadIdx.x % 32 == 0)
    Warps[threadIdx.x / 32] = Mine;
  __syncthreads();
  Mine = threadIdx.x < Threads / 32 ? Warps[threadIdx.x] : 0.0;
  if (threadIdx.x < 32)
    for (int Offset = 16; Offset > 0; Offset /= 2)
      Mine += __shfl_down_sync(0xffffffffu, Mine, Offset);
  return Mine;
}

__global__ void partialSums(const double *X, const double *Y, int N,
                            double *Partial) {
  double Mine = 0;
  for (size_t I = blockIdx.x * size_t(Threads) + threadIdx.x; I < N;
       I += size_t(Threads) * gridDim.x)
    Mine += X[I] * Y[I];
  Mine = blockSum(Mine);
  if (threadIdx.x == 0)
    Partial[blockIdx.x] = Mine;
}

__global__ void finalSum(const double *Partial, int Blocks, double *Total) {
  double Mine = 0;
  for (int I = threadIdx.x; I < Blocks; I += Threads)
    Mine += Partial[I];
  Mine = blockSum(Mine);
  if (threadIdx.x == 0)
    *Total = Mine;
}

int main(int Argc, char **Argv) {
  int N = 1024 * argument(Argc, Argv, 1, 131072);
  size_t Bytes = sizeof(double) * N;
  std::vector<double> X(N), Y(N);
  for (int I = 0; I < N; ++I) {
    X[I] = randomValue();
    Y[I] = randomValue();
  }
  cudaDeviceProp Device;
  must(cudaGetDeviceProperties(&Device, 0));
  int Blocks = 16 * Device.multiProcessorCount;
  double *DeviceX, *DeviceY, *Partial, *DeviceTotal, Total;
  must(cudaMalloc(&DeviceX, Bytes));
  must(cudaMalloc(&DeviceY, Bytes));
  must(cudaMalloc(&Partial, sizeof(double) * Blocks));
  must(cudaMalloc(&DeviceTotal, sizeof(double)));
  must(cudaMemcpy(DeviceX, X.data(), Bytes, cudaMemcpyHostToDevice));
  must(cudaMemcpy(DeviceY, Y.data(), Bytes, cudaMemcpyHostToDevice));

  std::vector<double> Times = timeRuns([&] {
    partialSums<<<Blocks, Threads>>>(DeviceX, DeviceY, N, Partial);
    finalSum<<<1, Threads>>>(Partial, Blocks, DeviceTotal);
    must(cudaMemcpy(&Total, DeviceTotal, sizeof Total, cudaMemcpyDeviceToHost));
  });
  double Wanted = 0;
  for (int First = 0; First < N; First += 4096) {
    double Part = 0;
    for (int I = First; I < std::min(N, First + 4096); ++I)
      Part += X[I] * Y[I];
    Wanted += Part;
  }
  report("dot", "cuda-c", Times, 16.0 * N, "B/s",
         std::fabs(Total - Wanted) <= 1e-11 * Wanted);
  return 0;
}
