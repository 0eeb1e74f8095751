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
  uint8_t HasParent, NoInitialization, NoDestruction, NoFinalization;

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

enum Genre { Data = 1, Pointer, Allocatable, Automatic, PointerDevice };
/// Flang's TypeCategory: integer, unsigned, real, ...
enum Category {
  CategoryComplex = 3,
  CategoryCharacter,
  CategoryLogical,
  CategoryDerived
};
/// `value` of the same, which bounds and lengths are.
struct Value {
  uint8_t Genre;
  int64_t Number;
};
enum ValueGenre { Explicit = 2 };

/// Where the caller says nothing.
constexpr Place Somewhere = {"in device code", 0};

/// Elements of a component that is no descriptor.
int64_t countOf(const Component &C) {
  auto *Bounds = static_cast<const Value *>(C.Bounds.base_addr);
  int64_t Count = 1;
  for (int I = 0; I < C.Rank; ++I) {
    const Value &Lower = Bounds[2 * I], &Upper = Bounds[2 * I + 1];
    if (Lower.Genre != Explicit || Upper.Genre != Explicit)
      fail("a component of a polymorphic object has bounds that depend on a "
           "type parameter",
           Somewhere);
    int64_t Extent = Upper.Number - Lower.Number + 1;
    Count *= Extent > 0 ? Extent : 0;
  }
  return Count;
}

size_t bytesOf(const Component &C) {
  auto Kind = static_cast<size_t>(C.Kind);
  if (C.Category == CategoryDerived)
    return static_cast<const DerivedType *>(C.Derived.base_addr)->Size;
  if (C.Category == CategoryCharacter)
    return Kind * static_cast<size_t>(C.CharacterLength[1]);
  return C.Category == CategoryComplex ? 2 * Kind : Kind;
}

/// Objects of one type, one after the other, and the component of the first
/// whose turn is next.
struct Work {
  char *Object;
  int64_t Count;
  const DerivedType *Type;
  int64_t Next;
};

/// The way from an object to the component whose turn it is: device code does
/// not call itself, so that ptxas knows how much stack a kernel needs.
class WorkStack {
public:
  void push(char *Object, int64_t Count, const DerivedType *Type) {
    if (Count == 0)
      return;
    if (Size == Room)
      fail("the components of a polymorphic object are nested too deeply",
           Somewhere);
    Items[Size++] = {Object, Count, Type, 0};
  }
  Work *top() { return Size == 0 ? nullptr : &Items[Size - 1]; }
  void pop() { --Size; }

private:
  static constexpr int Room = 32;
  Work Items[Room];
  int Size = 0;
};

/// Gives an object that exists its initial values.
void initialize(char *Object, const DerivedType *Type) {
  WorkStack Stack;
  Stack.push(Object, 1, Type);
  while (Work *W = Stack.top()) {
    if (W->Next == W->Type->Components.dim[0].extent) {
      if (W->Type->ProcedurePointers.base_addr &&
          W->Type->ProcedurePointers.dim[0].extent > 0)
        fail("a polymorphic object has a procedure pointer as component",
             Somewhere);
      W->Object += W->Type->Size;
      W->Next = 0;
      if (--W->Count == 0)
        Stack.pop();
      continue;
    }
    const Component &C = static_cast<const Component *>(
        W->Type->Components.base_addr)[W->Next++];
    char *Part = W->Object + C.Offset;
    if (C.Genre != Data) {
      // The rest of the descriptor is there; Destroy was called before.
      auto *Image = static_cast<const Descriptor *>(C.Initialization);
      if (Image && Image->base_addr)
        fail("a pointer component of a polymorphic object has an initial "
             "target",
             Somewhere);
      reinterpret_cast<Descriptor *>(Part)->base_addr = nullptr;
      continue;
    }
    if (C.Initialization) {
      copyBytes(Part, static_cast<const char *>(C.Initialization),
                static_cast<size_t>(countOf(C)) * bytesOf(C));
      continue;
    }
    auto *Inner = static_cast<const DerivedType *>(C.Derived.base_addr);
    if (C.Category == CategoryDerived && !Inner->NoInitialization)
      Stack.push(Part, countOf(C), Inner);
  }
}

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

/// What INTENT(OUT) does first. Components in memory of their own, and FINAL
/// procedures, are known to the compiler where the type is.
void ENTRY(Destroy)(const Descriptor &Object) {
  const DerivedType *Type = typeOf(Object);
  if (!Object.base_addr || !Type ||
      (Type->NoDestruction && Type->NoFinalization))
    return;
  fail("a polymorphic object with allocatable components or a FINAL procedure "
       "becomes undefined, which is not supported in device code",
       Somewhere);
}

void ENTRY(Initialize)(const Descriptor &Object, const char *, int) {
  const DerivedType *Type = typeOf(Object);
  if (!Object.base_addr || !Type || Type->NoInitialization)
    return;
  Walk To(Object);
  for (Index I = elementCount(Object); I > 0; --I, To.next())
    initialize(To.get(), Type);
}

} // extern "C"
