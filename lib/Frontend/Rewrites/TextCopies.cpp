//===-- TextCopies.cpp - Private text -------------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See TextCopies.h.
//
//===----------------------------------------------------------------------===//
#include "TextCopies.h"

#include "flang/Evaluate/tools.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"

using namespace Fortran;

namespace warpfort::checker {

bool canCopyText(semantics::SemanticsContext &Context,
                 const semantics::Symbol &Variable, parser::CharBlock Place) {
  const semantics::Symbol &Root = Variable.GetUltimate();
  const semantics::DeclTypeSpec *Type = Root.GetType();
  if (!Type || Type->category() != semantics::DeclTypeSpec::Character)
    return true;
  const semantics::ParamValue &Length = Type->characterTypeSpec().length();
  if (Root.Rank() == 0 && semantics::IsAllocatable(Root))
    return false;
  if (!Length.isExplicit() || !Length.GetExplicit() ||
      !evaluate::ToInt64(*Length.GetExplicit()))
    return false;
  if (Root.Rank() > 0 || Root.owner().IsModule() || Root.owner().IsSubmodule())
    return true;
  return &semantics::GetProgramUnitContaining(Root.owner()) ==
         &semantics::GetProgramUnitContaining(Context.FindScope(Place));
}

PrivateText privateTextOf(const semantics::Symbol &Variable) {
  const semantics::Symbol &Root = Variable.GetUltimate();
  const semantics::DeclTypeSpec *Type = Root.GetType();
  if (!Type || Type->category() != semantics::DeclTypeSpec::Character ||
      evaluate::ToInt64(Type->characterTypeSpec().kind()) != 1 ||
      Root.Rank() > 0 || Root.Corank() > 0 || semantics::IsPointer(Root) ||
      semantics::IsOptional(Root))
    return PrivateText::Other;
  if (!semantics::IsAllocatable(Root))
    return PrivateText::Plain;
  const semantics::ParamValue &Length = Type->characterTypeSpec().length();
  return Length.isDeferred() ? PrivateText::Deferred : PrivateText::Allocatable;
}

} // namespace warpfort::checker
