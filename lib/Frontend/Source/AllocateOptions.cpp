//===-- AllocateOptions.cpp - What others take in ALLOCATE ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See AllocateOptions.h. Blanks take the place of what is ignored, so that
// places in the text stay what they are.
//
//===----------------------------------------------------------------------===//
#include "AllocateOptions.h"
#include "SourceLines.h"
#include "flang/Parser/message.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

namespace warpfort {

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace {

constexpr llvm::StringLiteral Allocate = "allocate", Align = "align",
                              Deallocate = "deallocate";

bool isNamePart(char C) { return llvm::isAlnum(C) || C == '_'; }

/// Behind a character constant that begins at \p At.
size_t skipText(llvm::StringRef Line, size_t At) {
  return std::min(Line.find(Line[At], At + 1), Line.size() - 1) + 1;
}

/// Behind the parenthesis of a statement with the name \p Keyword; npos if
/// there is none.
size_t findList(llvm::StringRef Line, llvm::StringRef Keyword) {
  for (size_t At = 0; At < Line.size();) {
    if (Line[At] == '\'' || Line[At] == '"') {
      At = skipText(Line, At);
      continue;
    }
    llvm::StringRef Rest = Line.substr(At);
    bool Begins = At == 0 || !isNamePart(Line[At - 1]);
    if (Begins && Rest.starts_with(Keyword)) {
      size_t Open = Rest.find_first_not_of(' ', Keyword.size());
      if (Open != llvm::StringRef::npos && Rest[Open] == '(')
        return At + Open + 1;
    }
    ++At;
  }
  return llvm::StringRef::npos;
}

/// Where the item that begins at \p At ends: at a comma or the parenthesis.
size_t endOfItem(llvm::StringRef Line, size_t At) {
  for (int Depth = 0; At < Line.size();) {
    char C = Line[At];
    if (C == '\'' || C == '"') {
      At = skipText(Line, At);
      continue;
    }
    if (Depth == 0 && (C == ',' || C == ')'))
      return At;
    Depth += C == '(' || C == '[';
    Depth -= C == ')' || C == ']';
    ++At;
  }
  return At;
}

bool isAlignment(llvm::StringRef Item) {
  Item = Item.ltrim(' ');
  if (!Item.consume_front(Align))
    return false;
  Item = Item.ltrim(' ');
  return Item.starts_with("=") && !Item.starts_with("==");
}

/// Whether what begins at \p At is a statement: a procedure or a component may
/// have its name, too.
bool beginsStatement(llvm::StringRef Line, size_t At) {
  llvm::StringRef Before = Line.take_front(At).rtrim(' ');
  return Before.empty() || Before.ends_with(")") || Before.ends_with(";") ||
         Before.find_first_not_of("0123456789 ") == llvm::StringRef::npos;
}

/// Whether nothing follows the list that begins at \p At: an assignment to an
/// element of an array of the statement's name goes on.
bool endsStatement(llvm::StringRef Line, size_t At) {
  while (At < Line.size()) {
    At = endOfItem(Line, At);
    if (At < Line.size() && Line[At++] == ')')
      break;
  }
  llvm::StringRef Rest = Line.substr(At).ltrim(' ');
  return Rest.empty() || Rest.starts_with(";");
}

/// Behind the parenthesis of the first such statement; npos if there is none.
size_t findStatement(llvm::StringRef Line, llvm::StringRef Keyword) {
  // Of directives nothing is ignored.
  if (Line.starts_with("!"))
    return llvm::StringRef::npos;
  size_t List = findList(Line, Keyword);
  return List < Line.size() &&
                 beginsStatement(Line, Line.take_front(List).rfind(Keyword)) &&
                 endsStatement(Line, List)
             ? List
             : llvm::StringRef::npos;
}

/// Where the subscripts begin that end \p Item, an object; npos if there are
/// none.
size_t findSubscripts(llvm::StringRef Item) {
  Item = Item.rtrim(' ');
  size_t Open = llvm::StringRef::npos;
  int Depth = 0;
  for (size_t At = 0; At < Item.size();) {
    char C = Item[At];
    if (C == '\'' || C == '"') {
      At = skipText(Item, At);
      continue;
    }
    if (Depth == 0 && C == '=')
      return llvm::StringRef::npos;
    if (Depth == 0 && C == '(')
      Open = At;
    Depth += C == '(' || C == '[';
    Depth -= C == ')' || C == ']';
    ++At;
  }
  return Depth == 0 && Item.ends_with(")") ? Open : llvm::StringRef::npos;
}

} // namespace

void ignoreAlignment(const parser::CookedSource &Cooked,
                     parser::Messages &Messages) {
  onLines(Cooked, [&](llvm::StringRef Line, char *Begin) {
    size_t Item = findStatement(Line, Allocate);
    while (Item < Line.size() && Line[Item] != ')') {
      size_t Behind = endOfItem(Line, Item);
      if (Line[Item - 1] == ',' && isAlignment(Line.slice(Item, Behind))) {
        Messages.Say(
            parser::CharBlock(Begin + Item, Begin + Behind),
            "ALIGN= of an ALLOCATE statement is ignored: device data begins at multiples of 256 bytes"_warn_en_US);
        std::fill(Begin + Item - 1, Begin + Behind, ' ');
      }
      if (Behind >= Line.size() || Line[Behind] != ',')
        break;
      Item = Behind + 1;
    }
  });
}

void ignoreDeallocatedSections(const parser::CookedSource &Cooked,
                               parser::Messages &Messages) {
  onLines(Cooked, [&](llvm::StringRef Line, char *Begin) {
    size_t Item = findStatement(Line, Deallocate);
    while (Item < Line.size()) {
      size_t Behind = endOfItem(Line, Item);
      size_t Open = findSubscripts(Line.slice(Item, Behind));
      if (Open != llvm::StringRef::npos) {
        Messages.Say(
            parser::CharBlock(Begin + Item + Open, Begin + Behind),
            "Subscripts in a DEALLOCATE statement are ignored: the whole array is deallocated"_warn_en_US);
        std::fill(Begin + Item + Open, Begin + Behind, ' ');
      }
      if (Behind >= Line.size() || Line[Behind] != ',')
        break;
      Item = Behind + 1;
    }
  });
}

} // namespace warpfort
