//===-- runtime/entry/CudaApiMemory.cpp - cudafor: memory and copies ------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Module cudafor hands arrays of every type, kind and rank over as
// assumed-type, assumed-rank descriptors, which say how long an element is:
// counts are elements for typed objects. An object of type(c_devptr) or
// type(c_ptr) stands for what it points to; counts are bytes where one takes
// part.
//
//===----------------------------------------------------------------------===//
#include "core/Capture.h"
#include "core/ImageRegistry.h"
#include "core/Leaks.h"
#include "core/Memory.h"
#include "core/Transfer.h"
#include "entry/CudaApiObjects.h"
#include <algorithm>
#include <limits>
#include <mutex>
#include <unordered_map>
#include <vector>

using namespace warprt;

namespace {

int copyElements(const Descriptor *DstD, const Descriptor *SrcD, int64_t Count,
                 const int *GivenKind, Queue *Q, bool Async) {
  CopyKind Kind;
  if (!kindOf(GivenKind, Kind))
    return result(Error::InvalidMemcpyDirection);
  Side Dst(*DstD), Src(*SrcD);
  size_t Unit = unitOf(Dst, Src), Bytes;
  if (Count < 0 || !Unit ||
      __builtin_mul_overflow(static_cast<size_t>(Count), Unit, &Bytes))
    return result(Error::InvalidValue);
  if (Bytes == 0)
    return result(Error::Success);
  return onDevice([&](Device &D) {
    if (Dst.hasGaps() || Src.hasGaps()) {
      // Whole sections of one shape are copied as such.
      if (Dst.IsPointer || Src.IsPointer ||
          elementCount(Dst.D) != static_cast<size_t>(Count) ||
          elementCount(Src.D) != static_cast<size_t>(Count))
        return Error::InvalidValue;
      return copyArray(D, ArrayView(Dst.D), ArrayView(Src.D), Kind, Q);
    }
    CopyShape Shape;
    Shape.Width = Bytes;
    return D.copy(Dst.Address, Src.Address, Shape, Kind, Q, Async);
  });
}

int copyRows(const Descriptor *DstD, int64_t DstPitch, const Descriptor *SrcD,
             int64_t SrcPitch, int64_t Width, int64_t Height,
             const int *GivenKind, Queue *Q, bool Async) {
  CopyKind Kind;
  if (!kindOf(GivenKind, Kind))
    return result(Error::InvalidMemcpyDirection);
  Side Dst(*DstD), Src(*SrcD);
  size_t Unit = unitOf(Dst, Src);
  if (!Unit || Width < 0 || Height < 0 || Dst.hasGaps() || Src.hasGaps())
    return result(Error::InvalidValue);
  if (DstPitch < Width || SrcPitch < Width)
    return result(Error::InvalidPitchValue);
  if (Width == 0 || Height == 0)
    return result(Error::Success);
  CopyShape Shape;
  if (__builtin_mul_overflow(static_cast<size_t>(DstPitch), Unit,
                             &Shape.DstPitch) ||
      __builtin_mul_overflow(static_cast<size_t>(SrcPitch), Unit,
                             &Shape.SrcPitch))
    return result(Error::InvalidPitchValue);
  Shape.Width = static_cast<size_t>(Width) * Unit;
  Shape.Height = static_cast<size_t>(Height);
  return onDevice([&](Device &D) {
    return copyRowsOn(D, Dst.Address, Src.Address, Shape, Kind, Q, Async);
  });
}

bool isZero(const Descriptor &Value) {
  auto *Bytes = static_cast<const char *>(Value.base_addr);
  return std::all_of(Bytes, Bytes + Value.elem_len,
                     [](char Byte) { return Byte == 0; });
}

int setElements(const Descriptor *DstD, int64_t Pitch, const Descriptor *ValueD,
                int64_t Width, int64_t Height, Queue *Q, bool Async) {
  Side Dst(*DstD);
  const void *Value = ValueD->base_addr;
  char Byte;
  std::vector<char> Zeros;
  if (Dst.IsPointer) {
    // As in C: the low byte of an integer.
    Byte = *static_cast<const char *>(Value);
    Value = &Byte;
  } else if (ValueD->elem_len != Dst.ElementBytes ||
             ValueD->type != DstD->type) {
    // Nought is the same in every type.
    if (!isZero(*ValueD))
      return result(Error::InvalidValue);
    Zeros.resize(Dst.ElementBytes);
    Value = Zeros.data();
  }
  // A section with gaps is filled as a whole.
  bool HasGaps = Dst.hasGaps();
  if (Width < 0 || Height < 0 || ValueD->rank != 0 ||
      (HasGaps &&
       (Height != 1 || elementCount(Dst.D) != static_cast<size_t>(Width))))
    return result(Error::InvalidValue);
  if (Height > 1 && Pitch < Width)
    return result(Error::InvalidPitchValue);
  if (Width == 0 || Height == 0)
    return result(Error::Success);
  ArrayView View(Dst.Address, Dst.ElementBytes, static_cast<size_t>(Width));
  View.Rank = 2;
  View.Extent[1] = Height;
  if (__builtin_mul_overflow(Pitch, static_cast<int64_t>(Dst.ElementBytes),
                             &View.Stride[1]))
    return result(Error::InvalidPitchValue);
  return onDevice([&](Device &D) {
    Error E = fillArray(D, HasGaps ? ArrayView(Dst.D) : View, Value, Q);
    return failed(E) || Async ? E : D.synchronizeQueue(Q);
  });
}

Error allocateBytes(MemoryKind Kind, int64_t Count, size_t Unit,
                    void **Address) {
  size_t Bytes;
  *Address = nullptr;
  if (Count < 0 ||
      __builtin_mul_overflow(static_cast<size_t>(Count), Unit, &Bytes))
    return Error::InvalidValue;
  Device *D = nullptr;
  if (Error E = currentDevice(D); failed(E))
    return E;
  if (Bytes == 0)
    return Error::Success;
  Error E = D->allocate(Kind, Bytes, Address);
  if (!failed(E) && Kind != MemoryKind::Pinned)
    noteAllocation(*Address, Bytes, "cudaMalloc");
  return E;
}

/// Whether the bytes are of a module's managed variable. Those are host memory
/// that is registered: the device takes no hints about them.
bool isManagedVariable(const void *Address, size_t Bytes) {
  const WarprtVariable *V = ImageRegistry::get().variable(Address);
  return V && V->kind == WARPRT_VAR_MANAGED &&
         Bytes <=
             V->size - static_cast<size_t>(static_cast<const char *>(Address) -
                                           static_cast<const char *>(V->host));
}

/// Gives managed memory's bytes to `Hint(Device &, Bytes)`.
template <typename Function>
int hintAt(const Side &S, int64_t Count, Function Hint) {
  size_t Bytes;
  if (Count < 0 || __builtin_mul_overflow(static_cast<size_t>(Count),
                                          S.ElementBytes, &Bytes))
    return result(Error::InvalidValue);
  return onDevice([&](Device &D) {
    return isManagedVariable(S.Address, Bytes) ? Error::Success
                                               : Hint(D, Bytes);
  });
}

/// What cudaHostAlloc was told about memory that is in use. All of it is
/// portable and mapped, whatever the program asks for.
struct HostFlags {
  std::mutex Lock;
  std::unordered_map<void *, int> Of;
};
HostFlags &hostFlags() {
  static auto *The = new HostFlags;
  return *The;
}

Error allocateHost(int64_t Count, int Flags, void **Address) {
  if (Flags & ~7)
    return Error::InvalidValue;
  Error E = allocateBytes(MemoryKind::Pinned, Count, 1, Address);
  if (!failed(E) && *Address) {
    std::lock_guard<std::mutex> Guard(hostFlags().Lock);
    hostFlags().Of[*Address] = Flags;
  }
  return E;
}

/// cudaMalloc of a rank-one allocatable device array.
int allocateArray(Descriptor *Array, int64_t Count, Allocator A,
                  const int64_t *Stream = nullptr) {
  if (Array->base_addr || Count < 0 || Array->rank != 1)
    return result(Error::InvalidValue);
  setAllocator(*Array, A);
  Array->dim[0].lower_bound = 1;
  Array->dim[0].extent = Count;
  Error Cause;
  int Status = allocateDescriptor(*Array, Cause, nullptr, Stream);
  return result(Status == CFI_SUCCESS ? Error::Success
                : failed(Cause)       ? Cause
                                      : Error::InvalidValue);
}

/// cudaMemAttachGlobal or cudaMemAttachHost.
bool isAttachFlag(int Flags) { return Flags == 1 || Flags == 2; }

int allocateManaged(Descriptor *Array, int64_t Count, int Flags) {
  return isAttachFlag(Flags) ? allocateArray(Array, Count, Allocator::Managed)
                             : result(Error::InvalidValue);
}

/// cudaMallocPitch of a rank-two allocatable device array: each column is a row
/// of pitched memory.
template <typename Integer>
int allocatePitched(Descriptor *Array, Integer *Pitch, Integer Width,
                    Integer Height) {
  constexpr auto Alignment = static_cast<int64_t>(PitchAlignment);
  int64_t Element = static_cast<int64_t>(Array->elem_len);
  if (Array->base_addr || Width < 0 || Height < 0 || Array->rank != 2)
    return result(Error::InvalidValue);
  int64_t Bytes, Columns;
  if (__builtin_mul_overflow(int64_t(Width), Element, &Bytes) ||
      __builtin_add_overflow(Bytes, Alignment - 1, &Bytes))
    return result(Error::InvalidValue);
  Bytes = Bytes / Alignment * Alignment;
  Columns = Bytes / Element;
  if (Columns > std::numeric_limits<Integer>::max())
    return result(Error::InvalidValue);
  setAllocator(*Array, Allocator::Device);
  for (int D = 0; D < 2; ++D)
    Array->dim[D].lower_bound = 1;
  Array->dim[0].extent = Columns;
  Array->dim[1].extent = Height;
  Error Cause;
  if (allocateDescriptor(*Array, Cause) != CFI_SUCCESS)
    return result(failed(Cause) ? Cause : Error::InvalidValue);
  *Pitch = static_cast<Integer>(Columns);
  return result(Error::Success);
}

int allocateOrdered(void **Result, int64_t Bytes, int64_t Stream) {
  *Result = nullptr;
  if (Bytes < 0)
    return result(Error::InvalidValue);
  if (Bytes == 0)
    return result(Error::Success);
  return onDevice([&](Device &D) {
    Error E =
        D.allocateAsync(static_cast<size_t>(Bytes), Result, queueFrom(Stream));
    if (!failed(E))
      noteAllocation(*Result, static_cast<size_t>(Bytes), "cudaMallocAsync");
    return E;
  });
}

int freeArray(Descriptor *Array) {
  if (!Array->base_addr)
    return result(Error::Success);
  Error Cause;
  return result(freeDescriptor(*Array, Cause) == CFI_SUCCESS ? Error::Success
                                                             : Cause);
}

/// cudaFreeAsync: behind what the stream does with the memory.
Error freeOrdered(void *&Address, Queue *Q) {
  if (!Address)
    return Error::Success;
  Device *D = nullptr;
  if (Error E = currentDevice(D); failed(E))
    return E;
  setQueueFor(Address, 0, nullptr);
  // Only plain device memory goes in order, and not on every device.
  if (anyCapture() || D->pointerInfo(Address).Place == PointerPlace::Device) {
    Error E = D->releaseAsync(Address, Q);
    if (E != Error::NotSupported)
      return E;
  }
  if (Error E = D->synchronizeQueue(Q); failed(E))
    return E;
  return D->release(MemoryKind::Device, Address);
}
Error freeOrdered(Descriptor &Array, Queue *Q) {
  Error E = freeOrdered(Array.base_addr, Q);
  if (!failed(E))
    Array.base_addr = nullptr;
  return E;
}

/// `cudaMemcpyAsync(dst, src, count, 0)`: what looks like a direction is meant
/// as the default stream.
const int *orStreamZero(const int *Kind, const int64_t *Stream) {
  return !Stream && Kind && *Kind == 0 ? nullptr : Kind;
}

} // namespace

