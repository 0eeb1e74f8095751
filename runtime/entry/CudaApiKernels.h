//===-- runtime/entry/CudaApiKernels.h - Kernels of cudafor -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels that a program names to functions of module cudafor, and numbers that
// it is told.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_ENTRY_CUDAAPIKERNELS_H
#define WARPRT_ENTRY_CUDAAPIKERNELS_H

#include "core/ImageRegistry.h"
#include "entry/CudaApi.h"
#include <algorithm>
#include <cstdint>

namespace warprt {

/// A number for an API that has 32 bits for it.
inline int32_t clampInt(uint64_t Value) {
  return static_cast<int32_t>(std::min<uint64_t>(Value, INT32_MAX));
}

/// A kernel by the address of its WarprtKernel.
inline Error loaded(void *Function, LoadedKernel *&Result, Device *&D) {
  if (!ImageRegistry::get().isKernel(Function))
    return Error::InvalidDeviceFunction;
  if (Error E = currentDevice(D); failed(E))
    return E;
  return ImageRegistry::get().kernel(*static_cast<WarprtKernel *>(Function), *D,
                                     Result);
}

} // namespace warprt

#endif // WARPRT_ENTRY_CUDAAPIKERNELS_H
