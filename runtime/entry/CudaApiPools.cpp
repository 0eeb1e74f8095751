//===-- runtime/entry/CudaApiPools.cpp - cudafor: memory pools ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pools of memory in the order of a stream. type(cudaMemPool) has one pointer.
//
//===----------------------------------------------------------------------===//
#include "entry/CudaApiPools.h"
#include "core/Memory.h"
#include "entry/CudaApiObjects.h"
#include <limits>

using namespace warprt;

namespace {

bool isAttribute(int Which) {
  return Which >=
             static_cast<int>(PoolAttribute::ReuseFollowEventDependencies) &&
         Which <= static_cast<int>(PoolAttribute::UsedHigh);
}

template <typename Integer>
int getAttribute(MemoryPool *P, int Which, Integer &Value) {
  if (!isAttribute(Which))
    return result(Error::InvalidValue);
  return onDevice([&](Device &D) {
    uint64_t Found = 0;
    Error E = D.poolAttribute(P, static_cast<PoolAttribute>(Which), Found);
    if (failed(E))
      return E;
    // A threshold of all ones means that nothing is given back.
    if (Found > static_cast<uint64_t>(std::numeric_limits<Integer>::max()) &&
        Found != UINT64_MAX)
      return Error::InvalidValue;
    Value = static_cast<Integer>(Found);
    return E;
  });
}

int setAttribute(MemoryPool *P, int Which, int64_t Value) {
  if (!isAttribute(Which))
    return result(Error::InvalidValue);
  return onDevice([&](Device &D) {
    return D.setPoolAttribute(P, static_cast<PoolAttribute>(Which),
                              static_cast<uint64_t>(Value));
  });
}

Error allocateFrom(MemoryPool *P, int64_t Count, size_t Unit, Queue *Q,
                   bool EvenIfEmpty, void **Result) {
  size_t Bytes;
  *Result = nullptr;
  if (Count < 0 ||
      __builtin_mul_overflow(static_cast<size_t>(Count), Unit, &Bytes))
    return Error::InvalidValue;
  Device *D = nullptr;
  if (Error E = currentDevice(D); failed(E))
    return E;
  if (Bytes == 0 && !EvenIfEmpty)
    return Error::Success;
  return D->allocateFromPool(P, Bytes ? Bytes : 1, Result, Q);
}

/// A rank-one allocatable device array; an empty one is allocated, too.
int allocateArrayFrom(MemoryPool *P, Descriptor *Array, int64_t Count,
                      Queue *Q) {
  if (Array->base_addr || Array->rank != 1)
    return result(Error::InvalidValue);
  void *Address = nullptr;
  if (Error E = allocateFrom(P, Count, Array->elem_len, Q, true, &Address);
      failed(E))
    return result(E);
  setAllocator(*Array, Allocator::Device);
  Array->dim[0].lower_bound = 1;
  Array->dim[0].extent = Count;
  Array->base_addr = Address;
  setContiguous(*Array);
  return result(Error::Success);
}

} // namespace

WARPRT_EXPORT int warprt_cudaDeviceGetDefaultMemPool(MemoryPool **P,
                                                     int Ordinal) {
  return onDeviceNumber(Ordinal, [&](Device &D) { return D.defaultPool(P); });
}

WARPRT_EXPORT int warprt_cudaDeviceGetMemPool(MemoryPool **P, int Ordinal) {
  return onDeviceNumber(Ordinal, [&](Device &D) { return D.currentPool(P); });
}

WARPRT_EXPORT int warprt_cudaDeviceSetMemPool(int Ordinal, MemoryPool **P) {
  return onDeviceNumber(Ordinal,
                        [&](Device &D) { return D.setCurrentPool(*P); });
}

WARPRT_EXPORT int
warprt_cudaMemPoolCreate(MemoryPool **P, const FortranPoolProperties *Wanted) {
  *P = nullptr;
  if (Wanted->AllocationType != AllocationPinned ||
      Wanted->Location.Type != LocationDevice || Wanted->Usage != 0)
    return result(Error::InvalidValue);
  if (Wanted->HandleTypes != HandleNone &&
      Wanted->HandleTypes != HandleFileDescriptor)
    return result(Error::NotSupported);
  return onDeviceNumber(Wanted->Location.Id, [&](Device &D) {
    return D.createPool(Wanted->MaxSize, Wanted->HandleTypes != HandleNone, P);
  });
}

