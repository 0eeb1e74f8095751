//===-- cgrids.cu - Twin of cgrids in CUDA C ------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See cgrids.c. The clock is the host's there, so it is here.
//
//===----------------------------------------------------------------------===//
#include "../common/measure.h"
#include <cmath>

/// The largest change by an atomic operation a warp: of what is not negative
/// the bits are in the values' order.
__global__ void jacobi(int N, const double *A, double *B,
                       unsigned long long *Change) {
  int J = blockIdx.x * blockDim.x + threadIdx.x + 1,
      I = blockIdx.y * blockDim.y + threadIdx.y + 1;
  double Mine = 0;
  if (I < N - 1 && J < N - 1) {
    size_t At = size_t(I) * N + J;
    B[At] = 0.25 * (A[At - N] + A[At + N] + A[At - 1] + A[At + 1]);
    Mine = fabs(B[At] - A[At]);
  }
  for (int Offset = 16; Offset > 0; Offset /= 2)
    Mine = fmax(Mine, __shfl_xor_sync(0xffffffffu, Mine, Offset));
  if (threadIdx.x == 0)
    atomicMax(Change, __double_as_longlong(Mine));
}

__global__ void cube(int N, const double *A, double *B) {
  int K = blockIdx.x * blockDim.x + threadIdx.x + 1,
      J = blockIdx.y * blockDim.y + threadIdx.y + 1, I = blockIdx.z + 1;
  if (J >= N - 1 || K >= N - 1)
    return;
  int M = N * N, At = (I * N + J) * N + K;
  B[At] = 0.4 * A[At] + 0.1 * (A[At - M] + A[At + M] + A[At - N] + A[At + N] +
                               A[At - 1] + A[At + 1]);
}

__constant__ int Along[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1},
                 Across[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ double Weight[9] = {4.0 / 9,  1.0 / 9,  1.0 / 9,  1.0 / 9, 1.0 / 9,
                                 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

__global__ void lattice(int N, const double *F, double *G) {
  int I = blockIdx.x * blockDim.x + threadIdx.x, J = blockIdx.y, M = N * N;
  if (I >= N)
    return;
  double D[9], Rho = 0, U = 0, V = 0;
#pragma unroll
  for (int Q = 0; Q < 9; ++Q) {
    D[Q] = F[Q * M + (J - Across[Q] + N) % N * N + (I - Along[Q] + N) % N];
    Rho += D[Q];
    U += Along[Q] * D[Q];
    V += Across[Q] * D[Q];
  }
  U /= Rho;
  V /= Rho;
  double Square = 1 - 1.5 * (U * U + V * V);
#pragma unroll
  for (int Q = 0; Q < 9; ++Q) {
    double C = 3 * (Along[Q] * U + Across[Q] * V);
    G[Q * M + J * N + I] =
        0.5 * (D[Q] + Weight[Q] * Rho * (Square + C + 0.5 * C * C));
  }
}

static bool rightPlane(int N, const std::vector<double> &A,
                       const std::vector<double> &B, double Change) {
  double Wanted = 0;
  bool Right = true;
  for (int I = 1; I < N - 1; ++I)
    for (int J = 1; J < N - 1; ++J) {
      size_t At = size_t(I) * N + J;
      double E = 0.25 * (A[At - N] + A[At + N] + A[At - 1] + A[At + 1]);
      Right &= std::fabs(B[At] - E) <= 1e-14;
      Wanted = std::max(Wanted, std::fabs(E - A[At]));
    }
  return Right && std::fabs(Change - Wanted) <= 1e-14;
}

static bool rightCube(int N, const std::vector<double> &A,
                      const std::vector<double> &B) {
  bool Right = true;
  int M = N * N;
  for (int I = 1; I < N - 1; ++I)
    for (int J = 1; J < N - 1; ++J)
      for (int K = 1; K < N - 1; ++K) {
        int At = (I * N + J) * N + K;
        Right &= std::fabs(B[At] - 0.4 * A[At] -
                           0.1 * (A[At - M] + A[At + M] + A[At - N] +
                                  A[At + N] + A[At - 1] + A[At + 1])) <= 1e-14;
      }
  return Right;
}

static bool rightMass(const std::vector<double> &F,
                      const std::vector<double> &G) {
  double Before = 0, After = 0;
  for (size_t I = 0; I < F.size(); ++I) {
    Before += F[I];
    After += G[I];
  }
  return std::fabs(After / Before - 1) < 1e-10;
}

int main(int Argc, char **Argv) {
  int N = argument(Argc, Argv, 1, 8192), Side = N / 16, Cells = N / 4;
  auto Random = [](size_t Count) {
    std::vector<double> Result(Count);
    for (double &Value : Result)
      Value = randomValue();
    return Result;
  };
  auto A = Random(size_t(N) * N), B = Random(A.size()),
       V = Random(size_t(Side) * Side * Side), W = Random(V.size()),
       F = Random(size_t(9) * Cells * Cells), G = Random(F.size());
  double *DeviceA = onDevice(A), *DeviceB = onDevice(B), *DeviceV = onDevice(V),
         *DeviceW = onDevice(W), *DeviceF = onDevice(F), *DeviceG = onDevice(G);
  std::vector<unsigned long long> Change(1);
  unsigned long long *DeviceChange = onDevice(Change);
  auto Jacobi = timeOnHost([&] {
    must(cudaMemset(DeviceChange, 0, 8));
    jacobi<<<dim3((N + 29) / 32, (N + 5) / 8), dim3(32, 8)>>>(
        N, DeviceA, DeviceB, DeviceChange);
    toHost(Change, DeviceChange);
  });
  auto Cube = timeOnHost([&] {
    cube<<<dim3((Side + 29) / 32, (Side + 1) / 4, Side - 2), dim3(32, 4)>>>(
        Side, DeviceV, DeviceW);
  });
  auto Lattice = timeOnHost([&] {
    lattice<<<dim3((Cells + 127) / 128, Cells), 128>>>(Cells, DeviceF, DeviceG);
  });
  toHost(B, DeviceB);
  toHost(W, DeviceW);
  toHost(G, DeviceG);
  double Largest;
  std::copy_n(reinterpret_cast<char *>(Change.data()), 8,
              reinterpret_cast<char *>(&Largest));
  report("cgrids", "jacobi", Jacobi, 16.0 * A.size(), "B/s",
         rightPlane(N, A, B, Largest));
  report("cgrids", "cube", Cube, 16.0 * V.size(), "B/s", rightCube(Side, V, W));
  report("cgrids", "lattice", Lattice, 16.0 * F.size(), "B/s", rightMass(F, G));
}
