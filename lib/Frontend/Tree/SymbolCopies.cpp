//===-- SymbolCopies.cpp - Copies of symbols ------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See SymbolCopies.h.
//
//===----------------------------------------------------------------------===//

#include "SymbolCopies.h"

#include "flang/Evaluate/tools.h"
#include "flang/Semantics/tools.h"

using namespace Fortran;

semantics::Symbol &warpfort::copyObject(semantics::Scope &Scope,
                                        parser::CharBlock Name,
                                        const semantics::Symbol &Object) {
  semantics::Symbol &Copy =
      *Scope
           .try_emplace(Name, Object.attrs(),
                        semantics::ObjectEntityDetails(
                            Object.get<semantics::ObjectEntityDetails>()))
           .first->second;
  Copy.flags() = Object.flags();
  return Copy;
}

/// Whether all that variables of the type have is known.
static bool isConstant(const semantics::DeclTypeSpec &Type) {
  if (Type.category() == semantics::DeclTypeSpec::Character)
    return Type.characterTypeSpec().length().GetExplicit() &&
           evaluate::ToInt64(*Type.characterTypeSpec().length().GetExplicit());
  if (const semantics::DerivedTypeSpec *Derived = Type.AsDerived())
    return !Type.IsPolymorphic() && Derived->parameters().empty();
  return true;
}

bool warpfort::makeObject(semantics::Symbol &Name,
                          const semantics::Symbol &Object) {
  const semantics::DeclTypeSpec *Type = Object.GetType();
  const auto *Details = Object.detailsIf<semantics::ObjectEntityDetails>();
  if (!Type || !isConstant(*Type) || (!Details && Object.Rank() > 0) ||
      semantics::IsAllocatableOrPointer(Object) ||
      (Details && Details->cudaDataAttr()))
    return false;
  semantics::ObjectEntityDetails Own;
  Own.set_type(*Type);
  if (Details) {
    for (const semantics::ShapeSpec &Bounds : Details->shape())
      if (!Bounds.lbound().GetExplicit() || !Bounds.ubound().GetExplicit() ||
          !evaluate::ToInt64(*Bounds.lbound().GetExplicit()) ||
          !evaluate::ToInt64(*Bounds.ubound().GetExplicit()))
        return false;
    Own.set_shape(Details->shape());
  }
  Name.details() = std::move(Own);
  Name.attrs() = {};
  Name.flags() = {};
  Name.set_size(Object.size());
  return true;
}
