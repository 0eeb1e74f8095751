//===-- Messages.cpp - How messages look ----------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See Messages.h. Flang writes its messages as text, each with the line of the
/// source below it; messages of passes get the same form here.
///
//===----------------------------------------------------------------------===//
#include "Messages.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace warpfort {

namespace {
struct Heading {
  llvm::StringRef Before, Severity, Rest;
};
} // namespace

/// "a.f90:3:5: error: text", cut before and behind the severity; no severity
/// in other lines.
static Heading splitHeading(llvm::StringRef Line) {
  if (Line.starts_with(" "))
    return {Line, "", ""};
  for (llvm::StringRef Severity :
       {"error: ", "warning: ", "portability: ", "note: ", "because: "}) {
    size_t At = Line.find((": " + Severity).str());
    if (At != llvm::StringRef::npos)
      return {Line.take_front(At + 2), Line.substr(At + 2, Severity.size() - 1),
              Line.substr(At + 1 + Severity.size())};
  }
  return {Line, "", ""};
}

void MessagePrinter::printLine(llvm::StringRef Line) {
  Heading Parts = splitHeading(Line);
  bool IsError = Parts.Severity == "error:";
  if (IsError && MaxErrors && Errors++ == MaxErrors && !Ended) {
    Ended = true;
    OS << "warpfort: note: further messages are left out (-fmax-errors="
       << MaxErrors << ")\n";
  }
  if (Ended)
    return;
  if (!Color || Parts.Severity.empty()) {
    bool IsMark = Color && Line.trim() == "^";
    OS << (IsMark ? "\033[1;32m" : "") << Line << (IsMark ? "\033[0m" : "")
       << "\n";
    return;
  }
  bool IsWarning =
      Parts.Severity == "warning:" || Parts.Severity == "portability:";
  OS << "\033[1m" << Parts.Before
     << (IsError     ? "\033[31m"
         : IsWarning ? "\033[35m"
                     : "\033[36m")
     << Parts.Severity << "\033[0m" << Parts.Rest << "\n";
}

void MessagePrinter::printSource(llvm::StringRef File, unsigned Line,
                                 unsigned Column) {
  if (Ended || !Line || !Column)
    return;
  auto Text = llvm::MemoryBuffer::getFile(File);
  if (!Text)
    return;
  for (llvm::line_iterator It(**Text, /*SkipBlanks=*/false); !It.is_at_end();
       ++It) {
    if (It.line_number() != Line)
      continue;
    printLine(("  " + It->rtrim("\r")).str());
    std::string Mark = "  ";
    for (char C : It->take_front(Column - 1))
      Mark += C == '\t' ? '\t' : ' ';
    printLine(Mark + "^");
    return;
  }
}

void MessagePrinter::printMessage(llvm::StringRef File, unsigned Line,
                                  unsigned Column, llvm::StringRef Severity,
                                  llvm::StringRef Text) {
  std::string Place = File.str();
  if (Line)
    Place += ":" + std::to_string(Line) + ":" + std::to_string(Column);
  // A text may have notes of its own, line by line.
  llvm::StringRef Rest =
      Place.append(": ").append(Severity).append(": ").append(Text);
  while (!Rest.empty()) {
    auto [First, Others] = Rest.split('\n');
    printLine(First);
    Rest = Others;
  }
  printSource(File, Line, Column);
}

} // namespace warpfort
