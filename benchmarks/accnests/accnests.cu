//===-- accnests.cu - Twin of accnests in CUDA C -------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See accnests.f90. The clock is the host's there, so it is here.
//
//===----------------------------------------------------------------------===//
#include "../common/measure.h"
#include <chrono>
#include <cmath>

/// A thread an element, neighbours along a column.
__global__ void product(const double *A, const double *B, double *C, int N) {
  int I = blockIdx.x * blockDim.x + threadIdx.x, J = blockIdx.y;
  if (I >= N)
    return;
  double S = 0;
  for (int K = 0; K < N; ++K)
    S += A[I + size_t(K) * N] * B[K + size_t(J) * N];
  C[I + size_t(J) * N] = S;
}

/// A warp a row.
__global__ void sparse(int M, const int *First, const int *Column,
                       const double *A, const double *X, double *Y) {
  int I = (blockIdx.x * blockDim.x + threadIdx.x) / 32, Lane = threadIdx.x % 32;
  if (I >= M)
    return;
  double S = 0;
  for (int K = First[I] + Lane; K < First[I + 1]; K += 32)
    S += A[K] * X[Column[K]];
  for (int Offset = 16; Offset > 0; Offset /= 2)
    S += __shfl_xor_sync(0xffffffffu, S, Offset);
  if (Lane == 0)
    Y[I] = S;
}

__global__ void directions(int M, const double *F, double *G) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < M)
    for (int Q = 0; Q < 9; ++Q)
      G[I + size_t(Q) * M] = F[I + size_t(8 - Q) * M] * 0.5 + (Q + 1);
}

static double seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

int main(int Argc, char **Argv) {
  int N = argument(Argc, Argv, 1, 1024), M = 512 * N;
  size_t Count = size_t(N) * N;
  std::vector<double> A(Count), B(Count), C(Count), X(M), Y(M), F(9ul * M),
      G(9ul * M);
  for (size_t I = 0; I < Count; ++I) {
    A[I] = randomValue();
    B[I] = randomValue();
  }
  std::vector<int> First(M + 1);
  for (int I = 1; I <= M; ++I)
    First[I] = First[I - 1] + 24 + 13 * (I % 41) % 41;
  std::vector<int> Column(First[M]);
  std::vector<double> Values(First[M]);
  for (int I = 0; I < M; ++I) {
    X[I] = (I + 1) % 9;
    for (int K = First[I]; K < First[I + 1]; ++K) {
      int At = (I + 1 + (K - First[I]) * 37 - 500) % M;
      Column[K] = At < 0 ? At + M : At;
      Values[K] = (K + 1) % 6;
    }
  }
  for (int Q = 0; Q < 9; ++Q)
    for (int I = 0; I < M; ++I)
      F[I + size_t(Q) * M] = (I + 1) % 100 + Q + 1;
  double *DeviceA = onDevice(A), *DeviceB = onDevice(B), *DeviceC = onDevice(C),
         *DeviceValues = onDevice(Values), *DeviceX = onDevice(X),
         *DeviceY = onDevice(Y), *DeviceF = onDevice(F), *DeviceG = onDevice(G);
  int *DeviceFirst = onDevice(First), *DeviceColumn = onDevice(Column);
  std::vector<double> Times[3];
  for (int Run = -WarmUps; Run < TimedRuns; ++Run) {
    auto Timed = [&](int Which, auto Work) {
      double Start = seconds();
      Work();
      must(cudaDeviceSynchronize());
      if (Run >= 0)
        Times[Which].push_back(seconds() - Start);
    };
    Timed(0, [&] {
      product<<<dim3((N + 127) / 128, N), 128>>>(DeviceA, DeviceB, DeviceC, N);
    });
    Timed(1, [&] {
      sparse<<<(32ul * M + 255) / 256, 256>>>(
          M, DeviceFirst, DeviceColumn, DeviceValues, DeviceX, DeviceY);
    });
    Timed(2, [&] {
      directions<<<(M + 127) / 128, 128>>>(M, DeviceF, DeviceG);
    });
  }
  must(cudaMemcpy(C.data(), DeviceC, 8 * Count, cudaMemcpyDeviceToHost));
  must(cudaMemcpy(Y.data(), DeviceY, 8ul * M, cudaMemcpyDeviceToHost));
  must(cudaMemcpy(G.data(), DeviceG, 72ul * M, cudaMemcpyDeviceToHost));
  bool Right = true;
  int Step = std::max(1, N / 16);
  for (int J = 0; J < N; J += Step)
    for (int I = 0; I < N; I += Step) {
      double S = 0;
      for (int K = 0; K < N; ++K)
        S += A[I + size_t(K) * N] * B[K + size_t(J) * N];
      Right &= std::fabs(C[I + size_t(J) * N] - S) <= 1e-10 * N;
    }
  report("accnests", "product", Times[0], 2.0 * Count * N, "flop/s", Right);
  report("accnests", "kernels", Times[0], 2.0 * Count * N, "flop/s", Right);
  Right = true;
  for (int I = 0; I < M; ++I) {
    double S = 0;
    for (int K = First[I]; K < First[I + 1]; ++K)
      S += Values[K] * X[Column[K]];
    Right &= Y[I] == S;
  }
  report("accnests", "sparse", Times[1], 12.0 * First[M], "B/s", Right);
  Right = true;
  for (int Q = 0; Q < 9; ++Q)
    for (int I = 0; I < M; ++I)
      Right &= G[I + size_t(Q) * M] == F[I + size_t(8 - Q) * M] * 0.5 + Q + 1;
  report("accnests", "short", Times[2], 144.0 * M, "B/s", Right);
}
