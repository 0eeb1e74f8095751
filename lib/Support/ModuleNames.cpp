//===-- ModuleNames.cpp - The compiler's modules --------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See ModuleNames.h. A module file is text: its words are looked at, those
/// with the prefix of the module's names.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Support/ModuleNames.h"
#include "warpfort/Support/Misspellings.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace {
/// A module, and what the names in it begin with.
struct OwnModule {
  StringLiteral Prefix;
  StringLiteral Name;
};
} // namespace

static constexpr OwnModule Modules[] = {
    {"cuda", "cudafor"},        {"dim3", "cudafor"}, {"acc_", "openacc"},
    {"cublas", "cublas"},       {"cufft", "cufft"},  {"curand", "curand"},
    {"cusolver", "cusolverdn"}, {"nvtx", "nvtx"}};

/// Calls \p Do with each word of the module that begins with its prefix, until
/// that returns true.
static bool anyWord(StringRef Folder, const OwnModule &Module,
                    function_ref<bool(StringRef)> Do) {
  SmallString<128> Path(Folder);
  sys::path::append(Path, Module.Name + ".mod");
  auto File = MemoryBuffer::getFile(Path);
  if (Folder.empty() || !File)
    return false;
  auto IsPart = [](char C) { return isAlnum(C) || C == '_'; };
  StringRef Text = (*File)->getBuffer();
  for (size_t At = Text.find(Module.Prefix); At != StringRef::npos;) {
    size_t End = std::min(Text.find_if_not(IsPart, At), Text.size());
    if ((At == 0 || !IsPart(Text[At - 1])) && Do(Text.slice(At, End)))
      return true;
    At = Text.find(Module.Prefix, End);
  }
  return false;
}

std::string warpfort::adviceToUseModule(StringRef Folder, StringRef Name) {
  for (const OwnModule &M : Modules)
    if (Name.starts_with(M.Prefix) &&
        anyWord(Folder, M, [&](StringRef Word) { return Word == Name; }))
      return ("; it is in module " + M.Name + ": add USE ").str() +
             M.Name.upper();
  return "";
}

static std::string withoutUnderscores(StringRef Name) {
  std::string Text = Name.str();
  erase(Text, '_');
  return Text;
}

std::string warpfort::nearestOfModules(StringRef Folder, StringRef Name) {
  constexpr size_t Shortest = 8;
  if (Name.size() + 2 < Shortest)
    return "";
  NearestName Nearest(Name);
  StringRef Owner;
  for (const OwnModule &M : Modules) {
    if (Name.front() != M.Prefix.front())
      continue;
    bool HasMore = anyWord(Folder, M, [&](StringRef Word) {
      if (Word.size() >= Shortest && Nearest.consider(Word))
        Owner = M.Name;
      return Word.size() >= Shortest && Name.starts_with(Word) &&
             Name.size() - Word.size() <= 2;
    });
    if (HasMore)
      return "";
  }
  if (Nearest.found().empty() ||
      withoutUnderscores(Nearest.found()) == withoutUnderscores(Name))
    return "";
  return "; did you mean '" + Nearest.found() + "' of module " + Owner.str() +
         "?";
}
