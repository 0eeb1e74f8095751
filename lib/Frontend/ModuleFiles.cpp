//===-- ModuleFiles.cpp - Corrects module files after semantics -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang 22 writes `real,managed,allocatable::x(:)` inside a derived type as
///
///   real(4),allocatable::x(:)
///   attributes(managed) x
///
/// which no parser takes there: the next USE of the module dies. The attribute
/// is moved to the declaration. A module file carries a checksum of its text,
/// and the files of modules that use it carry that checksum too, so both are
/// brought in line, here and in the symbols of the modules.
///
//===----------------------------------------------------------------------===//
#include "ModuleFiles.h"

#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

namespace warpfort {

uint64_t moduleFileChecksum(llvm::StringRef Text) {
  uint64_t Hash = 0xcbf29ce484222325;
  for (unsigned char Char : Text) {
    Hash ^= Char;
    Hash *= 0x100000001b3;
  }
  return Hash;
}

namespace {

using Fortran::semantics::ModuleDetails;
using Fortran::semantics::Scope;
using Fortran::semantics::SemanticsContext;
using Fortran::semantics::Symbol;

/// First line: byte order mark, magic word, checksum.
constexpr llvm::StringLiteral Magic("\xef\xbb\xbf!mod$ v1 sum:");
constexpr llvm::StringLiteral Need("!need$ ");

std::string checksumText(uint64_t Sum) {
  return llvm::utohexstr(Sum, /*LowerCase=*/true, /*Width=*/16);
}

class Corrector {
public:
  Corrector(SemanticsContext &Context, llvm::raw_ostream &Diag)
      : Context(Context), Diag(Diag) {}

  bool run(const Scope &Parent);

private:
  bool correct(const Symbol &Module);
  std::string rewrite(llvm::StringRef Body) const;

  SemanticsContext &Context;
  llvm::raw_ostream &Diag;
  /// New checksum by "checksum kind name" as it stands after !need$.
  llvm::StringMap<uint64_t> NewSums;
};

std::string Corrector::rewrite(llvm::StringRef Body) const {
  static const llvm::Regex Attribute(
      "^attributes\\(([a-z]+)\\) ([A-Za-z0-9_$]+)$");
  llvm::SmallVector<llvm::StringRef, 0> Lines;
  Body.split(Lines, '\n');
  std::vector<std::string> Result;
  bool InType = false;
  for (llvm::StringRef Line : Lines) {
    if (Line.starts_with("type::") || Line.starts_with("type,"))
      InType = true;
    else if (Line == "end type")
      InType = false;
    llvm::SmallVector<llvm::StringRef, 3> Parts;
    if (InType && Attribute.match(Line, &Parts)) {
      // The component was the last declaration that names it.
      std::string Name = ("::" + Parts[2]).str();
      size_t I = Result.size();
      while (I-- > 0) {
        size_t At = Result[I].find("::");
        llvm::StringRef Rest = llvm::StringRef(Result[I]).substr(At);
        if (Rest.consume_front(Name) &&
            (Rest.empty() || llvm::StringRef("([=").contains(Rest.front()))) {
          Result[I].insert(At, ("," + Parts[1]).str());
          break;
        }
      }
      continue;
    }
    if (Line.consume_front(Need)) {
      auto [Sum, Name] = Line.split(' ');
      auto Found = NewSums.find(Line);
      Result.push_back(
          (Need +
           (Found == NewSums.end() ? Sum.str() : checksumText(Found->second)) +
           " " + Name)
              .str());
      continue;
    }
    Result.push_back(Line.str());
  }
  return llvm::join(Result, "\n");
}

bool Corrector::correct(const Symbol &Module) {
  auto &Details = const_cast<ModuleDetails &>(Module.get<ModuleDetails>());
  std::string Path = Context.moduleDirectory() + '/';
  if (const Scope *Ancestor = Details.ancestor())
    Path += Ancestor->GetName().value().ToString() + '-';
  Path += Module.name().ToString() + Context.moduleFileSuffix();
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return true; // Semantics has said why it was not written.
  auto [Head, Body] = (*Buffer)->getBuffer().split('\n');
  if (!Head.starts_with(Magic))
    return true;
  std::string NewBody = rewrite(Body);
  if (NewBody == Body)
    return true;
  uint64_t Sum = moduleFileChecksum(NewBody);
  NewSums[(Head.drop_front(Magic.size()) + " n " + Module.name().ToString())
              .str()] = Sum;
  Details.set_moduleFileHash(Sum);

  // Whole or not at all: another compilation may be reading the file.
  llvm::Error Failed = llvm::writeToOutput(Path, [&](llvm::raw_ostream &Out) {
    Out << Magic << checksumText(Sum) << '\n' << NewBody;
    return llvm::Error::success();
  });
  if (!Failed)
    return true;
  Diag << "warpfort: error: cannot write module file " << Path << ": "
       << llvm::toString(std::move(Failed)) << '\n';
  return false;
}

bool Corrector::run(const Scope &Parent) {
  bool Written = true;
  for (const Scope &Child : Parent.children()) {
    const Symbol *Module = Child.symbol();
    if (Child.kind() != Scope::Kind::Module || !Module ||
        Module->test(Symbol::Flag::ModFile))
      continue;
    if (Module->get<ModuleDetails>().moduleFileHash())
      Written &= correct(*Module);
    Written &= run(Child); // Submodules.
  }
  return Written;
}

} // namespace

bool correctModuleFiles(SemanticsContext &Context, llvm::raw_ostream &Diag) {
  return Corrector(Context, Diag).run(Context.globalScope());
}

} // namespace warpfort
