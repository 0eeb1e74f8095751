//===-- Copies.cpp - Asynchronous copies and fills in device code ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cudaMemcpyAsync, cudaMemsetAsync and their forms for rows and volumes of
// module cudafor, which the host has under the same names: as device code may
// call them, for contiguous data of intrinsic types and for addresses. Counts
// are elements; bytes where an address takes part. All bytes of a fill's value
// must be the same.
//
//===----------------------------------------------------------------------===//
#include "../CudaStatus.h"
#include "Descriptor.h"
#include "warprt/DeviceLaunch.h"

using namespace warpdev;

namespace {

/// cudaPitchedPtr, cudaExtent and cudaMemcpy3DParms of CUDA.
struct PitchedPointer {
  void *Address;
  size_t Pitch, XSize, YSize;
};
struct Extent {
  size_t Width, Height, Depth;
};
struct VolumeCopy {
  void *SrcArray;
  size_t SrcPos[3];
  PitchedPointer Src;
  void *DstArray;
  size_t DstPos[3];
  PitchedPointer Dst;
  Extent Size;
  int32_t Kind;
};

} // namespace

extern "C" {
int32_t __warpdev_target_is_cpu();
int32_t __cudaCDP2MemcpyAsync(void *, const void *, size_t, int32_t, int64_t);
int32_t __cudaCDP2Memcpy2DAsync(void *, size_t, const void *, size_t, size_t,
                                size_t, int32_t, int64_t);
int32_t __warpdev_fill_rows(void *, size_t, int32_t, size_t, size_t, int64_t);
int32_t __cudaCDP2Memcpy3DAsync(const VolumeCopy *, int64_t);
}

namespace {

constexpr int32_t DeviceToDevice = 3;

/// Whether this is an object of type(c_devptr) or type(c_ptr): the compiler
/// refuses other derived types here.
bool isAddress(const Descriptor &D) {
  return D.rank == 0 && D.elem_len == sizeof(void *) &&
         (D.type == CFI_type_cptr || D.type == CFI_type_struct);
}

/// One side of a copy or fill.
struct Side {
  explicit Side(const Descriptor &D) {
    if (isAddress(D)) {
      IsAddress = true;
      Address = *static_cast<void **>(D.base_addr);
      ElementBytes = 1;
    } else if (D.type > 0 && D.type != CFI_type_struct && isContiguous(D)) {
      Address = D.base_addr;
      ElementBytes = D.elem_len;
    }
  }
  /// Bytes that one count means; 0 if the sides do not fit.
  size_t unitWith(const Side &Other) const {
    if (!ElementBytes || !Other.ElementBytes)
      return 0;
    if (IsAddress || Other.IsAddress)
      return 1;
    return ElementBytes == Other.ElementBytes ? ElementBytes : 0;
  }

