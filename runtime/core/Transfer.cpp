//===-- runtime/core/Transfer.cpp - Copies of Fortran arrays --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Transfer.h.
//
//===----------------------------------------------------------------------===//
#include "core/Transfer.h"
#include <algorithm>
#include <vector>

using namespace warprt;

ArrayView::ArrayView(const Descriptor &D)
    : Base(static_cast<char *>(D.base_addr)), ElementBytes(D.elem_len),
      Rank(D.rank) {
  for (int I = 0; I < Rank; ++I) {
    Extent[I] = std::max<int64_t>(0, D.dim[I].extent);
    Stride[I] = D.dim[I].sm;
  }
}

ArrayView::ArrayView(void *Base, size_t ElementBytes, size_t Count)
    : Base(static_cast<char *>(Base)), ElementBytes(ElementBytes), Rank(1) {
  Extent[0] = static_cast<int64_t>(Count);
  Stride[0] = static_cast<int64_t>(ElementBytes);
}

size_t ArrayView::count() const {
  size_t Count = 1;
  for (int I = 0; I < Rank; ++I)
    Count *= static_cast<size_t>(Extent[I]);
  return Count;
}

bool ArrayView::contiguous() const {
  auto Expected = static_cast<int64_t>(ElementBytes);
  for (int I = 0; I < Rank; ++I) {
    if (Extent[I] != 1 && Stride[I] != Expected)
      return count() == 0;
    Expected *= Extent[I];
  }
  return true;
}

namespace {

/// Two arrays of one shape, brought to the fewest dimensions: `Run` bytes that
/// are contiguous in both, and strides for the rest.
struct Pair {
  char *Dst, *Src;
  size_t Run;
  int Rank = 0;
  int64_t Extent[CFI_MAX_RANK];
  int64_t DstStride[CFI_MAX_RANK], SrcStride[CFI_MAX_RANK];

  Pair(const ArrayView &To, const ArrayView &From)
      : Dst(To.Base), Src(From.Base), Run(To.ElementBytes) {
    for (int I = 0; I < To.Rank; ++I) {
      if (To.Extent[I] == 1)
        continue;
      int64_t Length = To.Extent[I];
      auto Contiguous = static_cast<int64_t>(Run);
      if (Rank == 0 && To.Stride[I] == Contiguous &&
          From.Stride[I] == Contiguous) {
        Run *= static_cast<size_t>(Length);
        continue;
      }
      if (Rank > 0 && To.Stride[I] == DstStride[Rank - 1] * Extent[Rank - 1] &&
          From.Stride[I] == SrcStride[Rank - 1] * Extent[Rank - 1]) {
        Extent[Rank - 1] *= Length;
        continue;
      }
      Extent[Rank] = Length;
      DstStride[Rank] = To.Stride[I];
      SrcStride[Rank] = From.Stride[I];
      ++Rank;
    }
  }

