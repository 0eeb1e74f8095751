//===-- Copies.cpp - Asynchronous copies and fills in device code ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cudaMemcpyAsync and cudaMemsetAsync of module cudafor, which the host has
// under the same names: as device code may call them, for contiguous data of
// intrinsic types. CUDA's device runtime fills bytes only, so all bytes of the
// value must be the same.
//
//===----------------------------------------------------------------------===//
#include "Descriptor.h"
#include "warprt/DeviceLaunch.h"

using namespace warpdev;

extern "C" {
int32_t __warpdev_target_is_cpu();
int32_t __cudaCDP2MemcpyAsync(void *, const void *, size_t, int32_t, int64_t);
int32_t __cudaCDP2MemsetAsync(void *, int32_t, size_t, int64_t);
}

namespace {

constexpr int32_t InvalidValue = 1, NotSupported = 801, DeviceToDevice = 3;

/// Whether these are plain bytes: an address, such as type(c_devptr), is not
/// what a copy is asked for.
bool isPlain(const Descriptor &D) {
  return D.type > 0 && D.type != CFI_type_struct && isContiguous(D);
}

int32_t copy(const Descriptor &To, const Descriptor &From, int64_t Count,
             int64_t Stream) {
  if (Count < 0 || !isPlain(To) || !isPlain(From) ||
      To.elem_len != From.elem_len)
    return InvalidValue;
  size_t Bytes = static_cast<size_t>(Count) * To.elem_len;
  if (__warpdev_target_is_cpu())
    return warprt_cpu_copy_async(To.base_addr, From.base_addr, Bytes, Stream);
  return __cudaCDP2MemcpyAsync(To.base_addr, From.base_addr, Bytes,
                               DeviceToDevice, Stream);
}

int32_t fill(const Descriptor &To, const Descriptor &Value, int64_t Count,
             int64_t Stream) {
  if (Count < 0 || !isPlain(To) || !isPlain(Value) ||
      Value.elem_len > To.elem_len)
    return InvalidValue;
  auto *Byte = static_cast<const unsigned char *>(Value.base_addr);
  for (size_t I = 1; I < Value.elem_len; ++I)
    if (Byte[I] != Byte[0])
      return InvalidValue;
  if (Value.elem_len < To.elem_len && Byte[0] != 0)
    return InvalidValue;
  size_t Bytes = static_cast<size_t>(Count) * To.elem_len;
  if (__warpdev_target_is_cpu())
    return warprt_cpu_fill_async(To.base_addr, Byte[0], Bytes, Stream);
  // CUDA's device runtime writes zeros whatever the byte is (seen with CUDA
  // 13.0 and driver 580.159, in CUDA C, too).
  if (Byte[0] != 0)
    return NotSupported;
  return __cudaCDP2MemsetAsync(To.base_addr, 0, Bytes, Stream);
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
  int32_t warprt_cudaMemsetAsync_##SUFFIX##_i8(                                \
      const Descriptor &To, const Descriptor &Value, COUNT Count,              \
      const int64_t *Stream) {                                                 \
    return fill(To, Value, Count, streamOr(Stream));                           \
  }                                                                            \
  int32_t warprt_cudaMemsetAsync_##SUFFIX##_i4(const Descriptor &To,           \
                                               const Descriptor &Value,        \
                                               COUNT Count, int32_t Stream) {  \
    return fill(To, Value, Count, Stream);                                     \
  }

extern "C" {
FUNCTIONS(i4, int32_t)
FUNCTIONS(i8, int64_t)
}
