//===-- Memory.cpp - Allocation in device code ----------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ALLOCATE, DEALLOCATE and MOVE_ALLOC of a thread's own variables, and memory
// for temporaries: the device's heap, whose size cudaDeviceSetLimit() sets.
// Entry points are those of flang/Runtime/allocatable.h and pointer.h.
// cudaMalloc and cudaFree of module cudafor, which the host has under the same
// names, are here, too.
//
//===----------------------------------------------------------------------===//
#include "../CudaStatus.h"
#include "Descriptor.h"
#include "warprt/DeviceMessages.h"

using namespace warpdev;

extern "C" {
void *malloc(size_t);
void free(void *);

void __warpdev_fail(const char *, const char *, int32_t);
int32_t __warpdev_target_is_cpu(void);

void *__warpdev_allocate(size_t Bytes) { return allocate(Bytes, {nullptr, 0}); }
void __warpdev_release(void *Memory) { release(Memory); }
}

namespace {

/// The addresses that the heap has given so far. A GPU's heap is one range,
/// which has no memory of the host's in it: what lies outside came from the
/// host.
uint64_t Lowest = ~uint64_t(0), Highest = 0;

/// Memory of the heap, or null.
void *takeFromHeap(size_t Bytes) {
  void *Memory = malloc(Bytes);
  if (Memory && !__warpdev_target_is_cpu()) {
    auto Address = reinterpret_cast<uint64_t>(Memory);
    __atomic_fetch_min(&Lowest, Address, __ATOMIC_RELAXED);
    __atomic_fetch_max(&Highest, Address, __ATOMIC_RELAXED);
  }
  return Memory;
}

} // namespace

namespace warpdev {

constexpr const char *HeapIsEmpty =
    "no memory left in the device heap (NVCOMPILER_ACC_CUDA_HEAPSIZE=1G, or "
    "cudaDeviceSetLimit with cudaLimitMallocHeapSize, enlarges it)";

void fail(const char *Message, Place At) {
  __warpdev_fail(Message, At.File, At.Line);
  __builtin_trap();
}

void *allocate(size_t Bytes, Place At) {
  void *Memory = takeFromHeap(Bytes ? Bytes : 1);
  if (!Memory)
    fail(HeapIsEmpty, At);
  return Memory;
}

void release(void *Memory, Place At) {
  // On the CPU the device asks the runtime, which knows what is managed.
  if (Memory && !__warpdev_target_is_cpu()) {
    auto Address = reinterpret_cast<uint64_t>(Memory);
    if (Address < __atomic_load_n(&Lowest, __ATOMIC_RELAXED) ||
        Address > __atomic_load_n(&Highest, __ATOMIC_RELAXED))
      fail(WARPRT_HOST_ALLOCATABLE_MESSAGE, At);
  }
  free(Memory);
}

void releaseObject(const Descriptor &D, Place At) {
  if (isAttached(D))
    fail(WARPRT_HOST_ALLOCATABLE_MESSAGE, At);
  release(D.base_addr, At);
}

void create(Descriptor &Result, CFI_type_t Type, size_t ElementBytes, int Rank,
            const Index *Extents, const Descriptor *Like, Place At) {
  bool Addendum = hasAddendum(Result);
  Result.elem_len = ElementBytes;
  Result.version = CFI_VERSION;
  Result.rank = static_cast<CFI_rank_t>(Rank);
  Result.type = Type;
  Result.attribute = CFI_attribute_allocatable;
  Index Stride = static_cast<Index>(ElementBytes);
  for (int I = 0; I < Rank; ++I) {
    Index Extent = Extents[I] > 0 ? Extents[I] : 0;
    Result.dim[I].lower_bound = 1;
    Result.dim[I].extent = Extent;
    Result.dim[I].sm = Stride;
    Stride *= Extent;
  }
  if (Addendum && Like && hasAddendum(*Like))
    copyBytes(reinterpret_cast<char *>(&Result) + addendumOffset(Result),
              reinterpret_cast<const char *>(Like) + addendumOffset(*Like), 16);
  Result.base_addr = allocate(static_cast<size_t>(Stride), At);
}

} // namespace warpdev

//===-- STAT= and ERRMSG= -------------------------------------------------===//

