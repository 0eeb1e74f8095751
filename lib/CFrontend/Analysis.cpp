//===-- Analysis.cpp - What statements of C use and change ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See Lowering.h.
///
//===----------------------------------------------------------------------===//
#include "Lowering.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace warpfort::c {

namespace {

/// The variables that are used, and those that are declared.
class UseFinder : public clang::DynamicRecursiveASTVisitor {
public:
  bool VisitDeclRefExpr(clang::DeclRefExpr *E) override {
    if (auto *Var = dyn_cast<clang::VarDecl>(E->getDecl()))
      Used.insert(Var->getCanonicalDecl());
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *Var) override {
    Own.insert(Var->getCanonicalDecl());
    return true;
  }
  llvm::SetVector<const clang::VarDecl *> Used;
  llvm::SmallPtrSet<const clang::VarDecl *, 16> Own;
};

/// Passes over operands of `sizeof`, which evaluates nothing but sizes of
/// arrays.
class EvaluatedVisitor : public clang::DynamicRecursiveASTVisitor {
public:
  bool TraverseUnaryExprOrTypeTraitExpr(
      clang::UnaryExprOrTypeTraitExpr *E) override {
    return !E->getTypeOfArgument()->isVariablyModifiedType() ||
           clang::DynamicRecursiveASTVisitor::TraverseUnaryExprOrTypeTraitExpr(
               E);
  }
};

class ChangeFinder : public EvaluatedVisitor {
public:
  explicit ChangeFinder(const clang::VarDecl *Var)
      : Var(Var->getCanonicalDecl()) {}
  bool isVar(const clang::Expr *E) const {
    const auto *Ref = dyn_cast<clang::DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl()->getCanonicalDecl() == Var;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *E) override {
    Found |= E->isAssignmentOp() && isVar(E->getLHS());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *E) override {
    Found |=
        (E->isIncrementDecrementOp() || E->getOpcode() == clang::UO_AddrOf) &&
        isVar(E->getSubExpr());
    return true;
  }
  bool Found = false;

private:
  const clang::VarDecl *Var;
};

class AddressFinder : public EvaluatedVisitor {
public:
  explicit AddressFinder(const clang::VarDecl *Var)
      : Var(Var->getCanonicalDecl()) {}
  /// Calls that stand for constructs are not the program's.
  bool TraverseCallExpr(clang::CallExpr *E) override {
    const clang::FunctionDecl *Callee = E->getDirectCallee();
    return (Callee && Callee->isImplicit() && !Callee->getBuiltinID()) ||
           EvaluatedVisitor::TraverseCallExpr(E);
  }
  bool VisitUnaryOperator(clang::UnaryOperator *E) override {
    const auto *Ref =
        dyn_cast<clang::DeclRefExpr>(E->getSubExpr()->IgnoreParenImpCasts());
    Found |= E->getOpcode() == clang::UO_AddrOf && Ref &&
             Ref->getDecl()->getCanonicalDecl() == Var;
    return true;
  }
  bool Found = false;

private:
  const clang::VarDecl *Var;
};

/// Uses of a variable outside of what \p StepsOver is true for.
class OutsideUse : public EvaluatedVisitor {
public:
  OutsideUse(const clang::VarDecl *Var,
             llvm::function_ref<bool(const clang::Stmt &)> StepsOver)
      : Var(Var->getCanonicalDecl()), StepsOver(StepsOver) {}
  bool TraverseStmt(clang::Stmt *S) override {
    return (S && StepsOver(*S)) || EvaluatedVisitor::TraverseStmt(S);
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *E) override {
    Found |= E->getDecl()->getCanonicalDecl() == Var;
    return true;
  }
  bool Found = false;

private:
  const clang::VarDecl *Var;
  llvm::function_ref<bool(const clang::Stmt &)> StepsOver;
};

/// Whether all uses of a pointer are of the one object that it points to.
class ObjectUse : public EvaluatedVisitor {
public:
  explicit ObjectUse(const clang::VarDecl *Var)
      : Var(Var->getCanonicalDecl()) {}
  bool VisitDeclRefExpr(clang::DeclRefExpr *E) override {
    Uses += E->getDecl()->getCanonicalDecl() == Var;
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *E) override {
    ObjectUses += E->isArrow() && isVar(E->getBase());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *E) override {
    ObjectUses += E->getOpcode() == clang::UO_Deref && isVar(E->getSubExpr());
    return true;
  }
  unsigned Uses = 0, ObjectUses = 0;

private:
  bool isVar(const clang::Expr *E) const {
    const auto *Ref = dyn_cast<clang::DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl()->getCanonicalDecl() == Var;
  }
  const clang::VarDecl *Var;
};

/// Reads and writes of memory that a pointer or a subscript names.
class MemoryFinder : public clang::DynamicRecursiveASTVisitor {
public:
  static bool isMemory(const clang::Expr *E) {
    E = E->IgnoreParens();
    if (const auto *Op = dyn_cast<clang::UnaryOperator>(E))
      return Op->getOpcode() == clang::UO_Deref;
    return isa<clang::ArraySubscriptExpr, clang::MemberExpr>(E);
  }
  bool VisitExpr(clang::Expr *E) override {
    Reads |= isMemory(E);
    if (const auto *Member = dyn_cast<clang::MemberExpr>(E))
      if (const auto *Field =
              dyn_cast<clang::FieldDecl>(Member->getMemberDecl()))
        ReadsUnions |= Field->getParent()->isUnion();
    Calls |= isa<clang::CallExpr>(E);
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *E) override {
    if (E->isAssignmentOp() && isMemory(E->getLHS()))
      Written.push_back(E->getLHS()->getType());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *E) override {
    if (E->isIncrementDecrementOp() && isMemory(E->getSubExpr()))
      Written.push_back(E->getSubExpr()->getType());
    return true;
  }
  bool Reads = false, ReadsUnions = false, Calls = false;
  llvm::SmallVector<clang::QualType> Written;
};

} // namespace

