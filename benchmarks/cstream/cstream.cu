//===-- cstream.cu - Twin of cstream in CUDA C ----------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See cstream.c. The clock is the host's there, so it is here.
//
//===----------------------------------------------------------------------===//
#include "../common/measure.h"
#include <cmath>

constexpr int Threads = 256;
constexpr double S = 0.4;

__global__ void copy(int N, const double *A, double *C) {
  int I = blockIdx.x * Threads + threadIdx.x;
  if (I < N)
    C[I] = A[I];
}
__global__ void mul(int N, double *B, const double *C) {
  int I = blockIdx.x * Threads + threadIdx.x;
  if (I < N)
    B[I] = S * C[I];
}
__global__ void add(int N, const double *A, const double *B, double *C) {
  int I = blockIdx.x * Threads + threadIdx.x;
  if (I < N)
    C[I] = A[I] + B[I];
}
__global__ void triad(int N, double *A, const double *B, const double *C) {
  int I = blockIdx.x * Threads + threadIdx.x;
  if (I < N)
    A[I] = B[I] + S * C[I];
}

/// Folds values of each thread, then of each warp, into one value a block.
template <typename FoldT>
__device__ void foldBlock(double Mine, double *Result, FoldT Fold) {
  __shared__ double Warps[Threads / 32];
  for (int Offset = 16; Offset > 0; Offset /= 2)
    Mine = Fold(Mine, __shfl_down_sync(0xffffffffu, Mine, Offset));
  __syncthreads();
  if (threadIdx.x % 32 == 0)
    Warps[threadIdx.x / 32] = Mine;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int W = 1; W < Threads / 32; ++W)
      Mine = Fold(Mine, Warps[W]);
    *Result = Mine;
  }
}

__global__ void dot(int N, const double *A, const double *B, double *Partial) {
  double Mine = 0;
  for (size_t I = blockIdx.x * size_t(Threads) + threadIdx.x; I < N;
       I += size_t(Threads) * gridDim.x)
    Mine += A[I] * B[I];
  foldBlock(Mine, &Partial[blockIdx.x],
            [](double X, double Y) { return X + Y; });
}

__global__ void extremes(int N, const double *X, double *Partial) {
  double Low = X[0], High = X[0];
  for (size_t I = blockIdx.x * size_t(Threads) + threadIdx.x; I < N;
       I += size_t(Threads) * gridDim.x) {
    Low = fmin(Low, X[I]);
    High = fmax(High, X[I]);
  }
  foldBlock(Low, &Partial[blockIdx.x],
            [](double X, double Y) { return fmin(X, Y); });
  foldBlock(High, &Partial[gridDim.x + blockIdx.x],
            [](double X, double Y) { return fmax(X, Y); });
}

static bool near(const double *Device, int N, double Value) {
  std::vector<double> Host(N);
  toHost(Host, Device);
  for (double X : Host)
    if (std::fabs(X - Value) > 1e-12 * std::fabs(Value))
      return false;
  return true;
}

int main(int Argc, char **Argv) {
  int N = 1024 * argument(Argc, Argv, 1, 131072);
  cudaDeviceProp Device;
  must(cudaGetDeviceProperties(&Device, 0));
  int Blocks = (N + Threads - 1) / Threads;
  int FoldBlocks = 16 * Device.multiProcessorCount;
  std::vector<double> Values(N), Partial(2 * FoldBlocks);
  for (double &Value : Values)
    Value = randomValue();
  double *A = onDevice(std::vector<double>(N, 0.1)),
         *B = onDevice(std::vector<double>(N, 0.2)),
         *C = onDevice(std::vector<double>(N, 0.0)), *X = onDevice(Values),
         *P = onDevice(Partial);
  double Total = 0, Range = 0;
  auto Copy = timeOnHost([&] { copy<<<Blocks, Threads>>>(N, A, C); });
  auto Mul = timeOnHost([&] { mul<<<Blocks, Threads>>>(N, B, C); });
  auto Add = timeOnHost([&] { add<<<Blocks, Threads>>>(N, A, B, C); });
  auto Triad = timeOnHost([&] { triad<<<Blocks, Threads>>>(N, A, B, C); });
  auto Dot = timeOnHost([&] {
    dot<<<FoldBlocks, Threads>>>(N, A, B, P);
    toHost(Partial, P);
    Total = 0;
    for (int I = 0; I < FoldBlocks; ++I)
      Total += Partial[I];
  });
  auto Extremes = timeOnHost([&] {
    extremes<<<FoldBlocks, Threads>>>(N, X, P);
    toHost(Partial, P);
    auto Middle = Partial.begin() + FoldBlocks;
    Range = *std::max_element(Middle, Partial.end()) -
            *std::min_element(Partial.begin(), Middle);
  });
  const double WantedB = S * 0.1, WantedC = 0.1 + WantedB,
               WantedA = WantedB + S * WantedC;
  report("cstream", "copy", Copy, 16.0 * N, "B/s", near(C, N, WantedC));
  report("cstream", "mul", Mul, 16.0 * N, "B/s", near(B, N, WantedB));
  report("cstream", "add", Add, 24.0 * N, "B/s", near(C, N, WantedC));
  report("cstream", "triad", Triad, 24.0 * N, "B/s", near(A, N, WantedA));
  report("cstream", "dot", Dot, 16.0 * N, "B/s",
         std::fabs(Total / (WantedA * WantedB * N) - 1) < 1e-8);
  report("cstream", "extremes", Extremes, 8.0 * N, "B/s",
         Range == *std::max_element(Values.begin(), Values.end()) -
                      *std::min_element(Values.begin(), Values.end()));
}