  void *Address = nullptr;
  size_t ElementBytes = 0;
  bool IsAddress = false;
};

/// The byte that a fill writes, or -1. Nought is the same in every type; an
/// address takes the low byte of an integer, as in C.
int byteOf(const Descriptor &Value, const Side &To) {
  if (!To.ElementBytes || Value.rank != 0 || Value.type <= 0 ||
      Value.type == CFI_type_struct)
    return -1;
  auto *Byte = static_cast<const unsigned char *>(Value.base_addr);
  if (To.IsAddress)
    return Byte[0];
  for (size_t I = 1; I < Value.elem_len; ++I)
    if (Byte[I] != Byte[0])
      return -1;
  if (Value.elem_len > To.ElementBytes)
    return -1;
  return Value.elem_len < To.ElementBytes && Byte[0] != 0 ? -1 : Byte[0];
}

int32_t copy(const Descriptor &ToD, const Descriptor &FromD, int64_t Count,
             int64_t Stream) {
  Side To(ToD), From(FromD);
  size_t Unit = To.unitWith(From), Bytes;
  if (Count < 0 || !Unit ||
      __builtin_mul_overflow(static_cast<size_t>(Count), Unit, &Bytes))
    return CudaInvalidValue;
  if (__warpdev_target_is_cpu())
    return warprt_cpu_copy_async(To.Address, From.Address, Bytes, Stream);
  return __cudaCDP2MemcpyAsync(To.Address, From.Address, Bytes, DeviceToDevice,
                               Stream);
}

int32_t copyRows(const Descriptor &ToD, int64_t ToPitch,
                 const Descriptor &FromD, int64_t FromPitch, int64_t Width,
                 int64_t Height, int64_t Stream) {
  Side To(ToD), From(FromD);
  size_t Unit = To.unitWith(From), ToBytes, FromBytes;
  if (!Unit || Width < 0 || Height < 0)
    return CudaInvalidValue;
  if (ToPitch < Width || FromPitch < Width ||
      __builtin_mul_overflow(static_cast<size_t>(ToPitch), Unit, &ToBytes) ||
      __builtin_mul_overflow(static_cast<size_t>(FromPitch), Unit, &FromBytes))
    return CudaInvalidPitchValue;
  if (Width == 0 || Height == 0)
    return CudaSuccess;
  size_t Bytes = static_cast<size_t>(Width) * Unit;
  auto Rows = static_cast<size_t>(Height);
  if (__warpdev_target_is_cpu())
    return warprt_cpu_copy_rows_async(To.Address, ToBytes, From.Address,
                                      FromBytes, Bytes, Rows, Stream);
  return __cudaCDP2Memcpy2DAsync(To.Address, ToBytes, From.Address, FromBytes,
                                 Bytes, Rows, DeviceToDevice, Stream);
}

int32_t fill(const Descriptor &ToD, const Descriptor &Value, int64_t Count,
             int64_t Stream) {
  Side To(ToD);
  int Byte = byteOf(Value, To);
  size_t Bytes;
  if (Count < 0 || Byte < 0 ||
      __builtin_mul_overflow(static_cast<size_t>(Count), To.ElementBytes,
                             &Bytes))
    return CudaInvalidValue;
  return Bytes == 0
             ? CudaSuccess
             : __warpdev_fill_rows(To.Address, Bytes, Byte, Bytes, 1, Stream);
}

int32_t fillRows(const Descriptor &ToD, int64_t Pitch, const Descriptor &Value,
                 int64_t Width, int64_t Height, int64_t Stream) {
  Side To(ToD);
  int Byte = byteOf(Value, To);
  size_t PitchBytes;
  if (Width < 0 || Height < 0 || Byte < 0)
    return CudaInvalidValue;
  if (Pitch < Width || __builtin_mul_overflow(static_cast<size_t>(Pitch),
                                              To.ElementBytes, &PitchBytes))
    return CudaInvalidPitchValue;
  if (Width == 0 || Height == 0)
    return CudaSuccess;
  size_t Bytes = static_cast<size_t>(Width) * To.ElementBytes;
  auto Rows = static_cast<size_t>(Height);
  return __warpdev_fill_rows(To.Address, PitchBytes, Byte, Bytes, Rows, Stream);
}

/// CUDA arrays are the host's to copy.
int32_t copyVolume(const VolumeCopy &Wanted, int64_t Stream) {
  if (Wanted.SrcArray || Wanted.DstArray)
    return CudaNotSupported;
  if (__warpdev_target_is_cpu())
    return warprt_cpu_copy_volume_async(&Wanted, Stream);
  VolumeCopy Copy = Wanted;
  Copy.Kind = DeviceToDevice;
  return __cudaCDP2Memcpy3DAsync(&Copy, Stream);
}

int64_t streamOr(const int64_t *Stream) { return Stream ? *Stream : 0; }

} // namespace

