//===-- Misspellings.cpp - Did you mean -----------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See Misspellings.h. LLVM has the names of OpenACC's directives and clauses,
/// and which clauses a directive may have.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Support/Misspellings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Frontend/OpenACC/ACC.h.inc"
#include <algorithm>

using namespace llvm;

namespace warpfort {

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Whether the words differ in that two neighbours changed places.
static bool isTransposed(StringRef A, StringRef B) {
  if (A.size() != B.size())
    return false;
  size_t At = std::mismatch(A.begin(), A.end(), B.begin()).first - A.begin();
  return At + 1 < A.size() && A[At] == B[At + 1] && A[At + 1] == B[At] &&
         A.substr(At + 2) == B.substr(At + 2);
}

NearestName::NearestName(StringRef Word)
    : Word(Word), Best(2 * std::min<unsigned>(2, Word.size() / 3) + 1) {}

bool NearestName::consider(StringRef Name) {
  unsigned Distance = isTransposed(Word, Name)
                          ? 1
                          : Word.edit_distance(Name, true, Best / 2 + 1);
  // A longer name counts as half a letter nearer.
  unsigned Rank = 2 * Distance - (Name.size() > Word.size() ? 1 : 0);
  if (Distance == 0 || Rank >= Best)
    return false;
  Best = Rank;
  Found = Name.str();
  return true;
}

std::string NearestName::hint() const {
  return Found.empty() ? "" : "; did you mean '" + Found + "'?";
}

NearestName nearestOf(StringRef Word, ArrayRef<StringRef> Names) {
  NearestName Nearest(Word);
  for (StringRef Name : Names)
    Nearest.consider(Name);
  return Nearest;
}

//===----------------------------------------------------------------------===//
// OpenACC
//===----------------------------------------------------------------------===//

namespace {

using acc::Clause;
using acc::Directive;

bool isDirective(StringRef Name) {
  return Name != "unknown" &&
         acc::getOpenACCDirectiveKind(Name) != Directive::ACCD_unknown;
}

bool isClause(StringRef Name) {
  return Name != "unknown" &&
         acc::getOpenACCClauseKind(Name) != Clause::ACCC_unknown;
}

/// OpenMP has another word for LOOP.
NearestName nearestDirective(StringRef Word, ArrayRef<StringRef> Names) {
  NearestName Nearest = nearestOf(Word, Names);
  if (Word == "do" || Word == "for")
    Nearest.set("loop");
  return Nearest;
}

bool isCompute(StringRef Name) {
  return Name == "parallel" || Name == "kernels" || Name == "serial";
}

class DirectiveReader {
public:
  DirectiveReader(ArrayRef<StringRef> Words, bool IsFortran)
      : Words(Words), IsFortran(IsFortran) {}

  std::vector<WrongWord> read() {
    if (!Words.empty())
      readClauses(readName());
    return std::move(Wrong);
  }

private:
  void report(size_t Index, StringRef Kind, const NearestName &Nearest) {
    Wrong.push_back(
        {Index, (Twine("'") + Words[Index] + "' is not " + Kind).str() +
                    Nearest.hint()});
  }
  void expect(size_t Index, StringRef Kind, ArrayRef<StringRef> Names) {
    if (Index < Words.size() && !is_contained(Names, Words[Index]))
      report(Index, Kind, nearestOf(Words[Index], Names));
  }
  /// Whether the word is meant to be LOOP.
  bool isLoop(size_t Index) {
    if (Index >= Words.size() || Words[Index] == "loop")
      return Index < Words.size();
    NearestName Nearest = nearestDirective(Words[Index], {"loop"});
    if (isClause(Words[Index]) || Nearest.found().empty())
      return false;
    report(Index, "an OpenACC directive", Nearest);
    return true;
  }
  Directive readName();
  void readEnd();
  void readClauses(Directive Of);
  NearestName nearestClause(StringRef Word, Directive Of);

