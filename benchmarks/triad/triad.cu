//===-- triad.cu - a = b + s*c, in CUDA C --------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The twin of triad.cuf.
//
//===----------------------------------------------------------------------===//
#include "../common/measure.h"
#include <cmath>

__global__ void triad(double *A, const double *B, const double *C, double S,
                      int N) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    A[I] = B[I] + S * C[I];
}

int main(int Argc, char **Argv) {
  const double S = 0.375;
  int N = 1024 * argument(Argc, Argv, 1, 131072);
  size_t Bytes = sizeof(double) * N;
  std::vector<double> A(N), B(N), C(N);
  for (int I = 0; I < N; ++I) {
    B[I] = randomValue();
    C[I] = randomValue();
  }
  double *DeviceA, *DeviceB, *DeviceC;
  must(cudaMalloc(&DeviceA, Bytes));
  must(cudaMalloc(&DeviceB, Bytes));
  must(cudaMalloc(&DeviceC, Bytes));
  must(cudaMemcpy(DeviceB, B.data(), Bytes, cudaMemcpyHostToDevice));
  must(cudaMemcpy(DeviceC, C.data(), Bytes, cudaMemcpyHostToDevice));

  std::vector<double> Times = timeRuns([&] {
    triad<<<(N + 255) / 256, 256>>>(DeviceA, DeviceB, DeviceC, S, N);
  });
  must(cudaMemcpy(A.data(), DeviceA, Bytes, cudaMemcpyDeviceToHost));
  bool Right = true;
  for (int I = 0; I < N; ++I)
    if (!(std::fabs(A[I] - (B[I] + S * C[I])) <= 0x1p-51))
      Right = false;
  report("triad", "cuda-c", Times, 24.0 * N, "B/s", Right);
  return 0;
}
