/*===-- CudaStatus.h - What functions of cudafor return --------- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * CUDA's numbers (cudaError_t), as far as device code gives them of itself.
 *
 *===----------------------------------------------------------------------===*/

#ifndef WARPRT_DEVICE_CUDASTATUS_H
#define WARPRT_DEVICE_CUDASTATUS_H

enum {
  CudaSuccess = 0,
  CudaInvalidValue = 1,
  CudaMemoryAllocation = 2,
  CudaInvalidPitchValue = 12,
  CudaNotSupported = 801
};

#endif /* WARPRT_DEVICE_CUDASTATUS_H */
