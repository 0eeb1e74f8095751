//===-- Pragmas.cpp - OpenACC directives for Clang's parser ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `routine` without a level is `routine seq`, as OpenACC has it, a `data`
/// construct without data is its body, and `pcopyin` of a `declare` directive
/// is `copyin`. A reduction by `-` adds up, with a warning, as in Fortran. The
/// parser has a handler for `#pragma acc`, which it makes itself; ours takes
/// its place when the main file is entered, the first thing that the parser's
/// owner does afterwards.
///
/// Reductions of complex variables, which Clang's checker refuses, are clauses
/// 'private' until the source has been read:
///
///     reduction(+ : n, z[0:3])     reduction(+ : n) private(z[0:3])
///
//===----------------------------------------------------------------------===//
#include "Pragmas.h"
#include "warpfort/Support/Misspellings.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"
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

/// The places of the words outside of parentheses.
llvm::SmallVector<size_t> clausesOf(llvm::ArrayRef<clang::Token> Directive) {
  llvm::SmallVector<size_t> Places;
  unsigned Depth = 0;
  for (size_t At = 0; At < Directive.size(); ++At)
    if (Directive[At].is(clang::tok::l_paren))
      ++Depth;
    else if (Directive[At].is(clang::tok::r_paren) && Depth > 0)
      --Depth;
    else if (Depth == 0 && !word(Directive[At]).empty())
      Places.push_back(At);
  return Places;
}

/// Whether a routine directive has a clause for its level.
bool hasLevel(llvm::ArrayRef<clang::Token> Directive) {
  return llvm::any_of(clausesOf(Directive), [&](size_t At) {
    return llvm::StringSwitch<bool>(word(Directive[At]))
        .Cases({"gang", "worker", "vector", "seq"}, true)
        .Default(false);
  });
}

/// Whether a data construct has no clauses but conditions.
bool hasNoData(llvm::ArrayRef<clang::Token> Directive) {
  return llvm::all_of(llvm::drop_begin(clausesOf(Directive)),
                      [&](size_t At) { return word(Directive[At]) == "if"; });
}