namespace {

/// Values of the STAT= variable, those of Flang's run-time library.
enum Status {
  Ok = 0,
  BaseNull = CFI_ERROR_BASE_ADDR_NULL,
  BaseNotNull = CFI_ERROR_BASE_ADDR_NOT_NULL,
  NoMemory = CFI_ERROR_MEM_ALLOCATION
};

const char *textOf(Status S) {
  switch (S) {
  case BaseNull:
    return "DEALLOCATE of an object that is not allocated";
  case BaseNotNull:
    return "ALLOCATE of an object that is allocated";
  default:
    return HeapIsEmpty;
  }
}

int report(Status S, bool HasStat, const Descriptor *Message, Place At) {
  if (S == Ok)
    return Ok;
  const char *Text = textOf(S);
  if (!HasStat)
    fail(Text, At);
  if (Message && Message->base_addr) {
    char *To = static_cast<char *>(Message->base_addr);
    size_t I = 0;
    for (; I < Message->elem_len && Text[I]; ++I)
      To[I] = Text[I];
    for (; I < Message->elem_len; ++I)
      To[I] = ' ';
  }
  return S;
}

Status allocateData(Descriptor &D) {
  setContiguous(D);
  size_t Bytes = D.elem_len;
  bool Fits = true, IsEmpty = false;
  for (int I = 0; I < D.rank; ++I) {
    IsEmpty |= D.dim[I].extent <= 0;
    Fits &= !__builtin_mul_overflow(Bytes, static_cast<size_t>(D.dim[I].extent),
                                    &Bytes);
  }
  if (!Fits && !IsEmpty)
    return NoMemory;
  D.base_addr = takeFromHeap(Bytes && !IsEmpty ? Bytes : 1);
  return D.base_addr ? Ok : NoMemory;
}

/// The bounds, the length and the values of SOURCE=, which may be a scalar.
void takeShape(Descriptor &D, const Descriptor &Source) {
  if (D.type == CFI_type_char && D.elem_len == 0)
    D.elem_len = Source.elem_len;
}

void fillFrom(Descriptor &D, const Descriptor &Source) {
  Index Count = elementCount(D);
  Walk To(D), From(Source);
  size_t Common = D.elem_len < Source.elem_len ? D.elem_len : Source.elem_len;
  for (Index I = 0; I < Count; ++I, To.next()) {
    copyBytes(To.get(), From.get(), Common);
    for (size_t J = Common; J < D.elem_len; ++J)
      To.get()[J] = ' ';
    if (Source.rank > 0)
      From.next();
  }
}

} // namespace

