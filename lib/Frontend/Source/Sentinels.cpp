//===-- Sentinels.cpp - Comments that look like directives ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See Sentinels.h. What follows has to be a directive's name, so that prose is
/// left alone.
///
//===----------------------------------------------------------------------===//
#include "Sentinels.h"
#include "SourceFiles.h"
#include "flang/Parser/message.h"
#include "warpfort/Support/Misspellings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <string>

namespace warpfort {

using namespace Fortran::parser::literals;
using Fortran::parser::Provenance;
using Fortran::parser::ProvenanceRange;

static bool isBlank(char C) { return C == ' ' || C == '\t'; }

/// Whether the word, in small letters, is nearly the sentinel, `$acc` or the
/// like.
static bool isNearly(llvm::StringRef Word, llvm::StringRef Sentinel) {
  if (Word == Sentinel || !Word.contains('$'))
    return false;
  // "acc$", as "dir$".
  if (Word == (Sentinel.drop_front() + "$").str())
    return true;
  return nearestOf(Word, {Sentinel}).found() == Sentinel;
}

/// The first word of \p Rest, in small letters.
static std::string firstWord(llvm::StringRef Rest) {
  return Rest.ltrim(" \t")
      .take_while([](char C) { return llvm::isAlnum(C) || C == '_'; })
      .lower();
}

namespace {

struct Directives {
  llvm::StringRef Sentinel;
  bool (*Begins)(llvm::StringRef Word);
};

} // namespace

/// The part of the line that should be \p Of's sentinel, without the mark of
/// the comment; empty if there is none.
static llvm::StringRef misspeltIn(llvm::StringRef Line, const Directives &Of) {
  const bool InFixedForm = !Line.empty() && llvm::is_contained("cC*", Line[0]);
  if (!InFixedForm)
    Line = Line.ltrim(" \t");
  if (!InFixedForm && !Line.starts_with("!"))
    return {};
  Line = Line.drop_front();
  llvm::StringRef Word = Line.take_until(isBlank),
                  Rest = Line.drop_front(Word.size());
  // "$ acc".
  if (Word == "$") {
    llvm::StringRef Next = Rest.ltrim(" \t").take_until(isBlank);
    if (!Next.equals_insensitive(Of.Sentinel.drop_front()))
      return {};
    Word = Line.take_front(Next.end() - Line.begin());
    Rest = Line.drop_front(Word.size());
  } else if (!isNearly(Word.lower(), Of.Sentinel)) {
    return {};
  }
  return Of.Begins(firstWord(Rest)) ? Word : llvm::StringRef();
}

void warnOfSentinels(const Fortran::parser::AllSources &Sources,
                     Fortran::parser::Messages &Messages, bool OpenACC,
                     bool CUDA) {
  llvm::SmallVector<Directives, 2> All;
  if (OpenACC)
    All.push_back({"$acc", [](llvm::StringRef Word) {
                     return beginsDirective(Word, /*IsFortran=*/true);
                   }});
  if (CUDA)
    All.push_back(
        {"$cuf", [](llvm::StringRef Word) { return Word == "kernel"; }});
  onFiles(Sources, [&](llvm::StringRef Text, Provenance Begin) {
    for (llvm::StringRef Left = Text; !Left.empty();) {
      auto [Line, Below] = Left.split('\n');
      for (const Directives &Of : All)
        if (llvm::StringRef Word = misspeltIn(Line, Of); !Word.empty())
          Messages.Say(
              ProvenanceRange{Begin + (Word.data() - 1 - Text.data()),
                              Word.size() + 1},
              "This is a comment; did you mean the directive's '!%s'?"_warn_en_US,
              Of.Sentinel.str());
      Left = Below;
    }
  });
}

} // namespace warpfort
