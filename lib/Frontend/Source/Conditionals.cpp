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
  void check();

private:
  llvm::StringRef nextLine();
  void visit(llvm::StringRef Word);

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
  ProvenanceRange Place{Begin + (Word.data() - Text.data()), Word.size()};
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

void FileConditionals::check() {
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
    visit(Line.ltrim(" \t").take_while([](char Character) {
      return std::isalpha(static_cast<unsigned char>(Character));
    }));
    while (Line.ends_with("\\") && At < Text.size())
      Line = nextLine();
  }
  for (const Conditional &Last : Open)
    Messages.Say(Last.Place, "this conditional has no #endif"_err_en_US);
}

} // namespace

void checkConditionals(const Fortran::parser::AllSources &Sources,
                       Fortran::parser::Messages &Messages) {
  onFiles(Sources,
          [&](llvm::StringRef Text, Fortran::parser::Provenance Begin) {
            FileConditionals(Text, Begin, Messages).check();
          });
}

} // namespace warpfort