/// One set of functions for each kind of a count.
#define FUNCTIONS(SUFFIX, COUNT)                                               \
  int32_t warprt_cudaMemcpyAsync_##SUFFIX##_i8(                                \
      const Descriptor &To, const Descriptor &From, COUNT Count,               \
      const int64_t *Stream) {                                                 \
    return copy(To, From, Count, streamOr(Stream));                            \
  }                                                                            \
  int32_t warprt_cudaMemcpyAsync_##SUFFIX##_kind_i8(                           \
      const Descriptor &To, const Descriptor &From, COUNT Count,               \
      const int32_t &, const int64_t *Stream) {                                \
    return copy(To, From, Count, streamOr(Stream));                            \
  }                                                                            \
  int32_t warprt_cudaMemcpyAsync_##SUFFIX##_i4(                                \
      const Descriptor &To, const Descriptor &From, COUNT Count,               \
      const int32_t *, int32_t Stream) {                                       \
    return copy(To, From, Count, Stream);                                      \
  }                                                                            \
  int32_t warprt_cudaMemcpy2DAsync_##SUFFIX##_i8(                              \
      const Descriptor &To, COUNT ToPitch, const Descriptor &From,             \
      COUNT FromPitch, COUNT Width, COUNT Height, const int64_t *Stream) {     \
    return copyRows(To, ToPitch, From, FromPitch, Width, Height,               \
                    streamOr(Stream));                                         \
  }                                                                            \
  int32_t warprt_cudaMemcpy2DAsync_##SUFFIX##_kind_i8(                         \
      const Descriptor &To, COUNT ToPitch, const Descriptor &From,             \
      COUNT FromPitch, COUNT Width, COUNT Height, const int32_t &,             \
      const int64_t *Stream) {                                                 \
    return copyRows(To, ToPitch, From, FromPitch, Width, Height,               \
                    streamOr(Stream));                                         \
  }                                                                            \
  int32_t warprt_cudaMemcpy2DAsync_##SUFFIX##_i4(                              \
      const Descriptor &To, COUNT ToPitch, const Descriptor &From,             \
      COUNT FromPitch, COUNT Width, COUNT Height, const int32_t *,             \
      int32_t Stream) {                                                        \
    return copyRows(To, ToPitch, From, FromPitch, Width, Height, Stream);      \
  }                                                                            \
  int32_t warprt_cudaMemsetAsync_##SUFFIX##_i8(                                \
      const Descriptor &To, const Descriptor &Value, COUNT Count,              \
      const int64_t *Stream) {                                                 \
    return fill(To, Value, Count, streamOr(Stream));                           \
  }                                                                            \
  int32_t warprt_cudaMemsetAsync_##SUFFIX##_i4(const Descriptor &To,           \
                                               const Descriptor &Value,        \
                                               COUNT Count, int32_t Stream) {  \
    return fill(To, Value, Count, Stream);                                     \
  }                                                                            \
  int32_t warprt_cudaMemset2DAsync_##SUFFIX(                                   \
      const Descriptor &To, COUNT Pitch, const Descriptor &Value, COUNT Width, \
      COUNT Height, const int64_t *Stream) {                                   \
    return fillRows(To, Pitch, Value, Width, Height, streamOr(Stream));        \
  }

extern "C" {
FUNCTIONS(i4, int32_t)
FUNCTIONS(i8, int64_t)

int32_t warprt_cudaCopyVolumeAsync_i8(const VolumeCopy &Copy,
                                      const int64_t *Stream) {
  return copyVolume(Copy, streamOr(Stream));
}
int32_t warprt_cudaCopyVolumeAsync_i4(const VolumeCopy &Copy, int32_t Stream) {
  return copyVolume(Copy, Stream);
}

int32_t warprt_cudaMemset3DAsync(const PitchedPointer &To, int32_t Value,
                                 const Extent &Size, const int64_t *Stream) {
  if (__warpdev_target_is_cpu())
    return warprt_cpu_fill_volume_async(&To, Value, &Size, streamOr(Stream));
  if (Size.Width == 0 || Size.Height == 0 || Size.Depth == 0)
    return CudaSuccess;
  if (!To.Address || (Size.Depth > 1 && To.YSize < Size.Height))
    return CudaInvalidValue;
  if (To.Pitch < Size.Width)
    return CudaInvalidPitchValue;
  for (size_t Z = 0; Z < Size.Depth; ++Z)
    if (int32_t Status = __warpdev_fill_rows(
            static_cast<char *>(To.Address) + Z * To.YSize * To.Pitch, To.Pitch,
            Value, Size.Width, Size.Height, streamOr(Stream)))
      return Status;
  return CudaSuccess;
}
}