/// The name of today for one of OpenACC 1 and 2, which Clang's checker refuses
/// in a declare directive; empty for others.
llvm::StringRef modernName(llvm::StringRef Clause) {
  return llvm::StringSwitch<llvm::StringRef>(Clause)
      .Cases({"pcopyin", "present_or_copyin"}, "copyin")
      .Cases({"pcreate", "present_or_create"}, "create")
      .Default("");
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

/// Replaces the operator of `reduction(-:x)`.
void admitMinus(clang::Preprocessor &PP, Tokens &Directive) {
  for (size_t At = 1; At + 3 < Directive.size(); ++At) {
    clang::Token &Sign = Directive[At + 2];
    if (word(Directive[At]) != "reduction" ||
        Directive[At + 1].isNot(clang::tok::l_paren) ||
        Sign.isNot(clang::tok::minus) ||
        Directive[At + 3].isNot(clang::tok::colon))
      continue;
    clang::DiagnosticsEngine &Diags = PP.getDiagnostics();
    Diags.Report(Sign.getLocation(),
                 Diags.getCustomDiagID(
                     clang::DiagnosticsEngine::Warning,
                     "a reduction by '-' adds up, as one by '+' does"));
    Sign.setKind(clang::tok::plus);
  }
}

/// `copy(a(1:n))`, as in Fortran: the token behind the name, or null.
const clang::Token *findFortranSection(llvm::ArrayRef<clang::Token> Directive) {
  llvm::SmallVector<const clang::Token *> Open;
  for (size_t At = 1; At < Directive.size(); ++At) {
    const clang::Token &T = Directive[At];
    if (T.isOneOf(clang::tok::l_paren, clang::tok::l_square))
      Open.push_back(&T);
    else if (T.isOneOf(clang::tok::r_paren, clang::tok::r_square) &&
             !Open.empty())
      Open.pop_back();
    else if (T.is(clang::tok::colon) && Open.size() == 2 &&
             Open.back()->is(clang::tok::l_paren) &&
             !word(*(Open.back() - 1)).empty() &&
             llvm::none_of(llvm::make_range(Open.back(), &T),
                           [](const clang::Token &Before) {
                             return Before.is(clang::tok::question);
                           }))
      return Open.back();
  }
  return nullptr;
}

/// Reports words that are neither directives nor clauses, and sections of
/// Fortran; whether there are any.
bool reportMistakes(clang::Preprocessor &PP,
                    llvm::ArrayRef<clang::Token> Directive) {
  llvm::SmallVector<size_t> Places = clausesOf(Directive);
  llvm::SmallVector<llvm::StringRef> Words;
  for (size_t At : Places)
    Words.push_back(word(Directive[At]));
  std::vector<WrongWord> Wrong = findWrongWords(Words, /*IsFortran=*/false);
  clang::DiagnosticsEngine &Diags = PP.getDiagnostics();
  for (const WrongWord &W : Wrong)
    Diags.Report(Directive[Places[W.Index]].getLocation(),
                 Diags.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0"))
        << W.Message;
  const clang::Token *Section = findFortranSection(Directive);
  if (Section)
    Diags.Report(Section->getLocation(),
                 Diags.getCustomDiagID(clang::DiagnosticsEngine::Error,
                                       "a section is written with brackets, "
                                       "as in 'a[first:count]'"));
  return Section || !Wrong.empty();
}

class Handler : public clang::PragmaHandler {
public:
  Handler() : PragmaHandler("acc") {}
  Handler(clang::CompilerInstance &Clang, ComplexReductions &Reductions)
      : PragmaHandler("acc"), Clang(&Clang), Reductions(&Reductions) {}

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
    if (reportMistakes(PP, llvm::ArrayRef(Directive).drop_front()))
      return;
    admitMinus(PP, Directive);
    disguiseReductions(PP, Directive);
    auto Words = llvm::ArrayRef(Directive).drop_front();
    llvm::StringRef Name = Words.empty() ? "" : word(Words.front());
    if (Name == "data" && hasNoData(Words))
      return;
    if (Name == "declare")
      for (size_t At : clausesOf(Words))
        if (llvm::StringRef Modern = modernName(word(Words[At]));
            !Modern.empty())
          Directive[At + 1].setIdentifierInfo(PP.getIdentifierInfo(Modern));
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
  /// Whether \p Item of a clause is a complex variable, an array of such or a
  /// section of one.
  bool isComplex(llvm::ArrayRef<clang::Token> Item) const {
    if (Item.empty() || !Item.front().getIdentifierInfo())
      return false;
    bool IsSection = Item.size() > 1;
    if (IsSection && (Item[1].isNot(clang::tok::l_square) ||
                      Item.back().isNot(clang::tok::r_square)))
      return false;
    clang::Sema &Sema = Clang->getSema();
    auto *Var = llvm::dyn_cast_or_null<clang::VarDecl>(Sema.LookupSingleName(
        Sema.getCurScope(), Item.front().getIdentifierInfo(),
        Item.front().getLocation(), clang::Sema::LookupOrdinaryName));
    if (!Var)
      return false;
    const clang::ASTContext &AST = Clang->getASTContext();
    clang::QualType T = AST.getBaseElementType(Var->getType());
    while (IsSection && T->isPointerType())
      T = AST.getBaseElementType(T->getPointeeType());
    return T->isAnyComplexType();
  }

  /// Moves the complex variables of the clause \p R to a clause 'private'.
  void disguise(clang::Preprocessor &PP, Tokens &Directive,
                const Reduction &R) {
    Tokens Complex, Rest;
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
      auto Words = llvm::ArrayRef(Directive).slice(Item, Next - Item);
      Tokens &Items = isComplex(Words) ? Complex : Rest;
      if (!Items.empty())
        Items.push_back(Directive[Item - 1]);
      Items.append(Words.begin(), Words.end());
    }
    if (Complex.empty())
      return;
    auto Begin = Directive.begin() + R.Begin;
    const clang::Token Close = Directive[R.End];
    clang::Token Private = *Begin;
    Private.setIdentifierInfo(PP.getIdentifierInfo("private"));
    Reductions->add(Private.getLocation(), R.Operator);
    Tokens Made;
    if (!Rest.empty()) {
      Made.append(Begin, Begin + (R.FirstItem - R.Begin));
      Made.append(Rest);
      Made.push_back(Close);
    }
    Made.append({Private, Begin[1]});
    Made.append(Complex);
    Made.push_back(Close);
    Directive.erase(Begin, Begin + (R.End + 1 - R.Begin));
    Directive.insert(Directive.begin() + R.Begin, Made.begin(), Made.end());
  }

  void disguiseReductions(clang::Preprocessor &PP, Tokens &Directive) {
    if (!Clang || !Clang->hasSema())
      return;
    for (size_t At = 2; At < Directive.size(); ++At)
      if (std::optional<Reduction> R = reductionAt(Directive, At);
          R && R->Operator != clang::OpenACCReductionOperator::Invalid)
        disguise(PP, Directive, *R);
  }

  clang::CompilerInstance *Clang = nullptr;
  ComplexReductions *Reductions = nullptr;
};

class Watcher : public clang::PPCallbacks {
public:
  Watcher(clang::CompilerInstance &Clang, ComplexReductions &Reductions)
      : PP(Clang.getPreprocessor()), Ours(Clang, Reductions) {}

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

/// Puts reductions into the places of disguised clauses.
class Restorer : public clang::DynamicRecursiveASTVisitor {
public:
  Restorer(clang::ASTContext &AST,
           const llvm::DenseMap<unsigned, clang::OpenACCReductionOperator>
               &Operators)
      : AST(AST), Operators(Operators) {}
  bool VisitOpenACCConstructStmt(clang::OpenACCConstructStmt *S) override {
    for (const clang::OpenACCClause *const &Clause : S->clauses()) {
      auto Known = Operators.find(Clause->getBeginLoc().getRawEncoding());
      const auto *Private = llvm::dyn_cast<clang::OpenACCPrivateClause>(Clause);
      if (!Private || Known == Operators.end())
        continue;
      llvm::ArrayRef<clang::Expr *> Vars = Private->getVarList();
      llvm::SmallVector<clang::OpenACCReductionRecipeWithStorage> Recipes(
          Vars.size(), clang::OpenACCReductionRecipeWithStorage::Empty());
      // The tree has no other way to change the clauses of a construct.
      const_cast<const clang::OpenACCClause *&>(Clause) =
          clang::OpenACCReductionClause::Create(
              AST, Private->getBeginLoc(), Private->getLParenLoc(),
              Known->second, Vars, Recipes, Private->getEndLoc());
    }
    return true;
  }

private:
  clang::ASTContext &AST;
  const llvm::DenseMap<unsigned, clang::OpenACCReductionOperator> &Operators;
};

} // namespace

void ComplexReductions::restore(clang::ASTContext &AST) const {
  if (!Operators.empty())
    Restorer(AST, Operators).TraverseAST(AST);
}

void watchDirectives(clang::CompilerInstance &Clang,
                     ComplexReductions &Reductions) {
  Clang.getPreprocessor().addPPCallbacks(
      std::make_unique<Watcher>(Clang, Reductions));
}

} // namespace warpfort::c
