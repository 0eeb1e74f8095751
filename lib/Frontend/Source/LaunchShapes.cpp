//===-- LaunchShapes.cpp - Launch shapes of kernel loops ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See LaunchShapes.h. The text keeps its length, since Flang maps locations in
// it to locations in files: what an edit moves, it moves by one column. An
// entry with no blank before it gets no sign, and is an error.
//
//===----------------------------------------------------------------------===//
#include "LaunchShapes.h"
#include "SourceLines.h"
#include "flang/Parser/message.h"
#include "flang/Parser/provenance.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <string>

namespace warpfort {

using namespace Fortran::parser::literals;

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

/// An entry behind the block's shape: `, key = value`.
struct Entry {
  size_t Comma, Value, ValueEnd, End; ///< offsets in the line
  llvm::StringRef Key;                ///< empty for a positional one
};

Entry entryAt(llvm::StringRef Line, size_t Comma) {
  Entry E{Comma, 0, 0, skipEntry(Line, Comma + 1), ""};
  llvm::StringRef Text = Line.slice(Comma + 1, E.End);
  for (llvm::StringRef Key : {"stream", "device"}) {
    llvm::StringRef Rest = Text.ltrim(' ');
    if (!Rest.consume_front(Key))
      continue;
    Rest = Rest.ltrim(' ');
    if (!Rest.consume_front("="))
      continue;
    E.Key = Key;
    Text = Rest;
    break;
  }
  E.Value = E.End - Text.ltrim(' ').size();
  E.ValueEnd = E.Value + Text.trim(' ').size();
  return E;
}

/// Writes \p First and \p Second as an array over both and over what is before
/// the first, which becomes \p Before. There is room: a key goes. Returns the
/// offset of the array.
size_t joinEntries(char *Line, llvm::StringRef Text, const Entry &First,
                   const Entry &Second, llvm::StringRef Before) {
  llvm::StringRef Left = Text.slice(First.Value, First.ValueEnd),
                  Right = Text.slice(Second.Value, Second.ValueEnd);
  size_t Size = Second.End - First.Comma;
  std::string New = Before.str();
  New.resize(std::max(Before.size(), First.Value - First.Comma - 1), ' ');
  size_t Array = New.size();
  New += ("[" + Left + ",").str();
  New.resize(std::min(Second.Value - First.Comma, Size - Right.size() - 1),
             ' ');
  New += (Right + "]").str();
  New.resize(Size, ' ');
  std::copy(New.begin(), New.end(), Line + First.Comma);
  return First.Comma + Array;
}

/// Edits the entries from \p At on, a comma.
void admitDevice(char *Line, llvm::StringRef Text, size_t At,
                 LaunchEntries &Found) {
  llvm::SmallVector<Entry, 4> Entries;
  for (; Text.substr(At).starts_with(","); At = Entries.back().End)
    Entries.push_back(entryAt(Text, At));
  auto *Device =
      llvm::find_if(Entries, [](const Entry &E) { return E.Key == "device"; });
  if (Device == Entries.end())
    return;
  // The parser reads a stream behind `, 0,` or `, stream =`.
  auto *Other =
      Device == Entries.begin() ? std::next(Device) : std::prev(Device);
  if (Other == Entries.end()) {
    constexpr llvm::StringLiteral Zero = ",0,";
    std::fill(Line + Device->Comma, Line + Device->Value, ' ');
    std::copy(Zero.begin(), Zero.end(), Line + Device->Comma);
    Found[Line + Device->Value] = LaunchEntry::Device;
  } else if (Other > Device && Other->Key == "stream") {
    Found[Line + joinEntries(Line, Text, *Device, *Other, ",0,")] =
        LaunchEntry::DeviceAndStream;
  } else if (Other < Device) {
    Found[Line + joinEntries(Line, Text, *Other, *Device,
                             Other->Key.empty() ? "," : ",0,")] =
        LaunchEntry::StreamAndDevice;
  }
}

} // namespace

void checkLaunchShapes(const Fortran::parser::CookedSource &Cooked,
                       Fortran::parser::Messages &Messages) {
  const char *Begin = Cooked.AsCharBlock().begin();
  llvm::StringRef Text(Begin, Cooked.AsCharBlock().size());
  for (size_t At = Text.find(Open); At != llvm::StringRef::npos;
       At = Text.find(Open, At + 1)) {
    llvm::StringRef Before = Text.substr(0, At);
    Before = Before.substr(Before.rfind('\n') + 1);
    llvm::StringRef Line = Text.substr(At).split('\n').first;
    size_t End = skipEntry(Line, Open.size());
    if (Before.find_first_of("'\"!") != llvm::StringRef::npos ||
        !Before.contains("call") || !Line.substr(End).starts_with(Close))
      continue;
    Messages.Say(
        Fortran::parser::CharBlock(Begin + At, End + Close.size()),
        "A launch needs a grid and a block: <<<grid, block>>>"_err_en_US);
  }
}

LaunchEntries
admitShapeExpressions(const Fortran::parser::CookedSource &Cooked) {
  LaunchEntries Found;
  onLines(Cooked, [&](llvm::StringRef Line, char *Begin) {
    size_t Shape = Line.find(Open);
    if (!Line.ltrim(' ').starts_with_insensitive(Sentinel) ||
        Shape == llvm::StringRef::npos)
      return;
    size_t At = Shape + Open.size();
    admitEntry(Begin, Line, At);
    At = skipEntry(Line, At);
    if (Line.substr(At).starts_with(","))
      admitEntry(Begin, Line, At + 1);
    // Behind the block's shape.
    if (Line.substr(At).starts_with(","))
      admitDevice(Begin, Line, skipEntry(Line, At + 1), Found);
  });
  return Found;
}

} // namespace warpfort
