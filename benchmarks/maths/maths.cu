//===-- maths.cu - Twin of maths in CUDA C --------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See maths.cuf: the same kernels and launches.
//
//===----------------------------------------------------------------------===//
#include "../common/measure.h"
#include <cmath>

__device__ float logOf(float X) { return logf(X); }
__device__ double logOf(double X) { return log(X); }
__device__ float expOf(float X) { return expf(X); }
__device__ double expOf(double X) { return exp(X); }
__device__ float rootOf(float X) { return sqrtf(X); }
__device__ double rootOf(double X) { return sqrt(X); }
__device__ float erfOf(float X) { return erff(X); }
__device__ double erfOf(double X) { return erf(X); }

template <typename T>
__global__ void price(const T *S, const T *X, const T *Time, T *Call, T *Put,
                      T R, T V, int N) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I >= N)
    return;
  const T Half = T(0.5), Root = T(0.70710678118654752440);
  T D1 = (logOf(S[I] / X[I]) + (R + Half * V * V) * Time[I]) /
         (V * rootOf(Time[I]));
  T D2 = D1 - V * rootOf(Time[I]);
  T C1 = Half + Half * erfOf(D1 * Root), C2 = Half + Half * erfOf(D2 * Root);
  T E = X[I] * expOf(-R * Time[I]);
  Call[I] = S[I] * C1 - E * C2;
  Put[I] = E * (1 - C2) - S[I] * (1 - C1);
}

__global__ void bodies(const float *X, const float *Y, const float *Z,
                       const float *M, float *AX, float *AY, float *AZ, int N) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I >= N)
    return;
  float FX = 0, FY = 0, FZ = 0;
  for (int J = 0; J < N; ++J) {
    float DX = X[J] - X[I], DY = Y[J] - Y[I], DZ = Z[J] - Z[I];
    float F = rsqrtf(DX * DX + DY * DY + DZ * DZ + 1e-4f);
    F = M[J] * F * F * F;
    FX += F * DX;
    FY += F * DY;
    FZ += F * DZ;
  }
  AX[I] = FX;
  AY[I] = FY;
  AZ[I] = FZ;
}

template <typename T> std::vector<T> toHost(const T *From, size_t N) {
  std::vector<T> To(N);
  must(cudaMemcpy(To.data(), From, sizeof(T) * N, cudaMemcpyDeviceToHost));
  return To;
}

static double part(double D) {
  return 0.5 + 0.5 * std::erf(D * std::sqrt(0.5));
}

struct Options {
  std::vector<double> S, X, Time;
};

template <typename T>
void timeOptions(const char *Name, const Options &O, double Slack) {
  int N = O.S.size();
  auto Convert = [](const std::vector<double> &V) {
    return onDevice(std::vector<T>(V.begin(), V.end()));
  };
  T *S = Convert(O.S), *X = Convert(O.X), *Time = Convert(O.Time);
  T *Call = Convert(O.S), *Put = Convert(O.S);
  auto Times = timeRuns([&] {
    price<T>
        <<<(N + 255) / 256, 256>>>(S, X, Time, Call, Put, T(0.02), T(0.3), N);
  });
  std::vector<T> C = toHost(Call, N), P = toHost(Put, N);
  bool Right = true;
  for (int I = 0; I < N; ++I) {
    double Root = 0.3 * std::sqrt(O.Time[I]);
    double D = (std::log(O.S[I] / O.X[I]) + 0.065 * O.Time[I]) / Root;
    double E = O.X[I] * std::exp(-0.02 * O.Time[I]);
    Right &= std::fabs(C[I] - P[I] - O.S[I] + E) <= 100 * Slack;
    Right &=
        std::fabs(C[I] - O.S[I] * part(D) + E * part(D - Root)) <= 100 * Slack;
  }
  report("maths", Name, Times, 5.0 * sizeof(T) * N, "B/s", Right);
  for (T *Each : {S, X, Time, Call, Put})
    must(cudaFree(Each));
}

int main(int Argc, char **Argv) {
  int N = 1024 * argument(Argc, Argv, 1, 32768), B = N / 256;
  Options O;
  for (int I = 0; I < N; ++I) {
    O.S.push_back(5 + 25 * randomValue());
    O.X.push_back(1 + 99 * randomValue());
    O.Time.push_back(0.25 + 9 * randomValue());
  }
  std::vector<float> Place[3], Mass;
  for (int I = 0; I < B; ++I) {
    for (std::vector<float> &Each : Place)
      Each.push_back(float(randomValue()));
    Mass.push_back(float(randomValue()));
  }
  timeOptions<float>("options4", O, 1e-4);
  timeOptions<double>("options8", O, 1e-11);
  float *X = onDevice(Place[0]), *Y = onDevice(Place[1]),
        *Z = onDevice(Place[2]), *M = onDevice(Mass), *A[3];
  for (float *&Each : A)
    Each = onDevice(Mass);
  auto Times = timeRuns([&] {
    bodies<<<(B + 127) / 128, 128>>>(X, Y, Z, M, A[0], A[1], A[2], B);
  });
  std::vector<float> Found[3];
  for (int D = 0; D < 3; ++D)
    Found[D] = toHost(A[D], B);
  bool Right = true;
  for (int I = 0; I < B; I += std::max(1, B / 16)) {
    double F[3] = {0, 0, 0}, Most = 0;
    for (int J = 0; J < B; ++J) {
      double D[3], Square = 1e-4;
      for (int K = 0; K < 3; ++K) {
        D[K] = double(Place[K][J]) - Place[K][I];
        Square += D[K] * D[K];
      }
      for (int K = 0; K < 3; ++K)
        F[K] += Mass[J] * D[K] / (Square * std::sqrt(Square));
    }
    for (double Each : F)
      Most = std::fmax(Most, std::fabs(Each));
    for (int K = 0; K < 3; ++K)
      Right &= std::fabs(F[K] - Found[K][I]) <= 1e-3 * Most + 0.5;
  }
  report("maths", "bodies", Times, 20.0 * B * B, "flop/s", Right);
}