  /// Runs backwards through a dimension on both sides.
  void flip(int I) {
    Dst += DstStride[I] * (Extent[I] - 1);
    Src += SrcStride[I] * (Extent[I] - 1);
    DstStride[I] = -DstStride[I];
    SrcStride[I] = -SrcStride[I];
  }
};

/// Bytes from the lowest to behind the highest element.
void rangeOf(const ArrayView &A, uintptr_t &Low, uintptr_t &High) {
  int64_t Below = 0, Above = 0;
  for (int I = 0; I < A.Rank; ++I) {
    int64_t Reach = A.Stride[I] * (A.Extent[I] - 1);
    (Reach < 0 ? Below : Above) += Reach;
  }
  Low = reinterpret_cast<uintptr_t>(A.Base + Below);
  High = reinterpret_cast<uintptr_t>(A.Base + Above) + A.ElementBytes;
}

bool overlap(const ArrayView &A, const ArrayView &B) {
  uintptr_t ALow, AHigh, BLow, BHigh;
  rangeOf(A, ALow, AHigh);
  rangeOf(B, BLow, BHigh);
  return ALow < BHigh && BLow < AHigh;
}

/// Largest pitch that every device takes.
bool usablePitch(const Device &D, int64_t Stride, size_t Width) {
  return Stride >= 0 && static_cast<size_t>(Stride) >= Width &&
         static_cast<uint64_t>(Stride) <= D.properties().MaxPitch;
}

Error copyRows(Device &D, const Pair &P, char *Dst, char *Src, CopyKind Kind,
               Queue *Q, bool Async) {
  CopyShape Shape;
  Shape.Width = P.Run;
  if (P.Rank == 0)
    return D.copy(Dst, Src, Shape, Kind, Q, Async);
  if (usablePitch(D, P.DstStride[0], P.Run) &&
      usablePitch(D, P.SrcStride[0], P.Run)) {
    Shape.Height = static_cast<size_t>(P.Extent[0]);
    Shape.DstPitch = static_cast<size_t>(P.DstStride[0]);
    Shape.SrcPitch = static_cast<size_t>(P.SrcStride[0]);
    return D.copy(Dst, Src, Shape, Kind, Q, Async);
  }
  for (int64_t I = 0; I < P.Extent[0]; ++I)
    if (Error E = D.copy(Dst + I * P.DstStride[0], Src + I * P.SrcStride[0],
                         Shape, Kind, Q, Async);
        failed(E))
      return E;
  return Error::Success;
}

Error copyNested(Device &D, const Pair &P, int Dim, char *Dst, char *Src,
                 CopyKind Kind, Queue *Q, bool Async) {
  if (Dim < 1)
    return copyRows(D, P, Dst, Src, Kind, Q, Async);
  for (int64_t I = 0; I < P.Extent[Dim]; ++I)
    if (Error E = copyNested(D, P, Dim - 1, Dst + I * P.DstStride[Dim],
                             Src + I * P.SrcStride[Dim], Kind, Q, Async);
        failed(E))
      return E;
  return Error::Success;
}

template <typename Visitor>
void forEachElement(const ArrayView &A, Visitor Visit) {
  int64_t Index[CFI_MAX_RANK] = {};
  char *At = A.Base;
  for (size_t Left = A.count(); Left; --Left) {
    Visit(At);
    for (int I = 0; I < A.Rank; ++I) {
      At += A.Stride[I];
      if (++Index[I] < A.Extent[I])
        break;
      At -= A.Stride[I] * A.Extent[I];
      Index[I] = 0;
    }
  }
}

/// Host-side gather (Pack) or scatter between a view and contiguous memory.
void pack(const ArrayView &A, char *Buffer, bool Pack) {
  forEachElement(A, [&](char *At) {
    if (Pack)
      std::memcpy(Buffer, At, A.ElementBytes);
    else
      std::memcpy(At, Buffer, A.ElementBytes);
    Buffer += A.ElementBytes;
  });
}

/// A contiguous view of the same shape on other memory.
ArrayView likeOn(const ArrayView &A, char *Memory) {
  ArrayView V = A;
  V.Base = Memory;
  auto Stride = static_cast<int64_t>(A.ElementBytes);
  for (int I = 0; I < A.Rank; ++I) {
    V.Stride[I] = Stride;
    Stride *= A.Extent[I];
  }
  return V;
}

/// Copies where at least the device's side can be walked forwards.
Error copyForwards(Device &D, const ArrayView &Dst, const ArrayView &Src,
                   CopyKind Kind, Queue *Q, bool Async = false) {
  Pair P(Dst, Src);
  for (int I = 0; I < P.Rank; ++I)
    if (P.DstStride[I] < 0 && P.SrcStride[I] < 0)
      P.flip(I);
  // The dimension with the most rows belongs innermost, but order does not
  // change the result: keep Fortran's.
  Async |= Kind == CopyKind::DeviceToDevice;
  if (P.Rank > 1 && !Async && Kind != CopyKind::DeviceToDevice) {
    // Many small copies: queue all, wait once.
    if (Error E = copyNested(D, P, P.Rank - 1, P.Dst, P.Src, Kind, Q,
                             /*Async=*/true);
        failed(E))
      return E;
    return D.synchronizeQueue(Q);
  }
  return copyNested(D, P, P.Rank - 1, P.Dst, P.Src, Kind, Q, Async);
}

/// True if some dimension runs forwards on one side and backwards on the
/// other.
bool opposed(const ArrayView &A, const ArrayView &B) {
  for (int I = 0; I < A.Rank; ++I)
    if (A.Extent[I] > 1 && (A.Stride[I] < 0) != (B.Stride[I] < 0))
      return true;
  return false;
}

} // namespace

