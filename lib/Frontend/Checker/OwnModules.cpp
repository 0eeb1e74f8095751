//===-- OwnModules.cpp - What the compiler's modules have -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See OwnModules.h.
///
//===----------------------------------------------------------------------===//
#include "OwnModules.h"
#include "Facts.h"
#include "warpfort/Support/Misspellings.h"
#include "warpfort/Support/ModuleNames.h"

#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"

using namespace Fortran;
using namespace Fortran::parser::literals;

static llvm::StringRef folderOf(const semantics::SemanticsContext &Context) {
  const auto &Folders = Context.intrinsicModuleDirectories();
  return Folders.empty() ? llvm::StringRef() : llvm::StringRef(Folders.front());
}

std::string
warpfort::checker::adviceToUseModule(const semantics::SemanticsContext &Context,
                                     llvm::StringRef Name) {
  return warpfort::adviceToUseModule(folderOf(Context), Name);
}

std::string
warpfort::checker::adviceOnModules(const semantics::SemanticsContext &Context,
                                   llvm::StringRef Name) {
  std::string Advice = adviceToUseModule(Context, Name);
  return Advice.empty() ? nearestOfModules(folderOf(Context), Name) : Advice;
}

/// Whether device code may call it.
static bool mayBeMeant(const semantics::Symbol &Symbol) {
  const semantics::Symbol &Root = Symbol.GetUltimate();
  return warpfort::checker::isFromDeviceModule(Root) ||
         (Root.has<semantics::SubprogramDetails>() &&
          warpfort::checker::isDeviceSubprogram(Root));
}

std::string
warpfort::checker::nearestDeviceProcedure(semantics::SemanticsContext &Context,
                                          parser::CharBlock At,
                                          llvm::StringRef Name) {
  NearestName Nearest(Name);
  const semantics::Scope *Scope = &Context.FindScope(At);
  for (; !Scope->IsGlobal() && !Scope->IsIntrinsicModules();
       Scope = &Scope->parent())
    for (const auto &[Known, Symbol] : *Scope)
      if (mayBeMeant(*Symbol) &&
          !llvm::StringRef(Known.begin(), Known.size()).starts_with("__"))
        Nearest.consider(llvm::StringRef(Known.begin(), Known.size()));
  return Nearest.hint();
}

static void warnOfForgottenModules(semantics::SemanticsContext &Context,
                                   const semantics::Scope &Scope) {
  if (Scope.IsModuleFile() || Scope.IsIntrinsicModules())
    return;
  for (const auto &[Name, Ref] : Scope) {
    const semantics::Symbol &Sym = *Ref;
    const auto *Procedure = Sym.detailsIf<semantics::ProcEntityDetails>();
    if (!Procedure || Procedure->procInterface() || Procedure->isDummy() ||
        Sym.attrs().HasAny({semantics::Attr::BIND_C, semantics::Attr::POINTER,
                            semantics::Attr::INTRINSIC}))
      continue;
    // What EXTERNAL declares is meant.
    bool IsDeclared = Sym.attrs().test(semantics::Attr::EXTERNAL) &&
                      !Sym.implicitAttrs().test(semantics::Attr::EXTERNAL);
    std::string Advice =
        IsDeclared
            ? warpfort::checker::adviceToUseModule(Context, Name.ToString())
            : warpfort::checker::adviceOnModules(Context, Name.ToString());
    if (!Advice.empty())
      Context.Say(Name, "Procedure '%s' has no interface here%s"_warn_en_US,
                  Name, Advice);
  }
  for (const semantics::Scope &Child : Scope.children())
    warnOfForgottenModules(Context, Child);
}

void warpfort::checker::warnOfForgottenModules(
    semantics::SemanticsContext &Context) {
  ::warnOfForgottenModules(Context, Context.globalScope());
}