/// One function for each integer kind of the counts. `Stream` arguments may
/// be absent; the module has functions for each kind of them, too.
#define WARPRT_BY_KIND(Suffix, Integer)                                        \
  WARPRT_EXPORT int warprt_cudaMemcpy_##Suffix(                                \
      const Descriptor *Dst, const Descriptor *Src, Integer Count,             \
      const int *Kind) {                                                       \
    return copyElements(Dst, Src, Count, Kind, defaultQueue(), false);         \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemcpyAsync_##Suffix##_i8(                      \
      const Descriptor *Dst, const Descriptor *Src, Integer Count,             \
      const int64_t *Stream) {                                                 \
    return copyElements(Dst, Src, Count, nullptr, queueFrom(streamOr(Stream)), \
                        true);                                                 \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemcpyAsync_##Suffix##_kind_i8(                 \
      const Descriptor *Dst, const Descriptor *Src, Integer Count,             \
      const int *Kind, const int64_t *Stream) {                                \
    return copyElements(Dst, Src, Count, orStreamZero(Kind, Stream),           \
                        queueFrom(streamOr(Stream)), true);                    \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemcpyAsync_##Suffix##_i4(                      \
      const Descriptor *Dst, const Descriptor *Src, Integer Count,             \
      const int *Kind, int32_t Stream) {                                       \
    return copyElements(Dst, Src, Count, Kind, queueFrom(Stream), true);       \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemcpy2D_##Suffix(                              \
      const Descriptor *Dst, Integer DstPitch, const Descriptor *Src,          \
      Integer SrcPitch, Integer Width, Integer Height, const int *Kind) {      \
    return copyRows(Dst, DstPitch, Src, SrcPitch, Width, Height, Kind,         \
                    defaultQueue(), false);                                    \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemcpy2DAsync_##Suffix##_i8(                    \
      const Descriptor *Dst, Integer DstPitch, const Descriptor *Src,          \
      Integer SrcPitch, Integer Width, Integer Height,                         \
      const int64_t *Stream) {                                                 \
    return copyRows(Dst, DstPitch, Src, SrcPitch, Width, Height, nullptr,      \
                    queueFrom(streamOr(Stream)), true);                        \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemcpy2DAsync_##Suffix##_kind_i8(               \
      const Descriptor *Dst, Integer DstPitch, const Descriptor *Src,          \
      Integer SrcPitch, Integer Width, Integer Height, const int *Kind,        \
      const int64_t *Stream) {                                                 \
    return copyRows(Dst, DstPitch, Src, SrcPitch, Width, Height,               \
                    orStreamZero(Kind, Stream), queueFrom(streamOr(Stream)),   \
                    true);                                                     \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemcpy2DAsync_##Suffix##_i4(                    \
      const Descriptor *Dst, Integer DstPitch, const Descriptor *Src,          \
      Integer SrcPitch, Integer Width, Integer Height, const int *Kind,        \
      int32_t Stream) {                                                        \
    return copyRows(Dst, DstPitch, Src, SrcPitch, Width, Height, Kind,         \
                    queueFrom(Stream), true);                                  \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemcpyPeer_##Suffix(                            \
      const Descriptor *Dst, int, const Descriptor *Src, int, Integer Count) { \
    return copyElements(Dst, Src, Count, nullptr, defaultQueue(), false);      \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemcpyPeerAsync_##Suffix(                       \
      const Descriptor *Dst, int, const Descriptor *Src, int, Integer Count,   \
      const int64_t *Stream) {                                                 \
    return copyElements(Dst, Src, Count, nullptr, queueFrom(streamOr(Stream)), \
                        true);                                                 \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemset_##Suffix(                                \
      const Descriptor *Dst, const Descriptor *Value, Integer Count) {         \
    return setElements(Dst, Count, Value, Count, 1, defaultQueue(), false);    \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemsetAsync_##Suffix##_i8(                      \
      const Descriptor *Dst, const Descriptor *Value, Integer Count,           \
      const int64_t *Stream) {                                                 \
    return setElements(Dst, Count, Value, Count, 1,                            \
                       queueFrom(streamOr(Stream)), true);                     \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemsetAsync_##Suffix##_i4(                      \
      const Descriptor *Dst, const Descriptor *Value, Integer Count,           \
      int32_t Stream) {                                                        \
    return setElements(Dst, Count, Value, Count, 1, queueFrom(Stream), true);  \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemset2D_##Suffix(                              \
      const Descriptor *Dst, Integer Pitch, const Descriptor *Value,           \
      Integer Width, Integer Height) {                                         \
    return setElements(Dst, Pitch, Value, Width, Height, defaultQueue(),       \
                       false);                                                 \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemset2DAsync_##Suffix(                         \
      const Descriptor *Dst, Integer Pitch, const Descriptor *Value,           \
      Integer Width, Integer Height, const int64_t *Stream) {                  \
    return setElements(Dst, Pitch, Value, Width, Height,                       \
                       queueFrom(streamOr(Stream)), true);                     \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMalloc_ptr_##Suffix(void **Result,              \
                                                   Integer Bytes) {            \
    return result(allocateBytes(MemoryKind::Device, Bytes, 1, Result));        \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMallocManaged_ptr_##Suffix(                     \
      void **Result, Integer Bytes, int Flags) {                               \
    if (!isAttachFlag(Flags))                                                  \
      return result(Error::InvalidValue);                                      \
    return result(allocateBytes(MemoryKind::Managed, Bytes, 1, Result));       \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMallocHost_##Suffix(void **Result,              \
                                                   Integer Bytes) {            \
    return result(allocateBytes(MemoryKind::Pinned, Bytes, 1, Result));        \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaHostAlloc_##Suffix(void **Result,               \
                                                  Integer Bytes, int Flags) {  \
    return result(allocateHost(Bytes, Flags, Result));                         \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaHostRegister_##Suffix(const Descriptor *Object, \
                                                     Integer Bytes, int) {     \
    Side Host(*Object);                                                        \
    if (Bytes <= 0)                                                            \
      return result(Error::InvalidValue);                                      \
    return onDevice([&](Device &D) {                                           \
      return D.registerHost(Host.Address, static_cast<size_t>(Bytes));         \
    });                                                                        \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemPrefetchAsync_##Suffix(                      \
      const Descriptor *Object, Integer Count, int Destination,                \
      const int64_t *Stream) {                                                 \
    Side S(*Object);                                                           \
    return hintAt(S, Count, [&](Device &D, size_t Bytes) {                     \
      return D.prefetch(S.Address, Bytes, Destination < 0,                     \
                        queueFrom(streamOr(Stream)));                          \
    });                                                                        \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemPrefetchAsync_##Suffix##_s4(                 \
      const Descriptor *Object, Integer Count, int Destination, int Stream) {  \
    int64_t Wide = Stream;                                                     \
    return warprt_cudaMemPrefetchAsync_##Suffix(Object, Count, Destination,    \
                                                &Wide);                        \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemAdvise_##Suffix(                             \
      const Descriptor *Object, Integer Count, int Advice, int Ordinal) {      \
    Side S(*Object);                                                           \
    return hintAt(S, Count, [&](Device &D, size_t Bytes) {                     \
      return D.advise(S.Address, Bytes, Advice, Ordinal);                      \
    });                                                                        \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaStreamAttachMemAsync_##Suffix(                  \
      int64_t Stream, const Descriptor *Object, Integer Count, int Flags) {    \
    Side S(*Object);                                                           \
    return hintAt(S, Count, [&](Device &D, size_t Bytes) {                     \
      return D.attach(queueFrom(Stream), S.Address, Bytes,                     \
                      static_cast<unsigned>(Flags));                           \
    });                                                                        \
  }

