//===-- AddedNames.cpp - Where names are that no source has ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang looks for the scope that a name's place belongs to, for one to know
// whether that is a module file, where it does not warn, and ends if the name
// stands nowhere. What leniency renames stands nowhere (RenamedUses.cpp): it
// belongs to no procedure, and nobody can be warned of it.
//
//===----------------------------------------------------------------------===//
#include "FlangWrap.h"

#include "flang/Parser/provenance.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"

using namespace Fortran;
using semantics::SemanticsContext;

static bool isAdded(const SemanticsContext &Context, parser::CharBlock Name) {
  return !Name.empty() &&
         !const_cast<SemanticsContext &>(Context).allCookedSources().Find(Name);
}

WARPFORT_WRAP(bool, IsInModuleFile,
              "_ZNK7Fortran9semantics16SemanticsContext14IsInModuleFileENS_"
              "6parser9CharBlockE",
              (const SemanticsContext *Context, parser::CharBlock Name)) {
  return isAdded(*Context, Name) || realIsInModuleFile(Context, Name);
}

WARPFORT_WRAP(semantics::Scope &, FindScope,
              "_ZN7Fortran9semantics16SemanticsContext9FindScopeENS_6parser9"
              "CharBlockE",
              (SemanticsContext * Context, parser::CharBlock Name)) {
  return isAdded(*Context, Name) ? Context->globalScope()
                                 : realFindScope(Context, Name);
}
