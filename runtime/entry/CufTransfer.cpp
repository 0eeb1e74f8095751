//===-- runtime/entry/CufTransfer.cpp - Assignments by compiled code ------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The _FortranACUF* entry points that copy between host and device; signatures
// as in flang/Runtime/CUDA. They are assignments, so an allocatable left-hand
// side takes the shape of the right-hand side, and a failure ends the program.
//
//===----------------------------------------------------------------------===//
#include "core/DeviceOutput.h"
#include "core/Diagnostics.h"
#include "core/ImageRegistry.h"
#include "core/Memory.h"
#include "core/Runtime.h"
#include "core/Transfer.h"
#include "entry/Export.h"
#include <algorithm>

using namespace warprt;

namespace {

struct Transfer {
  SourceLocation Where;
  CopyKind Kind = CopyKind::Infer;
  Device *D = nullptr;

  Transfer(unsigned Mode, const char *File, int Line) : Where{File, Line} {
    switch (static_cast<TransferMode>(Mode)) {
    case TransferMode::HostToDevice:
      Kind = CopyKind::HostToDevice;
      break;
    case TransferMode::DeviceToHost:
      Kind = CopyKind::DeviceToHost;
      break;
    case TransferMode::DeviceToDevice:
      Kind = CopyKind::DeviceToDevice;
      break;
    default:
      fatalAt(Where, "unknown transfer mode " + std::to_string(Mode) +
                         " in compiled code");
    }
    if (Error E = currentDevice(D); failed(E))
      fatalAt(Where, E, "using the device");
  }

  /// The destination's queue where it is the device's, else the source's.
  Queue *queue(const void *Dst, const void *Src) const {
    return queueFor(toDevice() ? Dst : Src);
  }

  /// A transfer that waited for the device ends here.
  ~Transfer() { printDeviceOutput(); }

  bool fromDevice() const { return Kind != CopyKind::HostToDevice; }
  bool toDevice() const { return Kind != CopyKind::DeviceToHost; }

  std::string what(size_t Bytes) const {
    const char *Way = Kind == CopyKind::HostToDevice   ? "host to the device"
                      : Kind == CopyKind::DeviceToHost ? "device to the host"
                                                       : "device to the device";
    return "copying " + std::to_string(Bytes) + " bytes from the " + Way;
  }

  void check(Error E, size_t Bytes) const {
    if (failed(E))
      fatalAt(Where, E, what(Bytes));
  }

  void copyBytes(void *Dst, const void *Src, size_t Bytes) {
    if (Bytes == 0)
      return;
    CopyShape Shape;
    Shape.Width = Bytes;
    check(D->copy(Dst, Src, Shape, Kind, queue(Dst, Src),
                  /*Async=*/Kind == CopyKind::DeviceToDevice),
          Bytes);
    if (Kind == CopyKind::DeviceToDevice)
      finish(queue(Dst, Src), Bytes);
  }

  /// The default queue orders what follows, but for queues that do not wait for
  /// it: the statement is done before the next one all the same.
  void finish(Queue *Q, size_t Bytes) const {
    if (anyNonBlockingQueue())
      check(D->synchronizeQueue(Q), Bytes);
  }

  void copyViews(const ArrayView &Dst, const ArrayView &Src) {
    size_t Bytes = Dst.count() * Dst.ElementBytes;
    Queue *Q = queue(Dst.Base, Src.Base);
    check(copyArray(*D, Dst, Src, Kind, Q), Bytes);
    if (Kind == CopyKind::DeviceToDevice)
      finish(Q, Bytes);
  }

  /// The bytes of a scalar, wherever it lies.
  std::vector<char> fetch(const Descriptor &Scalar) {
    std::vector<char> Value(std::max<size_t>(1, Scalar.elem_len));
    if (!fromDevice()) {
      std::memcpy(Value.data(), Scalar.base_addr, Scalar.elem_len);
    } else if (Scalar.elem_len) {
      CopyShape Shape;
      Shape.Width = Scalar.elem_len;
      check(D->copy(Value.data(), Scalar.base_addr, Shape,
                    CopyKind::DeviceToHost, queueFor(Scalar.base_addr),
                    /*Async=*/false),
            Scalar.elem_len);
    }
    return Value;
  }

