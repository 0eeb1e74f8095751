//===-- DirectiveRules.cpp - Rules that Clang does not check --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which loops and calls the level of a routine, or of the loops around, leaves
/// free; what a routine may not contain; and that clauses name what
/// `default(none)` wants named, and nothing in two ways.
///
//===----------------------------------------------------------------------===//
#include "DirectiveRules.h"
#include "Clauses.h"

#include "clang/Basic/SourceManager.h"

namespace warpfort::c {

namespace {

enum Level { Seq, Vector, Worker, Gang };

constexpr llvm::StringLiteral Spelling[] = {"seq", "vector", "worker", "gang"};

using Names = llvm::SmallPtrSet<const clang::VarDecl *, 8>;

/// The levels that clauses of a loop or routine name.
llvm::SmallVector<Level> levelsOf(Clauses List) {
  llvm::SmallVector<Level> Levels;
  for (const clang::OpenACCClause *Clause : clausesThatApply(List))
    if (isa<clang::OpenACCGangClause>(Clause))
      Levels.push_back(Gang);
    else if (isa<clang::OpenACCWorkerClause>(Clause))
      Levels.push_back(Worker);
    else if (isa<clang::OpenACCVectorClause>(Clause))
      Levels.push_back(Vector);
  return Levels;
}

/// The variable that \p E is, or is a part of.
const clang::VarDecl *namedBy(const clang::Expr *E) {
  if (const clang::VarDecl *Var = sectionVariable(E))
    return Var;
  if (const clang::VarDecl *Var = structureOf(E))
    return Var;
  return pointerBefore(E);
}

void addNames(Clauses List, Names &Named) {
  for (const clang::OpenACCClause *Clause : List)
    if (const auto *Of = dyn_cast<clang::OpenACCClauseWithVarList>(Clause))
      for (const clang::Expr *E : Of->getVarList())
        Named.insert(namedBy(E));
}

class Checker {
public:
  Checker(const clang::FunctionDecl *F, clang::ASTContext &AST);
  void visit(const clang::Stmt *S);

private:
  void error(clang::SourceLocation Where, const llvm::Twine &What);
  void visitChildren(const clang::Stmt *S);
  void visitCompute(const clang::OpenACCConstructStmt *S, bool IsCombined);
  void visitLoop(const clang::OpenACCLoopConstruct *S);
  void visitConstruct(const clang::OpenACCConstructStmt *S);
  void checkOfHost(const clang::OpenACCConstructStmt *S);
  void checkCall(const clang::CallExpr *Call);
  void checkNamed(const clang::Stmt *Construct, Clauses List);
  void checkPrivates(Clauses List);