WARPRT_BY_KIND(i4, int32_t)
WARPRT_BY_KIND(i8, int64_t)
#undef WARPRT_BY_KIND

WARPRT_EXPORT int warprt_cudaFree_ptr(void **Address) {
  if (!*Address)
    return result(Error::Success);
  setQueueFor(*Address, 0, nullptr);
  return onDevice(
      [&](Device &D) { return D.release(MemoryKind::Device, *Address); });
}

/// The functions for allocatable arrays, one for each type: interfaces of
/// different types cannot share a binding name.
#define WARPRT_BY_TYPE(Type)                                                   \
  WARPRT_EXPORT int warprt_cudaMalloc_##Type##_i4(Descriptor *Array,           \
                                                  int32_t Count) {             \
    return allocateArray(Array, Count, Allocator::Device);                     \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMalloc_##Type##_i8(Descriptor *Array,           \
                                                  int64_t Count) {             \
    return allocateArray(Array, Count, Allocator::Device);                     \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMallocManaged_##Type##_i4(                      \
      Descriptor *Array, int32_t Count, int Flags) {                           \
    return allocateManaged(Array, Count, Flags);                               \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMallocManaged_##Type##_i8(                      \
      Descriptor *Array, int64_t Count, int Flags) {                           \
    return allocateManaged(Array, Count, Flags);                               \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaFree_##Type(Descriptor *Array) {                \
    return freeArray(Array);                                                   \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaFree_##Type##_rank2(Descriptor *Array) {        \
    return freeArray(Array);                                                   \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMallocPitch_##Type##_i4(                        \
      Descriptor *Array, int32_t *Pitch, int32_t Width, int32_t Height) {      \
    return allocatePitched(Array, Pitch, Width, Height);                       \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMallocPitch_##Type##_i8(                        \
      Descriptor *Array, int64_t *Pitch, int64_t Width, int64_t Height) {      \
    return allocatePitched(Array, Pitch, Width, Height);                       \
  }

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
#undef WARPRT_BY_TYPE

