//===-- IeeeModules.cpp - IEEE arithmetic in device code ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang's intrinsic modules ieee_arithmetic and ieee_exceptions know nothing of
// devices: their generic names do not match device data. When one of them is
// read from its module file (the linker option --wrap makes Flang call the
// function here), the procedures that the device can execute, because lowering
// expands them in line, become host,device ones. The others, which ask for or
// change the state of the processor, stay the host's; all take device data, so
// that the checker can name what is wrong.
//
//===----------------------------------------------------------------------===//

#include "FlangHooks.h"
#include "flang/Parser/char-block.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

using namespace Fortran;
using semantics::Scope;
using semantics::Symbol;

/// Whether a specific procedure, as ieee_rem_a4_a8, needs no state.
static bool isPure(llvm::StringRef Name) {
  for (llvm::StringRef State :
       {"ieee_get_", "ieee_set_", "ieee_support_halting"})
    if (Name.starts_with(State))
      return false;
  return Name.starts_with("ieee_");
}

static void openToDevice(Scope &Module) {
  for (auto &[Name, Ref] : Module) {
    Symbol &Sym = *Ref;
    auto *Details = Sym.detailsIf<semantics::SubprogramDetails>();
    if (!Details || &Sym.owner() != &Module)
      continue;
    if (isPure(Sym.name().ToString()))
      Details->set_cudaSubprogramAttrs(common::CUDASubprogramAttrs::HostDevice);
    for (Symbol *Dummy : Details->dummyArgs())
      if (auto *Object =
              Dummy ? Dummy->detailsIf<semantics::ObjectEntityDetails>()
                    : nullptr)
        Object->set_ignoreTKR({common::IgnoreTKR::Device});
  }
}

#define WARPFORT_READ_MODULE                                                   \
  "_ZN7Fortran9semantics13ModFileReader4ReadENS_6parser9CharBlockESt8optional" \
  "IbEPNS0_5ScopeEb"

Scope *realRead(void *Reader, parser::CharBlock Name,
                std::optional<bool> IsIntrinsic, Scope *Ancestor,
                bool Silent) __asm__("__real_" WARPFORT_READ_MODULE);
Scope *wrapRead(void *Reader, parser::CharBlock Name,
                std::optional<bool> IsIntrinsic, Scope *Ancestor,
                bool Silent) __asm__("__wrap_" WARPFORT_READ_MODULE);

/// An intrinsic module that was read before. Flang looks for it only after it
/// has set up a parser; module files have a USE statement for each name, and
/// took half of their time for that.
static Scope *findRead(void *Reader, parser::CharBlock Name) {
  // All that is in a ModFileReader, whose header is not installed.
  auto &Context = **static_cast<semantics::SemanticsContext **>(Reader);
  auto It = Context.intrinsicModulesScope().find(Name);
  return It == Context.intrinsicModulesScope().end() ? nullptr
                                                     : It->second->scope();
}

Scope *wrapRead(void *Reader, parser::CharBlock Name,
                std::optional<bool> IsIntrinsic, Scope *Ancestor, bool Silent) {
  if (IsIntrinsic.value_or(false) && !Ancestor)
    if (Scope *Module = findRead(Reader, Name))
      return Module;
  Scope *Module = realRead(Reader, Name, IsIntrinsic, Ancestor, Silent);
  if (Module && Module->parent().IsIntrinsicModules() && Module->symbol() &&
      llvm::is_contained({"ieee_arithmetic", "__fortran_ieee_exceptions"},
                         Module->symbol()->name().ToString()))
    openToDevice(*Module);
  return Module;
}
