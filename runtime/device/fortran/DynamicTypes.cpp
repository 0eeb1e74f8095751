//===-- DynamicTypes.cpp - Questions about dynamic types ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CLASS IS, SAME_TYPE_AS and EXTENDS_TYPE_OF. A descriptor's addendum points to
// the table of its dynamic type, whose first component is the parent if the
// type extends one. The device program has one table of each type, so that
// addresses decide.
//
//===----------------------------------------------------------------------===//
#include "Descriptor.h"

using namespace warpdev;

namespace {

struct DerivedType;

/// Descriptors as the tables hold them: of fixed rank, of derived types with an
/// addendum.
template <int Rank, bool HasAddendum> struct Held {
  _CFI_CDESC_T_HEADER_MEMBERS
  CFI_dim_t dim[Rank];
  uint64_t Addendum[HasAddendum ? 2 : 0];
};

/// `component` of Flang's module __fortran_type_info.
struct Component {
  Held<0, false> Name;
  uint8_t Genre, Category, Kind, Rank;
  uint64_t Offset;
  uint64_t CharacterLength[2];
  Held<0, true> Derived;
  Held<1, true> LengthValues;
  Held<2, true> Bounds;
  void *Initialization;
};

/// `derivedtype` of the same.
struct DerivedType {
  Held<1, true> Bindings;
  Held<0, false> Name;
  uint64_t Size;
  Held<0, true> Uninstantiated;
  Held<1, false> KindParameters, LengthParameterKinds;
  Held<1, true> Components, ProcedurePointers, Specials;
  uint32_t SpecialBits;
  uint8_t HasParent;

  const DerivedType *parent() const {
    if (!HasParent)
      return nullptr;
    auto *First = static_cast<const Component *>(Components.base_addr);
    return static_cast<const DerivedType *>(First->Derived.base_addr);
  }
};
static_assert(offsetof(DerivedType, Components) == 232 &&
              offsetof(DerivedType, HasParent) == 428 &&
              offsetof(Component, Derived) == 56);

bool isRecord(const Descriptor &D) {
  return D.type == CFI_type_struct || D.type == CFI_type_other;
}

const DerivedType *typeOf(const Descriptor &D) {
  if (!hasAddendum(D))
    return nullptr;
  return *reinterpret_cast<const DerivedType *const *>(
      reinterpret_cast<const char *>(&D) + addendumOffset(D));
}

bool extends(const DerivedType *Type, const DerivedType *Ancestor) {
  while (Type && Type != Ancestor)
    Type = Type->parent();
  return Type;
}

} // namespace

extern "C" {

bool ENTRY(ClassIs)(const Descriptor &Object, const DerivedType &Type) {
  return extends(typeOf(Object), &Type);
}

bool ENTRY(SameTypeAs)(const Descriptor &A, const Descriptor &B) {
  if (!isRecord(A) || !isRecord(B))
    return A.type == B.type;
  return typeOf(A) == typeOf(B);
}

/// An unlimited polymorphic mold without a type is extended by all types.
bool ENTRY(ExtendsTypeOf)(const Descriptor &A, const Descriptor &Mold) {
  if (!isRecord(A) || !isRecord(Mold))
    return A.type == Mold.type;
  const DerivedType *Ancestor = typeOf(Mold);
  return !Ancestor || extends(typeOf(A), Ancestor);
}

} // extern "C"
