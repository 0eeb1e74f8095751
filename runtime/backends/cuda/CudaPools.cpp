//===-- runtime/backends/cuda/CudaPools.cpp - Pools and shared memory -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory pools, and memory and events that processes share.
//
//===----------------------------------------------------------------------===//
#include "backends/cuda/CudaDevice.h"

using namespace warprt;
using namespace warprt::cuda;

namespace {
CUmemoryPool handleOf(MemoryPool *P) {
  return reinterpret_cast<CUmemoryPool>(P);
}
CUmemoryPool *poolInto(MemoryPool **P) {
  return reinterpret_cast<CUmemoryPool *>(P);
}

/// The driver has an int for what is on or off, and 64 bits for bytes.
bool isSwitch(PoolAttribute Which) {
  return Which < PoolAttribute::ReleaseThreshold;
}
} // namespace

Error CudaDevice::defaultPool(MemoryPool **Result) {
  return toError(Api.cuDeviceGetDefaultMemPool(poolInto(Result), Handle));
}

Error CudaDevice::currentPool(MemoryPool **Result) {
  return toError(Api.cuDeviceGetMemPool(poolInto(Result), Handle));
}

Error CudaDevice::setCurrentPool(MemoryPool *P) {
  return toError(Api.cuDeviceSetMemPool(Handle, handleOf(P)));
}

Error CudaDevice::createPool(size_t MaxBytes, bool Shareable,
                             MemoryPool **Result) {
  PoolProperties Properties = {};
  Properties.AllocationType = AllocationPinned;
  Properties.HandleTypes = Shareable ? HandleFileDescriptor : 0;
  Properties.Location = {LocationDevice, Handle};
  Properties.MaxSize = MaxBytes;
  return toError(Api.cuMemPoolCreate(poolInto(Result), &Properties));
}

Error CudaDevice::destroyPool(MemoryPool *P) {
  return toError(Api.cuMemPoolDestroy(handleOf(P)));
}

Error CudaDevice::trimPool(MemoryPool *P, size_t Keep) {
  return toError(Api.cuMemPoolTrimTo(handleOf(P), Keep));
}

Error CudaDevice::poolAttribute(MemoryPool *P, PoolAttribute Which,
                                uint64_t &Value) {
  int Switch = 0;
  Value = 0;
  void *Into = isSwitch(Which) ? static_cast<void *>(&Switch) : &Value;
  Error E = toError(
      Api.cuMemPoolGetAttribute(handleOf(P), static_cast<int>(Which), Into));
  if (isSwitch(Which))
    Value = static_cast<uint64_t>(Switch);
  return E;
}

Error CudaDevice::setPoolAttribute(MemoryPool *P, PoolAttribute Which,
                                   uint64_t Value) {
  int Switch = Value != 0;
  void *From = isSwitch(Which) ? static_cast<void *>(&Switch) : &Value;
  return toError(
      Api.cuMemPoolSetAttribute(handleOf(P), static_cast<int>(Which), From));
}

Error CudaDevice::poolAccess(MemoryPool *P, int Peer, PoolAccess &Access) {
  MemoryLocation Location = {LocationDevice, 0};
  if (Error E = toError(Api.cuDeviceGet(&Location.Id, Peer)); failed(E))
    return E;
  int Flags = 0;
  Error E = toError(Api.cuMemPoolGetAccess(&Flags, handleOf(P), &Location));
  Access = static_cast<PoolAccess>(Flags);
  return E;
}

Error CudaDevice::setPoolAccess(MemoryPool *P, int Peer, PoolAccess Access) {
  AccessDescription D = {{LocationDevice, 0}, static_cast<int>(Access)};
  if (Error E = toError(Api.cuDeviceGet(&D.Location.Id, Peer)); failed(E))
    return E;
  return toError(Api.cuMemPoolSetAccess(handleOf(P), &D, 1));
}

Error CudaDevice::allocateFromPool(MemoryPool *P, size_t Bytes, void **Result,
                                   Queue *Q) {
  CUdeviceptr Address = 0;
  *Result = nullptr;
  Error E = toError(Api.cuMemAllocFromPoolAsync(&Address, Bytes, handleOf(P),
                                                reinterpret_cast<CUstream>(Q)));
  return takeFromPool(E, Address, Result);
}

/// What an allocation has given, if it has.
Error CudaDevice::takeFromPool(Error E, CUdeviceptr Address, void **Result) {
  if (failed(E))
    return E;
  *Result = reinterpret_cast<void *>(Address);
  std::lock_guard<std::mutex> Guard(PoolLock);
  OfPools.insert(*Result);
  return E;
}

/// Whether the memory was a pool's.
bool CudaDevice::leavePool(void *Address) {
  std::lock_guard<std::mutex> Guard(PoolLock);
  return OfPools.erase(Address);
}

Error CudaDevice::exportMemory(void *Address, IpcHandle &Handle) {
  return toError(Api.cuIpcGetMemHandle(&Handle, toDevice(Address)));
}

Error CudaDevice::importMemory(const IpcHandle &Handle, unsigned Flags,
                               void **Result) {
  CUdeviceptr Address = 0;
  *Result = nullptr;
  Error E = toError(Api.cuIpcOpenMemHandle_v2(&Address, Handle, Flags));
  if (!failed(E))
    *Result = reinterpret_cast<void *>(Address);
  return E;
}

Error CudaDevice::closeMemory(void *Address) {
  return toError(Api.cuIpcCloseMemHandle(toDevice(Address)));
}

Error CudaDevice::exportEvent(Event *E, IpcHandle &Handle) {
  return toError(
      Api.cuIpcGetEventHandle(&Handle, reinterpret_cast<CUevent>(E)));
}

Error CudaDevice::importEvent(const IpcHandle &Handle, Event **Result) {
  return toError(
      Api.cuIpcOpenEventHandle(reinterpret_cast<CUevent *>(Result), Handle));
}
