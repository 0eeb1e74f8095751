//===-- blocks.cu - Twin of blocks in CUDA C ------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See blocks.cuf: the same kernels and launches.
//
//===----------------------------------------------------------------------===//
#include "../common/measure.h"
#include <cmath>

constexpr int Threads = 256, Bins = 128, Grid = 512;

__global__ void scanSteps(const double *X, double *Y, int N) {
  __shared__ double S[Threads];
  int T = threadIdx.x, I = blockIdx.x * blockDim.x + T;
  S[T] = I < N ? X[I] : 0;
  __syncthreads();
  for (int W = 1; W < Threads; W *= 2) {
    double V = S[T];
    if (T >= W)
      V += S[T - W];
    __syncthreads();
    S[T] = V;
    __syncthreads();
  }
  if (I < N)
    Y[I] = S[T];
}

/// Exclusive.
__global__ void scanTree(const double *X, double *Y, int N) {
  __shared__ double S[Threads];
  int T = threadIdx.x, I = blockIdx.x * blockDim.x + T;
  S[T] = I < N ? X[I] : 0;
  __syncthreads();
  for (int W = 1; W < Threads; W *= 2) {
    int K = 2 * W * (T + 1) - 1;
    if (K < Threads)
      S[K] += S[K - W];
    __syncthreads();
  }
  if (T == 0)
    S[Threads - 1] = 0;
  __syncthreads();
  for (int W = Threads / 2; W >= 1; W /= 2) {
    int K = 2 * W * (T + 1) - 1;
    if (K < Threads) {
      double V = S[K - W];
      S[K - W] = S[K];
      S[K] += V;
    }
    __syncthreads();
  }
  if (I < N)
    Y[I] = S[T];
}

__global__ void countBins(const int *B, int *H, int N) {
  __shared__ int S[Bins];
  for (int K = threadIdx.x; K < Bins; K += blockDim.x)
    S[K] = 0;
  __syncthreads();
  for (int I = blockIdx.x * blockDim.x + threadIdx.x; I < N;
       I += blockDim.x * gridDim.x)
    atomicAdd(&S[B[I]], 1);
  __syncthreads();
  for (int K = threadIdx.x; K < Bins; K += blockDim.x)
    if (S[K])
      atomicAdd(&H[K], S[K]);
}

__global__ void sumShuffles(const double *X, double *Parts, int N) {
  __shared__ double S[32];
  double V = 0;
  for (int I = blockIdx.x * blockDim.x + threadIdx.x; I < N;
       I += blockDim.x * gridDim.x)
    V += X[I];
  int Lane = threadIdx.x & 31, Warp = threadIdx.x / 32;
  for (int O = 16; O > 0; O /= 2)
    V += __shfl_down_sync(0xffffffffu, V, O);
  if (Lane == 0)
    S[Warp] = V;
  __syncthreads();
  if (Warp == 0) {
    V = threadIdx.x < Threads / 32 ? S[threadIdx.x] : 0;
    for (int O = 16; O > 0; O /= 2)
      V += __shfl_down_sync(0xffffffffu, V, O);
    if (Lane == 0)
      Parts[blockIdx.x] = V;
  }
}

__global__ void multiply(int M, const int *First, const int *Column,
                         const double *A, const double *X, double *Y) {
  int I = (blockIdx.x * blockDim.x + threadIdx.x) / 32, Lane = threadIdx.x & 31;
  if (I >= M)
    return;
  double S = 0;
  for (int K = First[I] + Lane; K < First[I + 1]; K += 32)
    S += A[K] * X[Column[K]];
  for (int O = 16; O > 0; O /= 2)
    S += __shfl_down_sync(0xffffffffu, S, O);
  if (Lane == 0)
    Y[I] = S;
}

int main(int Argc, char **Argv) {
  int N = 1024 * argument(Argc, Argv, 1, 65536), M = N / 64;
  std::vector<double> X(N), Y(N), Z(N), Parts(Grid), P(M);
  std::vector<int> B(N), First(M + 1), H(Bins), Wanted(Bins);
  for (int I = 0; I < N; ++I) {
    X[I] = randomValue();
    B[I] = int(Bins * randomValue());
  }
  for (int I = 1; I <= M; ++I)
    First[I] = First[I - 1] + 24 + 13 * (I % 41) % 41;
  std::vector<int> Column(First[M]);
  std::vector<double> A(First[M]);
  for (int I = 0; I < M; ++I)
    for (int K = First[I]; K < First[I + 1]; ++K) {
      int At = (I + 1 + (K - First[I]) * 37 - 500) % M;
      Column[K] = At < 0 ? At + M : At;
      A[K] = (K + 1) % 6;
    }
  double *DX = onDevice(X), *DY = onDevice(Y), *DZ = onDevice(Z),
         *DParts = onDevice(Parts), *DA = onDevice(A), *DP = onDevice(P);
  int *DB = onDevice(B), *DH = onDevice(H), *DFirst = onDevice(First),
      *DColumn = onDevice(Column);
  unsigned Blocks = (N + Threads - 1) / Threads;
  auto OfScan = timeRuns([&] { scanSteps<<<Blocks, Threads>>>(DX, DY, N); });
  auto OfTree = timeRuns([&] { scanTree<<<Blocks, Threads>>>(DX, DZ, N); });
  auto OfCount = timeRuns([&] { countBins<<<Grid, Threads>>>(DB, DH, N); });
  auto OfSum = timeRuns([&] { sumShuffles<<<Grid, Threads>>>(DX, DParts, N); });
  auto OfProduct = timeRuns(
      [&] { multiply<<<(M + 7) / 8, 256>>>(M, DFirst, DColumn, DA, DX, DP); });
  toHost(Y, DY);
  toHost(Z, DZ);
  toHost(H, DH);
  toHost(Parts, DParts);
  toHost(P, DP);
  bool RightScan = true, RightTree = true, RightCount = true, RightP = true;
  double V = 0, Total = 0, Sum = 0;
  for (int I = 0; I < N; ++I) {
    if (I % Threads == 0)
      V = 0;
    RightTree &= std::fabs(Z[I] - V) <= 1e-10;
    V += X[I];
    RightScan &= std::fabs(Y[I] - V) <= 1e-10;
    ++Wanted[B[I]];
    Sum += X[I];
  }
  for (int K = 0; K < Bins; ++K)
    RightCount &= H[K] == Wanted[K] * (WarmUps + TimedRuns);
  for (double Part : Parts)
    Total += Part;
  for (int I = 0; I < M; ++I) {
    V = 0;
    for (int K = First[I]; K < First[I + 1]; ++K)
      V += A[K] * X[Column[K]];
    RightP &= std::fabs(P[I] - V) <= 1e-9;
  }
  report("blocks", "scan", OfScan, 16.0 * N, "B/s", RightScan);
  report("blocks", "scan-tree", OfTree, 16.0 * N, "B/s", RightTree);
  report("blocks", "histogram", OfCount, 4.0 * N, "B/s", RightCount);
  report("blocks", "shuffles", OfSum, 8.0 * N, "B/s",
         std::fabs(Total - Sum) <= 1e-9 * Sum);
  report("blocks", "sparse", OfProduct, 12.0 * First[M], "B/s", RightP);
}
