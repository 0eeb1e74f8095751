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

#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace {
/// A module, and what the names in it begin with.
struct OwnModule {
  llvm::StringRef Prefix;
  llvm::StringRef Name;
};
} // namespace

std::string
warpfort::checker::adviceToUseModule(const semantics::SemanticsContext &Context,
                                     llvm::StringRef Name) {
  static constexpr OwnModule Modules[] = {
      {"cuda", "cudafor"},        {"dim3", "cudafor"}, {"acc_", "openacc"},
      {"cublas", "cublas"},       {"cufft", "cufft"},  {"curand", "curand"},
      {"cusolver", "cusolverdn"}, {"nvtx", "nvtx"}};
  const auto &Folders = Context.intrinsicModuleDirectories();
  for (const OwnModule &M : Modules) {
    if (!Name.starts_with(M.Prefix) || Folders.empty())
      continue;
    llvm::SmallString<128> Path(Folders.front());
    llvm::sys::path::append(Path, M.Name + ".mod");
    auto File = llvm::MemoryBuffer::getFile(Path);
    if (!File)
      continue;
    llvm::StringRef Text = (*File)->getBuffer();
    auto IsPart = [](char C) { return llvm::isAlnum(C) || C == '_'; };
    for (size_t At = Text.find(Name); At != llvm::StringRef::npos;
         At = Text.find(Name, At + 1)) {
      size_t End = At + Name.size();
      if ((At == 0 || !IsPart(Text[At - 1])) &&
          (End == Text.size() || !IsPart(Text[End])))
        return "; it is in module " + M.Name.str() + ": add USE " +
               M.Name.upper();
    }
  }
  return "";
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
    std::string Advice =
        warpfort::checker::adviceToUseModule(Context, Name.ToString());
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