static void traverse(clang::DynamicRecursiveASTVisitor &Finder,
                     const clang::Stmt *S) {
  Finder.TraverseStmt(const_cast<clang::Stmt *>(S));
}

const clang::Expr *bareExpr(const clang::Expr *E) {
  E = E->IgnoreParens();
  while (const auto *Full = dyn_cast<clang::FullExpr>(E))
    E = Full->getSubExpr()->IgnoreParens();
  return E;
}

const clang::VarDecl *variableOf(const clang::Expr *E) {
  const auto *Ref = dyn_cast<clang::DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref ? dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
}

llvm::SmallVector<const clang::VarDecl *> variablesIn(const clang::Expr *E) {
  UseFinder Finder;
  traverse(Finder, E);
  return Finder.Used.takeVector();
}

bool declares(const clang::Stmt *S, const clang::VarDecl *Var) {
  UseFinder Finder;
  traverse(Finder, S);
  return Finder.Own.count(Var->getCanonicalDecl());
}

bool mayChange(const clang::VarDecl *Var, const clang::Stmt *In) {
  ChangeFinder Finder(Var);
  traverse(Finder, In);
  return Finder.Found;
}

bool takesAddress(const clang::VarDecl *Var, const clang::Stmt *In) {
  AddressFinder Finder(Var);
  traverse(Finder, In);
  return Finder.Found;
}

bool usesOutside(const clang::VarDecl *Var, const clang::Stmt *In,
                 llvm::function_ref<bool(const clang::Stmt &)> StepsOver) {
  OutsideUse Finder(Var, StepsOver);
  traverse(Finder, In);
  return Finder.Found;
}

bool usesOneObject(const clang::VarDecl *Var, const clang::Stmt *In) {
  ObjectUse Finder(Var);
  traverse(Finder, In);
  return Finder.Uses > 0 && Finder.Uses == Finder.ObjectUses;
}

