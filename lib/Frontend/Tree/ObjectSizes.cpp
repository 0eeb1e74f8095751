//===-- ObjectSizes.cpp - How large variables are -------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ObjectSizes.h"

#include "flang/Evaluate/fold.h"
#include "flang/Evaluate/type.h"
#include "flang/Semantics/tools.h"

using namespace Fortran;
using semantics::Symbol;

namespace warpfort {
namespace {

/// A number of bytes or elements; beyond the maximum it stays there.
using Count = unsigned __int128;
constexpr Count Beyond = Count(MaxObjectBytes) + 1;

Count sum(Count A, Count B) { return std::min(A + B, Beyond); }
Count product(Count A, Count B) { return std::min(A * B, Beyond); }

Count elementsOf(const semantics::ObjectEntityDetails &Object) {
  Count Elements = 1;
  bool IsEmpty = false;
  for (const semantics::ShapeSpec &Dim : Object.shape()) {
    auto Lower = evaluate::ToInt64(Dim.lbound().GetExplicit());
    auto Upper = evaluate::ToInt64(Dim.ubound().GetExplicit());
    if (!Lower || !Upper)
      continue;
    __int128 Extent = static_cast<__int128>(*Upper) - *Lower + 1;
    IsEmpty |= Extent <= 0;
    if (Extent > 0)
      Elements = product(Elements, std::min(Count(Extent), Beyond));
  }
  return IsEmpty ? 0 : Elements;
}

Count bytesOf(const Symbol &Object);

Count bytesOf(const semantics::DeclTypeSpec &Type) {
  if (const semantics::DerivedTypeSpec *Derived = Type.AsDerived()) {
    Count Bytes = 0;
    if (const semantics::Scope *Scope = Derived->scope())
      for (const Symbol *Component : componentsOf(*Scope))
        Bytes = sum(Bytes, bytesOf(*Component));
    return Bytes;
  }
  const semantics::IntrinsicTypeSpec *Intrinsic = Type.AsIntrinsic();
  auto Kind =
      Intrinsic ? evaluate::ToInt64(Intrinsic->kind()) : std::optional(1L);
  Count Bytes = std::max(Kind.value_or(1), 1L);
  if (Type.category() == semantics::DeclTypeSpec::Character)
    if (auto Length =
            evaluate::ToInt64(Type.characterTypeSpec().length().GetExplicit()))
      Bytes = product(Bytes, std::max(*Length, 0L));
  return Bytes;
}

/// Of what the object itself is: a descriptor's size is of no interest.
Count bytesOf(const Symbol &Object) {
  const auto *Details = Object.detailsIf<semantics::ObjectEntityDetails>();
  if (!Details || !Details->type() || Details->isDummy() ||
      semantics::IsAllocatableOrPointer(Object))
    return 0;
  Count Elements = elementsOf(*Details);
  return Elements == 0 ? 0 : product(Elements, bytesOf(*Details->type()));
}

} // namespace

bool isTooLarge(const Symbol &Object) { return bytesOf(Object) >= Beyond; }

bool areTooLarge(const std::vector<const Symbol *> &Objects) {
  Count Bytes = 0;
  for (const Symbol *Object : Objects)
    Bytes = sum(Bytes, bytesOf(*Object));
  return Bytes >= Beyond;
}

std::vector<const Symbol *> componentsOf(const semantics::Scope &Type) {
  std::vector<const Symbol *> Components;
  for (const auto &[Name, Ref] : Type)
    Components.push_back(&*Ref);
  return Components;
}

} // namespace warpfort