/// The same for further types, as Fortran functions.
#define WARPRT_BY_COUNT(Type, C, Count)                                        \
  WARPRT_EXPORT int warprt_malloc_##Type##_##C##_(Descriptor *Array,           \
                                                  const Count *N) {            \
    return allocateArray(Array, *N, Allocator::Device);                        \
  }                                                                            \
  WARPRT_EXPORT int warprt_malloc_managed_##Type##_##C##_(                     \
      Descriptor *Array, const Count *N, const int *Flags) {                   \
    return allocateManaged(Array, *N, *Flags);                                 \
  }                                                                            \
  WARPRT_EXPORT int warprt_malloc_pitch_##Type##_##C##_(                       \
      Descriptor *Array, Count *Pitch, const Count *Width,                     \
      const Count *Height) {                                                   \
    return allocatePitched(Array, Pitch, *Width, *Height);                     \
  }
#define WARPRT_BY_TYPE(Type)                                                   \
  WARPRT_BY_COUNT(Type, 4, int32_t)                                            \
  WARPRT_BY_COUNT(Type, 8, int64_t)                                            \
  WARPRT_EXPORT int warprt_free_##Type##_1_(Descriptor *Array) {               \
    return freeArray(Array);                                                   \
  }                                                                            \
  WARPRT_EXPORT int warprt_free_##Type##_2_(Descriptor *Array) {               \
    return freeArray(Array);                                                   \
  }
