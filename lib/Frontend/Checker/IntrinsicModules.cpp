//===-- IntrinsicModules.cpp - Intrinsic modules in device code -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang's intrinsic modules ieee_arithmetic and ieee_exceptions, and what
// compares addresses in iso_c_binding, know nothing of devices: their generic
// names do not match device data. When one of them is read from its module file
// (the linker option --wrap makes Flang call the function here), the procedures
// that the device can execute, because lowering expands them in line, become
// host,device ones. The others of the IEEE modules, which ask for or change the
// state of the processor, stay the host's; all take device data, so that the
// checker can name what is wrong.
//
//===----------------------------------------------------------------------===//

#include "FlangHooks.h"
#include "flang/Parser/char-block.h"
#include "flang/Parser/source.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <list>
#include <optional>
#include <string>

using namespace Fortran;
using semantics::Scope;
using semantics::Symbol;

/// Whether a specific procedure, as ieee_rem_a4_a8, is expanded and needs no
/// state. C_ASSOCIATED and the operators of C_PTR have such names, too.
static bool isPure(llvm::StringRef Name) {
  for (llvm::StringRef State :
       {"ieee_get_", "ieee_set_", "ieee_support_halting"})
    if (Name.starts_with(State))
      return false;
  return Name.starts_with("ieee_") || Name.starts_with("c_associated_") ||
         Name.starts_with("__builtin_c_ptr_");
}

/// Where Flang keeps what is in iso_c_binding.
static constexpr const char *Builtins = "__fortran_builtins";

static void openToDevice(Scope &Module) {
  for (auto &[Name, Ref] : Module) {
    Symbol &Sym = *Ref;
    auto *Details = Sym.detailsIf<semantics::SubprogramDetails>();
    if (!Details || &Sym.owner() != &Module)
      continue;
    if (isPure(Sym.name().ToString()))
      Details->set_cudaSubprogramAttrs(common::CUDASubprogramAttrs::HostDevice);
    else if (Module.symbol()->name() == Builtins)
      continue;
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

/// Whether the directories that may hold users' modules have a file of one.
static bool isInSearchPath(const semantics::SemanticsContext &Context,
                           parser::CharBlock Name) {
  std::list<std::string> Directories = {"."};
  for (const std::string &Directory : Context.searchDirectories())
    if (!llvm::is_contained(Context.intrinsicModuleDirectories(), Directory))
      Directories.push_back(Directory);
  return parser::LocateSourceFile(Name.ToString() + Context.moduleFileSuffix(),
                                  Directories)
      .has_value();
}

/// The scope of an intrinsic module that was read before, where a USE statement
/// means it. Flang asks the same questions, but has set up a parser by then.
/// Module files have a USE statement for each name, and took half of their time
/// for that.
static Scope *findRead(semantics::SemanticsContext &Context,
                       parser::CharBlock Name,
                       std::optional<bool> IsIntrinsic) {
  if (!IsIntrinsic.value_or(true))
    return nullptr;
  auto It = Context.intrinsicModulesScope().find(Name);
  if (It == Context.intrinsicModulesScope().end())
    return nullptr;
  Scope &Global = Context.globalScope();
  if (!IsIntrinsic &&
      (Context.currentHermeticModuleFileScope() ||
       Global.find(Name) != Global.end() || isInSearchPath(Context, Name)))
    return nullptr;
  return It->second->scope();
}

Scope *wrapRead(void *Reader, parser::CharBlock Name,
                std::optional<bool> IsIntrinsic, Scope *Ancestor, bool Silent) {
  // All that is in a ModFileReader, whose header is not installed.
  auto &Context = **static_cast<semantics::SemanticsContext **>(Reader);
  if (!Ancestor)
    if (Scope *Module = findRead(Context, Name, IsIntrinsic))
      return Module;
  Scope *Module = realRead(Reader, Name, IsIntrinsic, Ancestor, Silent);
  if (Module && Module->parent().IsIntrinsicModules() && Module->symbol() &&
      llvm::is_contained(
          {"ieee_arithmetic", "__fortran_ieee_exceptions", Builtins},
          Module->symbol()->name().ToString()))
    openToDevice(*Module);
  return Module;
}
