//===-- runtime/backends/cuda/CudaBackend.h - Kernels on NVIDIA GPUs *- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The back end on CUDA's driver, which is loaded when it is asked for.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CUDA_CUDABACKEND_H
#define WARPRT_BACKENDS_CUDA_CUDABACKEND_H

#include "hal/Device.h"

namespace warprt::cuda {

/// Null, and the reason, where there is no driver or no device.
std::unique_ptr<Backend> createBackend(const char *DriverLibrary,
                                       std::string &Reason);

} // namespace warprt::cuda

#endif // WARPRT_BACKENDS_CUDA_CUDABACKEND_H