  void fill(const ArrayView &Dst, const std::vector<char> &Value) {
    size_t Bytes = Dst.count() * Dst.ElementBytes;
    if (toDevice()) {
      check(fillArray(*D, Dst, Value.data(), queueFor(Dst.Base)), Bytes);
      finish(queueFor(Dst.Base), Bytes);
    } else
      fillHostArray(Dst, Value.data());
  }
};

bool isCharacter(const Descriptor &D) {
  return D.type == CFI_type_char || D.type == CFI_type_char16_t ||
         D.type == CFI_type_char32_t;
}

size_t characterBytes(const Descriptor &D) {
  return D.type == CFI_type_char32_t ? 4 : D.type == CFI_type_char16_t ? 2 : 1;
}

bool sameShape(const Descriptor &A, const Descriptor &B) {
  if (A.rank != B.rank)
    return false;
  for (int I = 0; I < A.rank; ++I)
    if (std::max<CFI_index_t>(0, A.dim[I].extent) !=
        std::max<CFI_index_t>(0, B.dim[I].extent))
      return false;
  return true;
}

std::string shapeOf(const Descriptor &D) {
  std::string Text = "(";
  for (int I = 0; I < D.rank; ++I)
    Text += (I ? "," : "") + std::to_string(D.dim[I].extent);
  return Text + ")";
}

void release(Descriptor &Old, SourceLocation Where) {
  Error Cause = Error::Success;
  if (Old.base_addr && freeDescriptor(Old, Cause) != CFI_SUCCESS)
    fatalAt(Where, Cause, "deallocating the left-hand side");
}

/// Whether an array's first element lies in memory of the other, as in
/// a = a(2:5).
bool isPartOf(const Descriptor &Src, const Descriptor &Dst) {
  const char *First = static_cast<const char *>(Src.base_addr);
  const char *Begin = static_cast<const char *>(Dst.base_addr);
  return Begin && First >= Begin &&
         First < Begin + elementCount(Dst) * Dst.elem_len;
}

/// Gives an allocatable left-hand side the shape of the right-hand side. If the
/// latter is part of the old array, this is kept: the descriptor of it, as
/// bytes, or none.
std::vector<char> reallocate(Descriptor &Dst, const Descriptor &Src,
                             SourceLocation Where) {
  std::vector<char> Kept;
  if (Dst.base_addr && (Src.rank == 0 || sameShape(Dst, Src)))
    return Kept;
  if (Src.rank == 0 && Dst.rank != 0)
    fatalAt(Where, "a scalar is assigned to an array that is not allocated");
  if (Src.rank != Dst.rank)
    fatalAt(Where, "assignment of an array of rank " +
                       std::to_string(Src.rank) + " to one of rank " +
                       std::to_string(Dst.rank));
  if (isPartOf(Src, Dst)) {
    Kept.resize(descriptorBytes(Dst));
    std::memcpy(Kept.data(), &Dst, Kept.size());
    Dst.base_addr = nullptr;
  } else {
    release(Dst, Where);
  }
  for (int I = 0; I < Dst.rank; ++I) {
    Dst.dim[I].lower_bound = Src.dim[I].lower_bound;
    Dst.dim[I].extent = std::max<CFI_index_t>(0, Src.dim[I].extent);
  }
  Error Cause = Error::Success;
  if (allocateDescriptor(Dst, Cause) != CFI_SUCCESS)
    fatalAt(Where, Cause,
            "allocating " + byteText(Dst) + " for the left-hand side");
  return Kept;
}

/// Cuts or pads with blanks.
void assignCharacters(char *To, size_t ToBytes, const char *From,
                      size_t FromBytes, size_t Unit) {
  size_t Used = std::min(FromBytes, ToBytes);
  std::memcpy(To, From, Used);
  for (size_t At = Used; At < ToBytes; At += Unit) {
    std::memset(To + At, 0, Unit);
    To[At] = ' ';
  }
}

/// Characters of different lengths, on the host.
void copyCharacters(Transfer &T, const Descriptor &Dst, const Descriptor &Src) {
  size_t Count = elementCount(Src), Unit = characterBytes(Src);
  std::vector<char> From(Count * Src.elem_len), To(Count * Dst.elem_len);
  ArrayView FromView(Src), ToView(Dst);
  auto contiguous = [](const ArrayView &Like, std::vector<char> &Memory) {
    ArrayView V = Like;
    V.Base = Memory.data();
    auto Stride = static_cast<int64_t>(V.ElementBytes);
    for (int I = 0; I < V.Rank; ++I) {
      V.Stride[I] = Stride;
      Stride *= V.Extent[I];
    }
    return V;
  };
  CopyKind Kind = T.Kind;
  T.Kind = T.fromDevice() ? CopyKind::DeviceToHost : CopyKind::HostToHost;
  T.copyViews(contiguous(FromView, From), FromView);
  for (size_t I = 0; I < Count; ++I)
    assignCharacters(To.data() + I * Dst.elem_len, Dst.elem_len,
                     From.data() + I * Src.elem_len, Src.elem_len, Unit);
  T.Kind = Kind == CopyKind::DeviceToHost ? CopyKind::HostToHost
                                          : CopyKind::HostToDevice;
  T.copyViews(ToView, contiguous(ToView, To));
}

void copyElements(Descriptor *Dst, Descriptor *Src, Transfer &T) {
  if (elementCount(*Dst) != 0 && !Dst->base_addr)
    fatalAt(T.Where, "the left-hand side of the assignment is not allocated");
  if (elementCount(*Src) != 0 && !Src->base_addr)
    fatalAt(T.Where, "the right-hand side of the assignment is not allocated");
  bool Characters = isCharacter(*Dst) && Dst->type == Src->type;
  if (Src->rank == 0 && Dst->rank > 0) {
    if (Src->elem_len != Dst->elem_len && Characters) {
      std::vector<char> Value(std::max<size_t>(1, Dst->elem_len));
      assignCharacters(Value.data(), Dst->elem_len, T.fetch(*Src).data(),
                       Src->elem_len, characterBytes(*Dst));
      T.fill(ArrayView(*Dst), Value);
      return;
    }
    if (Src->elem_len != Dst->elem_len)
      fatalAt(T.Where, "assignment between elements of " +
                           std::to_string(Src->elem_len) + " and " +
                           std::to_string(Dst->elem_len) +
                           " bytes is not supported");
    T.fill(ArrayView(*Dst), T.fetch(*Src));
    return;
  }
  if (!sameShape(*Dst, *Src))
    fatalAt(T.Where, "shapes differ in an assignment: " + shapeOf(*Dst) +
                         " = " + shapeOf(*Src));
  if (Dst->elem_len == Src->elem_len) {
    T.copyViews(ArrayView(*Dst), ArrayView(*Src));
    return;
  }
  if (!Characters)
    fatalAt(T.Where, "assignment between elements of " +
                         std::to_string(Src->elem_len) + " and " +
                         std::to_string(Dst->elem_len) +
                         " bytes is not supported");
  copyCharacters(T, *Dst, *Src);
}

void assign(Descriptor *Dst, Descriptor *Src, Transfer &T, bool Reallocate) {
  // A component that was never allocated does not say which memory it wants.
  if (Reallocate && T.toDevice() && !Dst->base_addr &&
      allocatorOf(*Dst) == Allocator::Default)
    setAllocator(*Dst, Allocator::Device);
  std::vector<char> Old;
  if (Reallocate && Dst->attribute == CFI_attribute_allocatable)
    Old = reallocate(*Dst, *Src, T.Where);
  copyElements(Dst, Src, T);
  if (!Old.empty())
    release(*reinterpret_cast<Descriptor *>(Old.data()), T.Where);
}

} // namespace