  ArrayRef<StringRef> Words;
  bool IsFortran;
  /// The first word behind the directive's name.
  size_t Next = 0;
  std::vector<WrongWord> Wrong;
};

void DirectiveReader::readEnd() {
  expect(1, "a construct with an end directive",
         {"atomic", "data", "host_data", "kernels", "parallel", "serial"});
  // Other compilers take DO there.
  if (Words.size() > 2 && Words[2] != "do")
    isLoop(2);
  Next = Words.size();
}

/// Reads the words of the directive's name; ACCD_unknown if they are wrong.
Directive DirectiveReader::readName() {
  StringRef First = Words.front();
  Next = 1;
  if (First == "end" && IsFortran) {
    readEnd();
    return Directive::ACCD_unknown;
  }
  if (!beginsDirective(First, IsFortran)) {
    SmallVector<StringRef> Names;
    for (auto D : enum_seq_inclusive(Directive::First_, Directive::Last_))
      if (D != Directive::ACCD_unknown)
        Names.push_back(acc::getOpenACCDirectiveName(D).split(' ').first);
    if (IsFortran)
      Names.push_back("end");
    NearestName Nearest = nearestDirective(First, Names);
    report(0, "an OpenACC directive", Nearest);
    if (First == "end")
      Wrong.back().Message += ": a construct ends with its statement";
    const auto *Meant = find(Names, Nearest.found());
    First = Meant == Names.end() || *Meant == "end" ? StringRef() : *Meant;
  }
  if (First == "enter" || First == "exit") {
    expect(1, "an OpenACC directive", {"data"});
    Next = 2;
    return First == "enter" ? Directive::ACCD_enter_data
                            : Directive::ACCD_exit_data;
  }
  if (isCompute(First) && isLoop(1)) {
    Next = 2;
    return acc::getOpenACCDirectiveKind((First + " loop").str());
  }
  if (First.empty())
    Next = Words.size();
  return acc::getOpenACCDirectiveKind(First);
}

/// Among the clauses of the directive first, then among all.
NearestName DirectiveReader::nearestClause(StringRef Word, Directive Of) {
  constexpr unsigned Version = 34;
  auto Search = [&](bool All) {
    NearestName Nearest(Word);
    for (auto C : enum_seq_inclusive(Clause::First_, Clause::Last_)) {
      if (C == Clause::ACCC_unknown ||
          !(All || acc::isAllowedClauseForDirective(Of, C, Version)))
        continue;
      std::string Name = acc::getOpenACCClauseName(C).str();
      for (StringRef Prefix : {"", "p", "present_or_"})
        if (acc::getOpenACCClauseKind((Prefix + Name).str()) == C)
          Nearest.consider((Prefix + Name).str());
    }
    return Nearest;
  };
  NearestName Own = Search(/*All=*/false);
  return Own.found().empty() ? Search(/*All=*/true) : Own;
}

void DirectiveReader::readClauses(Directive Of) {
  if (Of == Directive::ACCD_atomic) {
    expect(Next, "a form of ATOMIC", {"capture", "read", "update", "write"});
    ++Next;
  }
  for (size_t I = Next; I < Words.size(); ++I) {
    if (isClause(Words[I]))
      continue;
    report(I, "an OpenACC clause", nearestClause(Words[I], Of));
    if (isDigit(Words[I].front()) && isClause(Words[I - 1]))
      Wrong.back().Message +=
          (": write '" + Words[I - 1] + "(" + Words[I] + ")'").str();
  }
}

} // namespace

bool beginsDirective(StringRef Word, bool IsFortran) {
  return isDirective(Word) || Word == "enter" || Word == "exit" ||
         (IsFortran && Word == "end");
}

std::vector<WrongWord> findWrongWords(ArrayRef<StringRef> Words,
                                      bool IsFortran) {
  return DirectiveReader(Words, IsFortran).read();
}

} // namespace warpfort
