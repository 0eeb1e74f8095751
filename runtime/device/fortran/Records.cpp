//===-- Records.cpp - Allocatable components in device code ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assignment and deallocation of objects with allocatable components. What the
// components need, procedures do that the compiler makes for each type. All of
// this is inlined, so that they are called by name: through addresses, ptxas
// could not tell how much stack a kernel needs.
//
//===----------------------------------------------------------------------===//
#include "Descriptor.h"

using namespace warpdev;

using Procedure = void (*)(void *);
using PairProcedure = void (*)(void *, void *);

#define INLINE __attribute__((always_inline))

namespace {

/// Memory for the bytes of a value; that of small ones is local.
class Bytes {
public:
  INLINE Bytes(size_t Count, Place At)
      : Memory(Count <= sizeof(Local)
                   ? Local
                   : static_cast<char *>(allocate(Count, At))) {}
  Bytes(const Bytes &) = delete;
  Bytes &operator=(const Bytes &) = delete;
  INLINE ~Bytes() {
    if (Memory != Local)
      release(Memory);
  }
  INLINE char *get() const { return Memory; }

private:
  alignas(16) char Local[256];
  char *Memory;
};

INLINE bool sameShape(const Descriptor &A, const Descriptor &B) {
  bool Same = A.rank == B.rank;
  for (int I = 0; Same && I < A.rank; ++I)
    Same = A.dim[I].extent == B.dim[I].extent;
  return Same;
}

} // namespace

extern "C" {

INLINE void __warpdev_each_record(const Descriptor &Object, Procedure Do) {
  if (!Object.base_addr)
    return;
  Index Count = elementCount(Object);
  Walk At(Object);
  for (Index I = 0; I < Count; ++I, At.next())
    Do(At.get());
}

INLINE void __warpdev_own_component(Descriptor &Component, Procedure Own) {
  if (!Component.base_addr)
    return;
  Index Count = elementCount(Component);
  size_t Size = static_cast<size_t>(Count) * Component.elem_len;
  auto *Memory = static_cast<char *>(allocate(Size, {nullptr, 0}));
  copyBytes(Memory, static_cast<const char *>(Component.base_addr), Size);
  Component.base_addr = Memory;
  setAttached(Component, false);
  if (Own)
    for (Index I = 0; I < Count; ++I, Memory += Component.elem_len)
      Own(Memory);
}

INLINE void __warpdev_destroy_component(Descriptor &Component,
                                        Procedure Destroy) {
  if (!Component.base_addr)
    return;
  if (Destroy)
    __warpdev_each_record(Component, Destroy);
  releaseObject(Component, {nullptr, 0});
  Component.base_addr = nullptr;
}

INLINE void __warpdev_each_pair(const Descriptor &To, const Descriptor &Value,
                                PairProcedure Do) {
  Index Count = elementCount(To);
  Walk Out(To), In(Value);
  for (Index I = 0; I < Count; ++I, Out.next(), In.next())
    Do(Out.get(), In.get());
}

/// A component is about to be destroyed, and `Value` to get into its place.
/// Where the memory fits only the contents change, since it may be the host's,
/// attached or managed: the two objects trade their bytes, and their memory.
INLINE void __warpdev_keep_component(Descriptor &Component, Descriptor &Value,
                                     PairProcedure Keep) {
  if (!Component.base_addr || !Value.base_addr ||
      Component.elem_len != Value.elem_len || !sameShape(Component, Value))
    return;
  Index Count = elementCount(Component);
  auto *Old = static_cast<char *>(Component.base_addr);
  auto *New = static_cast<char *>(Value.base_addr);
  if (Keep)
    for (Index I = 0; I < Count; ++I)
      Keep(Old + I * static_cast<Index>(Value.elem_len),
           New + I * static_cast<Index>(Value.elem_len));
  for (Index I = 0, End = Count * static_cast<Index>(Value.elem_len); I < End;
       ++I) {
    char Byte = Old[I];
    Old[I] = New[I];
    New[I] = Byte;
  }
  Value.base_addr = Old;
  setAttached(Value, isAttached(Component));
  Component.base_addr = New;
  setAttached(Component, false);
}

/// What is assigned may be a part of what it is assigned to: it is copied
/// before anything is deallocated.
INLINE void __warpdev_assign_records(Descriptor &To, const Descriptor &From,
                                     Procedure Own, Procedure Destroy,
                                     PairProcedure Keep, const char *File,
                                     int32_t Line) {
  Place At = {File, Line};
  Index Count = elementCount(From);
  Bytes Value(static_cast<size_t>(Count) * From.elem_len, At);
  Walk In(From);
  char *Element = Value.get();
  for (Index I = 0; I < Count; ++I, In.next(), Element += From.elem_len) {
    copyBytes(Element, In.get(), From.elem_len);
    Own(Element);
  }
  bool Fits = To.base_addr && (From.rank == 0 || sameShape(To, From));
  if (!Fits && !isAllocatable(To))
    fail("assignment of arrays whose shapes differ", At);
  if (!Fits && From.rank == 0 && To.rank > 0)
    fail("assignment of a scalar to an array that is not allocated", At);
  if (!Fits) {
    if (Destroy)
      __warpdev_each_record(To, Destroy);
    if (To.base_addr)
      releaseObject(To, At);
    To.elem_len = From.elem_len;
    for (int I = 0; I < To.rank; ++I)
      setBounds(To.dim[I], From.dim[I].lower_bound,
                From.dim[I].lower_bound + From.dim[I].extent - 1);
    setContiguous(To);
    setAttached(To, false);
    To.base_addr = allocate(static_cast<size_t>(Count) * From.elem_len, At);
  }
  // Of a scalar, the last element gets the copy itself.
  Index Assigned = elementCount(To);
  Bytes Another(From.rank == 0 && Assigned > 1 ? From.elem_len : 0, At);
  Walk Out(To);
  Element = Value.get();
  for (Index I = 0; I < Assigned; ++I, Out.next()) {
    char *Copy = Element;
    if (From.rank > 0) {
      Element += From.elem_len;
    } else if (I + 1 < Assigned) {
      Copy = Another.get();
      copyBytes(Copy, Element, From.elem_len);
      Own(Copy);
    }
    if (Fits && Destroy) {
      Keep(Out.get(), Copy);
      Destroy(Out.get());
    }
    copyBytes(Out.get(), Copy, From.elem_len);
  }
  if (From.rank == 0 && Assigned == 0)
    Destroy ? Destroy(Element) : void();
}

} // extern "C"