WARPRT_EXPORT void _FortranACUFDataTransferPtrPtr(void *Dst, void *Src,
                                                  size_t Bytes, unsigned Mode,
                                                  const char *File, int Line) {
  Transfer(Mode, File, Line).copyBytes(Dst, Src, Bytes);
}

WARPRT_EXPORT void _FortranACUFDataTransferPtrDesc(void *Dst, Descriptor *Src,
                                                   size_t Bytes, unsigned Mode,
                                                   const char *File, int Line) {
  Transfer T(Mode, File, Line);
  size_t Count = elementCount(*Src);
  if (Count == 0 || Bytes == 0)
    return;
  if (Count * Src->elem_len > Bytes)
    fatalAt(T.Where, "an array of " + std::to_string(Count * Src->elem_len) +
                         " bytes is assigned to " + std::to_string(Bytes) +
                         " bytes");
  if (Src->rank == 0 && Bytes > Src->elem_len) {
    T.fill(ArrayView(Dst, Src->elem_len, Bytes / Src->elem_len), T.fetch(*Src));
    return;
  }
  ArrayView From(*Src), To = From;
  To.Base = static_cast<char *>(Dst);
  auto Stride = static_cast<int64_t>(To.ElementBytes);
  for (int I = 0; I < To.Rank; ++I) {
    To.Stride[I] = Stride;
    Stride *= To.Extent[I];
  }
  T.copyViews(To, From);
}