/// The direction that two addresses tell.
static CopyKind kindBetween(Device &D, const void *Dst, const void *Src) {
  auto OnDevice = [&](const void *Address) {
    PointerPlace Place = D.pointerInfo(Address).Place;
    return Place == PointerPlace::Device || Place == PointerPlace::Managed;
  };
  if (OnDevice(Src))
    return OnDevice(Dst) ? CopyKind::DeviceToDevice : CopyKind::DeviceToHost;
  return OnDevice(Dst) ? CopyKind::HostToDevice : CopyKind::HostToHost;
}

namespace {

/// Views \p V backwards in the dimensions where \p Like runs backwards.
ArrayView reversed(ArrayView V, const ArrayView &Like) {
  for (int I = 0; I < V.Rank; ++I)
    if (Like.Stride[I] < 0) {
      V.Base += V.Stride[I] * (V.Extent[I] - 1);
      V.Stride[I] = -V.Stride[I];
    }
  return V;
}

/// \p Buffer gets the elements in Fortran's order. The device's side is walked
/// forwards; the view of `Raw` that runs as \p From does then gives the order.
Error copyToBuffer(Device &D, const ArrayView &From, std::vector<char> &Buffer,
                   Queue *Q) {
  std::vector<char> Raw(Buffer.size());
  if (Error E = copyForwards(D, likeOn(From, Raw.data()), reversed(From, From),
                             CopyKind::DeviceToHost, Q);
      failed(E))
    return E;
  pack(reversed(likeOn(From, Raw.data()), From), Buffer.data(), true);
  return Error::Success;
}

Error copyFromBuffer(Device &D, const ArrayView &To, std::vector<char> &Buffer,
                     Queue *Q) {
  std::vector<char> Raw(Buffer.size());
  pack(reversed(likeOn(To, Raw.data()), To), Buffer.data(), false);
  return copyForwards(D, reversed(To, To), likeOn(To, Raw.data()),
                      CopyKind::HostToDevice, Q);
}

/// Copies through contiguous host memory, each side in its own order.
Error copyStaged(Device &D, const ArrayView &Dst, const ArrayView &Src,
                 CopyKind Kind, Queue *Q) {
  std::vector<char> Buffer(Dst.count() * Dst.ElementBytes);
  if (Kind == CopyKind::HostToHost)
    if (Error E = D.synchronizeQueue(Q); failed(E))
      return E;
  if (Kind == CopyKind::HostToDevice || Kind == CopyKind::HostToHost)
    pack(Src, Buffer.data(), true);
  else if (Error E = copyToBuffer(D, Src, Buffer, Q); failed(E))
    return E;
  if (Kind == CopyKind::HostToHost || Kind == CopyKind::DeviceToHost) {
    pack(Dst, Buffer.data(), false);
    return Error::Success;
  }
  return copyFromBuffer(D, Dst, Buffer, Q);
}

} // namespace

Error warprt::copyArray(Device &D, ArrayView Dst, ArrayView Src, CopyKind Kind,
                        Queue *Q, bool Async) {
  if (Dst.count() == 0 || Dst.ElementBytes == 0)
    return Error::Success;
  if (Dst.Rank != Src.Rank || Dst.ElementBytes != Src.ElementBytes)
    return Error::InvalidValue;
  for (int I = 0; I < Dst.Rank; ++I)
    if (Dst.Extent[I] != Src.Extent[I])
      return Error::InvalidValue;
  bool Opposed = opposed(Dst, Src);
  if (Opposed && Kind == CopyKind::Infer)
    Kind = kindBetween(D, Dst.Base, Src.Base);
  bool OnDevice = Kind == CopyKind::DeviceToDevice;
  return Opposed || (OnDevice && overlap(Dst, Src))
             ? copyStaged(D, Dst, Src, Kind, Q)
             : copyForwards(D, Dst, Src, Kind, Q, Async);
}

//===----------------------------------------------------------------------===//
// Filling
//===----------------------------------------------------------------------===//

