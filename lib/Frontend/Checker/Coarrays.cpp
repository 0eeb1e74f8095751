//===-- Coarrays.cpp - Declarations of coarrays ---------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Coarrays.h.
//
//===----------------------------------------------------------------------===//
#include "Coarrays.h"

#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"

using namespace Fortran;
using namespace Fortran::parser::literals;

static void refuseCoarrays(semantics::SemanticsContext &Context,
                           const semantics::Scope &Scope) {
  if (Scope.IsModuleFile() || Scope.IsIntrinsicModules())
    return;
  for (const auto &[Name, Ref] : Scope)
    if (const auto *Object = Ref->detailsIf<semantics::ObjectEntityDetails>();
        Object && !Object->coshape().empty())
      Context.Say(
          Ref->name(),
          "'%s' is a coarray: coarrays are not supported, a program has one image"_err_en_US,
          Ref->name());
  for (const semantics::Scope &Child : Scope.children())
    refuseCoarrays(Context, Child);
}

void warpfort::checker::refuseCoarrays(semantics::SemanticsContext &Context) {
  ::refuseCoarrays(Context, Context.globalScope());
}