WARPRT_EXPORT void
_FortranACUFDataTransferDescDesc(Descriptor *Dst, Descriptor *Src,
                                 unsigned Mode, const char *File, int Line) {
  Transfer T(Mode, File, Line);
  assign(Dst, Src, T, /*Reallocate=*/true);
}

WARPRT_EXPORT void _FortranACUFDataTransferDescDescNoRealloc(Descriptor *Dst,
                                                             Descriptor *Src,
                                                             unsigned Mode,
                                                             const char *File,
                                                             int Line) {
  Transfer T(Mode, File, Line);
  assign(Dst, Src, T, /*Reallocate=*/false);
}

WARPRT_EXPORT void _FortranACUFDataTransferCstDesc(Descriptor *Dst,
                                                   Descriptor *Src,
                                                   unsigned Mode,
                                                   const char *File, int Line) {
  Transfer T(Mode, File, Line);
  assign(Dst, Src, T, /*Reallocate=*/false);
}

WARPRT_EXPORT void _FortranACUFDataTransferGlobalDescDesc(Descriptor *Dst,
                                                          Descriptor *Src,
                                                          unsigned Mode,
                                                          const char *File,
                                                          int Line) {
  Transfer T(Mode, File, Line);
  std::vector<char> Before(descriptorBytes(*Dst));
  std::memcpy(Before.data(), Dst, Before.size());
  assign(Dst, Src, T, /*Reallocate=*/true);
  // The device's copy matters only if the assignment allocated anew.
  if (std::memcmp(Before.data(), Dst, Before.size()) != 0)
    if (Error E = ImageRegistry::get().syncDescriptor(Dst, *T.D); failed(E))
      fatalAt(T.Where, E, "updating a module array's descriptor");
}

WARPRT_EXPORT void _FortranACUFMemsetDescriptor(Descriptor *Dst, void *Value,
                                                const char *File, int Line) {
  Transfer T(static_cast<unsigned>(TransferMode::HostToDevice), File, Line);
  if (elementCount(*Dst) != 0 && !Dst->base_addr)
    fatalAt(T.Where, "the left-hand side of the assignment is not allocated");
  T.check(fillArray(*T.D, ArrayView(*Dst), Value, queueFor(Dst->base_addr)),
          elementCount(*Dst) * Dst->elem_len);
}