extern "C" {

//===-- Allocatables ------------------------------------------------------===//

int SMALL(AllocatableAllocate)(Descriptor &D, int64_t *, bool HasStat,
                               const Descriptor *Message, const char *File,
                               int Line, void *) {
  Status S = D.base_addr ? BaseNotNull : allocateData(D);
  return report(S, HasStat, Message, {File, Line});
}

int ENTRY(AllocatableAllocateSource)(Descriptor &D, const Descriptor &Source,
                                     bool HasStat, const Descriptor *Message,
                                     const char *File, int Line) {
  Status S = BaseNotNull;
  if (!D.base_addr) {
    takeShape(D, Source);
    S = allocateData(D);
  }
  if (S == Ok)
    fillFrom(D, Source);
  return report(S, HasStat, Message, {File, Line});
}

int SMALL(AllocatableDeallocate)(Descriptor &D, bool HasStat,
                                 const Descriptor *Message, const char *File,
                                 int Line) {
  if (!D.base_addr)
    return report(BaseNull, HasStat, Message, {File, Line});
  releaseObject(D, {File, Line});
  D.base_addr = nullptr;
  return Ok;
}

int SMALL(AllocatableCheckAllocated)(Descriptor &D, const Descriptor *Message,
                                     const char *File, int Line) {
  return report(D.base_addr ? Ok : BaseNull, Message != nullptr, Message,
                {File, Line});
}

void SMALL(AllocatableSetBounds)(Descriptor &D, int Dim, int64_t Lower,
                                 int64_t Upper) {
  // What is allocated stays as it is, for which ALLOCATE has an error.
  if (!D.base_addr)
    setBounds(D.dim[Dim], Lower, Upper);
}

/// The kind of the characters is in the type that the descriptor has.
static void setLength(Descriptor &D, int64_t Length, int Kind) {
  D.elem_len =
      static_cast<size_t>(Length > 0 ? Length : 0) * static_cast<size_t>(Kind);
}
void SMALL(AllocatableInitCharacterForAllocate)(Descriptor &D, int64_t Length,
                                                int Kind, int, int) {
  if (!D.base_addr)
    setLength(D, Length, Kind);
}
void SMALL(AllocatableInitCharacter)(Descriptor &D, int64_t Length, int Kind,
                                     int, int) {
  D.base_addr = nullptr;
  setLength(D, Length, Kind);
}

/// MOLD= and SOURCE= give bounds where ALLOCATE names none.
void ENTRY(AllocatableApplyMold)(Descriptor &D, const Descriptor &Mold,
                                 int Rank) {
  if (D.base_addr)
    return;
  D.elem_len = Mold.elem_len;
  D.rank = static_cast<CFI_rank_t>(Rank);
  for (int I = 0; I < Rank && I < Mold.rank; ++I)
    D.dim[I] = Mold.dim[I];
}

int32_t ENTRY(MoveAlloc)(Descriptor &To, Descriptor &From, const void *,
                         bool HasStat, const Descriptor *Message,
                         const char *File, int Line) {
  if (&To == &From || (To.base_addr && To.base_addr == From.base_addr))
    return report(BaseNotNull, HasStat, Message, {File, Line});
  if (To.base_addr)
    releaseObject(To, {File, Line});
  copyHeader(To, From);
  From.base_addr = nullptr;
  return Ok;
}

//===-- Pointers ----------------------------------------------------------===//

int SMALL(PointerAllocate)(Descriptor &D, bool HasStat,
                           const Descriptor *Message, const char *File,
                           int Line, void *) {
  return report(allocateData(D), HasStat, Message, {File, Line});
}

int ENTRY(PointerAllocateSource)(Descriptor &D, const Descriptor &Source,
                                 bool HasStat, const Descriptor *Message,
                                 const char *File, int Line) {
  takeShape(D, Source);
  Status S = allocateData(D);
  if (S == Ok)
    fillFrom(D, Source);
  return report(S, HasStat, Message, {File, Line});
}

int SMALL(PointerDeallocate)(Descriptor &D, bool HasStat,
                             const Descriptor *Message, const char *File,
                             int Line) {
  return CALL(AllocatableDeallocate)(D, HasStat, Message, File, Line);
}

void SMALL(PointerSetBounds)(Descriptor &D, int Dim, int64_t Lower,
                             int64_t Upper) {
  setBounds(D.dim[Dim], Lower, Upper);
}
void SMALL(PointerNullifyCharacter)(Descriptor &D, int64_t Length, int Kind,
                                    int, int) {
  D.base_addr = nullptr;
  setLength(D, Length, Kind);
}
void ENTRY(PointerApplyMold)(Descriptor &D, const Descriptor &Mold, int Rank) {
  D.base_addr = nullptr;
  CALL(AllocatableApplyMold)(D, Mold, Rank);
}

void ENTRY(PointerAssociateLowerBounds)(Descriptor &Pointer,
                                        const Descriptor &Target,
                                        const Descriptor &Lower) {
  copyHeader(Pointer, Target);
  Pointer.attribute = CFI_attribute_pointer;
  for (int I = 0; I < Pointer.rank; ++I)
    if (Pointer.dim[I].extent > 0)
      Pointer.dim[I].lower_bound = integerAt(Lower, I);
}

/// A Cray pointee gets its address; its shape is there.
void ENTRY(PointerAssociateScalar)(Descriptor &Pointer, void *Target) {
  Pointer.base_addr = Target;
}

/// Bounds are pairs in an array of shape [2, rank].
void ENTRY(PointerAssociateRemapping)(Descriptor &Pointer,
                                      const Descriptor &Target,
                                      const Descriptor &Bounds,
                                      const char *File, int Line) {
  int Rank = static_cast<int>(Bounds.dim[1].extent);
  Pointer.base_addr = Target.base_addr;
  Pointer.elem_len = Target.elem_len;
  Pointer.version = Target.version;
  Pointer.type = Target.type;
  Pointer.rank = static_cast<CFI_rank_t>(Rank);
  Pointer.attribute = CFI_attribute_pointer;
  Index Stride =
      Target.rank == 1 ? Target.dim[0].sm : static_cast<Index>(Target.elem_len);
  const char *At = static_cast<const char *>(Bounds.base_addr);
  for (int I = 0; I < Rank; ++I, At += Bounds.dim[1].sm) {
    setBounds(Pointer.dim[I], loadInteger(At, Bounds.elem_len),
              loadInteger(At + Bounds.dim[0].sm, Bounds.elem_len));
    Pointer.dim[I].sm = Stride;
    Stride *= Pointer.dim[I].extent;
  }
  if (elementCount(Pointer) > elementCount(Target))
    fail("pointer assignment with more elements than the target has",
         {File, Line});
}
void ENTRY(PointerAssociateRemappingMonomorphic)(Descriptor &Pointer,
                                                 const Descriptor &Target,
                                                 const Descriptor &Bounds,
                                                 const char *File, int Line) {
  CALL(PointerAssociateRemapping)(Pointer, Target, Bounds, File, Line);
}

bool ENTRY(PointerIsAssociatedWith)(const Descriptor &Pointer,
                                    const Descriptor *Target) {
  if (!Target || !Pointer.base_addr || Pointer.base_addr != Target->base_addr ||
      Pointer.rank != Target->rank)
    return false;
  for (int I = 0; I < Pointer.rank; ++I)
    if (Pointer.dim[I].extent != Target->dim[I].extent ||
        Pointer.dim[I].extent == 0 ||
        (Pointer.dim[I].extent != 1 && Pointer.dim[I].sm != Target->dim[I].sm))
      return false;
  return Pointer.elem_len != 0;
}

} // extern "C"

