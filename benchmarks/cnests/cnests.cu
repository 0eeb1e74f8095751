//===-- cnests.cu - Twin of cnests in CUDA C ------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See cnests.c. The clock is the host's there, so it is here.
//
//===----------------------------------------------------------------------===//
#include "../common/measure.h"
#include <cmath>

constexpr int Bins = 1024;

__global__ void product(int N, const double *A, const double *B, double *C) {
  int J = blockIdx.x * blockDim.x + threadIdx.x, I = blockIdx.y;
  if (J >= N)
    return;
  double Sum = 0;
  for (int K = 0; K < N; ++K)
    Sum += A[I * N + K] * B[K * N + J];
  C[I * N + J] = Sum;
}

/// A warp a row.
__global__ void sparse(int Rows, const int *First, const int *Column,
                       const double *Value, const double *X, double *Y) {
  int I = (blockIdx.x * blockDim.x + threadIdx.x) / 32, Lane = threadIdx.x % 32;
  if (I >= Rows)
    return;
  double Sum = 0;
  for (int K = First[I] + Lane; K < First[I + 1]; K += 32)
    Sum += Value[K] * X[Column[K]];
  for (int Offset = 16; Offset > 0; Offset /= 2)
    Sum += __shfl_xor_sync(0xffffffffu, Sum, Offset);
  if (Lane == 0)
    Y[I] = Sum;
}

struct Body {
  double X, Y, Z, Mass;
};

__host__ __device__ void force(int N, const Body *All, int I, double *F) {
  F[0] = F[1] = F[2] = 0;
  for (int J = 0; J < N; ++J) {
    double X = All[J].X - All[I].X, Y = All[J].Y - All[I].Y,
           Z = All[J].Z - All[I].Z;
    double Square = X * X + Y * Y + Z * Z + 1e-3, R = sqrt(Square);
    double S = All[J].Mass * exp(-R) / (Square * R);
    F[0] += S * X;
    F[1] += S * Y;
    F[2] += S * Z;
  }
}

__global__ void bodies(int N, const Body *All, double *Force) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I >= N)
    return;
  double F[3];
  force(N, All, I, F);
  for (int K = 0; K < 3; ++K)
    Force[3 * I + K] = F[K];
}

__global__ void histogram(int N, const double *X, int *Count) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    atomicAdd(&Count[int(X[I] * Bins)], 1);
}

struct Sparse {
  std::vector<int> First, Column;
  std::vector<double> Value;
};

static Sparse makeSparse(int Rows) {
  Sparse M;
  M.First.push_back(0);
  for (int I = 1; I <= Rows; ++I)
    M.First.push_back(M.First.back() + 24 + 13 * (I % 41) % 41);
  for (int I = 0; I < Rows; ++I)
    for (int K = M.First[I]; K < M.First[I + 1]; ++K) {
      M.Column.push_back((I + 1 + (K - M.First[I]) * 37 + Rows - 500) % Rows);
      M.Value.push_back((K + 1) % 6);
    }
  return M;
}

static std::vector<double> random(size_t Count) {
  std::vector<double> Result(Count);
  for (double &Value : Result)
    Value = randomValue();
  return Result;
}

static void runProduct(int N) {
  auto A = random(size_t(N) * N), B = random(A.size()), C = random(A.size());
  double *DeviceA = onDevice(A), *DeviceB = onDevice(B), *DeviceC = onDevice(C);
  auto Times = timeOnHost([&] {
    product<<<dim3((N + 127) / 128, N), 128>>>(N, DeviceA, DeviceB, DeviceC);
  });
  toHost(C, DeviceC);
  bool Right = true;
  int Step = std::max(1, N / 16);
  for (int I = 0; I < N; I += Step)
    for (int J = 0; J < N; J += Step) {
      double Sum = 0;
      for (int K = 0; K < N; ++K)
        Sum += A[I * N + K] * B[K * N + J];
      Right &= std::fabs(C[I * N + J] - Sum) <= 1e-10 * N;
    }
  report("cnests", "product", Times, 2.0 * N * N * N, "flop/s", Right);
}

static void runSparse(int Rows) {
  Sparse M = makeSparse(Rows);
  std::vector<double> X(Rows), Y(Rows);
  for (int I = 0; I < Rows; ++I)
    X[I] = (I + 1) % 9;
  int *First = onDevice(M.First), *Column = onDevice(M.Column);
  double *Value = onDevice(M.Value), *DeviceX = onDevice(X),
         *DeviceY = onDevice(Y);
  auto Times = timeOnHost([&] {
    sparse<<<(32ul * Rows + 127) / 128, 128>>>(Rows, First, Column, Value,
                                               DeviceX, DeviceY);
  });
  toHost(Y, DeviceY);
  bool Right = true;
  for (int I = 0; I < Rows; ++I) {
    double Sum = 0;
    for (int K = M.First[I]; K < M.First[I + 1]; ++K)
      Sum += M.Value[K] * X[M.Column[K]];
    Right &= Y[I] == Sum;
  }
  report("cnests", "sparse", Times, 12.0 * M.Value.size(), "B/s", Right);
}

static void runBodies(int N) {
  std::vector<Body> All(N);
  for (Body &One : All)
    One = {randomValue(), randomValue(), randomValue(), randomValue()};
  std::vector<double> Force(3ul * N);
  Body *Device = onDevice(All);
  double *DeviceForce = onDevice(Force);
  auto Times = timeOnHost(
      [&] { bodies<<<(N + 127) / 128, 128>>>(N, Device, DeviceForce); });
  toHost(Force, DeviceForce);
  bool Right = true;
  for (int I = 0; I < N; I += N / 8) {
    double F[3];
    force(N, All.data(), I, F);
    for (int K = 0; K < 3; ++K)
      Right &= std::fabs(Force[3ul * I + K] - F[K]) <= 1e-9 * N;
  }
  report("cnests", "bodies", Times, double(N) * N, "pairs/s", Right);
}

static void runHistogram(int N) {
  auto X = random(N);
  std::vector<int> Count(Bins), Wanted(Bins);
  double *DeviceX = onDevice(X);
  int *DeviceCount = onDevice(Count);
  auto Times = timeOnHost(
      [&] { histogram<<<(N + 255) / 256, 256>>>(N, DeviceX, DeviceCount); });
  toHost(Count, DeviceCount);
  for (double Value : X)
    Wanted[int(Value * Bins)] += WarmUps + TimedRuns;
  report("cnests", "histogram", Times, 8.0 * N, "B/s", Count == Wanted);
}

int main(int Argc, char **Argv) {
  int N = argument(Argc, Argv, 1, 1024);
  runProduct(N);
  runSparse(512 * N);
  runBodies(16 * N);
  runHistogram(16384 * N);
}
