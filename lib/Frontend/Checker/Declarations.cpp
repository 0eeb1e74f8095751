//===-- Declarations.cpp - Rules of declarations --------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang refuses most wrong declarations itself. Here is what it only warns of
// and what cannot be compiled.
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/tools.h"

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort::checker {

namespace {

class DeclarationChecker {
public:
  explicit DeclarationChecker(SemanticsContext &Context) : Context(Context) {}

  void check(const Scope &S) {
    if (S.IsModuleFile() ||
        (S.symbol() && S.symbol()->test(Symbol::Flag::ModFile)))
      return;
    bool InDevice = semantics::IsCUDADeviceContext(&S);
    if (!S.IsIntrinsicModules())
      for (const auto &[Name, Ref] : S)
        check(*Ref, S, InDevice);
    for (const Scope &Child : S.children())
      check(Child);
  }

private:
  void check(const Symbol &Sym, const Scope &S, bool InDevice);
  void checkPinned(const Symbol &Sym, bool InDevice);

  SemanticsContext &Context;
};

void DeclarationChecker::checkPinned(const Symbol &Sym, bool InDevice) {
  if (InDevice)
    Context.Say(
        Sym.name(),
        "Pinned variable '%s' may not be declared in a device subprogram"_err_en_US,
        Sym.name());
  else if (semantics::IsPointer(Sym))
    Context.Say(
        Sym.name(),
        "Pinned variable '%s' must be an allocatable array, not a pointer"_err_en_US,
        Sym.name());
  else if (!semantics::IsAllocatable(Sym) || Sym.Rank() == 0)
    Context.Say(Sym.name(),
                "Pinned variable '%s' must be an allocatable array"_err_en_US,
                Sym.name());
}

void DeclarationChecker::check(const Symbol &Sym, const Scope &S,
                               bool InDevice) {
  // Names that come from elsewhere are checked where they are declared.
  if (&Sym.owner() != &S)
    return;
  // The host's table of bindings would need an address that it cannot have.
  if (const auto *Binding = Sym.detailsIf<semantics::ProcBindingDetails>()) {
    auto Attrs = subprogramAttrsOf(Binding->symbol());
    if (Attrs && *Attrs != CUDASubprogramAttrs::Host &&
        *Attrs != CUDASubprogramAttrs::HostDevice)
      Context.Say(
          Sym.name(),
          "Type-bound procedure '%s' may not be bound to device procedure '%s'"_err_en_US,
          Sym.name(), Binding->symbol().name());
    return;
  }
  if (!Sym.has<semantics::ObjectEntityDetails>())
    return;
  auto Attr = dataAttrOf(Sym);
  if (Attr == CUDADataAttr::Pinned)
    checkPinned(Sym, InDevice);
  if (Attr == CUDADataAttr::Texture)
    Context.Say(
        Sym.name(),
        "Variable '%s' may not have the texture attribute: textures are not supported"_err_en_US,
        Sym.name());
  if (InDevice && !semantics::IsNamedConstant(Sym) &&
      !semantics::IsDummy(Sym) && !semantics::FindCommonBlockContaining(Sym) &&
      semantics::IsSaved(Sym) && Attr != CUDADataAttr::Shared &&
      Attr != CUDADataAttr::Constant && Attr != CUDADataAttr::Managed)
    Context.Say(
        Sym.name(),
        "Variable '%s' of a device subprogram may not be saved or have an initial value"_err_en_US,
        Sym.name());
}

} // namespace

void checkDeclarations(SemanticsContext &Context) {
  DeclarationChecker(Context).check(Context.globalScope());
}

} // namespace warpfort::checker