  const clang::FunctionDecl *Function;
  clang::ASTContext &AST;
  std::optional<Level> Own; // of a routine
  /// Variables of declare directives and of data constructs around.
  Names Around;
  bool InCompute = false;
  /// Of the loops around.
  llvm::SmallVector<Level> Loops;
};

Checker::Checker(const clang::FunctionDecl *F, clang::ASTContext &AST)
    : Function(F), AST(AST) {
  if (auto List = routineClauses(F, AST)) {
    llvm::SmallVector<Level> Levels = levelsOf(*List);
    Own = Levels.empty() ? Seq : Levels.front();
  }
  for (const clang::Decl *D : AST.getTranslationUnitDecl()->decls())
    if (const auto *Declare = dyn_cast<clang::OpenACCDeclareDecl>(D))
      addNames(Declare->clauses(), Around);
}

void Checker::error(clang::SourceLocation Where, const llvm::Twine &What) {
  clang::DiagnosticsEngine &Diags = AST.getDiagnostics();
  unsigned Id = Diags.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0");
  Diags.Report(AST.getSourceManager().getExpansionLoc(Where), Id) << What.str();
}

void Checker::visitChildren(const clang::Stmt *S) {
  for (const clang::Stmt *Child : S->children())
    visit(Child);
}

void Checker::visit(const clang::Stmt *S) {
  if (!S)
    return;
  if (const auto *Construct = dyn_cast<clang::OpenACCConstructStmt>(S))
    return visitConstruct(Construct);
  if (const auto *Call = dyn_cast<clang::CallExpr>(S))
    checkCall(Call);
  if (const auto *Declaration = dyn_cast<clang::DeclStmt>(S))
    for (const clang::Decl *D : Declaration->decls())
      if (const auto *Declare = dyn_cast<clang::OpenACCDeclareDecl>(D))
        addNames(Declare->clauses(), Around);
  visitChildren(S);
}

void Checker::visitConstruct(const clang::OpenACCConstructStmt *S) {
  if (isa<clang::OpenACCComputeConstruct>(S))
    return visitCompute(S, /*IsCombined=*/false);
  if (isa<clang::OpenACCCombinedConstruct>(S))
    return visitCompute(S, /*IsCombined=*/true);
  if (const auto *Loop = dyn_cast<clang::OpenACCLoopConstruct>(S))
    return visitLoop(Loop);
  if (isa<clang::OpenACCAtomicConstruct, clang::OpenACCCacheConstruct>(S))
    return visitChildren(S);
  checkOfHost(S);
  llvm::SaveAndRestore Outer(Around, Names(Around));
  if (isa<clang::OpenACCDataConstruct>(S))
    addNames(S->clauses(), Around);
  visitChildren(S);
}

void Checker::checkOfHost(const clang::OpenACCConstructStmt *S) {
  if (Own && !InCompute)
    error(S->getBeginLoc(),
          "the acc routine '" + Function->getName() +
              "' may not have this directive, which is the host's");
}

void Checker::visitCompute(const clang::OpenACCConstructStmt *S,
                           bool IsCombined) {
  checkOfHost(S);
  auto Applying = clausesThatApply(S->clauses());
  checkPrivates(Applying);
  checkNamed(S, Applying);
  llvm::SaveAndRestore Compute(InCompute, true);
  llvm::SaveAndRestore Outer(Loops, IsCombined ? levelsOf(Applying)
                                               : llvm::SmallVector<Level>());
  visitChildren(S);
}

void Checker::visitLoop(const clang::OpenACCLoopConstruct *S) {
  llvm::SmallVector<Level> Levels = levelsOf(S->clauses());
  checkPrivates(clausesThatApply(S->clauses()));
  if (!InCompute && Own)
    for (Level L : Levels)
      if (L > *Own)
        error(S->getBeginLoc(), "a " + Spelling[L] + " loop may not be in a " +
                                    Spelling[*Own] + " routine");
  llvm::SaveAndRestore Outer(Loops, llvm::SmallVector<Level>(Loops));
  Loops.append(Levels);
  visitChildren(S);
}

/// Whether the threads that the callee uses are free.
void Checker::checkCall(const clang::CallExpr *Call) {
  const clang::FunctionDecl *F = Call->getDirectCallee();
  if (!F || (!InCompute && !Own))
    return;
  auto List = routineClauses(F, AST);
  llvm::SmallVector<Level> Levels =
      List ? levelsOf(*List) : llvm::SmallVector<Level>();
  if (Levels.empty())
    return;
  Level Needed = Levels.front();
  if (!InCompute && Needed > *Own) {
    error(Call->getExprLoc(),
          "a " + Spelling[*Own] + " routine may not call the " +
              Spelling[Needed] + " routine '" + F->getName() + "'");
    return;
  }
  for (Level L : Loops)
    if (L <= Needed) {
      error(Call->getExprLoc(),
            "a " + Spelling[Needed] + " routine may not be called in a " +
                Spelling[L] + " loop: '" + F->getName() + "'");
      return;
    }
}

/// Variables of loops are private.
void addLoopVariables(const clang::Stmt *S, Names &Named) {
  if (!S)
    return;
  if (const auto *For = dyn_cast<clang::ForStmt>(S))
    if (const auto *Begin =
            dyn_cast_or_null<clang::BinaryOperator>(For->getInit());
        Begin && Begin->isAssignmentOp())
      if (const clang::VarDecl *Var = variableOf(Begin->getLHS()))
        Named.insert(Var->getCanonicalDecl());
  for (const clang::Stmt *Child : S->children())
    addLoopVariables(Child, Named);
}

/// What `default(none)` wants named: as in Fortran, and as NVIDIA's compilers
/// have it, no scalars.
void Checker::checkNamed(const clang::Stmt *Construct, Clauses List) {
  const auto *Default = findClause<clang::OpenACCDefaultClause>(List);
  if (!Default ||
      Default->getDefaultClauseKind() != clang::OpenACCDefaultClauseKind::None)
    return;
  Names Named = Around;
  addNames(List, Named);
  addLoopVariables(Construct, Named);
  for (const Capture &C : findCaptures(const_cast<clang::Stmt *>(Construct), {},
                                       /*ClausesOnly=*/false)) {
    const clang::VarDecl *Var = C.Var->getCanonicalDecl();
    if (Var->getType()->isArithmeticType())
      continue;
    bool IsConstant =
        Var->getType().isConstQualified() && Var->getAnyInitializer();
    bool IsUsed =
        llvm::any_of(Construct->children(), [&](const clang::Stmt *Child) {
          return Child && usesShared(Var, Child);
        });
    if (IsUsed && !IsConstant && !Named.count(Var))
      error(Default->getBeginLoc(),
            "the clause 'default(none)' wants a clause that names '" +
                Var->getName() + "'");
  }
}

/// A variable is private in one way.
void Checker::checkPrivates(Clauses List) {
  llvm::SmallDenseMap<const clang::VarDecl *, const clang::OpenACCClause *>
      Known;
  for (const clang::OpenACCClause *Clause : List) {
    if (!isa<clang::OpenACCPrivateClause, clang::OpenACCFirstPrivateClause,
             clang::OpenACCReductionClause>(Clause))
      continue;
    for (const clang::Expr *E :
         cast<clang::OpenACCClauseWithVarList>(Clause)->getVarList()) {
      const clang::VarDecl *Var = sectionVariable(E);
      auto [Before, IsNew] = Known.insert({Var, Clause});
      if (Var && !IsNew &&
          Before->second->getClauseKind() != Clause->getClauseKind())
        error(E->getExprLoc(), "'" + Var->getName() +
                                   "' is in two clauses of one directive that "
                                   "make it private");
    }
  }
}

} // namespace

void checkRules(const clang::FunctionDecl *F, clang::ASTContext &AST) {
  if (F->doesThisDeclarationHaveABody())
    Checker(F, AST).visit(F->getBody());
}

} // namespace warpfort::c
