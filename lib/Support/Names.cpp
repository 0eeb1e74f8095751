//===-- Names.cpp - Flang symbol names ------------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang writes a name as `_Q` and then one piece a scope: a capital letter
// that says what the scope is, and its name in lower case. Pieces: M module, S
// submodule, F enclosing procedure, B block, P procedure, E variable, C common
// block, EC constant, T type, N namelist. `_QQ` begins names that no source
// has.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Support/Names.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warpfort {

static std::string withoutTrailingUnderscore(StringRef Symbol) {
  // Only what gfortran and flang make of `foo`: `foo_`, with no leading one.
  if (Symbol.size() > 1 && Symbol.ends_with("_") && isAlpha(Symbol.front()) &&
      !Symbol.ends_with("__"))
    return Symbol.drop_back().str();
  return Symbol.str();
}

std::string demangleName(StringRef Symbol) {
  StringRef Rest = Symbol;
  if (Rest == MainProgramSymbol)
    return "main program";
  if (!Rest.consume_front("_Q"))
    return withoutTrailingUnderscore(Symbol);

  // Procedures and data of the main program, which has no name here.
  if (Rest.starts_with("FP") || Rest.starts_with("FE"))
    Rest = Rest.drop_front();
  std::string Name;
  while (!Rest.empty()) {
    StringRef Tag = Rest.take_while(isUpper);
    if (Tag.empty())
      return Symbol.str();
    Rest = Rest.drop_front(Tag.size());
    // A name follows: it begins with a letter and has no capital one.
    size_t End = 0;
    while (End < Rest.size() &&
           (isLower(Rest[End]) || isDigit(Rest[End]) || Rest[End] == '_'))
      ++End;
    StringRef Piece = Rest.take_front(End);
    Rest = Rest.drop_front(End);
    if (Tag == "B")
      continue; // a block construct has only a number
    if (Piece.empty() || (Tag.size() > 1 && Tag != "EC" && Tag != "DT"))
      return Symbol.str();
    if (!Name.empty())
      Name += "::";
    Name += Piece;
    // What follows a name that is not a scope was added by a compiler pass.
    if (!Rest.empty() && !isUpper(Rest.front()))
      return Name;
  }
  return Name.empty() ? Symbol.str() : Name;
}

StringRef componentName(StringRef Name) {
  return Name.drop_front(Name.rfind('.') + 1);
}

std::string componentKey(StringRef Type, StringRef Name) {
  return (Type + "." + componentName(Name)).str();
}

std::string demangleNames(StringRef Text) {
  auto IsNamePart = [](char C) { return isAlnum(C) || C == '_' || C == '$'; };
  std::string Result;
  while (!Text.empty()) {
    StringRef Name = Text.take_while(IsNamePart);
    if (Name.empty()) {
      Result += Text.front();
      Text = Text.drop_front();
      continue;
    }
    Result += Name.starts_with("_Q") ? demangleName(Name) : Name.str();
    Text = Text.drop_front(Name.size());
  }
  return Result;
}

} // namespace warpfort