WARPRT_BY_TYPE(r2)
WARPRT_BY_TYPE(l2)
WARPRT_BY_TYPE(ch)
#undef WARPRT_BY_TYPE
#undef WARPRT_BY_COUNT

/// cudaMallocAsync and cudaFreeAsync: Fortran functions, of each kind of count
/// and stream.
#define WARPRT_FREE_ASYNC(Type, Object, S, Stream)                             \
  WARPRT_EXPORT int warprt_free_async_##Type##_##S##_(Object *O,               \
                                                      const Stream *At) {      \
    return result(freeOrdered(*O, queueFrom(*At)));                            \
  }
#define WARPRT_MALLOC_ASYNC(Type, C, Count, S, Stream)                         \
  WARPRT_EXPORT int warprt_malloc_async_##Type##_##C##S##_(                    \
      Descriptor *Array, const Count *N, const Stream *At) {                   \
    int64_t Queue = *At;                                                       \
    return allocateArray(Array, *N, Allocator::Device, &Queue);                \
  }
#define WARPRT_POINTER_ASYNC(C, Count, S, Stream)                              \
  WARPRT_EXPORT int warprt_malloc_async_ptr_##C##S##_(                         \
      void **Result, const Count *N, const Stream *At) {                       \
    return allocateOrdered(Result, *N, *At);                                   \
  }
