//===-- calls.cu - What calls cost, in CUDA C ----------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The twin of calls.cuf.
//
//===----------------------------------------------------------------------===//
#include "../common/measure.h"
#include <chrono>
#include <cmath>
#include <cublas_v2.h>
#include <cufft.h>

static void mustBe(bool Right) {
  if (Right)
    return;
  std::printf("error: a call failed\n");
  std::exit(1);
}

__global__ void countUp(int *N) { N[0] = N[0] + 1; }

constexpr int Points = 8;

struct Data {
  cublasHandle_t Handle;
  cufftHandle Plan;
  cudaStream_t Stream;
  cudaEvent_t Event;
  double *X, *Y, *To, *From;
  cufftDoubleComplex *Signal, *Transformed;
  int *Counted;
};

template <typename CallT>
static std::vector<double> timeCalls(int Calls, CallT Call) {
  std::vector<double> Times;
  for (int Run = -WarmUps; Run < TimedRuns; ++Run) {
    auto Began = std::chrono::steady_clock::now();
    for (int I = 0; I < Calls; ++I)
      Call();
    std::chrono::duration<double> Seconds =
        std::chrono::steady_clock::now() - Began;
    must(cudaDeviceSynchronize());
    if (Run >= 0)
      Times.push_back(Seconds.count());
  }
  return Times;
}

static void tell(const char *Name, std::vector<double> Times, int Calls,
                 bool Right) {
  report("calls", Name, Times, Calls, "call/s", Right);
  std::sort(Times.begin(), Times.end());
  std::printf("nanoseconds for %s: %.1f a call\n", Name,
              1e9 * Times[(Times.size() - 1) / 2] / Calls);
}

static Data makeData() {
  Data D;
  double One = 1, Zero = 0;
  cufftDoubleComplex Ones[Points];
  for (auto &Value : Ones)
    Value = {1, 0};
  must(cudaMalloc(&D.X, sizeof(double)));
  must(cudaMalloc(&D.Y, sizeof(double)));
  must(cudaMalloc(&D.To, sizeof(double)));
  must(cudaMalloc(&D.Counted, sizeof(int)));
  must(cudaMalloc(&D.Signal, sizeof Ones));
  must(cudaMalloc(&D.Transformed, sizeof Ones));
  must(cudaMallocHost(&D.From, sizeof(double)));
  *D.From = 4;
  must(cudaMemcpy(D.X, &One, sizeof One, cudaMemcpyHostToDevice));
  must(cudaMemcpy(D.Y, &Zero, sizeof Zero, cudaMemcpyHostToDevice));
  must(cudaMemcpy(D.Signal, Ones, sizeof Ones, cudaMemcpyHostToDevice));
  must(cudaMemset(D.Counted, 0, sizeof(int)));
  must(cudaStreamCreateWithFlags(&D.Stream, cudaStreamNonBlocking));
  must(cudaEventCreateWithFlags(&D.Event, cudaEventDisableTiming));
  mustBe(cublasCreate(&D.Handle) == CUBLAS_STATUS_SUCCESS);
  mustBe(cublasSetStream(D.Handle, D.Stream) == CUBLAS_STATUS_SUCCESS);
  mustBe(cufftPlan1d(&D.Plan, Points, CUFFT_Z2Z, 1) == CUFFT_SUCCESS);
  mustBe(cufftSetStream(D.Plan, D.Stream) == CUFFT_SUCCESS);
  must(cudaDeviceSynchronize());
  return D;
}

int main(int Argc, char **Argv) {
  int Calls = argument(Argc, Argv, 1, 500);
  Data D = makeData();
  double One = 1, Got = 0;
  int Total = Calls * (WarmUps + TimedRuns), Count = 0;

  auto Times = timeCalls(Calls, [&] {
    mustBe(cublasDaxpy(D.Handle, 1, &One, D.X, 1, D.Y, 1) ==
           CUBLAS_STATUS_SUCCESS);
  });
  must(cudaMemcpy(&Got, D.Y, sizeof Got, cudaMemcpyDeviceToHost));
  tell("daxpy", Times, Calls, Got == Total);

  Times = timeCalls(Calls, [&] {
    mustBe(cufftExecZ2Z(D.Plan, D.Signal, D.Transformed, CUFFT_FORWARD) ==
           CUFFT_SUCCESS);
  });
  cufftDoubleComplex First;
  must(cudaMemcpy(&First, D.Transformed, sizeof First, cudaMemcpyDeviceToHost));
  tell("fft", Times, Calls, std::fabs(First.x - Points) < 1e-12);

  Times = timeCalls(Calls, [&] {
    must(cudaMemcpyAsync(D.To, D.From, sizeof(double), cudaMemcpyHostToDevice,
                         D.Stream));
  });
  must(cudaMemcpy(&Got, D.To, sizeof Got, cudaMemcpyDeviceToHost));
  tell("copy", Times, Calls, Got == 4);

  Times = timeCalls(Calls, [&] { must(cudaEventRecord(D.Event, D.Stream)); });
  tell("event", Times, Calls, cudaEventQuery(D.Event) == cudaSuccess);

  Times = timeCalls(Calls, [&] { countUp<<<1, 1, 0, D.Stream>>>(D.Counted); });
  must(cudaMemcpy(&Count, D.Counted, sizeof Count, cudaMemcpyDeviceToHost));
  tell("launch", Times, Calls, Count == Total);

  Times = timeCalls(Calls, [&] { must(cudaStreamSynchronize(D.Stream)); });
  tell("wait", Times, Calls, true);
}
