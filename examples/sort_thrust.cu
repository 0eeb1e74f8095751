//===-- sort_thrust.cu - thrust for Fortran --------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc compiles functions of thrust for a GPU; as C++ they are the standard
// library's, for the CPU device, whose memory is the CPU's.
//
//===----------------------------------------------------------------------===//

#ifdef __CUDACC__
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#define ALGORITHMS thrust
#define WHERE thrust::cuda::par.on(static_cast<cudaStream_t>(stream)),
#else
#include <algorithm>
#include <numeric>
#define ALGORITHMS std
#define WHERE
#endif

extern "C" void sort_values(double *x, int n, void *stream) {
  (void)stream;
  ALGORITHMS::sort(WHERE x, x + n);
}

extern "C" double sum_values(const double *x, int n, void *stream) {
  (void)stream;
#ifdef __CUDACC__
  return thrust::reduce(WHERE x, x + n);
#else
  return std::accumulate(x, x + n, 0.0);
#endif
}
