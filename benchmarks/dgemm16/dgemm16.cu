//===-- dgemm16.cu - Matrix product, in CUDA C ---------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The twin of dgemm16.cuf.
//
//===----------------------------------------------------------------------===//
#include "../common/measure.h"
#include <cfloat>
#include <cmath>

__global__ void dgemm16(const double *A, const double *B, double *C, int N) {
  __shared__ double Tile[16][17];
  double Sums[16];
  int Row = blockIdx.x * 256 + threadIdx.y * 16 + threadIdx.x;
  int Column = blockIdx.y * 16;
#pragma unroll
  for (int I = 0; I < 16; ++I)
    Sums[I] = 0;
  for (int First = 0; First < N; First += 16) {
    Tile[threadIdx.x][threadIdx.y] =
        B[First + threadIdx.x + size_t(N) * (Column + threadIdx.y)];
    __syncthreads();
#pragma unroll
    for (int K = 0; K < 16; ++K) {
      double Factor = A[Row + size_t(N) * (First + K)];
#pragma unroll
      for (int I = 0; I < 16; ++I)
        Sums[I] += Factor * Tile[K][I];
    }
    __syncthreads();
  }
#pragma unroll
  for (int I = 0; I < 16; ++I)
    C[Row + size_t(N) * (Column + I)] = Sums[I];
}

int main(int Argc, char **Argv) {
  int N = argument(Argc, Argv, 1, 4096);
  if (N % 256) {
    std::printf("error: the number of rows is no multiple of 256\n");
    return 2;
  }
  size_t Count = size_t(N) * N, Bytes = sizeof(double) * Count;
  std::vector<double> A(Count), B(Count), C(Count);
  for (size_t I = 0; I < Count; ++I) {
    A[I] = randomValue();
    B[I] = randomValue();
  }
  double *DeviceA, *DeviceB, *DeviceC;
  must(cudaMalloc(&DeviceA, Bytes));
  must(cudaMalloc(&DeviceB, Bytes));
  must(cudaMalloc(&DeviceC, Bytes));
  must(cudaMemcpy(DeviceA, A.data(), Bytes, cudaMemcpyHostToDevice));
  must(cudaMemcpy(DeviceB, B.data(), Bytes, cudaMemcpyHostToDevice));

  dim3 Block(16, 16), Grid(N / 256, N / 16);
  std::vector<double> Times = timeRuns(
      [&] { dgemm16<<<Grid, Block>>>(DeviceA, DeviceB, DeviceC, N); });
  must(cudaMemcpy(C.data(), DeviceC, Bytes, cudaMemcpyDeviceToHost));
  bool Right = true;
  for (int Sample = 0; Sample < 500; ++Sample) {
    int I = 7919 * Sample % N, J = 104729 * Sample % N;
    double Wanted = 0;
    for (int K = 0; K < N; ++K)
      Wanted += A[I + size_t(N) * K] * B[K + size_t(N) * J];
    if (!(std::fabs(C[I + size_t(N) * J] - Wanted) <= N * DBL_EPSILON * N))
      Right = false;
  }
  report("dgemm16", "cuda-c", Times, 2.0 * N * N * N, "flop/s", Right);
  return 0;
}
