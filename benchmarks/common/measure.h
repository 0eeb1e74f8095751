//===-- measure.h - What all CUDA C twins share --------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The counterpart of measure.f90: the same generator, numbers of runs and
// output line, so that a twin differs in language only.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_BENCHMARKS_MEASURE_H
#define WARPFORT_BENCHMARKS_MEASURE_H

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

constexpr int WarmUps = 2, TimedRuns = 11;

inline void must(cudaError_t Status) {
  if (Status == cudaSuccess)
    return;
  std::printf("error: %s\n", cudaGetErrorString(Status));
  std::exit(1);
}

inline int argument(int Argc, char **Argv, int N, int Usual) {
  if (Argc <= N)
    return Usual;
  int Value = std::atoi(Argv[N]);
  if (Value > 0)
    return Value;
  std::printf("error: '%s' is no size\n", Argv[N]);
  std::exit(2);
}

/// Uniform in [0, 1), by Marsaglia's 64-bit xorshift.
inline double randomValue() {
  static uint64_t State = 88172645463325252u;
  State ^= State << 13;
  State ^= State >> 7;
  State ^= State << 17;
  return static_cast<double>(State >> 11) * 0x1p-53;
}

/// A copy of the data in device memory, which is never freed.
template <typename T> T *onDevice(const std::vector<T> &From) {
  T *Result;
  must(cudaMalloc(&Result, sizeof(T) * From.size()));
  must(cudaMemcpy(Result, From.data(), sizeof(T) * From.size(),
                  cudaMemcpyHostToDevice));
  return Result;
}

/// Copies as many elements back as \p To has.
template <typename T> void toHost(std::vector<T> &To, const T *From) {
  must(cudaMemcpy(To.data(), From, sizeof(T) * To.size(),
                  cudaMemcpyDeviceToHost));
}

/// Runs the work under two events and returns the times in seconds.
template <typename WorkT> std::vector<double> timeRuns(WorkT Work) {
  cudaEvent_t First, Last;
  must(cudaEventCreate(&First));
  must(cudaEventCreate(&Last));
  std::vector<double> Times;
  for (int Run = -WarmUps; Run < TimedRuns; ++Run) {
    must(cudaDeviceSynchronize());
    must(cudaEventRecord(First));
    Work();
    must(cudaEventRecord(Last));
    must(cudaEventSynchronize(Last));
    float Milliseconds;
    must(cudaEventElapsedTime(&Milliseconds, First, Last));
    must(cudaGetLastError());
    if (Run >= 0)
      Times.push_back(1e-3 * Milliseconds);
  }
  return Times;
}

/// Runs the work and waits for it under the host's clock, as twins of OpenACC
/// programs do.
template <typename WorkT> std::vector<double> timeOnHost(WorkT Work) {
  using namespace std::chrono;
  std::vector<double> Times;
  for (int Run = -WarmUps; Run < TimedRuns; ++Run) {
    auto First = steady_clock::now();
    Work();
    must(cudaDeviceSynchronize());
    if (Run >= 0)
      Times.push_back(duration<double>(steady_clock::now() - First).count());
  }
  return Times;
}

/// Prints the line. `Work` is in bytes or operations, `Unit` says which.
inline void report(const char *Name, const char *Variant,
                   std::vector<double> Times, double Work, const char *Unit,
                   bool Right) {
  std::sort(Times.begin(), Times.end());
  double Seconds = Times[(Times.size() - 1) / 2];
  std::printf("%s %s %.5E %.3E %s %s\n", Name, Variant, Seconds, Work / Seconds,
              Unit, Right ? "check=ok" : "check=BAD");
  if (!Right)
    std::exit(1);
}

#endif // WARPFORT_BENCHMARKS_MEASURE_H
