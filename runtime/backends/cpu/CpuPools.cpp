//===-- runtime/backends/cpu/CpuPools.cpp - Memory pools on the CPU -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pool counts what is allocated from it and keeps its limit. Memory that is
// given back goes to the host's allocator at once, so what a pool has reserved
// is what is in use.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/CpuDevice.h"
#include <algorithm>

using namespace warprt;
using namespace warprt::cpu;

CpuPool *CpuDevice::lookUp(MemoryPool *P) {
  auto *Ours = reinterpret_cast<CpuPool *>(P);
  return Ours == &DefaultPool || Pools.count(Ours) ? Ours : nullptr;
}

Error CpuDevice::defaultPool(MemoryPool **Result) {
  *Result = reinterpret_cast<MemoryPool *>(&DefaultPool);
  return Error::Success;
}

Error CpuDevice::currentPool(MemoryPool **Result) {
  std::lock_guard<std::mutex> Guard(Lock);
  *Result = reinterpret_cast<MemoryPool *>(CurrentPool);
  return Error::Success;
}

Error CpuDevice::setCurrentPool(MemoryPool *P) {
  std::lock_guard<std::mutex> Guard(Lock);
  CpuPool *Ours = lookUp(P);
  if (!Ours)
    return Error::InvalidValue;
  CurrentPool = Ours;
  return Error::Success;
}

Error CpuDevice::createPool(size_t MaxBytes, bool Shareable,
                            MemoryPool **Result) {
  *Result = nullptr;
  if (Shareable)
    return Error::NotSupported;
  auto P = std::make_shared<CpuPool>();
  P->MaxBytes = MaxBytes;
  *Result = reinterpret_cast<MemoryPool *>(P.get());
  std::lock_guard<std::mutex> Guard(Lock);
  Pools.emplace(P.get(), std::move(P));
  return Error::Success;
}

Error CpuDevice::destroyPool(MemoryPool *P) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto I = Pools.find(reinterpret_cast<CpuPool *>(P));
  if (I == Pools.end())
    return Error::InvalidValue;
  if (CurrentPool == I->first)
    CurrentPool = &DefaultPool;
  // What is still allocated holds it.
  Pools.erase(I);
  return Error::Success;
}

Error CpuDevice::trimPool(MemoryPool *P, size_t) {
  std::lock_guard<std::mutex> Guard(Lock);
  return lookUp(P) ? Error::Success : Error::InvalidValue;
}

Error CpuDevice::poolAttribute(MemoryPool *P, PoolAttribute Which,
                               uint64_t &Value) {
  std::lock_guard<std::mutex> Guard(Lock);
  CpuPool *Ours = lookUp(P);
  if (!Ours)
    return Error::InvalidValue;
  switch (Which) {
  case PoolAttribute::ReuseFollowEventDependencies:
  case PoolAttribute::ReuseAllowOpportunistic:
  case PoolAttribute::ReuseAllowInternalDependencies:
    Value = Ours->Reuse[static_cast<int>(Which) - 1];
    return Error::Success;
  case PoolAttribute::ReleaseThreshold:
    Value = Ours->Threshold;
    return Error::Success;
  case PoolAttribute::ReservedCurrent:
  case PoolAttribute::UsedCurrent:
    Value = Ours->Used;
    return Error::Success;
  case PoolAttribute::ReservedHigh:
    Value = Ours->ReservedHigh;
    return Error::Success;
  case PoolAttribute::UsedHigh:
    Value = Ours->UsedHigh;
    return Error::Success;
  }
  return Error::InvalidValue;
}

Error CpuDevice::setPoolAttribute(MemoryPool *P, PoolAttribute Which,
                                  uint64_t Value) {
  std::lock_guard<std::mutex> Guard(Lock);
  CpuPool *Ours = lookUp(P);
  if (!Ours)
    return Error::InvalidValue;
  switch (Which) {
  case PoolAttribute::ReuseFollowEventDependencies:
  case PoolAttribute::ReuseAllowOpportunistic:
  case PoolAttribute::ReuseAllowInternalDependencies:
    Ours->Reuse[static_cast<int>(Which) - 1] = Value != 0;
    return Error::Success;
  case PoolAttribute::ReleaseThreshold:
    Ours->Threshold = Value;
    return Error::Success;
  case PoolAttribute::ReservedHigh:
  case PoolAttribute::UsedHigh:
    if (Value != 0)
      return Error::InvalidValue;
    (Which == PoolAttribute::UsedHigh ? Ours->UsedHigh : Ours->ReservedHigh) =
        Ours->Used;
    return Error::Success;
  case PoolAttribute::ReservedCurrent:
  case PoolAttribute::UsedCurrent:
    break;
  }
  return Error::InvalidValue;
}

Error CpuDevice::poolAccess(MemoryPool *P, int Ordinal, PoolAccess &Access) {
  std::lock_guard<std::mutex> Guard(Lock);
  Access = PoolAccess::ReadWrite;
  if (!lookUp(P))
    return Error::InvalidValue;
  return Ordinal == 0 ? Error::Success : Error::InvalidDevice;
}

Error CpuDevice::setPoolAccess(MemoryPool *P, int Ordinal, PoolAccess Access) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (Ordinal != 0)
    return Error::InvalidDevice;
  // The device of a pool always has access to it.
  return lookUp(P) && Access == PoolAccess::ReadWrite ? Error::Success
                                                      : Error::InvalidValue;
}

Error CpuDevice::allocateFrom(const std::shared_ptr<CpuPool> &P, size_t Bytes,
                              void **Result) {
  *Result = nullptr;
  std::lock_guard<std::mutex> Guard(Lock);
  if (P->MaxBytes && (Bytes > P->MaxBytes || P->Used > P->MaxBytes - Bytes))
    return Error::MemoryAllocation;
  if (Error E = Memory.allocate(RangeKind::Device, Bytes, Result); failed(E))
    return E;
  P->Used += Bytes;
  P->UsedHigh = std::max(P->UsedHigh, P->Used);
  P->ReservedHigh = std::max(P->ReservedHigh, P->Used);
  Pooled[*Result] = {P, Bytes};
  return Error::Success;
}

Error CpuDevice::allocateFromPool(MemoryPool *P, size_t Bytes, void **Result,
                                  Queue *Q) {
  std::shared_ptr<CpuPool> From;
  *Result = nullptr;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    if (!lookUp(Q))
      return Error::InvalidResourceHandle;
    From = shared(lookUp(P));
  }
  return From ? allocateFrom(From, Bytes, Result) : Error::InvalidValue;
}

void CpuDevice::leavePool(void *Address) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto I = Pooled.find(Address);
  if (I == Pooled.end())
    return;
  I->second.From->Used -= I->second.Bytes;
  Pooled.erase(I);
}

std::shared_ptr<CpuPool> CpuDevice::shared(CpuPool *P) {
  if (P == &DefaultPool)
    return {std::shared_ptr<void>(), P}; // lives as long as the device
  auto I = Pools.find(P);
  return I == Pools.end() ? nullptr : I->second;
}
