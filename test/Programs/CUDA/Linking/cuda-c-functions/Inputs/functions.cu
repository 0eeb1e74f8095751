//===-- functions.cu - Functions that Fortran calls on the device ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each has a host version, the same code or another one.
//
//===----------------------------------------------------------------------===//

__device__ float DeviceFactor = 3.0f;

extern "C" __host__ __device__ float triple(float X) {
#ifdef __CUDA_ARCH__
  return X * DeviceFactor;
#else
  return X * 3.0f;
#endif
}

extern "C" __host__ __device__ long long sum_of_kinds(signed char A, short B,
                                                      int C, long long D) {
  return A + B + C + D;
}

extern "C" __host__ __device__ signed char negated(signed char A) { return -A; }

extern "C" __host__ __device__ bool is_positive(double X) { return X > 0; }

extern "C" __host__ __device__ void swap_values(double *A, double *B) {
  double Old = *A;
  *A = *B;
  *B = Old;
}

// With other functions of the file, and mathematics.
static __host__ __device__ double half(double X) { return X / 2; }
extern "C" __host__ __device__ double NormOf(const double *X, int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += X[I] * X[I];
  return half(2 * sqrt(Sum));
}

// All threads of a gang enter this one together.
extern "C" __host__ __device__ void add_to_row(float *X, float Y, int N) {
#ifdef __CUDA_ARCH__
  for (int I = threadIdx.x; I < N; I += blockDim.x)
    X[I] += Y;
  __syncthreads();
  float Last = X[N - 1];
  __syncthreads();
  if (threadIdx.x == 0)
    X[0] += Last;
#else
  for (int I = 0; I < N; ++I)
    X[I] += Y;
  X[0] += X[N - 1];
#endif
}
