//===-- accstream.cu - Twin of accstream in CUDA C -----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See accstream.f90. The clock is the host's there, so it is here.
//
//===----------------------------------------------------------------------===//
#include "../common/measure.h"
#include <chrono>
#include <cmath>

constexpr int Threads = 256;
constexpr double S = 0.4;

__global__ void copy(const double *A, double *C, int N) {
  int I = blockIdx.x * Threads + threadIdx.x;
  if (I < N)
    C[I] = A[I];
}
__global__ void mul(double *B, const double *C, int N) {
  int I = blockIdx.x * Threads + threadIdx.x;
  if (I < N)
    B[I] = S * C[I];
}
__global__ void add(const double *A, const double *B, double *C, int N) {
  int I = blockIdx.x * Threads + threadIdx.x;
  if (I < N)
    C[I] = A[I] + B[I];
}
__global__ void triad(double *A, const double *B, const double *C, int N) {
  int I = blockIdx.x * Threads + threadIdx.x;
  if (I < N)
    A[I] = B[I] + S * C[I];
}

__global__ void dot(const double *A, const double *B, int N, double *Partial) {
  __shared__ double Warps[Threads / 32];
  double Mine = 0;
  for (size_t I = blockIdx.x * size_t(Threads) + threadIdx.x; I < N;
       I += size_t(Threads) * gridDim.x)
    Mine += A[I] * B[I];
  for (int Offset = 16; Offset > 0; Offset /= 2)
    Mine += __shfl_down_sync(0xffffffffu, Mine, Offset);
  if (threadIdx.x % 32 == 0)
    Warps[threadIdx.x / 32] = Mine;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int W = 1; W < Threads / 32; ++W)
      Mine += Warps[W];
    Partial[blockIdx.x] = Mine;
  }
}

static double seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

static bool near(const double *Device, int N, double Value) {
  std::vector<double> Host(N);
  must(cudaMemcpy(Host.data(), Device, sizeof(double) * N,
                  cudaMemcpyDeviceToHost));
  for (double X : Host)
    if (std::fabs(X - Value) > 1e-12 * std::fabs(Value))
      return false;
  return true;
}

int main(int Argc, char **Argv) {
  int N = 1024 * argument(Argc, Argv, 1, 131072);
  size_t Bytes = sizeof(double) * N;
  cudaDeviceProp Device;
  must(cudaGetDeviceProperties(&Device, 0));
  int Blocks = (N + Threads - 1) / Threads;
  int DotBlocks = 16 * Device.multiProcessorCount;
  double *A, *B, *C, *Partial;
  must(cudaMalloc(&A, Bytes));
  must(cudaMalloc(&B, Bytes));
  must(cudaMalloc(&C, Bytes));
  must(cudaMalloc(&Partial, sizeof(double) * DotBlocks));
  std::vector<double> Start(N, 0.1), Sums(DotBlocks);
  must(cudaMemcpy(A, Start.data(), Bytes, cudaMemcpyHostToDevice));
  Start.assign(N, 0.2);
  must(cudaMemcpy(B, Start.data(), Bytes, cudaMemcpyHostToDevice));
  must(cudaMemset(C, 0, Bytes));
  double WantedA = 0.1, WantedB = 0.2, WantedC = 0, Total = 0;
  std::vector<double> Times[5];
  for (int Run = -WarmUps; Run < TimedRuns; ++Run) {
    auto Timed = [&](int Which, auto Work) {
      double First = seconds();
      Work();
      must(cudaDeviceSynchronize());
      if (Run >= 0)
        Times[Which].push_back(seconds() - First);
    };
    Timed(0, [&] { copy<<<Blocks, Threads>>>(A, C, N); });
    Timed(1, [&] { mul<<<Blocks, Threads>>>(B, C, N); });
    Timed(2, [&] { add<<<Blocks, Threads>>>(A, B, C, N); });
    Timed(3, [&] { triad<<<Blocks, Threads>>>(A, B, C, N); });
    Timed(4, [&] {
      dot<<<DotBlocks, Threads>>>(A, B, N, Partial);
      must(cudaMemcpy(Sums.data(), Partial, sizeof(double) * DotBlocks,
                      cudaMemcpyDeviceToHost));
      Total = 0;
      for (double Sum : Sums)
        Total += Sum;
    });
    WantedC = WantedA;
    WantedB = S * WantedC;
    WantedC = WantedA + WantedB;
    WantedA = WantedB + S * WantedC;
  }
  report("accstream", "copy", Times[0], 16.0 * N, "B/s", near(C, N, WantedC));
  report("accstream", "mul", Times[1], 16.0 * N, "B/s", near(B, N, WantedB));
  report("accstream", "add", Times[2], 24.0 * N, "B/s", near(C, N, WantedC));
  report("accstream", "triad", Times[3], 24.0 * N, "B/s", near(A, N, WantedA));
  report("accstream", "dot", Times[4], 16.0 * N, "B/s",
         std::fabs(Total / (WantedA * WantedB * N) - 1) < 1e-8);
}
