//===-- accloops.cu - Twin of accloops in CUDA C -------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See accloops.f90. The clock is the host's there, so it is here.
//
//===----------------------------------------------------------------------===//
#include "../common/measure.h"
#include <chrono>
#include <cmath>

#define AT(I, J, K) (((K) * size_t(N) + (J)) * N + (I))

__global__ void stencil(const double *U, double *V, int N) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  int J = blockIdx.y * blockDim.y + threadIdx.y;
  int K = blockIdx.z;
  if (I < 1 || J < 1 || K < 1 || I >= N - 1 || J >= N - 1 || K >= N - 1)
    return;
  double Centre = U[AT(I, J, K)];
  double Side = U[AT(I - 1, J, K)] + U[AT(I + 1, J, K)] + U[AT(I, J - 1, K)] +
                U[AT(I, J + 1, K)] + U[AT(I, J, K - 1)] + U[AT(I, J, K + 1)];
  V[AT(I, J, K)] = Centre + 0.1 * (Side - 6 * Centre);
}

/// A block a plane, a warp a row.
__global__ void nest(const double *U, const double *V, double *Sums, int N) {
  __shared__ double OfWarps[32];
  int K = blockIdx.x, Lane = threadIdx.x, Warp = threadIdx.y;
  double Plane = 0;
  for (int J = Warp; J < N; J += blockDim.y) {
    double Row = 0;
    for (int I = Lane; I < N; I += 32)
      Row += U[AT(I, J, K)] * V[AT(I, J, K)];
    for (int Offset = 16; Offset > 0; Offset /= 2)
      Row += __shfl_xor_sync(0xffffffffu, Row, Offset);
    Plane += std::sqrt(Row);
  }
  if (Lane == 0)
    OfWarps[Warp] = Plane;
  __syncthreads();
  if (Lane == 0 && Warp == 0) {
    for (int W = 1; W < blockDim.y; ++W)
      Plane += OfWarps[W];
    Sums[K] = Plane;
  }
}

static double seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

int main(int Argc, char **Argv) {
  int N = argument(Argc, Argv, 1, 512);
  size_t Count = size_t(N) * N * N, Bytes = sizeof(double) * Count;
  std::vector<double> U(Count), V(Count), Sums(N);
  for (double &X : U)
    X = randomValue();
  double *DeviceU, *DeviceV, *DeviceSums;
  must(cudaMalloc(&DeviceU, Bytes));
  must(cudaMalloc(&DeviceV, Bytes));
  must(cudaMalloc(&DeviceSums, sizeof(double) * N));
  must(cudaMemcpy(DeviceU, U.data(), Bytes, cudaMemcpyHostToDevice));
  must(cudaMemcpy(DeviceV, U.data(), Bytes, cudaMemcpyHostToDevice));
  dim3 Threads(32, 8), Blocks((N + 31) / 32, (N + 7) / 8, N);
  std::vector<double> Times[2];
  for (int Run = -WarmUps; Run < TimedRuns; ++Run) {
    auto Timed = [&](int Which, auto Work) {
      double First = seconds();
      Work();
      must(cudaDeviceSynchronize());
      if (Run >= 0)
        Times[Which].push_back(seconds() - First);
    };
    Timed(0, [&] { stencil<<<Blocks, Threads>>>(DeviceU, DeviceV, N); });
    Timed(1,
          [&] { nest<<<N, dim3(32, 8)>>>(DeviceU, DeviceV, DeviceSums, N); });
  }
  must(cudaMemcpy(V.data(), DeviceV, Bytes, cudaMemcpyDeviceToHost));
  must(cudaMemcpy(Sums.data(), DeviceSums, sizeof(double) * N,
                  cudaMemcpyDeviceToHost));
  bool Right = true;
  for (int K = 1; K < N - 1; K += std::max(1, N / 16))
    for (int J = 1; J < N - 1; ++J)
      for (int I = 1; I < N - 1; ++I) {
        double Wanted =
            U[AT(I, J, K)] + 0.1 * (U[AT(I - 1, J, K)] + U[AT(I + 1, J, K)] +
                                    U[AT(I, J - 1, K)] + U[AT(I, J + 1, K)] +
                                    U[AT(I, J, K - 1)] + U[AT(I, J, K + 1)] -
                                    6 * U[AT(I, J, K)]);
        Right &= std::fabs(V[AT(I, J, K)] - Wanted) < 1e-14;
      }
  report("accloops", "stencil", Times[0], 16.0 * Count, "B/s", Right);
  Right = true;
  for (int K = 0; K < N; K += std::max(1, N / 16)) {
    double Wanted = 0;
    for (int J = 0; J < N; ++J) {
      double Row = 0;
      for (int I = 0; I < N; ++I)
        Row += U[AT(I, J, K)] * V[AT(I, J, K)];
      Wanted += std::sqrt(Row);
    }
    Right &= std::fabs(Sums[K] - Wanted) < 1e-10 * Wanted;
  }
  report("accloops", "nest", Times[1], 16.0 * Count, "B/s", Right);
}
