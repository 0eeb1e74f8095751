//===-- runtime/backends/cuda/Driver.h - The loaded driver ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver's functions as members, filled from the library at run time.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CUDA_DRIVER_H
#define WARPRT_BACKENDS_CUDA_DRIVER_H

#include "backends/cuda/DriverTypes.h"
#include "hal/Device.h"
#include <string>

namespace warprt::cuda {

struct Driver {
#define WARPRT_CUDA_SYMBOL(Name, ...) CUresult (*Name)(__VA_ARGS__) = nullptr;
#include "backends/cuda/DriverSymbols.def"

  /// False, and the reason, where the library or a function is missing.
  bool load(const char *Library, std::string &Reason);
};

/// Driver and run-time API share their error codes.
inline Error toError(CUresult R) { return static_cast<Error>(R); }

inline CUdeviceptr toDevice(const void *Address) {
  return reinterpret_cast<CUdeviceptr>(Address);
}

} // namespace warprt::cuda

#endif // WARPRT_BACKENDS_CUDA_DRIVER_H
