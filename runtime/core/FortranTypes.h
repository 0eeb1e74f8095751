//===-- runtime/core/FortranTypes.h - Flang's derived types -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Flang writes down about a derived type: the records of its intrinsic
// module __fortran_type_info, as far as the runtime reads them. Pointers in
// them are descriptors.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_FORTRANTYPES_H
#define WARPRT_CORE_FORTRANTYPES_H

#include "core/Descriptor.h"
#include <string_view>

namespace warprt {

/// A descriptor of rank `Rank`, with an addendum if what it describes are
/// records.
template <int Rank, bool OfRecords> struct TypeInfoPointer {
  void *Base;
  char Rest[offsetof(Descriptor, dim) - sizeof(void *) +
            Rank * sizeof(CFI_dim_t) + (OfRecords ? AddendumBytes : 0)];

  const Descriptor &get() const {
    return *reinterpret_cast<const Descriptor *>(this);
  }
};

struct TypeInfoText : TypeInfoPointer<0, false> {
  std::string_view text() const {
    return {static_cast<const char *>(Base), get().elem_len};
  }
};

struct TypeInfoValue {
  int8_t Genre;
  int64_t Value;
};

struct FortranType;

struct FortranComponent {
  enum : int8_t {
    Data = 1,
    Pointer = 2,
    Allocatable = 3,
    DevicePointer = 5,
    DeviceAllocatable = 6
  };

  TypeInfoText Name;
  int8_t Genre, Category, Kind, Rank;
  int64_t Offset;
  TypeInfoValue CharacterLength;
  TypeInfoPointer<0, true> Derived;
  TypeInfoPointer<1, true> LengthValues;
  TypeInfoPointer<2, true> Bounds;
  void *Initialization;

  bool hasDescriptor() const {
    return Genre == Pointer || Genre == Allocatable;
  }
  /// On the host or on the device.
  bool isAllocatable() const {
    return Genre == Allocatable || Genre == DeviceAllocatable;
  }
  /// Its declared type, null if that is an intrinsic one.
  const FortranType *type() const {
    return static_cast<const FortranType *>(Derived.Base);
  }
  /// Elements of a component that is part of the record.
  int64_t count() const {
    auto *Bound = static_cast<const TypeInfoValue *>(Bounds.Base);
    int64_t Count = 1;
    for (int D = 0; D < Rank; ++D) {
      int64_t Extent = Bound[2 * D + 1].Value - Bound[2 * D].Value + 1;
      Count *= Extent > 0 ? Extent : 0;
    }
    return Count;
  }
};
static_assert(sizeof(FortranComponent) == 256);

struct FortranType {
  TypeInfoPointer<1, true> Bindings;
  TypeInfoText Name;
  int64_t Bytes;
  TypeInfoPointer<0, true> Uninstantiated;
  TypeInfoPointer<1, false> KindParameters, LengthParameters;
  TypeInfoPointer<1, true> Components;

  const FortranComponent *begin() const {
    return static_cast<const FortranComponent *>(Components.Base);
  }
  const FortranComponent *end() const {
    return begin() + (Components.Base ? elementCount(Components.get()) : 0);
  }
};

/// The type of what a descriptor describes; null if there is none.
inline const FortranType *fortranType(const Descriptor &D) {
  return static_cast<const FortranType *>(derivedType(D));
}

/// Whether objects of a type own memory of their components.
inline bool ownsMemory(const FortranType *Type) {
  if (!Type)
    return false;
  for (const FortranComponent &C : *Type)
    if (C.Genre == FortranComponent::Allocatable ||
        (C.Genre == FortranComponent::Data && ownsMemory(C.type())))
      return true;
  return false;
}

} // namespace warprt

#endif // WARPRT_CORE_FORTRANTYPES_H
