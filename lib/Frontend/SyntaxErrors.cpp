//===-- SyntaxErrors.cpp - Misspelt words of directives -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See SyntaxErrors.h. Lines are those that the parser reads: in lower case,
/// with their continuations, and without blanks in fixed form, except for
/// directives. No message is known by its text here: the line that it is on
/// decides.
///
//===----------------------------------------------------------------------===//
#include "SyntaxErrors.h"
#include "Frontend/Source/SourceLines.h"
#include "Session.h"
#include "warpfort/Support/Misspellings.h"

#include "flang/Parser/message.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include <set>

namespace warpfort {

using namespace Fortran;

namespace {

bool isNamePart(char C) { return llvm::isAlnum(C) || C == '_'; }

/// What is to be said of a part of a line.
struct Finding {
  llvm::StringRef Where;
  std::string Text;
  /// The parser took what follows for something else.
  bool Misleads = false;
};
using Findings = std::vector<Finding>;

/// A word outside of parentheses, and the parentheses behind it.
struct Word {
  llvm::StringRef Name, Arguments;
};

llvm::SmallVector<Word> wordsOf(llvm::StringRef Text) {
  llvm::SmallVector<Word> Words;
  for (size_t At = 0; At < Text.size();) {
    if (isNamePart(Text[At])) {
      size_t End = std::min(Text.find_if_not(isNamePart, At), Text.size());
      Words.push_back({Text.slice(At, End), Text.slice(End, End)});
      At = End;
      continue;
    }
    size_t Begin = At;
    unsigned Depth = 0;
    do {
      Depth += Text[At] == '(';
      Depth -= Text[At] == ')' && Depth > 0;
      ++At;
    } while (Depth > 0 && At < Text.size());
    if (!Words.empty() && Text[Begin] == '(')
      Words.back().Arguments = Text.slice(Begin, At);
  }
  return Words;
}

//===----------------------------------------------------------------------===//
// OpenACC
//===----------------------------------------------------------------------===//

/// What a clause takes, where that is easily written wrong.
llvm::StringRef formOf(llvm::StringRef Clause) {
  return llvm::StringSwitch<llvm::StringRef>(Clause)
      .Case("default", ": it takes NONE or PRESENT")
      .Case("reduction",
            ": it takes an operator and variables, as in (+:x); the operators "
            "are +, *, max, min, iand, ior, ieor, .and., .or., .eqv. and "
            ".neqv.")
      .Cases({"collapse", "vector_length", "num_gangs", "num_workers"},
             ": it takes one number or integer expression")
      .Default("");
}

/// Likewise for a directive.
llvm::StringRef formOfDirective(llvm::StringRef Directive) {
  return llvm::StringSwitch<llvm::StringRef>(Directive)
      .Case("routine", ": it takes the name of one procedure")
      .Case("cache", ": it takes elements and sections of arrays")
      .Case("wait", ": it takes numbers of queues")
      .Case("update", ": what to copy is in a clause SELF or DEVICE")
      .Default(": it takes clauses only");
}

/// \p At is where the parser gave up, if it did in this line.
Findings examineOpenACC(llvm::StringRef Directive, const char *At) {
  Findings Found;
  llvm::SmallVector<Word> Words = wordsOf(Directive);
  llvm::SmallVector<llvm::StringRef> Names;
  for (const Word &W : Words)
    Names.push_back(W.Name);
  for (const WrongWord &Wrong : findWrongWords(Names, /*IsFortran=*/true))
    Found.push_back({Names[Wrong.Index], Wrong.Message});
  if (!Found.empty() || !At)
    return Found;
  for (const Word &W : Words) {
    if (W.Name.begin() > At || At >= W.Arguments.end() ||
        !W.Arguments.ends_with(")"))
      continue;
    bool IsDirective = &W == Words.begin();
    llvm::StringRef Kind = IsDirective ? "directive " : "clause ",
                    Form =
                        IsDirective ? formOfDirective(W.Name) : formOf(W.Name);
    Found.push_back(
        {llvm::StringRef(W.Name.begin(), W.Arguments.end() - W.Name.begin()),
         ("this cannot be read as the " + Kind + W.Name.upper() +
          (W.Arguments.count('(') > W.Arguments.count(')')
               ? llvm::StringRef(": a ')' is missing")
               : Form))
             .str()});
  }
  return Found;
}

//===----------------------------------------------------------------------===//
// CUDA Fortran
//===----------------------------------------------------------------------===//

void expectWord(Findings &Found, llvm::StringRef Name, llvm::StringRef What,
                llvm::ArrayRef<llvm::StringRef> Known, bool Misleads = false) {
  if (llvm::is_contained(Known, Name))
    return;
  NearestName Nearest = nearestOf(Name, Known);
  if (!Nearest.found().empty())
    Found.push_back(
        {Name,
         (llvm::Twine("'") + Name + "' is not " + What).str() + Nearest.hint(),
         Misleads});
}

/// Launches begin and end with three signs.
void checkChevrons(Findings &Found, llvm::StringRef Line) {
  size_t Open = Line.find("<<"), Close = Line.find(">>");
  auto IsThree = [&](size_t At, char Sign) {
    return At + 2 < Line.size() && Line[At + 2] == Sign;
  };
  if (Open == llvm::StringRef::npos || Close == llvm::StringRef::npos)
    return;
  if (!IsThree(Open, '<'))
    Found.push_back(
        {Line.substr(Open, 2),
         "a launch is written <<<grid, block>>>: a '<' is missing"});
  else if (!IsThree(Close, '>'))
    Found.push_back(
        {Line.substr(Close, 2),
         "a launch is written <<<grid, block>>>: a '>' is missing"});
}

/// A launch without CALL; not in a character constant.
void checkLaunchStatement(Findings &Found, llvm::StringRef Line) {
  size_t Open = Line.find("<<<");
  if (Open != llvm::StringRef::npos && Line.contains(">>>") &&
      Line.find_first_of("'\"") == llvm::StringRef::npos)
    Found.push_back({Line.substr(Open, 3),
                     "a kernel is launched by a CALL statement: "
                     "call k<<<grid, block>>>(...)"});
}

Findings examineKernelLoop(llvm::StringRef Directive) {
  Findings Found;
  llvm::SmallVector<Word> Words = wordsOf(Directive.split('<').first);
  constexpr llvm::StringLiteral What = "a word of the directive KERNEL DO";
  if (!Words.empty())
    expectWord(Found, Words[0].Name, What, {"kernel"});
  if (Words.size() > 1)
    expectWord(Found, Words[1].Name, What, {"do"});
  checkChevrons(Found, Directive);
  return Found;
}

/// Components of predefined variables, written as in C.
void checkPredefined(Findings &Found, llvm::StringRef Line) {
  for (llvm::StringRef Name : {"threadidx", "blockidx", "blockdim", "griddim"})
    if (size_t At = Line.find((Name + ".").str()); At != llvm::StringRef::npos)
      Found.push_back(
          {Line.substr(At + Name.size(), 1),
           ("a component is written with '%', as in '" + Name + "%x'").str()});
}

/// `attributes(device, host)` before a subprogram, or of variables.
void checkAttributes(Findings &Found, llvm::StringRef Line) {
  for (const Word &W : wordsOf(Line)) {
    if (Found.empty() && W.Arguments.size() > 2 && W.Name != "attributes" &&
        Line.contains(" subroutine "))
      expectWord(Found, W.Name, "a prefix of a procedure", {"attributes"},
                 /*Misleads=*/true);
    if (W.Name != "attributes") {
      if (W.Name != "subroutine" && W.Name != "function" &&
          Line.ltrim(' ').starts_with("attributes"))
        expectWord(Found, W.Name, "a kind of procedure",
                   {"subroutine", "function"}, /*Misleads=*/true);
      continue;
    }
    llvm::SmallVector<llvm::StringRef> Names;
    W.Arguments.trim("()").split(Names, ',');
    for (llvm::StringRef Name : Names)
      expectWord(Found, Name.trim(' '), "an attribute of CUDA Fortran",
                 {"constant", "device", "global", "grid_global", "host",
                  "managed", "pinned", "shared", "texture", "unified", "value"},
                 /*Misleads=*/true);
  }
}

//===----------------------------------------------------------------------===//
// Fortran
//===----------------------------------------------------------------------===//

/// `real, allocatable, device :: a(:)`
void checkDeclaration(Findings &Found, llvm::StringRef Line, bool CUDA) {
  size_t Colons = Line.find("::");
  if (Colons == llvm::StringRef::npos ||
      llvm::none_of(llvm::ArrayRef<llvm::StringRef>{"integer", "real",
                                                    "complex", "logical",
                                                    "character", "double",
                                                    "type", "class"},
                    [&](llvm::StringRef Type) {
                      return Line.ltrim(' ').starts_with(Type);
                    }))
    return;
  llvm::SmallVector<llvm::StringRef> Known = {
      "allocatable", "asynchronous", "contiguous", "dimension", "external",
      "intent",      "intrinsic",    "optional",   "parameter", "pointer",
      "private",     "protected",    "public",     "save",      "target",
      "value",       "volatile"};
  if (CUDA)
    Known.append({"constant", "device", "managed", "pinned", "shared",
                  "texture", "unified"});
  llvm::StringRef Before = Line.substr(0, Colons);
  bool IsAttribute = false;
  for (const Word &W : wordsOf(Before)) {
    if (IsAttribute)
      expectWord(Found, W.Name, "an attribute", Known);
    IsAttribute =
        llvm::StringRef(W.Arguments.end(), Before.end() - W.Arguments.end())
            .ltrim(' ')
            .starts_with(",");
  }
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

class Explainer {
public:
  explicit Explainer(Session &S) : S(S) {}
  void run();

private:
  Findings examine(llvm::StringRef Line, const char *At) const;
  const char *findError(llvm::StringRef Line,
                        std::set<parser::Provenance> &Places) const;
  bool isReplaced(const parser::Message &Message,
                  const std::set<parser::Provenance> &Places) const;
  void examineLine(llvm::StringRef Line);

  Session &S;
  /// Where the parser's errors are.
  std::set<parser::Provenance> Errors;
  bool IsMisled = false;
};

} // namespace

Findings Explainer::examine(llvm::StringRef Line, const char *At) const {
  llvm::StringRef Rest = Line.ltrim(' ');
  if (Rest.consume_front("!$acc"))
    return S.Options.OpenACC ? examineOpenACC(Rest, At) : Findings();
  Findings Found;
  if (!At)
    return Found;
  if (Rest.consume_front("!$cuf"))
    return S.Options.CUDA ? examineKernelLoop(Rest) : Found;
  if (S.Options.CUDA) {
    checkAttributes(Found, Line);
    checkPredefined(Found, Line);
    if (Rest.starts_with("call") || Rest.starts_with("if"))
      checkChevrons(Found, Line);
    else
      checkLaunchStatement(Found, Line);
  }
  checkDeclaration(Found, Line, S.Options.CUDA);
  return Found;
}

/// Where the parser gave up in a line, or null. \p Places gets those of the
/// line.
const char *Explainer::findError(llvm::StringRef Line,
                                 std::set<parser::Provenance> &Places) const {
  const char *First = nullptr;
  // An error may be at the end of the line.
  for (const char &C : llvm::StringRef(Line.data(), Line.size() + 1)) {
    auto Range = S.Cooked.GetProvenanceRange(parser::CharBlock(&C, 1));
    if (Range)
      Places.insert(Range->start());
    bool IsRest =
        !S.Parsing.consumedWholeFile() && &C == S.Parsing.finalRestingPlace();
    if (!First && (IsRest || (Range && Errors.count(Range->start()))))
      First = &C;
  }
  return First;
}

/// Whether a message is on the line of \p Places, or on a construct that begins
/// there.
bool Explainer::isReplaced(const parser::Message &Message,
                           const std::set<parser::Provenance> &Places) const {
  auto IsHere = [&](const parser::Message &Part) {
    auto Range = Part.GetProvenanceRange(S.Cooked);
    return Range && (Places.count(Range->start()) ||
                     (IsMisled && *Places.begin() < Range->start()));
  };
  return Message.IsFatal() &&
         (IsHere(Message) ||
          (Message.attachment() && IsHere(*Message.attachment())));
}

void Explainer::examineLine(llvm::StringRef Line) {
  std::set<parser::Provenance> Places;
  const char *At = findError(Line, Places);
  Findings Found = examine(Line, At);
  if (Found.empty() || Places.empty())
    return;
  IsMisled = llvm::any_of(Found, [](const Finding &F) { return F.Misleads; });
  S.Parsing.messages().messages().remove_if(
      [&](const auto &Message) { return isReplaced(Message, Places); });
  const parser::MessageFixedText Any("%s", 2, parser::Severity::Error);
  for (const Finding &F : Found)
    S.Parsing.messages().Say(parser::CharBlock(F.Where.begin(), F.Where.size()),
                             Any, F.Text);
}

void Explainer::run() {
  for (const parser::Message &Message : S.Parsing.messages().messages())
    if (auto Range = Message.GetProvenanceRange(S.Cooked);
        Range && Message.IsFatal())
      Errors.insert(Range->start());
  onLines(S.Parsing.cooked(), [&](llvm::StringRef Line, char *) {
    if (!IsMisled)
      examineLine(Line);
  });
}

void explainSyntaxErrors(Session &S) { Explainer(S).run(); }

} // namespace warpfort