//===-- cudaMalloc and cudaFree -------------------------------------------===//

namespace {

int32_t allocateElements(Descriptor &Array, int64_t Count) {
  if (Array.base_addr || Count < 0)
    return CudaInvalidValue;
  setBounds(Array.dim[0], 1, Count);
  return allocateData(Array) == Ok ? CudaSuccess : CudaMemoryAllocation;
}

int32_t allocateBytes(void *&Address, int64_t Bytes) {
  Address = nullptr;
  if (Bytes < 0)
    return CudaInvalidValue;
  if (Bytes == 0)
    return CudaSuccess;
  Address = takeFromHeap(static_cast<size_t>(Bytes));
  return Address ? CudaSuccess : CudaMemoryAllocation;
}

int32_t freeElements(Descriptor &Array) {
  if (Array.base_addr)
    releaseObject(Array, {nullptr, 0});
  Array.base_addr = nullptr;
  return CudaSuccess;
}

} // namespace

#define ALLOCATION(TYPE)                                                       \
  int32_t warprt_cudaMalloc_##TYPE##_i4(Descriptor &Array, int32_t Count) {    \
    return allocateElements(Array, Count);                                     \
  }                                                                            \
  int32_t warprt_cudaMalloc_##TYPE##_i8(Descriptor &Array, int64_t Count) {    \
    return allocateElements(Array, Count);                                     \
  }                                                                            \
  int32_t warprt_cudaFree_##TYPE(Descriptor &Array) {                          \
    return freeElements(Array);                                                \
  }                                                                            \
  int32_t warprt_cudaFree_##TYPE##_rank2(Descriptor &Array) {                  \
    return freeElements(Array);                                                \
  }
/// Fortran functions without a binding label.
#define FURTHER_ALLOCATION(TYPE)                                               \
  int32_t malloc_##TYPE##_4(Descriptor &, const int32_t &) __asm__(            \
      "_QPwarprt_malloc_" #TYPE "_4");                                         \
  int32_t malloc_##TYPE##_4(Descriptor &Array, const int32_t &Count) {         \
    return allocateElements(Array, Count);                                     \
  }                                                                            \
  int32_t malloc_##TYPE##_8(Descriptor &, const int64_t &) __asm__(            \
      "_QPwarprt_malloc_" #TYPE "_8");                                         \
  int32_t malloc_##TYPE##_8(Descriptor &Array, const int64_t &Count) {         \
    return allocateElements(Array, Count);                                     \
  }                                                                            \
  int32_t free_##TYPE##_1(Descriptor &) __asm__("_QPwarprt_free_" #TYPE "_1"); \
  int32_t free_##TYPE##_1(Descriptor &Array) { return freeElements(Array); }   \
  int32_t free_##TYPE##_2(Descriptor &) __asm__("_QPwarprt_free_" #TYPE "_2"); \
  int32_t free_##TYPE##_2(Descriptor &Array) { return freeElements(Array); }

extern "C" {
int32_t warprt_cudaMalloc_ptr_i4(void *&Address, int32_t Bytes) {
  return allocateBytes(Address, Bytes);
}
int32_t warprt_cudaMalloc_ptr_i8(void *&Address, int64_t Bytes) {
  return allocateBytes(Address, Bytes);
}
int32_t warprt_cudaFree_ptr(void *&Address) {
  release(Address);
  return CudaSuccess;
}
ALLOCATION(i1)
ALLOCATION(i2)
ALLOCATION(i4)
ALLOCATION(i8)
ALLOCATION(r4)
ALLOCATION(r8)
ALLOCATION(c4)
ALLOCATION(c8)
ALLOCATION(l1)
ALLOCATION(l4)
ALLOCATION(l8)
FURTHER_ALLOCATION(r2)
FURTHER_ALLOCATION(l2)
FURTHER_ALLOCATION(ch)
}
