//===-- runtime/entry/CudaApi.h - Shared by the cudafor entry points *- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C functions behind module cudafor, warprt_cuda...: CUDA's run-time API
// with names of our own, so that libcudart may be linked into the same program.
// Each returns CUDA's error code and keeps it for cudaGetLastError.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_ENTRY_CUDAAPI_H
#define WARPRT_ENTRY_CUDAAPI_H

#include "core/DeviceOutput.h"
#include "core/Diagnostics.h"
#include "core/Runtime.h"
#include "entry/Export.h"

namespace warprt {

/// The code as the API returns it.
inline int result(Error E) { return static_cast<int>(noteResult(E)); }

/// Runs `Body(Device &)` on the calling thread's device.
template <typename Body> int onDevice(Body B) {
  Device *D = nullptr;
  if (Error E = currentDevice(D); failed(E))
    return result(E);
  Error E = B(*D);
  printDeviceOutput();
  return result(E);
}

inline Queue *queueFrom(int64_t Stream) {
  return reinterpret_cast<Queue *>(Stream);
}

} // namespace warprt

#endif // WARPRT_ENTRY_CUDAAPI_H