#define WARPRT_ORDERED(Type)                                                   \
  WARPRT_MALLOC_ASYNC(Type, 4, int32_t, 4, int32_t)                            \
  WARPRT_MALLOC_ASYNC(Type, 4, int32_t, 8, int64_t)                            \
  WARPRT_MALLOC_ASYNC(Type, 8, int64_t, 4, int32_t)                            \
  WARPRT_MALLOC_ASYNC(Type, 8, int64_t, 8, int64_t)                            \
  WARPRT_FREE_ASYNC(Type, Descriptor, 4, int32_t)                              \
  WARPRT_FREE_ASYNC(Type, Descriptor, 8, int64_t)

WARPRT_POINTER_ASYNC(4, int32_t, 4, int32_t)
WARPRT_POINTER_ASYNC(4, int32_t, 8, int64_t)
WARPRT_POINTER_ASYNC(8, int64_t, 4, int32_t)
WARPRT_POINTER_ASYNC(8, int64_t, 8, int64_t)
WARPRT_FREE_ASYNC(ptr, void *, 4, int32_t)
WARPRT_FREE_ASYNC(ptr, void *, 8, int64_t)
WARPRT_ORDERED(i1)
WARPRT_ORDERED(i2)
WARPRT_ORDERED(i4)
WARPRT_ORDERED(i8)
WARPRT_ORDERED(r4)
WARPRT_ORDERED(r8)
WARPRT_ORDERED(c4)
WARPRT_ORDERED(c8)
WARPRT_ORDERED(l1)
WARPRT_ORDERED(l4)
WARPRT_ORDERED(l8)
WARPRT_ORDERED(r2)
WARPRT_ORDERED(l2)
WARPRT_ORDERED(ch)
#undef WARPRT_ORDERED
#undef WARPRT_POINTER_ASYNC
#undef WARPRT_MALLOC_ASYNC
#undef WARPRT_FREE_ASYNC