WARPRT_EXPORT int warprt_cudaMemPoolDestroy(MemoryPool **P) {
  return onDevice([&](Device &D) { return D.destroyPool(*P); });
}

WARPRT_EXPORT int warprt_cudaMemPoolGetAccess(int *Flags, MemoryPool **P,
                                              const FortranLocation *Location) {
  if (Location->Type != LocationDevice)
    return result(Error::InvalidValue);
  return onDevice([&](Device &D) {
    PoolAccess Access = PoolAccess::None;
    Error E = D.poolAccess(*P, Location->Id, Access);
    *Flags = static_cast<int>(Access);
    return E;
  });
}

#define WARPRT_BY_KIND(Suffix, Integer)                                        \
  WARPRT_EXPORT int warprt_cudaMemPoolTrimTo_##Suffix(MemoryPool **P,          \
                                                      Integer Keep) {          \
    if (Keep < 0)                                                              \
      return result(Error::InvalidValue);                                      \
    return onDevice(                                                           \
        [&](Device &D) { return D.trimPool(*P, static_cast<size_t>(Keep)); }); \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemPoolGetAttribute_##Suffix(                   \
      MemoryPool **P, int Which, Integer *Value) {                             \
    return getAttribute(*P, Which, *Value);                                    \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemPoolSetAttribute_##Suffix(                   \
      MemoryPool **P, int Which, const Integer *Value) {                       \
    return setAttribute(*P, Which, *Value);                                    \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemPoolSetAccess_##Suffix(                      \
      MemoryPool **P, const FortranAccess *Wanted, Integer Count) {            \
    return onDevice([&](Device &D) {                                           \
      Error E = Error::Success;                                                \
      for (Integer I = 0; I < Count && !failed(E); ++I)                        \
        E = Wanted[I].Location.Type == LocationDevice                          \
                ? D.setPoolAccess(*P, Wanted[I].Location.Id,                   \
                                  static_cast<PoolAccess>(Wanted[I].Flags))    \
                : Error::InvalidValue;                                         \
      return E;                                                                \
    });                                                                        \
  }
WARPRT_BY_KIND(i4, int32_t)
WARPRT_BY_KIND(i8, int64_t)
#undef WARPRT_BY_KIND

/// cudaMallocFromPoolAsync: Fortran functions, of each kind of count and
/// stream.
#define WARPRT_ARRAY(Type, C, Count, S, Stream)                                \
  WARPRT_EXPORT int warprt_malloc_pool_##Type##_##C##S##_(                     \
      Descriptor *Array, const Count *N, MemoryPool **P, const Stream *At) {   \
    return allocateArrayFrom(*P, Array, *N, queueFrom(*At));                   \
  }
#define WARPRT_POINTER(C, Count, S, Stream)                                    \
  WARPRT_EXPORT int warprt_malloc_pool_ptr_##C##S##_(                          \
      void **Result, const Count *N, MemoryPool **P, const Stream *At) {       \
    return result(allocateFrom(*P, *N, 1, queueFrom(*At), false, Result));     \
  }
#define WARPRT_BY_TYPE(Type)                                                   \
  WARPRT_ARRAY(Type, 4, int32_t, 4, int32_t)                                   \
  WARPRT_ARRAY(Type, 4, int32_t, 8, int64_t)                                   \
  WARPRT_ARRAY(Type, 8, int64_t, 4, int32_t)                                   \
  WARPRT_ARRAY(Type, 8, int64_t, 8, int64_t)

WARPRT_POINTER(4, int32_t, 4, int32_t)
WARPRT_POINTER(4, int32_t, 8, int64_t)
WARPRT_POINTER(8, int64_t, 4, int32_t)
WARPRT_POINTER(8, int64_t, 8, int64_t)
WARPRT_BY_TYPE(i1)
WARPRT_BY_TYPE(i2)
WARPRT_BY_TYPE(i4)
WARPRT_BY_TYPE(i8)
WARPRT_BY_TYPE(r4)
WARPRT_BY_TYPE(r8)
WARPRT_BY_TYPE(c4)
WARPRT_BY_TYPE(c8)
WARPRT_BY_TYPE(l1)
WARPRT_BY_TYPE(l4)
WARPRT_BY_TYPE(l8)
WARPRT_BY_TYPE(r2)
WARPRT_BY_TYPE(l2)
WARPRT_BY_TYPE(ch)
#undef WARPRT_BY_TYPE
#undef WARPRT_POINTER
#undef WARPRT_ARRAY