llvm::SmallVector<Capture> findCaptures(clang::Stmt *Construct, Clauses List,
                                        bool ClausesOnly) {
  UseFinder Finder;
  for (const clang::OpenACCClause *Clause : List)
    for (const clang::Stmt *Child : Clause->children())
      if (Child)
        traverse(Finder, Child);
  if (!ClausesOnly)
    for (clang::Stmt *Child : Construct->children())
      if (Child)
        Finder.TraverseStmt(Child);
  llvm::SmallVector<Capture> Result;
  for (const clang::VarDecl *Var : Finder.Used) {
    if (Finder.Own.count(Var))
      continue;
    // Constants that are no objects of the construct.
    Capture C;
    C.Var = Var;
    C.ByValue =
        Var->getType()->isPointerType() &&
        (ClausesOnly || !mayChange(Var, Construct) || isDataOf(List, Var));
    Result.push_back(C);
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

PointerSum asPointerSum(const clang::Expr *E) {
  PointerSum Sum;
  for (;;) {
    E = bareExpr(E);
    if (const auto *Cast = dyn_cast<clang::ImplicitCastExpr>(E);
        Cast && Cast->getCastKind() != clang::CK_BitCast) {
      E = Cast->getSubExpr();
    } else if (const auto *Op = dyn_cast<clang::BinaryOperator>(E);
               Op && Op->isAdditiveOp()) {
      bool PointerFirst = Op->getLHS()->getType()->isPointerType();
      Sum.Terms.push_back({PointerFirst ? Op->getRHS() : Op->getLHS(),
                           Op->getOpcode() == clang::BO_Sub});
      E = PointerFirst ? Op->getLHS() : Op->getRHS();
    } else if (const auto *At = dyn_cast<clang::UnaryOperator>(E);
               At && At->getOpcode() == clang::UO_AddrOf &&
               isa<clang::ArraySubscriptExpr>(bareExpr(At->getSubExpr()))) {
      const auto *Element =
          cast<clang::ArraySubscriptExpr>(bareExpr(At->getSubExpr()));
      Sum.Terms.push_back({Element->getIdx(), false});
      E = Element->getBase();
    } else {
      const auto *Ref = dyn_cast<clang::DeclRefExpr>(E);
      const auto *Var =
          Ref ? dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
      Sum.Base = Var ? Var->getCanonicalDecl() : nullptr;
      return Sum;
    }
  }
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

/// Whether \p S leaves the function, or goes elsewhere in it.
static bool hasReturn(const clang::Stmt *S) {
  if (!S || isa<clang::Expr>(S))
    return false;
  if (isa<clang::ReturnStmt, clang::GotoStmt, clang::LabelStmt,
          clang::IndirectGotoStmt>(S))
    return true;
  for (const clang::Stmt *Child : S->children())
    if (hasReturn(Child))
      return true;
  return false;
}

bool isUnstructured(const clang::Stmt *S) {
  if (!S || isa<clang::Expr>(S))
    return false;
  if (isa<clang::SwitchStmt, clang::BreakStmt, clang::ContinueStmt>(S))
    return true;
  // A loop takes care of itself.
  if (isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(S))
    return hasReturn(S);
  if (isa<clang::ReturnStmt, clang::GotoStmt, clang::LabelStmt,
          clang::IndirectGotoStmt>(S))
    return true;
  for (const clang::Stmt *Child : S->children())
    if (isUnstructured(Child))
      return true;
  return false;
}

const clang::Stmt *findJumpOut(const clang::Stmt *S) {
  struct Jumps : public clang::DynamicRecursiveASTVisitor {
    bool VisitLabelStmt(clang::LabelStmt *Label) override {
      Inside.insert(Label->getDecl());
      return true;
    }
    bool VisitGotoStmt(clang::GotoStmt *Goto) override {
      Gotos.push_back(Goto);
      return true;
    }
    bool VisitIndirectGotoStmt(clang::IndirectGotoStmt *Goto) override {
      Unknown = Goto;
      return true;
    }
    llvm::SmallPtrSet<const clang::LabelDecl *, 8> Inside;
    llvm::SmallVector<const clang::GotoStmt *> Gotos;
    const clang::Stmt *Unknown = nullptr;
  } Found;
  traverse(Found, S);
  for (const clang::GotoStmt *Goto : Found.Gotos)
    if (!Found.Inside.count(Goto->getLabel()))
      return Goto;
  return Found.Unknown;
}

/// Whether a loop's body leaves the loop. Nothing goes to a label in a loop of
/// a directive from without.
static bool leavesLoop(const clang::Stmt *S, bool BreakInside, bool Promised) {
  if (!S)
    return false;
  if (isa<clang::ReturnStmt, clang::IndirectGotoStmt>(S) ||
      (!Promised && isa<clang::GotoStmt, clang::LabelStmt>(S)))
    return true;
  if (isa<clang::BreakStmt>(S))
    return !BreakInside;
  if (isa<clang::WhileStmt, clang::DoStmt, clang::ForStmt, clang::SwitchStmt>(
          S))
    BreakInside = true;
  if (isa<clang::Expr>(S))
    return false;
  for (const clang::Stmt *Child : S->children())
    if (leavesLoop(Child, BreakInside, Promised))
      return true;
  return false;
}

/// The step of `i++`, `i += n`, `i = i + n` and the like.
static bool findStep(const clang::Expr *E, CountedLoop &L) {
  E = E->IgnoreParens();
  if (const auto *Op = dyn_cast<clang::UnaryOperator>(E)) {
    if (!Op->isIncrementDecrementOp() || variableOf(Op->getSubExpr()) != L.Var)
      return false;
    L.Down = Op->isDecrementOp();
    return true;
  }
  const auto *Op = dyn_cast<clang::BinaryOperator>(E);
  if (!Op || !Op->isAssignmentOp() || variableOf(Op->getLHS()) != L.Var)
    return false;
  if (Op->getOpcode() == clang::BO_AddAssign ||
      Op->getOpcode() == clang::BO_SubAssign) {
    L.Step = Op->getRHS();
    L.Down = Op->getOpcode() == clang::BO_SubAssign;
    return true;
  }
  const auto *Sum =
      dyn_cast<clang::BinaryOperator>(Op->getRHS()->IgnoreParenImpCasts());
  if (Op->getOpcode() != clang::BO_Assign || !Sum || !Sum->isAdditiveOp())
    return false;
  L.Down = Sum->getOpcode() == clang::BO_Sub;
  L.Step = Sum->getRHS();
  if (variableOf(Sum->getLHS()) == L.Var)
    return true;
  L.Step = Sum->getLHS();
  return !L.Down && variableOf(Sum->getRHS()) == L.Var;
}

using VariableTest = llvm::function_ref<bool(const clang::VarDecl *)>;

static bool isInvariant(const clang::Expr *E, const CountedLoop &L,
                        bool Promised, VariableTest IsInMemory) {
  if (!E)
    return true;
  UseFinder Uses;
  traverse(Uses, E);
  for (const clang::VarDecl *Var : Uses.Used)
    if (Var == L.Var->getCanonicalDecl() || mayChange(Var, L.Body))
      return false;
  if (E->HasSideEffects(L.Var->getASTContext()))
    return false;
  MemoryFinder Of, Body;
  traverse(Of, E);
  bool ReadsMemory = Of.Reads || llvm::any_of(Uses.Used, IsInMemory);
  if (Promised || (!ReadsMemory && !Of.Calls))
    return true;
  traverse(Body, L.Body);
  if (Of.Calls || Body.Calls)
    return false;
  // Another member of a union may have any type.
  return llvm::none_of(Body.Written, [&](clang::QualType T) {
    return Of.ReadsUnions || T->isIntegralOrEnumerationType() ||
           T->isPointerType() || T->isRecordType();
  });
}

/// The variable and where it begins.
static bool findBegin(const clang::ForStmt *For, CountedLoop &L) {
  if (const auto *Decl = dyn_cast<clang::DeclStmt>(For->getInit())) {
    L.Var = Decl->isSingleDecl()
                ? dyn_cast<clang::VarDecl>(Decl->getSingleDecl())
                : nullptr;
    if (L.Var)
      L.Begin = L.Var->getInit();
    L.IsOwn = true;
  } else if (const auto *Op = dyn_cast<clang::BinaryOperator>(For->getInit());
             Op && Op->getOpcode() == clang::BO_Assign) {
    L.Var = variableOf(Op->getLHS());
    L.Begin = Op->getRHS();
  }
  return L.Var && L.Begin;
}

/// What the variable is compared with, and how.
static bool findEnd(const clang::ForStmt *For, clang::ASTContext &AST,
                    CountedLoop &L, clang::BinaryOperatorKind &Kind) {
  const auto *Cond =
      dyn_cast<clang::BinaryOperator>(For->getCond()->IgnoreParens());
  if (!Cond || !Cond->isComparisonOp())
    return false;
  Kind = Cond->getOpcode();
  const clang::Expr *Left = Cond->getLHS();
  L.End = Cond->getRHS();
  if (variableOf(Left) != L.Var) {
    std::swap(Left, L.End);
    if (variableOf(Left) != L.Var)
      return false;
    if (Cond->isRelationalOp())
      Kind = clang::BinaryOperator::reverseComparisonOp(Kind);
  }
  L.CompareType = Left->getType();
  if (L.isPointer())
    return L.End->getType()->isPointerType() &&
           AST.hasSameUnqualifiedType(L.End->getType()->getPointeeType(),
                                      L.pointee());
  // A comparison in a smaller type than the variable's would cut it.
  return L.End->getType()->isIntegerType() &&
         AST.getTypeSize(Left->getType()) >= AST.getTypeSize(L.Var->getType());
}

/// Notes what a constant step adds to the variable, or takes off: the sum is
/// cut to the variable's type. False where it leads nowhere.
static bool takeStep(llvm::APSInt Step, CountedLoop &L,
                     clang::BinaryOperatorKind Kind, clang::ASTContext &AST) {
  clang::QualType T = L.Var->getType();
  unsigned Width = AST.getTypeSize(T);
  bool IsUnsigned = T->isUnsignedIntegerType();
  if (Step.getBitWidth() > Width ||
      (Step.getBitWidth() == Width && !IsUnsigned))
    Step = llvm::APSInt(Step.trunc(Width), IsUnsigned);
  // The comparison says which way an unsigned number goes.
  if (IsUnsigned && Step.getBitWidth() == Width && Step.isSignBitSet() &&
      clang::BinaryOperator::isRelationalOp(Kind)) {
    bool CountsDown = Kind == clang::BO_GT || Kind == clang::BO_GE;
    L.StepIsNegative = CountsDown != L.Down;
    Step.setIsSigned(L.StepIsNegative);
  }
  std::optional<int64_t> Known = Step.tryExtValue();
  if (!Known || *Known == 0)
    return false;
  L.StepIsNegative = *Known < 0;
  L.KnownStep = Known;
  return true;
}

/// Finds which way the loop counts. Whether the step is one that leads on.
static bool findDirection(CountedLoop &L, clang::BinaryOperatorKind Kind,
                          clang::ASTContext &AST, bool Promised) {
  if (!L.Step) {
    L.KnownStep = 1;
    return true;
  }
  clang::Expr::EvalResult Known;
  if (L.Step->EvaluateAsInt(Known, AST)) {
    if (!takeStep(Known.Val.getInt(), L, Kind, AST))
      return false;
  } else if (!Promised) {
    return false;
  } else if (L.Step->getType()->isSignedIntegerType() &&
             clang::BinaryOperator::isRelationalOp(Kind)) {
    // The comparison says which way it is.
    bool CountsDown = Kind == clang::BO_GT || Kind == clang::BO_GE;
    L.StepIsNegative = CountsDown != L.Down;
  }
  L.Down ^= L.StepIsNegative;
  return true;
}

/// Of variables that are compared as unsigned numbers of 64 bits.
static constexpr int64_t MostUnsignedStep = 1 << 16;

/// Whether a loop that compares by \p Kind comes to an end, before its variable
/// wraps.
static bool comesToEnd(CountedLoop &L, clang::BinaryOperatorKind Kind,
                       clang::ASTContext &AST, bool Promised) {
  clang::QualType T = L.Var->getType();
  // What is narrower than `int` wraps where sums in `int` do not.
  if (L.Step && !Promised && AST.getTypeSize(T) < AST.getTypeSize(AST.IntTy))
    return false;
  bool IsUnsigned =
      T->isUnsignedIntegerType() || L.CompareType->isUnsignedIntegerType();
  // Loops count in signed numbers. By small steps, a program does not live to
  // see them come to an unsigned one of another sign.
  if (!Promised && IsUnsigned && AST.getTypeSize(T) == 64 && L.KnownStep &&
      (*L.KnownStep > MostUnsignedStep || *L.KnownStep < -MostUnsignedStep))
    return false;
  switch (Kind) {
  case clang::BO_LE:
  case clang::BO_LT:
    L.Inclusive = Kind == clang::BO_LE;
    return !L.Down;
  case clang::BO_GE:
  case clang::BO_GT:
    L.Inclusive = Kind == clang::BO_GE;
    // `i >= 0` ends for no unsigned variable, nor need `i > 0` by larger steps.
    return L.Down && (!IsUnsigned || (!L.Inclusive && (!L.Step || Promised)));
  case clang::BO_NE:
    // What is equal as unsigned numbers is so as signed ones.
    if (T->isSignedIntegerType())
      L.CompareType = T;
    // Other steps need not meet the end.
    return Promised && (!L.Step || L.KnownStep == 1 || L.KnownStep == -1);
  default:
    return false;
  }
}

std::optional<CountedLoop> asCountedLoop(const clang::Stmt *S,
                                         clang::ASTContext &AST, bool Promised,
                                         VariableTest IsInMemory) {
  const auto *For = dyn_cast<clang::ForStmt>(S);
  if (!For || !For->getInit() || !For->getCond() || !For->getInc() ||
      For->getConditionVariable())
    return std::nullopt;
  CountedLoop L;
  L.Body = For->getBody();
  if (!findBegin(For, L))
    return std::nullopt;
  clang::QualType T = L.Var->getType();
  // Other loops keep their pointers, through which the tests see accesses.
  bool CanPoint =
      Promised && L.isPointer() && !L.pointee()->isIncompleteType() &&
      !L.pointee()->isFunctionType() && !L.pointee()->isVariablyModifiedType();
  if ((!T->isIntegerType() && !CanPoint) || T->isBooleanType() ||
      (!Promised && (!L.Var->hasLocalStorage() || IsInMemory(L.Var))))
    return std::nullopt;
  clang::BinaryOperatorKind Kind;
  if (!findStep(For->getInc(), L) || !findEnd(For, AST, L, Kind) ||
      !findDirection(L, Kind, AST, Promised) ||
      !comesToEnd(L, Kind, AST, Promised) || mayChange(L.Var, L.Body) ||
      leavesLoop(L.Body, false, Promised) ||
      (Promised && findJumpOut(L.Body)) ||
      !isInvariant(L.End, L, Promised, IsInMemory) ||
      !isInvariant(L.Step, L, Promised, IsInMemory))
    return std::nullopt;
  return L;
}

} // namespace warpfort::c
