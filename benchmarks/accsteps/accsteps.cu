//===-- accsteps.cu - Twin of accsteps in CUDA C --------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See accsteps.f90. The clock is the host's there, so it is here. The maximum
// is one of the values' bits, which order as the values do: none is negative.
//
//===----------------------------------------------------------------------===//
#include "../common/measure.h"
#include <chrono>
#include <cmath>
#include <cstring>

constexpr int Short = 16384, Loops = 50;

__global__ void jacobi(const double *A, double *B, unsigned long long *Change,
                       int N) {
  int I = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int J = blockIdx.y * blockDim.y + threadIdx.y + 1;
  double V = 0;
  if (I < N - 1 && J < N - 1) {
    size_t At = I + size_t(J) * N;
    double New = 0.25 * (A[At - 1] + A[At + 1] + A[At - N] + A[At + N]);
    B[At] = New;
    V = fabs(New - A[At]);
  }
  for (int O = 16; O > 0; O /= 2)
    V = fmax(V, __shfl_down_sync(0xffffffffu, V, O));
  if (threadIdx.x == 0)
    atomicMax(Change, (unsigned long long)__double_as_longlong(V));
}

__global__ void add(double *X, int K) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < Short)
    X[I] += K;
}

static double seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

int main(int Argc, char **Argv) {
  size_t N = argument(Argc, Argv, 1, 8192), Bytes = 8 * N * N;
  std::vector<double> A(N * N), B(N * N), X(Short), Times[2];
  for (double &Value : A)
    Value = randomValue();
  double *DA, *DB, *DX;
  unsigned long long *Bits, Found = 0;
  must(cudaMalloc(&DA, Bytes));
  must(cudaMalloc(&DB, Bytes));
  must(cudaMalloc(&DX, 8 * Short));
  must(cudaMalloc(&Bits, 8));
  must(cudaMemcpy(DA, A.data(), Bytes, cudaMemcpyHostToDevice));
  must(cudaMemcpy(DB, A.data(), Bytes, cudaMemcpyHostToDevice));
  must(cudaMemset(DX, 0, 8 * Short));
  cudaStream_t Queue;
  must(cudaStreamCreate(&Queue));
  dim3 Block(32, 8), Grid((N + 31) / 32, (N + 7) / 8);
  for (int Run = -WarmUps; Run < TimedRuns; ++Run) {
    double Start = seconds();
    must(cudaMemset(Bits, 0, 8));
    jacobi<<<Grid, Block>>>(DA, DB, Bits, N);
    must(cudaMemcpy(&Found, Bits, 8, cudaMemcpyDeviceToHost));
    double Middle = seconds();
    for (int K = 1; K <= Loops; ++K)
      add<<<Short / 128, 128, 0, Queue>>>(DX, K);
    must(cudaStreamSynchronize(Queue));
    if (Run >= 0) {
      Times[0].push_back(Middle - Start);
      Times[1].push_back(seconds() - Middle);
    }
  }
  must(cudaMemcpy(B.data(), DB, Bytes, cudaMemcpyDeviceToHost));
  must(cudaMemcpy(X.data(), DX, 8 * Short, cudaMemcpyDeviceToHost));
  bool Right = true, RightX = true;
  double Most = 0, Change;
  for (size_t J = 1; J < N - 1; ++J)
    for (size_t I = 1; I < N - 1; ++I) {
      size_t At = I + J * N;
      double Wanted = 0.25 * (A[At - 1] + A[At + 1] + A[At - N] + A[At + N]);
      Right &= std::fabs(B[At] - Wanted) <= 1e-14;
      Most = std::fmax(Most, std::fabs(Wanted - A[At]));
    }
  std::memcpy(&Change, &Found, 8);
  for (double Each : X)
    RightX &= Each == (WarmUps + TimedRuns) * (Loops * (Loops + 1) / 2);
  report("accsteps", "jacobi", Times[0], 16.0 * N * N, "B/s",
         Right && std::fabs(Change - Most) <= 1e-14);
  report("accsteps", "queue", Times[1], 16.0 * Short * Loops, "B/s", RightX);
}
