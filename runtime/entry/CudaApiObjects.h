//===-- runtime/entry/CudaApiObjects.h - Objects of any type ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What module cudafor hands over as assumed-type, assumed-rank descriptors: one
// side of a copy, be it data of any type or a pointer to some.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_ENTRY_CUDAAPIOBJECTS_H
#define WARPRT_ENTRY_CUDAAPIOBJECTS_H

#include "core/Descriptor.h"
#include "entry/CudaApi.h"
#include <cstring>
#include <string_view>

namespace warprt {

/// The name of a derived type, from Flang's description of it: the descriptor
/// of the bindings (one dimension and an addendum), then that of the name.
inline std::string_view derivedTypeName(const Descriptor &D) {
  auto *Type = static_cast<const char *>(derivedType(D));
  if (!Type)
    return {};
  const char *Name;
  size_t Length;
  std::memcpy(&Name, Type + headerBytes(1) + AddendumBytes, sizeof Name);
  std::memcpy(&Length,
              Type + headerBytes(1) + AddendumBytes +
                  offsetof(Descriptor, elem_len),
              sizeof Length);
  return {Name, Length};
}

inline bool isPointerObject(const Descriptor &D) {
  if (D.type == CFI_type_cptr)
    return true;
  if (D.type != CFI_type_struct || D.elem_len != sizeof(void *) || D.rank != 0)
    return false;
  std::string_view Name = derivedTypeName(D);
  return Name == "__builtin_c_devptr" || Name == "__builtin_c_ptr";
}

/// One side of a copy.
struct Side {
  explicit Side(const Descriptor &D) : D(D) {
    if (isPointerObject(D)) {
      IsPointer = true;
      std::memcpy(&Address, D.base_addr, sizeof Address);
    } else {
      Address = D.base_addr;
      ElementBytes = D.elem_len;
    }
  }
  /// A section with gaps cannot be named by its first element.
  bool hasGaps() const { return !IsPointer && !isContiguous(D); }

  const Descriptor &D;
  void *Address = nullptr;
  bool IsPointer = false;
  size_t ElementBytes = 1;
};

inline bool kindOf(const int *Given, CopyKind &Kind) {
  Kind = CopyKind::Infer;
  if (!Given)
    return true;
  if (*Given < 0 || *Given > 4)
    return false;
  Kind = static_cast<CopyKind>(*Given);
  return true;
}

/// Bytes that one count means; 0 if the sides do not fit.
inline size_t unitOf(const Side &Dst, const Side &Src) {
  if (Dst.IsPointer || Src.IsPointer)
    return 1;
  return Dst.ElementBytes == Src.ElementBytes ? Dst.ElementBytes : 0;
}

/// Rows of pitched memory begin at multiples of what every GPU likes.
inline constexpr size_t PitchAlignment = 512;

/// Copies rows, whose pitches the device must be able to take.
inline Error copyRowsOn(Device &D, void *Dst, const void *Src,
                        const CopyShape &Shape, CopyKind Kind, Queue *Q,
                        bool Async) {
  size_t Most = D.properties().MaxPitch;
  if (Shape.Height > 1 && (Shape.DstPitch > Most || Shape.SrcPitch > Most))
    return Error::InvalidPitchValue;
  return D.copy(Dst, Src, Shape, Kind, Q, Async);
}

/// The stream of an optional argument.
inline int64_t streamOr(const int64_t *Stream) {
  return Stream ? *Stream : reinterpret_cast<int64_t>(defaultQueue());
}

} // namespace warprt

#endif // WARPRT_ENTRY_CUDAAPIOBJECTS_H
