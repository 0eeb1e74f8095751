//===-- Pragmas.cpp - OpenACC directives for Clang's parser ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `routine` without a level is `routine seq`, as OpenACC has it, and a `data`
/// construct without any clause is its body. The parser has a handler for
/// `#pragma acc`, which it makes itself; ours takes its place when the main
/// file is entered, the first thing that the parser's owner does afterwards.
///
//===----------------------------------------------------------------------===//
#include "Pragmas.h"

#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSwitch.h"

namespace warpfort::c {
namespace {

using Tokens = llvm::SmallVector<clang::Token, 16>;

llvm::StringRef word(const clang::Token &Token) {
  const clang::IdentifierInfo *Info = Token.getIdentifierInfo();
  return Info ? Info->getName() : llvm::StringRef();
}

/// Whether a routine directive has a clause for its level.
bool hasLevel(llvm::ArrayRef<clang::Token> Directive) {
  unsigned Depth = 0;
  for (const clang::Token &Token : Directive) {
    if (Token.is(clang::tok::l_paren))
      ++Depth;
    else if (Token.is(clang::tok::r_paren) && Depth > 0)
      --Depth;
    else if (Depth == 0 && llvm::StringSwitch<bool>(word(Token))
                               .Cases({"gang", "worker", "vector", "seq"}, true)
                               .Default(false))
      return true;
  }
  return false;
}

class Handler : public clang::PragmaHandler {
public:
  Handler() : PragmaHandler("acc") {}

  void HandlePragma(clang::Preprocessor &PP, clang::PragmaIntroducer Introducer,
                    clang::Token &) override {
    clang::Token Begin;
    Begin.startToken();
    Begin.setKind(clang::tok::annot_pragma_openacc);
    Begin.setLocation(Introducer.Loc);
    Begin.setAnnotationValue(nullptr);
    Begin.setAnnotationEndLoc(Introducer.Loc);
    Tokens Directive = {Begin};
    clang::Token Next;
    for (PP.Lex(Next); Next.isNot(clang::tok::eod); PP.Lex(Next))
      Directive.push_back(Next);
    auto Words = llvm::ArrayRef(Directive).drop_front();
    llvm::StringRef Name = Words.empty() ? "" : word(Words.front());
    if (Name == "data" && Words.size() == 1)
      return;
    if (Name == "routine" && !hasLevel(Words)) {
      clang::Token Level;
      Level.startToken();
      Level.setKind(clang::tok::identifier);
      Level.setIdentifierInfo(PP.getIdentifierInfo("seq"));
      Level.setLocation(Directive.back().getLocation());
      Directive.push_back(Level);
    }
    clang::Token End = Begin;
    End.setKind(clang::tok::annot_pragma_openacc_end);
    End.setLocation(Next.getLocation());
    End.setAnnotationEndLoc(Next.getLocation());
    Directive.push_back(End);
    auto Owned = std::make_unique<clang::Token[]>(Directive.size());
    std::copy(Directive.begin(), Directive.end(), Owned.get());
    PP.EnterTokenStream(std::move(Owned), Directive.size(),
                        /*DisableMacroExpansion=*/false, /*IsReinject=*/false);
  }
};

class Watcher : public clang::PPCallbacks {
public:
  explicit Watcher(clang::Preprocessor &PP) : PP(PP) {}

  void FileChanged(clang::SourceLocation, FileChangeReason,
                   clang::SrcMgr::CharacteristicKind, clang::FileID) override {
    if (IsSet)
      return;
    IsSet = true;
    // The parser takes out, and keeps, what has the name when it ends.
    Handler Parsers;
    PP.RemovePragmaHandler(&Parsers);
    PP.AddPragmaHandler(&Ours);
  }

private:
  clang::Preprocessor &PP;
  Handler Ours;
  bool IsSet = false;
};

} // namespace

void watchDirectives(clang::Preprocessor &PP) {
  PP.addPPCallbacks(std::make_unique<Watcher>(PP));
}

} // namespace warpfort::c