namespace {

/// The unit of 1, 2 or 4 bytes that repeats to the value; 0 if there is none.
unsigned repeatingUnit(const char *Value, size_t Bytes, uint32_t &Unit) {
  for (unsigned Size : {1u, 2u, 4u}) {
    if (Bytes % Size != 0)
      continue;
    bool Repeats = true;
    for (size_t I = Size; I < Bytes && Repeats; I += Size)
      Repeats = std::memcmp(Value, Value + I, Size) == 0;
    if (!Repeats)
      continue;
    Unit = 0;
    std::memcpy(&Unit, Value, Size);
    return Size;
  }
  return 0;
}

/// Devices store units only at multiples of their size.
bool alignedFor(const ArrayView &A, unsigned Size) {
  bool Aligned = reinterpret_cast<uintptr_t>(A.Base) % Size == 0;
  for (int I = 0; I < A.Rank; ++I)
    Aligned &= A.Extent[I] == 1 || A.Stride[I] % Size == 0;
  return Aligned;
}

/// What is copied from the host before the device doubles it by itself.
constexpr size_t SeedBytes = 64 * 1024;

/// Contiguous elements of a value that no fill of the device can make.
Error fillBySeed(Device &D, char *Dst, size_t ElementBytes, size_t Count,
                 const char *Value, Queue *Q) {
  size_t Total = ElementBytes * Count;
  size_t Seed = std::min(Count, std::max<size_t>(1, SeedBytes / ElementBytes));
  std::vector<char> Buffer(Seed * ElementBytes);
  for (size_t I = 0; I < Seed; ++I)
    std::memcpy(Buffer.data() + I * ElementBytes, Value, ElementBytes);
  CopyShape Shape;
  Shape.Width = Buffer.size();
  if (Error E = D.copy(Dst, Buffer.data(), Shape, CopyKind::HostToDevice, Q,
                       /*Async=*/false);
      failed(E))
    return E;
  for (size_t Done = Buffer.size(); Done < Total;) {
    Shape.Width = std::min(Done, Total - Done);
    if (Error E = D.copy(Dst + Done, Dst, Shape, CopyKind::DeviceToDevice, Q,
                         /*Async=*/true);
        failed(E))
      return E;
    Done += Shape.Width;
  }
  return Error::Success;
}

Error fillNested(Device &D, const Pair &P, int Dim, char *Dst, uint32_t Unit,
                 unsigned UnitBytes, Queue *Q) {
  if (Dim >= 1) {
    for (int64_t I = 0; I < P.Extent[Dim]; ++I)
      if (Error E = fillNested(D, P, Dim - 1, Dst + I * P.DstStride[Dim], Unit,
                               UnitBytes, Q);
          failed(E))
        return E;
    return Error::Success;
  }
  size_t Width = P.Run / UnitBytes;
  if (P.Rank == 0)
    return D.fill(Dst, P.Run, Unit, UnitBytes, Width, 1, Q, /*Async=*/true);
  if (usablePitch(D, P.DstStride[0], P.Run))
    return D.fill(Dst, static_cast<size_t>(P.DstStride[0]), Unit, UnitBytes,
                  Width, static_cast<size_t>(P.Extent[0]), Q, /*Async=*/true);
  for (int64_t I = 0; I < P.Extent[0]; ++I)
    if (Error E = D.fill(Dst + I * P.DstStride[0], P.Run, Unit, UnitBytes,
                         Width, 1, Q, /*Async=*/true);
        failed(E))
      return E;
  return Error::Success;
}

} // namespace

Error warprt::fillArray(Device &D, ArrayView Dst, const void *Value, Queue *Q) {
  size_t Count = Dst.count();
  if (Count == 0 || Dst.ElementBytes == 0)
    return Error::Success;
  auto *Bytes = static_cast<const char *>(Value);
  uint32_t Unit = 0;
  unsigned Size = repeatingUnit(Bytes, Dst.ElementBytes, Unit);
  if (Size && alignedFor(Dst, Size)) {
    Pair P(Dst, Dst);
    for (int I = 0; I < P.Rank; ++I)
      if (P.DstStride[I] < 0)
        P.flip(I);
    return fillNested(D, P, P.Rank - 1, P.Dst, Unit, Size, Q);
  }
  if (Dst.contiguous())
    return fillBySeed(D, Dst.Base, Dst.ElementBytes, Count, Bytes, Q);
  std::vector<char> Buffer(Count * Dst.ElementBytes);
  for (size_t I = 0; I < Count; ++I)
    std::memcpy(Buffer.data() + I * Dst.ElementBytes, Value, Dst.ElementBytes);
  return copyArray(D, Dst, likeOn(Dst, Buffer.data()), CopyKind::HostToDevice,
                   Q);
}

void warprt::fillHostArray(const ArrayView &Dst, const void *Value) {
  forEachElement(Dst,
                 [&](char *At) { std::memcpy(At, Value, Dst.ElementBytes); });
}
