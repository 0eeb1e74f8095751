//===-- Conditionals.cpp - #if and its end --------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Conditionals.h. Flang's preprocessor keeps its stack to itself, so the
// files' own text is read.
//
//===----------------------------------------------------------------------===//
#include "Conditionals.h"
#include "SourceFiles.h"
#include "flang/Parser/message.h"
#include "flang/Parser/provenance.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cctype>

namespace warpfort {

using namespace Fortran::parser::literals;
using Fortran::parser::ProvenanceRange;

namespace {

struct Conditional {
  ProvenanceRange Place; ///< of its last directive
  bool HasElse = false;
};

class FileConditionals {
public:
  FileConditionals(llvm::StringRef Text, Fortran::parser::Provenance Begin,
                   Fortran::parser::Messages &Messages)
      : Text(Text), Begin(Begin), Messages(Messages) {}
  /// Conditionals without an end.
  void check();
  /// Conditionals without a condition.
  void checkConditions();

private:
  llvm::StringRef nextLine();
  void forEachDirective(
      llvm::function_ref<void(llvm::StringRef Word, llvm::StringRef Rest)> Do);
  void visit(llvm::StringRef Word);
  ProvenanceRange placeOf(llvm::StringRef Word) const {
    return {Begin + (Word.data() - Text.data()), Word.size()};
  }

  llvm::StringRef Text;
  size_t At = 0;
  Fortran::parser::Provenance Begin;
  Fortran::parser::Messages &Messages;
  llvm::SmallVector<Conditional> Open;
};

llvm::StringRef FileConditionals::nextLine() {
  llvm::StringRef Line = Text.substr(At).take_until(
      [](char Character) { return Character == '\n'; });
  At += Line.size() + 1;
  return Line.rtrim('\r');
}

void FileConditionals::visit(llvm::StringRef Word) {
  ProvenanceRange Place = placeOf(Word);
  if (Word == "if" || Word == "ifdef" || Word == "ifndef") {
    Open.push_back({Place});
  } else if (Open.empty()) {
    // Flang reports it, or the text is not what it seems.
  } else if (Word == "endif") {
    Open.pop_back();
  } else if (Word == "else" || Word == "elif") {
    if (Open.back().HasElse)
      Messages.Say(Place,
                   "#%s: comes after the #else of the same #if"_err_en_US,
                   Word.str());
    Open.back().Place = Place;
    Open.back().HasElse |= Word == "else";
  }
}

void FileConditionals::forEachDirective(
    llvm::function_ref<void(llvm::StringRef, llvm::StringRef)> Do) {
  while (At < Text.size()) {
    llvm::StringRef Line = nextLine().ltrim(" \t");
    if (Line.starts_with("/*")) {
      size_t End = Text.find("*/", Line.data() - Text.data() + 2);
      if (End == llvm::StringRef::npos)
        return;
      if (End >= At) {
        At = End;
        nextLine();
      }
      continue;
    }
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim(" \t");
    llvm::StringRef Word = Line.take_while([](char Character) {
      return std::isalpha(static_cast<unsigned char>(Character));
    });
    Do(Word, Line.drop_front(Word.size()));
    while (Line.ends_with("\\") && At < Text.size())
      Line = nextLine();
  }
}

void FileConditionals::check() {
  forEachDirective([&](llvm::StringRef Word, llvm::StringRef) { visit(Word); });
  for (const Conditional &Last : Open)
    Messages.Say(Last.Place, "this conditional has no #endif"_err_en_US);
}

void FileConditionals::checkConditions() {
  forEachDirective([&](llvm::StringRef Word, llvm::StringRef Rest) {
    Rest = Rest.trim();
    bool IsComment = Rest.starts_with("/*") && Rest.ends_with("*/");
    if ((Word == "if" || Word == "elif") && (Rest.empty() || IsComment))
      Messages.Say(placeOf(Word), "#%s: missing condition"_err_en_US,
                   Word.str());
  });
}

} // namespace

void checkConditionals(const Fortran::parser::AllSources &Sources,
                       Fortran::parser::Messages &Messages) {
  onFiles(Sources,
          [&](llvm::StringRef Text, Fortran::parser::Provenance Begin) {
            FileConditionals(Text, Begin, Messages).check();
          });
}

void placeMissingConditions(const Fortran::parser::AllCookedSources &Cooked,
                            Fortran::parser::Messages &Messages) {
  const Fortran::parser::AllSources &Sources = Cooked.allSources();
  bool IsAnyLost = false;
  Messages.messages().remove_if([&](const Fortran::parser::Message &Message) {
    auto Place = Message.GetProvenanceRange(Cooked);
    bool IsLost = Place && !Sources.IsValid(*Place);
    IsAnyLost |= IsLost;
    return IsLost;
  });
  if (!IsAnyLost)
    return;
  onFiles(Sources,
          [&](llvm::StringRef Text, Fortran::parser::Provenance Begin) {
            FileConditionals(Text, Begin, Messages).checkConditions();
          });
  // Made by a macro, perhaps.
  if (!Messages.AnyFatalError())
    Messages.Say(ProvenanceRange{Sources.GetFirstFileProvenance()->start(), 1},
                 "a conditional has no condition"_err_en_US);
}

} // namespace warpfort
