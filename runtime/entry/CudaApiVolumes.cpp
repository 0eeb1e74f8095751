//===-- runtime/entry/CudaApiVolumes.cpp - cudafor: padded volumes -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Volumes are slices of rows, each of which begins `pitch` bytes behind the one
// before, each slice `ysize` rows behind. Where a copy or fill takes all rows
// of its slices, it is one of two dimensions; otherwise there is one a slice.
//
//===----------------------------------------------------------------------===//
#include "entry/CudaApiArrays.h"
#include "warprt/DeviceLaunch.h"

using namespace warprt;

namespace {

/// One side of a copy or fill: its first byte and the bytes from slice to
/// slice.
struct Box {
  char *First = nullptr;
  size_t Pitch = 0, SliceBytes = 0;
  /// One slice follows the other without rows between.
  bool IsDense = false;

  Error set(const PitchedPointer &P, const Position &At, const Extent &Size);
};

Error Box::set(const PitchedPointer &P, const Position &At,
               const Extent &Size) {
  size_t RowEnd, ColumnEnd, Offset, Row;
  if (!P.Address || __builtin_add_overflow(At.X, Size.Width, &RowEnd) ||
      __builtin_add_overflow(At.Y, Size.Height, &ColumnEnd))
    return Error::InvalidValue;
  if (P.Pitch < RowEnd)
    return Error::InvalidPitchValue;
  // The height of what has one slice is of no interest, as in CUDA.
  bool HasSlices = Size.Depth > 1 || At.Z > 0;
  if (HasSlices && P.YSize < ColumnEnd)
    return Error::InvalidValue;
  Pitch = P.Pitch;
  if (__builtin_mul_overflow(At.Z, P.YSize, &Row) ||
      __builtin_add_overflow(Row, At.Y, &Row) ||
      __builtin_mul_overflow(Row, Pitch, &Offset) ||
      __builtin_add_overflow(Offset, At.X, &Offset) ||
      __builtin_mul_overflow(P.YSize, Pitch, &SliceBytes))
    return Error::InvalidValue;
  First = P.Address + Offset;
  IsDense = !HasSlices || P.YSize == Size.Height;
  return Error::Success;
}

/// Calls `Copy(dst, src, shape, whether it is the last)` for each slice, or
/// once for all of them.
template <typename Body> Error copySlices(const CopyParameters &P, Body Copy) {
  if (P.Size.isEmpty())
    return Error::Success;
  Box Dst, Src;
  if (Error E = Dst.set(P.Dst, P.DstPos, P.Size); failed(E))
    return E;
  if (Error E = Src.set(P.Src, P.SrcPos, P.Size); failed(E))
    return E;
  CopyShape Shape;
  Shape.DstPitch = Dst.Pitch;
  Shape.SrcPitch = Src.Pitch;
  Shape.Width = P.Size.Width;
  Shape.Height = P.Size.Height;
  size_t Slices = P.Size.Depth;
  if (Dst.IsDense && Src.IsDense) {
    Shape.Height *= Slices;
    Slices = 1;
  }
  for (size_t Z = 0; Z < Slices; ++Z)
    if (Error E = Copy(Dst.First + Z * Dst.SliceBytes,
                       Src.First + Z * Src.SliceBytes, Shape, Z + 1 == Slices);
        failed(E))
      return E;
  return Error::Success;
}

int copyVolume(const CopyParameters &P, Queue *Q, bool Async) {
  if (P.DstArray || P.SrcArray)
    return copyVolumeOfArrays(P, Q, Async);
  CopyKind Kind;
  if (!kindOf(&P.Kind, Kind))
    return result(Error::InvalidMemcpyDirection);
  return onDevice([&](Device &D) {
    return copySlices(P, [&](char *Dst, const char *Src, const CopyShape &Shape,
                             bool IsLast) {
      return copyRowsOn(D, Dst, Src, Shape, Kind, Q, Async || !IsLast);
    });
  });
}

/// Calls `Fill(address, pitch, rows, whether it is the last)` likewise.
template <typename Body>
Error fillSlices(const PitchedPointer &P, const Extent &Size, Body Fill) {
  if (Size.isEmpty())
    return Error::Success;
  Box Dst;
  if (Error E = Dst.set(P, Position{}, Size); failed(E))
    return E;
  size_t Height = Size.Height, Slices = Size.Depth;
  if (Dst.IsDense) {
    Height *= Slices;
    Slices = 1;
  }
  for (size_t Z = 0; Z < Slices; ++Z)
    if (Error E = Fill(Dst.First + Z * Dst.SliceBytes, Dst.Pitch, Height,
                       Z + 1 == Slices);
        failed(E))
      return E;
  return Error::Success;
}

int fillVolume(const PitchedPointer *P, int Value, const Extent *Size, Queue *Q,
               bool Async) {
  return onDevice([&](Device &D) {
    return fillSlices(
        *P, *Size, [&](char *To, size_t Pitch, size_t Rows, bool IsLast) {
          return D.fill(To, Pitch, static_cast<unsigned char>(Value), 1,
                        Size->Width, Rows, Q, Async || !IsLast);
        });
  });
}

} // namespace

