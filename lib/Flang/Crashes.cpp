//===-- Crashes.cpp - Where Flang gives up --------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See Crashes.h. Flang's checks of itself call common::die(), which is
/// defined here in place of Flang's: it keeps the text for whoever guards the
/// call.
///
//===----------------------------------------------------------------------===//
#include "Crashes.h"
#include "flang/Common/idioms.h"
#include "flang/Parser/parsing.h"
#include "flang/Parser/provenance.h"
#include "flang/Parser/source.h"
#include "warpfort/Support/Faults.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

[[noreturn]] void Fortran::common::die(const char *Format, ...) {
  char Text[1024];
  va_list Arguments;
  va_start(Arguments, Format);
  std::vsnprintf(Text, sizeof Text, Format, Arguments);
  va_end(Arguments);
  warpfort::noteReason(Text);
  std::abort();
}

/// Whether a line is a directive of any kind, and not an ordinary comment.
static bool isDirective(llvm::StringRef Line) {
  Line = Line.ltrim(" \t");
  return Line.consume_front("!") &&
         (Line.starts_with("$") || Line.starts_with("@") ||
          Line.substr(0, Line.find_first_of(" \t")).contains("$"));
}

bool warpfort::explainPrescanCrash(Fortran::parser::Parsing &Parsing,
                                   llvm::raw_ostream &Diag) {
  const auto &Sources = Parsing.allCooked().allSources();
  auto Main = Sources.GetFirstFileProvenance();
  if (!Main)
    return false;
  const Fortran::parser::SourceFile *File =
      Sources.GetSourceFile(Main->start());
  if (!File)
    return false;
  llvm::StringRef Text(File->content().data(), File->content().size());
  for (size_t End = Text.size(); End > 0;) {
    size_t Begin = Text.rfind('\n', End - 1);
    Begin = Begin == llvm::StringRef::npos ? 0 : Begin + 1;
    llvm::StringRef Line = Text.slice(Begin, End).rtrim();
    if (isDirective(Line)) {
      Sources.EmitMessage(
          Diag,
          Fortran::parser::ProvenanceRange{
              Main->start() + Begin + Line.size() - 1, 1},
          "a directive that is continued must not be the last line of a file",
          "error: ", llvm::raw_ostream::RED, /*echoSourceLine=*/true);
      return true;
    }
    // Only comments come behind it.
    if (!Line.trim().empty() && !Line.ltrim().starts_with("!"))
      return false;
    if (Begin == 0)
      return false;
    End = Begin - 1;
  }
  return false;
}
