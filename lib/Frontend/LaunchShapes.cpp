//===-- LaunchShapes.cpp - Launch shapes of kernel loops ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See LaunchShapes.h. The text keeps its length, since Flang maps places in it
// to places in files: what stands between the blank and the sign moves by one
// column. A line without any blank stays as it is, and is an error.
//
//===----------------------------------------------------------------------===//
#include "LaunchShapes.h"
#include "flang/Parser/message.h"
#include "flang/Parser/provenance.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

using namespace Fortran::parser::literals;

namespace warpfort {
namespace {

constexpr llvm::StringLiteral Sentinel = "!$cuf", Open = "<<<", Close = ">>>";

/// Behind the parenthesis that closes the one at \p At.
size_t skipParentheses(llvm::StringRef Line, size_t At) {
  int Depth = 0;
  for (; At < Line.size(); ++At) {
    Depth += Line[At] == '(';
    Depth -= Line[At] == ')';
    if (Depth == 0)
      return At + 1;
  }
  return At;
}

/// Behind an entry, at the comma or `>>>`.
size_t skipEntry(llvm::StringRef Line, size_t At) {
  while (At < Line.size() && Line[At] != ',' &&
         !Line.substr(At).starts_with(Close))
    At = Line[At] == '(' ? skipParentheses(Line, At) : At + 1;
  return At;
}

void admitEntry(char *Line, llvm::StringRef Text, size_t At) {
  At = Text.find_first_not_of(' ', At);
  if (At == llvm::StringRef::npos || Text[At] != '(')
    return;
  llvm::StringRef Rest = Text.substr(skipParentheses(Text, At)).ltrim(' ');
  if (Rest.empty() || Rest.front() == ',' || Rest.starts_with(Close))
    return;
  size_t Blank = Text.substr(0, At).rfind(' ');
  if (Blank == llvm::StringRef::npos || Blank <= Sentinel.size())
    return;
  std::move(Line + Blank + 1, Line + At, Line + Blank);
  Line[At - 1] = '+';
}

/// Refuses `, device=n` in a directive and takes it out.
void refuseDevice(char *Line, llvm::StringRef Text, size_t At,
                  Fortran::parser::Messages &Messages) {
  constexpr llvm::StringLiteral Device = "device";
  while (At < Text.size() && !Text.substr(At).starts_with(Close)) {
    size_t Item = Text.find_first_not_of(' ', At + 1);
    size_t End = skipEntry(Text, At + 1);
    if (Text[At] == ',' && Text.substr(Item).starts_with(Device) &&
        Text.substr(Item + Device.size()).ltrim(' ').starts_with("=")) {
      Messages.Say(
          Fortran::parser::CharBlock(Line + Item, Line + End),
          "DEVICE= of a kernel loop is not supported: call cudaSetDevice"_err_en_US);
      std::fill(Line + At, Line + End, ' ');
    }
    At = End;
  }
}

} // namespace

void admitShapeExpressions(const Fortran::parser::CookedSource &Cooked,
                           Fortran::parser::Messages &Messages) {
  // Parsing has not begun: nobody else looks at the text.
  auto *Begin = const_cast<char *>(Cooked.AsCharBlock().begin());
  llvm::StringRef Text(Begin, Cooked.AsCharBlock().size());
  for (size_t At = 0; At < Text.size();) {
    size_t End = std::min(Text.find('\n', At), Text.size());
    llvm::StringRef Line = Text.slice(At, End);
    size_t Shape = Line.find(Open);
    if (Line.ltrim(' ').starts_with_insensitive(Sentinel) &&
        Shape != llvm::StringRef::npos) {
      size_t Entry = Shape + Open.size();
      admitEntry(Begin + At, Line, Entry);
      Entry = skipEntry(Line, Entry);
      if (Line.substr(Entry).starts_with(","))
        admitEntry(Begin + At, Line, Entry + 1);
      refuseDevice(Begin + At, Line, Entry, Messages);
    }
    At = End + 1;
  }
}

} // namespace warpfort