WARPRT_EXPORT int warprt_cudaHostGetFlags(int *Flags, void **Address) {
  std::lock_guard<std::mutex> Guard(hostFlags().Lock);
  auto I = hostFlags().Of.find(*Address);
  if (I == hostFlags().Of.end())
    return result(Error::InvalidValue);
  *Flags = I->second;
  return result(Error::Success);
}

WARPRT_EXPORT int warprt_cudaFreeHost(void **Address) {
  if (!*Address)
    return result(Error::Success);
  {
    std::lock_guard<std::mutex> Guard(hostFlags().Lock);
    hostFlags().Of.erase(*Address);
  }
  return onDevice(
      [&](Device &D) { return D.release(MemoryKind::Pinned, *Address); });
}

WARPRT_EXPORT int warprt_cudaHostUnregister(const Descriptor *Object) {
  Side Host(*Object);
  return onDevice([&](Device &D) { return D.unregisterHost(Host.Address); });
}

WARPRT_EXPORT int warprt_cudaHostGetDevicePointer(void **Result, void **Host,
                                                  int) {
  return onDevice([&](Device &D) {
    *Result = D.pointerInfo(*Host).DeviceAddress;
    return *Result ? Error::Success : Error::InvalidValue;
  });
}

WARPRT_EXPORT int warprt_cudaMemGetInfo(int64_t *Free, int64_t *Total) {
  return onDevice([&](Device &D) {
    size_t F = 0, T = 0;
    Error E = D.memoryInfo(F, T);
    *Free = static_cast<int64_t>(F);
    *Total = static_cast<int64_t>(T);
    return E;
  });
}

namespace {
/// Layout of type(cudaPointerAttributes).
struct FortranPointerAttributes {
  int32_t MemoryType, Device;
  void *DevicePointer, *HostPointer;
};
} // namespace

WARPRT_EXPORT int
warprt_cudaPointerGetAttributes(FortranPointerAttributes *Result,
                                const Descriptor *Object) {
  Side S(*Object);
  return onDevice([&](Device &D) {
    PointerInfo Info = D.pointerInfo(S.Address);
    if (isManagedVariable(S.Address, 0)) {
      Info.Place = PointerPlace::Managed;
      Info.DeviceAddress = S.Address;
    }
    Result->MemoryType = static_cast<int32_t>(Info.Place);
    Result->Device =
        Info.Place == PointerPlace::Unregistered ? -2 : Info.Ordinal;
    Result->DevicePointer = Info.DeviceAddress;
    Result->HostPointer = Info.HostAddress;
    return Error::Success;
  });
}
