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
/// Reductions of complex variables, which Clang's checker refuses, are taken
/// out of their clauses and become clauses of their own beside the tree.
///
//===----------------------------------------------------------------------===//
#include "Pragmas.h"

#include "clang/AST/StmtOpenACC.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
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

/// `reduction(` with the operator, and the place of the closing parenthesis.
struct Reduction {
  size_t Begin, FirstItem, End;
  clang::OpenACCReductionOperator Operator;
};

std::optional<Reduction> reductionAt(const Tokens &Directive, size_t At) {
  using clang::tok::TokenKind;
  using Op = clang::OpenACCReductionOperator;
  if (word(Directive[At]) != "reduction" || At + 3 >= Directive.size() ||
      Directive[At + 1].isNot(clang::tok::l_paren) ||
      Directive[At + 3].isNot(clang::tok::colon))
    return std::nullopt;
  const clang::Token &Sign = Directive[At + 2];
  Reduction R = {At, At + 4, At + 4, Op::Invalid};
  switch (Sign.getKind()) {
  case clang::tok::plus:
    R.Operator = Op::Addition;
    break;
  case clang::tok::star:
    R.Operator = Op::Multiplication;
    break;
  case clang::tok::amp:
    R.Operator = Op::BitwiseAnd;
    break;
  case clang::tok::pipe:
    R.Operator = Op::BitwiseOr;
    break;
  case clang::tok::caret:
    R.Operator = Op::BitwiseXOr;
    break;
  case clang::tok::ampamp:
    R.Operator = Op::And;
    break;
  case clang::tok::pipepipe:
    R.Operator = Op::Or;
    break;
  default:
    R.Operator = word(Sign) == "max"   ? Op::Max
                 : word(Sign) == "min" ? Op::Min
                                       : Op::Invalid;
  }
  for (unsigned Depth = 1; R.End < Directive.size(); ++R.End) {
    if (Directive[R.End].is(clang::tok::l_paren))
      ++Depth;
    else if (Directive[R.End].is(clang::tok::r_paren) && --Depth == 0)
      return R;
  }
  return std::nullopt;
}

class Handler : public clang::PragmaHandler {
public:
  Handler() : PragmaHandler("acc") {}
  Handler(clang::CompilerInstance &Clang, HiddenClauses &Hidden)
      : PragmaHandler("acc"), Clang(&Clang), Hidden(&Hidden) {}

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
    hideReductions(Directive);
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

private:
  /// The variable that \p Name is here, if it is a complex one or an array of
  /// such.
  clang::VarDecl *complexVariable(const clang::Token &Name) const {
    clang::Sema &Sema = Clang->getSema();
    auto *Var = llvm::dyn_cast_or_null<clang::VarDecl>(Sema.LookupSingleName(
        Sema.getCurScope(), Name.getIdentifierInfo(), Name.getLocation(),
        clang::Sema::LookupOrdinaryName));
    return Var && Clang->getASTContext()
                       .getBaseElementType(Var->getType())
                       ->isAnyComplexType()
               ? Var
               : nullptr;
  }

  /// Takes complex variables out of the clause \p R; false if it is empty then.
  bool hideIn(Tokens &Directive, Reduction R) {
    Tokens Rest;
    llvm::SmallVector<clang::Expr *> Names;
    clang::ASTContext &AST = Clang->getASTContext();
    for (size_t Item = R.FirstItem, Next; Item < R.End; Item = Next + 1) {
      unsigned Depth = 0;
      for (Next = Item; Next < R.End; ++Next) {
        const clang::Token &At = Directive[Next];
        if (At.isOneOf(clang::tok::l_paren, clang::tok::l_square))
          ++Depth;
        else if (At.isOneOf(clang::tok::r_paren, clang::tok::r_square))
          --Depth;
        else if (Depth == 0 && At.is(clang::tok::comma))
          break;
      }
      const clang::Token &Name = Directive[Item];
      clang::VarDecl *Var = Next == Item + 1 && Name.getIdentifierInfo()
                                ? complexVariable(Name)
                                : nullptr;
      if (Var) {
        Var->markUsed(AST);
        Names.push_back(clang::DeclRefExpr::Create(
            AST, clang::NestedNameSpecifierLoc(), clang::SourceLocation(), Var,
            false, Name.getLocation(), Var->getType(), clang::VK_LValue));
        continue;
      }
      if (!Rest.empty())
        Rest.push_back(Directive[Item - 1]);
      Rest.append(Directive.begin() + Item, Directive.begin() + Next);
    }
    if (Names.empty())
      return true;
    llvm::SmallVector<clang::OpenACCReductionRecipeWithStorage> Recipes(
        Names.size(), clang::OpenACCReductionRecipeWithStorage::Empty());
    Hidden->add(Directive.front().getLocation(),
                clang::OpenACCReductionClause::Create(
                    AST, Directive[R.Begin].getLocation(),
                    Directive[R.Begin + 1].getLocation(), R.Operator, Names,
                    Recipes, Directive[R.End].getLocation()));
    Directive.erase(Directive.begin() + R.FirstItem, Directive.begin() + R.End);
    Directive.insert(Directive.begin() + R.FirstItem, Rest.begin(), Rest.end());
    return !Rest.empty();
  }

  void hideReductions(Tokens &Directive) {
    if (!Clang || !Clang->hasSema())
      return;
    for (size_t At = 2; At < Directive.size(); ++At) {
      std::optional<Reduction> R = reductionAt(Directive, At);
      if (!R || R->Operator == clang::OpenACCReductionOperator::Invalid ||
          hideIn(Directive, *R))
        continue;
      // `reduction(+:)` with the comma before or behind it.
      size_t Last = R->FirstItem + 1;
      if (Directive[At - 1].is(clang::tok::comma))
        --At;
      else if (Last < Directive.size() && Directive[Last].is(clang::tok::comma))
        ++Last;
      Directive.erase(Directive.begin() + At, Directive.begin() + Last);
      --At;
    }
  }

  clang::CompilerInstance *Clang = nullptr;
  HiddenClauses *Hidden = nullptr;
};

class Watcher : public clang::PPCallbacks {
public:
  Watcher(clang::CompilerInstance &Clang, HiddenClauses &Hidden)
      : PP(Clang.getPreprocessor()), Ours(Clang, Hidden) {}

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

llvm::SmallVector<const clang::OpenACCClause *>
HiddenClauses::clausesOf(const clang::OpenACCConstructStmt *S) const {
  llvm::SmallVector<const clang::OpenACCClause *> All(S->clauses());
  All.append(hiddenOf(S));
  return All;
}

llvm::SmallVector<const clang::OpenACCClause *, 1>
HiddenClauses::hiddenOf(const clang::OpenACCConstructStmt *S) const {
  return Clauses.lookup(S->getBeginLoc().getRawEncoding());
}

void watchDirectives(clang::CompilerInstance &Clang, HiddenClauses &Hidden) {
  Clang.getPreprocessor().addPPCallbacks(
      std::make_unique<Watcher>(Clang, Hidden));
}

} // namespace warpfort::c