WARPRT_EXPORT int warprt_cudaMalloc3D(PitchedPointer *Result,
                                      const Extent *Size) {
  *Result = {nullptr, 0, Size->Width, Size->Height};
  if (Size->isEmpty())
    return result(Error::Success);
  size_t Pitch, Rows, Bytes;
  if (__builtin_add_overflow(Size->Width, PitchAlignment - 1, &Pitch))
    return result(Error::InvalidValue);
  Pitch -= Pitch % PitchAlignment;
  if (__builtin_mul_overflow(Size->Height, Size->Depth, &Rows) ||
      __builtin_mul_overflow(Rows, Pitch, &Bytes))
    return result(Error::InvalidValue);
  return onDevice([&](Device &D) {
    void *Address = nullptr;
    Error E = D.allocate(MemoryKind::Device, Bytes, &Address);
    if (!failed(E)) {
      Result->Address = static_cast<char *>(Address);
      Result->Pitch = Pitch;
    }
    return E;
  });
}

WARPRT_EXPORT int warprt_cudaCopyVolume(const CopyParameters *P) {
  return copyVolume(*P, defaultQueue(), false);
}

WARPRT_EXPORT int warprt_cudaCopyVolumeAsync_i8(const CopyParameters *P,
                                                const int64_t *Stream) {
  return copyVolume(*P, queueFrom(streamOr(Stream)), true);
}

WARPRT_EXPORT int warprt_cudaCopyVolumeAsync_i4(const CopyParameters *P,
                                                int32_t Stream) {
  return copyVolume(*P, queueFrom(Stream), true);
}

WARPRT_EXPORT int warprt_cudaMemset3D(const PitchedPointer *P, int Value,
                                      const Extent *Size) {
  return fillVolume(P, Value, Size, defaultQueue(), /*Async=*/false);
}

WARPRT_EXPORT int warprt_cudaMemset3DAsync(const PitchedPointer *P, int Value,
                                           const Extent *Size,
                                           const int64_t *Stream) {
  return fillVolume(P, Value, Size, queueFrom(streamOr(Stream)),
                    /*Async=*/true);
}

WARPRT_EXPORT PitchedPointer warprt_make_cudaPitchedPtr(char *Address,
                                                        size_t Pitch,
                                                        size_t XSize,
                                                        size_t YSize) {
  return {Address, Pitch, XSize, YSize};
}

/// What device code on the CPU queues.
WARPRT_EXPORT int32_t warprt_cpu_copy_volume_async(const void *Copy,
                                                   int64_t Stream) {
  return result(
      copySlices(*static_cast<const CopyParameters *>(Copy),
                 [&](char *Dst, const char *Src, const CopyShape &Shape, bool) {
                   return static_cast<Error>(warprt_cpu_copy_rows_async(
                       Dst, Shape.DstPitch, Src, Shape.SrcPitch, Shape.Width,
                       Shape.Height, Stream));
                 }));
}

WARPRT_EXPORT int32_t warprt_cpu_fill_volume_async(const void *To, int32_t Byte,
                                                   const void *Size,
                                                   int64_t Stream) {
  const auto &Wanted = *static_cast<const Extent *>(Size);
  return result(
      fillSlices(*static_cast<const PitchedPointer *>(To), Wanted,
                 [&](char *First, size_t Pitch, size_t Rows, bool) {
                   return static_cast<Error>(warprt_cpu_fill_rows_async(
                       First, Pitch, Byte, Wanted.Width, Rows, Stream));
                 }));
}
