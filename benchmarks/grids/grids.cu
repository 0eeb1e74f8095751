//===-- grids.cu - Twin of grids in CUDA C --------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See grids.cuf. The kernel loop's twin reduces by shuffles and an atomic
// maximum of the bits, which order as the values do: none is negative.
//
//===----------------------------------------------------------------------===//
#include "../common/measure.h"
#include <cmath>
#include <cstring>

constexpr int BX = 32, BY = 8;

__device__ double average(const double *A, size_t I, size_t N) {
  return 0.25 * (A[I - 1] + A[I + 1] + A[I - N] + A[I + N]);
}

__global__ void jacobi(const double *A, double *B, double *Changes, int N) {
  __shared__ double S[BX * BY];
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  int J = blockIdx.y * blockDim.y + threadIdx.y;
  int T = threadIdx.y * blockDim.x + threadIdx.x;
  size_t At = I + size_t(J) * N;
  S[T] = 0;
  if (I > 0 && I < N - 1 && J > 0 && J < N - 1) {
    B[At] = average(A, At, N);
    S[T] = fabs(B[At] - A[At]);
  }
  __syncthreads();
  for (int W = BX * BY / 2; W >= 1; W /= 2) {
    if (T < W)
      S[T] = fmax(S[T], S[T + W]);
    __syncthreads();
  }
  if (T == 0)
    Changes[blockIdx.y * gridDim.x + blockIdx.x] = S[0];
}

__global__ void jacobiLoop(const double *A, double *B,
                           unsigned long long *Change, int N) {
  int I = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int J = blockIdx.y * blockDim.y + threadIdx.y + 1;
  double V = 0;
  if (I < N - 1 && J < N - 1) {
    size_t At = I + size_t(J) * N;
    double New = average(A, At, N);
    B[At] = New;
    V = fabs(New - A[At]);
  }
  for (int O = 16; O > 0; O /= 2)
    V = fmax(V, __shfl_down_sync(0xffffffffu, V, O));
  if (threadIdx.x == 0)
    atomicMax(Change, (unsigned long long)__double_as_longlong(V));
}

struct Fields {
  const double *U, *V, *W, *Q;
  double *R;
};

__device__ void advectPoint(const Fields &F, size_t At, size_t M, double C) {
  const double *Q = F.Q;
  F.R[At] = Q[At] - C * (F.U[At] * (Q[At + 1] - Q[At - 1]) +
                         F.V[At] * (Q[At + M] - Q[At - M]) +
                         F.W[At] * (Q[At + M * M] - Q[At - M * M]));
}

__global__ void advect(Fields F, int M, double C) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  int J = blockIdx.y * blockDim.y + threadIdx.y;
  if (I > 0 && I < M - 1 && J > 0 && J < M - 1)
    for (int K = 1; K < M - 1; ++K)
      advectPoint(F, I + size_t(M) * (J + size_t(M) * K), M, C);
}

__global__ void advectPoints(Fields F, int M, double C) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  int J = blockIdx.y * blockDim.y + threadIdx.y, K = blockIdx.z;
  if (I > 0 && I < M - 1 && J > 0 && J < M - 1 && K > 0 && K < M - 1)
    advectPoint(F, I + size_t(M) * (J + size_t(M) * K), M, C);
}

int main(int Argc, char **Argv) {
  size_t N = argument(Argc, Argv, 1, 8192), M = N / 16;
  std::vector<double> A(N * N), B(N * N), U(M * M * M), V(U), W(U), Q(U);
  for (double &Value : A)
    Value = randomValue();
  for (size_t I = 0; I < U.size(); ++I) {
    U[I] = randomValue();
    V[I] = randomValue();
    W[I] = randomValue();
    Q[I] = randomValue();
  }
  dim3 Block(BX, BY), Grid((N + BX - 1) / BX, (N + BY - 1) / BY);
  dim3 Plane((M + BX - 1) / BX, (M + BY - 1) / BY), Cube(Plane.x, Plane.y, M);
  std::vector<double> Changes(Grid.x * Grid.y);
  double *DA = onDevice(A), *DB = onDevice(A), *DChanges = onDevice(Changes);
  std::vector<unsigned long long> Bits(1);
  unsigned long long *DBits = onDevice(Bits);
  Fields F{onDevice(U), onDevice(V), onDevice(W), onDevice(Q), onDevice(Q)};
  Fields G = F;
  G.R = onDevice(Q);
  const double C = 0.1;
  auto OfJacobi =
      timeRuns([&] { jacobi<<<Grid, Block>>>(DA, DB, DChanges, N); });
  toHost(B, DB);
  toHost(Changes, DChanges);
  // The scalar comes back to the host, as with the kernel loop.
  auto OfLoop = timeRuns([&] {
    must(cudaMemsetAsync(DBits, 0, 8));
    jacobiLoop<<<Grid, Block>>>(DA, DB, DBits, N);
    toHost(Bits, DBits);
  });
  auto OfAdvection = timeRuns([&] { advect<<<Plane, Block>>>(F, M, C); });
  auto OfPoints = timeRuns([&] { advectPoints<<<Cube, Block>>>(G, M, C); });
  bool Right = true;
  double Most = 0, Found = 0, Change;
  for (size_t J = 1; J < N - 1; ++J)
    for (size_t I = 1; I < N - 1; ++I) {
      size_t At = I + J * N;
      double Wanted = 0.25 * (A[At - 1] + A[At + 1] + A[At - N] + A[At + N]);
      Right &= std::fabs(B[At] - Wanted) <= 1e-14;
      Most = std::fmax(Most, std::fabs(Wanted - A[At]));
    }
  for (double Each : Changes)
    Found = std::fmax(Found, Each);
  std::memcpy(&Change, Bits.data(), 8);
  report("grids", "jacobi", OfJacobi, 16.0 * N * N, "B/s",
         Right && std::fabs(Found - Most) <= 1e-14);
  report("grids", "jacobi-loop", OfLoop, 16.0 * N * N, "B/s",
         std::fabs(Change - Most) <= 1e-14);
  std::vector<double> R(Q.size());
  auto Check = [&](const double *From) {
    toHost(R, From);
    bool Right = true;
    for (size_t K = 1; K < M - 1; ++K)
      for (size_t J = 1; J < M - 1; ++J)
        for (size_t I = 1; I < M - 1; ++I) {
          size_t At = I + M * (J + M * K);
          double Wanted = Q[At] - C * (U[At] * (Q[At + 1] - Q[At - 1]) +
                                       V[At] * (Q[At + M] - Q[At - M]) +
                                       W[At] * (Q[At + M * M] - Q[At - M * M]));
          Right &= std::fabs(R[At] - Wanted) <= 1e-14;
        }
    return Right;
  };
  report("grids", "advection", OfAdvection, 40.0 * M * M * M, "B/s",
         Check(F.R));
  report("grids", "advect-points", OfPoints, 40.0 * M * M * M, "B/s",
         Check(G.R));
}
