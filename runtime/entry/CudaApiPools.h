//===-- runtime/entry/CudaApiPools.h - Memory pools -------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of cudafor that say what memory is taken from and who has access to
// it, and calls that name a device.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_ENTRY_CUDAAPIPOOLS_H
#define WARPRT_ENTRY_CUDAAPIPOOLS_H

#include "entry/CudaApi.h"

namespace warprt {

/// Layouts of type(cudaMemLocation), type(cudaMemPoolProps) and
/// type(cudaMemAccessDesc).
struct FortranLocation {
  int32_t Type, Id;
};
struct FortranPoolProperties {
  int32_t AllocationType, HandleTypes;
  FortranLocation Location;
  void *SecurityAttributes;
  size_t MaxSize;
  int16_t Usage;
  char Reserved[54];
};
struct FortranAccess {
  FortranLocation Location;
  int32_t Flags;
};

inline constexpr int32_t AllocationPinned = 1;
inline constexpr int32_t LocationDevice = 1;
inline constexpr int32_t HandleNone = 0, HandleFileDescriptor = 1;

/// Runs `Body(Device &)` on a device that a call names.
template <typename Body> int onDeviceNumber(int Ordinal, Body B) {
  Device *D = nullptr;
  if (Error E = currentDevice(D); failed(E))
    return result(E);
  if (Error E = backend().device(Ordinal, &D); failed(E))
    return result(E);
  return result(B(*D));
}

} // namespace warprt

#endif // WARPRT_ENTRY_CUDAAPIPOOLS_H
