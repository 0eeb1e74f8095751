//===-- runtime/entry/CudaApiIpc.cpp - cudafor: other processes -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory and events that processes share. A handle has 64 bytes that one
// process may send to another.
//
//===----------------------------------------------------------------------===//
#include "entry/CudaApiObjects.h"

using namespace warprt;

WARPRT_EXPORT int warprt_cudaIpcGetMemHandle(IpcHandle *Handle,
                                             const Descriptor *Object) {
  Side S(*Object);
  return onDevice(
      [&](Device &D) { return D.exportMemory(S.Address, *Handle); });
}

WARPRT_EXPORT int warprt_cudaIpcOpenMemHandle(void **Address,
                                              const IpcHandle *Handle,
                                              int Flags) {
  return onDevice([&](Device &D) {
    return D.importMemory(*Handle, static_cast<unsigned>(Flags), Address);
  });
}

WARPRT_EXPORT int warprt_cudaIpcCloseMemHandle(void **Address) {
  return onDevice([&](Device &D) { return D.closeMemory(*Address); });
}

WARPRT_EXPORT int warprt_cudaIpcGetEventHandle(IpcHandle *Handle, Event **E) {
  return onDevice([&](Device &D) { return D.exportEvent(*E, *Handle); });
}

WARPRT_EXPORT int warprt_cudaIpcOpenEventHandle(Event **E,
                                                const IpcHandle *Handle) {
  return onDevice([&](Device &D) { return D.importEvent(*Handle, E); });
}
