//===-- arrays.cu - Twin of arrays in CUDA C ------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See arrays.cuf: one kernel a statement; reductions in two steps, and a copy
// of the result to the host.
//
//===----------------------------------------------------------------------===//
#include "../common/measure.h"
#include <cmath>

constexpr int Threads = 256, Blocks = 2112;

struct Squares {
  __device__ double operator()(double X, double E) const {
    return (X - E) * (X - E);
  }
  __device__ double operator()(double A, double B, int) const { return A + B; }
};
struct Distance {
  __device__ double operator()(double X, double E) const {
    return fabs(X - E);
  }
  __device__ double operator()(double A, double B, int) const {
    return fmax(A, B);
  }
};
struct Norm {
  __device__ double operator()(double X, double) const { return X * X; }
  __device__ double operator()(double A, double B, int) const { return A + B; }
};
template <typename F> __device__ void combine(F Op, double V, double *Result) {
  __shared__ double OfWarps[32];
  for (int Offset = 16; Offset > 0; Offset /= 2)
    V = Op(V, __shfl_xor_sync(0xffffffffu, V, Offset), 0);
  if (threadIdx.x % 32 == 0)
    OfWarps[threadIdx.x / 32] = V;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int W = 1; W < Threads / 32; ++W)
      V = Op(V, OfWarps[W], 0);
    *Result = V;
  }
}

template <typename F>
__global__ void reduce(F Op, const double *X, const double *E, size_t N,
                       double *Parts) {
  double V = 0;
  for (size_t I = blockIdx.x * size_t(Threads) + threadIdx.x; I < N;
       I += size_t(Threads) * Blocks)
    V = Op(V, Op(X[I], E[I]), 0);
  combine(Op, V, Parts + blockIdx.x);
}

template <typename F>
__global__ void last(F Op, const double *Parts, double *Result) {
  double V = 0;
  for (int I = threadIdx.x; I < Blocks; I += Threads)
    V = Op(V, Parts[I], 0);
  combine(Op, V, Result);
}

__global__ void roots(const double *X, const double *E, double *Y, size_t N) {
  size_t I = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (I < N)
    Y[I] = sqrt(X[I] * X[I] + E[I] * E[I]);
}

__global__ void axpy(double A, const double *X, const double *E, double *Y,
                     size_t N) {
  size_t I = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (I < N)
    Y[I] = A * X[I] + E[I];
}

int main(int Argc, char **Argv) {
  size_t N = 1024ul * argument(Argc, Argv, 1, 131072), Bytes = 8 * N;
  std::vector<double> HostX(N), HostE(N), HostY(N);
  for (size_t I = 0; I < N; ++I) {
    HostX[I] = randomValue();
    HostE[I] = randomValue();
  }
  double *X, *E, *Y, *Parts, *Result;
  must(cudaMalloc(&X, Bytes));
  must(cudaMalloc(&E, Bytes));
  must(cudaMalloc(&Y, Bytes));
  must(cudaMalloc(&Parts, 8 * Blocks));
  must(cudaMalloc(&Result, 8));
  must(cudaMemcpy(X, HostX.data(), Bytes, cudaMemcpyHostToDevice));
  must(cudaMemcpy(E, HostE.data(), Bytes, cudaMemcpyHostToDevice));
  double S[3];
  auto Reduce = [&](auto Op, const double *Other, double *To) {
    return timeRuns([=] {
      reduce<<<Blocks, Threads>>>(Op, X, Other, N, Parts);
      last<<<1, Threads>>>(Op, Parts, Result);
      must(cudaMemcpy(To, Result, 8, cudaMemcpyDeviceToHost));
    });
  };
  auto OfSquares = Reduce(Squares(), E, &S[0]);
  auto OfDistance = Reduce(Distance(), E, &S[1]);
  auto OfNorm = Reduce(Norm(), X, &S[2]);
  double Wanted[3] = {0, 0, 0};
  for (size_t I = 0; I < N; ++I) {
    double D = HostX[I] - HostE[I];
    Wanted[0] += D * D;
    Wanted[1] = std::fmax(Wanted[1], std::fabs(D));
    Wanted[2] += HostX[I] * HostX[I];
  }
  report("arrays", "squares", OfSquares, 16.0 * N, "B/s",
         std::fabs(S[0] - Wanted[0]) <= 1e-10 * Wanted[0]);
  report("arrays", "distance", OfDistance, 16.0 * N, "B/s", S[1] == Wanted[1]);
  report("arrays", "norm2", OfNorm, 8.0 * N, "B/s",
         std::fabs(S[2] - Wanted[2]) <= 1e-10 * Wanted[2]);
  unsigned Grid = (N + 255) / 256;
  auto Check = [&](auto Value) {
    must(cudaMemcpy(HostY.data(), Y, Bytes, cudaMemcpyDeviceToHost));
    bool Right = true;
    for (size_t I = 0; I < N; ++I)
      Right &= std::fabs(HostY[I] - Value(HostX[I], HostE[I])) <= 1e-15;
    return Right;
  };
  auto OfRoots = timeRuns([&] { roots<<<Grid, 256>>>(X, E, Y, N); });
  report("arrays", "roots", OfRoots, 24.0 * N, "B/s",
         Check([](double A, double B) { return std::sqrt(A * A + B * B); }));
  auto OfAxpy = timeRuns([&] { axpy<<<Grid, 256>>>(3, X, E, Y, N); });
  report("arrays", "axpy", OfAxpy, 24.0 * N, "B/s",
         Check([](double A, double B) { return 3 * A + B; }));
}
