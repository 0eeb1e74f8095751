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
#include "SourceLines.h"
#include "flang/Parser/message.h"
#include "flang/Parser/provenance.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>

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

/// `key =` behind the comma at \p At; the text up to and with the sign.
size_t keyAt(llvm::StringRef Text, size_t At, llvm::StringRef Key) {
  size_t Item = Text.find_first_not_of(' ', At + 1);
  if (Item == llvm::StringRef::npos || !Text.substr(Item).starts_with(Key))
    return 0;
  size_t Sign = Text.find_first_not_of(' ', Item + Key.size());
  return Sign != llvm::StringRef::npos && Text[Sign] == '=' ? Sign + 1 - At : 0;
}

/// Writes what the parser knows over \p Size characters, no fewer than eight.
void overwrite(char *Place, size_t Size, llvm::Twine Text) {
  std::string New = Text.str();
  New.resize(Size, ' ');
  std::copy(New.begin(), New.end(), Place);
}

/// `, device=n` becomes `, 0, 0 .wa. n`, `, stream=s, device=n` becomes
/// `, stream=s .wb. n`, and `, device=n, stream=s` becomes `, 0, n .wc. s`.
void admitDevice(char *Line, llvm::StringRef Text, size_t At) {
  bool HasStream = false;
  while (At < Text.size() && !Text.substr(At).starts_with(Close)) {
    size_t End = skipEntry(Text, At + 1);
    if (size_t Key = keyAt(Text, At, "device")) {
      size_t Stream = HasStream || !Text.substr(End).starts_with(",")
                          ? 0
                          : keyAt(Text, End, "stream");
      if (HasStream) {
        overwrite(Line + At, Key, StreamThenDevice);
      } else if (Stream) {
        overwrite(Line + At, Key, ",0,");
        overwrite(Line + End, Stream, DeviceThenStream);
      } else {
        overwrite(Line + At, Key, llvm::Twine(",0,0") + DeviceAlone);
      }
      return;
    }
    HasStream = true;
    At = End;
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

void admitShapeExpressions(const Fortran::parser::CookedSource &Cooked) {
  onLines(Cooked, [](llvm::StringRef Line, char *Begin) {
    size_t Shape = Line.find(Open);
    if (!Line.ltrim(' ').starts_with_insensitive(Sentinel) ||
        Shape == llvm::StringRef::npos)
      return;
    size_t Entry = Shape + Open.size();
    admitEntry(Begin, Line, Entry);
    Entry = skipEntry(Line, Entry);
    if (Line.substr(Entry).starts_with(","))
      admitEntry(Begin, Line, Entry + 1);
    // Behind the block's shape.
    if (Line.substr(Entry).starts_with(","))
      admitDevice(Begin, Line, skipEntry(Line, Entry + 1));
  });
}

} // namespace warpfort
