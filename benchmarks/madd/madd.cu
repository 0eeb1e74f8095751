//===-- madd.cu - a = b + c on matrices, in CUDA C -----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The twin of madd.cuf.
//
//===----------------------------------------------------------------------===//
#include "../common/measure.h"

__global__ void madd(float *A, const float *B, const float *C, int N) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  int J = blockIdx.y * blockDim.y + threadIdx.y;
  if (I < N && J < N) {
    size_t At = I + size_t(N) * J;
    A[At] = B[At] + C[At];
  }
}

int main(int Argc, char **Argv) {
  int N = argument(Argc, Argv, 1, 16384);
  size_t Count = size_t(N) * N, Bytes = sizeof(float) * Count;
  std::vector<float> A(Count), B(Count), C(Count);
  for (size_t I = 0; I < Count; ++I) {
    B[I] = static_cast<float>(randomValue());
    C[I] = static_cast<float>(randomValue());
  }
  float *DeviceA, *DeviceB, *DeviceC;
  must(cudaMalloc(&DeviceA, Bytes));
  must(cudaMalloc(&DeviceB, Bytes));
  must(cudaMalloc(&DeviceC, Bytes));
  must(cudaMemcpy(DeviceB, B.data(), Bytes, cudaMemcpyHostToDevice));
  must(cudaMemcpy(DeviceC, C.data(), Bytes, cudaMemcpyHostToDevice));

  dim3 Block(32, 4), Grid((N + 31) / 32, (N + 3) / 4);
  std::vector<double> Times = timeRuns(
      [&] { madd<<<Grid, Block>>>(DeviceA, DeviceB, DeviceC, N); });
  must(cudaMemcpy(A.data(), DeviceA, Bytes, cudaMemcpyDeviceToHost));
  bool Right = true;
  for (size_t I = 0; I < Count; ++I)
    if (A[I] != B[I] + C[I])
      Right = false;
  report("madd", "cuda-c", Times, 12.0 * Count, "B/s", Right);
  return 0;
}
