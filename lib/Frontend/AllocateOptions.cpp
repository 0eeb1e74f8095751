//===-- AllocateOptions.cpp - Alignment in ALLOCATE -----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See AllocateOptions.h. Blanks take the option's place, so that places in the
// text stay what they are.
//
//===----------------------------------------------------------------------===//
#include "AllocateOptions.h"
#include "flang/Parser/message.h"
#include "flang/Parser/provenance.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

namespace warpfort {

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace {

constexpr llvm::StringLiteral Allocate = "allocate", Align = "align";

bool isNamePart(char C) { return llvm::isAlnum(C) || C == '_'; }

/// Behind a character constant that begins at \p At.
size_t skipText(llvm::StringRef Line, size_t At) {
  return std::min(Line.find(Line[At], At + 1), Line.size() - 1) + 1;
}

/// Behind the parenthesis of an ALLOCATE statement; npos if there is none.
size_t findList(llvm::StringRef Line) {
  for (size_t At = 0; At < Line.size();) {
    if (Line[At] == '\'' || Line[At] == '"') {
      At = skipText(Line, At);
      continue;
    }
    llvm::StringRef Rest = Line.substr(At);
    bool Begins = At == 0 || !isNamePart(Line[At - 1]);
    if (Begins && Rest.starts_with(Allocate)) {
      size_t Open = Rest.find_first_not_of(' ', Allocate.size());
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

} // namespace

void ignoreAlignment(const parser::CookedSource &Cooked,
                     parser::Messages &Messages) {
  // Parsing has not begun: nobody else looks at the text.
  auto *Begin = const_cast<char *>(Cooked.AsCharBlock().begin());
  llvm::StringRef Text(Begin, Cooked.AsCharBlock().size());
  for (size_t At = 0; At < Text.size();) {
    size_t End = std::min(Text.find('\n', At), Text.size());
    llvm::StringRef Line = Text.slice(At, End);
    size_t Item =
        Line.starts_with("!") ? llvm::StringRef::npos : findList(Line);
    while (Item < Line.size() && Line[Item] != ')') {
      size_t Behind = endOfItem(Line, Item);
      if (Line[Item - 1] == ',' && isAlignment(Line.slice(Item, Behind))) {
        Messages.Say(
            parser::CharBlock(Begin + At + Item, Begin + At + Behind),
            "ALIGN= of an ALLOCATE statement is ignored: device data begins at multiples of 256 bytes"_warn_en_US);
        std::fill(Begin + At + Item - 1, Begin + At + Behind, ' ');
      }
      if (Behind >= Line.size() || Line[Behind] != ',')
        break;
      Item = Behind + 1;
    }
    At = End + 1;
  }
}

} // namespace warpfort
