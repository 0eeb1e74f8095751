//===-- runtime/core/Descriptor.h - Fortran descriptors ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang's descriptor is the standard's CFI_cdesc_t; the byte after the
// attribute holds the index of the allocator and whether an addendum with the
// derived type follows the dimensions.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_DESCRIPTOR_H
#define WARPRT_CORE_DESCRIPTOR_H

#include <ISO_Fortran_binding.h>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace warprt {

using Descriptor = CFI_cdesc_t;

/// Flang's allocator slots.
enum class Allocator : unsigned {
  Default = 0,
  Pinned = 1,
  Device = 2,
  Managed = 3,
  Unified = 4
};

/// Values of the mode that Flang passes to transfers.
enum class TransferMode : unsigned {
  HostToDevice = 0,
  DeviceToHost = 1,
  DeviceToDevice = 2
};

inline bool hasAddendum(const Descriptor &D) { return D.extra & 1; }

inline Allocator allocatorOf(const Descriptor &D) {
  return static_cast<Allocator>((D.extra >> 1) & 7);
}

inline void setAllocator(Descriptor &D, Allocator A) {
  D.extra = static_cast<unsigned char>((D.extra & ~0x0eu) |
                                       (static_cast<unsigned>(A) << 1));
}

inline size_t headerBytes(int Rank) {
  return offsetof(Descriptor, dim) +
         static_cast<size_t>(Rank) * sizeof(CFI_dim_t);
}

/// The addendum's bytes: the type and one length parameter's place.
constexpr size_t AddendumBytes = 16;

inline size_t descriptorBytes(const Descriptor &D) {
  return headerBytes(D.rank) + (hasAddendum(D) ? AddendumBytes : 0);
}

/// The derived type's description, null if there is none.
inline const void *derivedType(const Descriptor &D) {
  if (!hasAddendum(D))
    return nullptr;
  const void *Type;
  std::memcpy(&Type, reinterpret_cast<const char *>(&D) + headerBytes(D.rank),
              sizeof Type);
  return Type;
}

inline size_t elementCount(const Descriptor &D) {
  size_t Count = 1;
  for (int I = 0; I < D.rank; ++I)
    Count *= D.dim[I].extent > 0 ? static_cast<size_t>(D.dim[I].extent) : 0;
  return Count;
}

/// The bytes of all elements; false where they are more than a size can be.
inline bool byteCount(const Descriptor &D, size_t &Bytes) {
  bool Fits = true;
  Bytes = D.elem_len;
  for (int I = 0; I < D.rank; ++I) {
    if (D.dim[I].extent <= 0) {
      Bytes = 0;
      return true;
    }
    Fits &= !__builtin_mul_overflow(Bytes, static_cast<size_t>(D.dim[I].extent),
                                    &Bytes);
  }
  return Fits;
}

/// "80 bytes", for messages.
inline std::string byteText(const Descriptor &D) {
  size_t Bytes;
  return byteCount(D, Bytes) ? std::to_string(Bytes) + " bytes"
                             : "more than 2**64 bytes";
}

inline bool isContiguous(const Descriptor &D) {
  auto Expected = static_cast<CFI_index_t>(D.elem_len);
  for (int I = 0; I < D.rank; ++I) {
    if (D.dim[I].extent != 1 && D.dim[I].sm != Expected)
      return elementCount(D) == 0;
    Expected *= D.dim[I].extent;
  }
  return true;
}

/// Strides of a contiguous array.
inline void setContiguous(Descriptor &D) {
  auto Stride = static_cast<CFI_index_t>(D.elem_len);
  for (int I = 0; I < D.rank; ++I) {
    D.dim[I].sm = Stride;
    Stride *= D.dim[I].extent;
  }
}

/// Room for any descriptor, as a local variable.
struct DescriptorStorage {
  alignas(8) char Bytes[sizeof(Descriptor) + CFI_MAX_RANK * sizeof(CFI_dim_t) +
                        AddendumBytes];
  Descriptor &get() { return *reinterpret_cast<Descriptor *>(Bytes); }
};

} // namespace warprt

#endif // WARPRT_CORE_DESCRIPTOR_H
