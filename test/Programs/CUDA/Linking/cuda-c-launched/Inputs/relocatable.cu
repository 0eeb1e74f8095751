//===-- relocatable.cu - Kernels that are linked with Fortran's code ------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// They use a procedure and a variable of Fortran's device code.
//
//===----------------------------------------------------------------------===//
extern "C" {
extern __device__ int offset;
extern __device__ int squared(int X);

__global__ void fill_squares(int *A, int N) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    A[I] = squared(I + 1) + offset;
}
}
