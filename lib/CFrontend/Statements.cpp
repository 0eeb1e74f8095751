//===-- Statements.cpp - Statements and loops of C ------------------------===//
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

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace warpfort::c {

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

Block *Lowering::newBlock() { return new Block(); }

/// To \p To, where the code in work does not branch already.
void Lowering::branch(Block *To) {
  Block *From = B.getInsertionBlock();
  if (From->empty() || !From->back().hasTrait<OpTrait::IsTerminator>())
    cf::BranchOp::create(B, Here, To);
}

void Lowering::startBlock(Block *Next) {
  B.getInsertionBlock()->getParent()->push_back(Next);
  B.setInsertionPointToStart(Next);
}

/// The block of \p Label, which its goto statements may come before; null,
/// after a message, where that is not in the region in work.
Block *Lowering::labelBlock(const clang::LabelDecl *Label,
                            clang::SourceLocation Where) {
  Region *In = B.getInsertionBlock()->getParent();
  auto [Known, IsNew] = Labels.try_emplace(Label);
  if (IsNew)
    Known->second = {newBlock(), In};
  if (InBlocks && Known->second.second == In)
    return Known->second.first;
  error(Where, "the label '" + Label->getName() +
                   "' is not supported here in device code");
  return nullptr;
}

/// \p S where a region of one block is in work; if it has branches, these are
/// in an operation.
void Lowering::block(const Stmt *S) {
  if (!isUnstructured(S) || InBlocks) {
    statement(S);
    return;
  }
  auto Execute = scf::ExecuteRegionOp::create(B, Here, TypeRange{});
  OpBuilder::InsertionGuard Guard(B);
  Block *Entry = newBlock(), *End = newBlock();
  Execute.getRegion().push_back(Entry);
  B.setInsertionPointToStart(Entry);
  llvm::SaveAndRestore Blocks(InBlocks, true);
  llvm::SaveAndRestore Continue(ContinueTo, End);
  llvm::SaveAndRestore Break(BreakTo, static_cast<Block *>(nullptr));
  llvm::SaveAndRestore Return(ReturnTo, static_cast<Block *>(nullptr));
  statement(S);
  branch(End);
  startBlock(End);
  scf::YieldOp::create(B, Here);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// The statement \p Name; \p To is null where it leads out of the construct.
void Lowering::jump(const Stmt *S, Block *To, StringRef Name) {
  if (!To || !InBlocks) {
    error(S->getBeginLoc(),
          "the statement '" + Name + "' is not supported here in device code");
    return;
  }
  branch(To);
  startBlock(newBlock());
}

void Lowering::returnValue(const clang::ReturnStmt *S) {
  const Expr *V = S->getRetValue();
  if (V && Result && ReturnTo) {
    if (V->getType()->isRecordType())
      copyMemory(Result, structure(V), V->getType());
    else
      storeTo(valueOf(V), Result);
  } else if (V && ReturnTo) {
    statement(V);
  }
  jump(S, ReturnTo, "return");
}

void Lowering::statement(const Stmt *S) {
  if (!S || isa<clang::NullStmt>(S))
    return;
  Here = locate(S->getBeginLoc());
  if (const auto *Compound = dyn_cast<clang::CompoundStmt>(S)) {
    for (const Stmt *Part : Compound->body())
      statement(Part);
  } else if (const auto *Decl = dyn_cast<clang::DeclStmt>(S)) {
    declarations(Decl);
  } else if (const auto *If = dyn_cast<clang::IfStmt>(S)) {
    conditionBlock(If);
  } else if (isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(S)) {
    loop(S);
  } else if (const auto *Switch = dyn_cast<clang::SwitchStmt>(S)) {
    switchBlocks(Switch);
  } else if (isa<clang::BreakStmt>(S)) {
    jump(S, BreakTo, "break");
  } else if (const auto *Goto = dyn_cast<clang::GotoStmt>(S)) {
    if (Block *To = labelBlock(Goto->getLabel(), S->getBeginLoc()))
      jump(S, To, "goto");
  } else if (const auto *Label = dyn_cast<clang::LabelStmt>(S)) {
    if (Block *At = labelBlock(Label->getDecl(), S->getBeginLoc())) {
      branch(At);
      startBlock(At);
    }
    statement(Label->getSubStmt());
  } else if (const auto *Asm = dyn_cast<clang::GCCAsmStmt>(S);
             Asm && Asm->getAsmString().empty()) {
    // It keeps compilers from moving code.
  } else if (isa<clang::ContinueStmt>(S)) {
    jump(S, ContinueTo, "continue");
  } else if (const auto *Return = dyn_cast<clang::ReturnStmt>(S)) {
    returnValue(Return);
  } else if (const auto *Acc = dyn_cast<clang::OpenACCConstructStmt>(S)) {
    construct(Acc, 0);
  } else if (const auto *Attributed = dyn_cast<clang::AttributedStmt>(S)) {
    statement(Attributed->getSubStmt());
  } else if (const auto *E = dyn_cast<Expr>(S)) {
    E = bareExpr(E);
    if (const auto *Cast = dyn_cast<clang::CastExpr>(E);
        Cast && Cast->getCastKind() == clang::CK_ToVoid)
      E = Cast->getSubExpr();
    if (!E->HasSideEffects(AST))
      return;
    valueOf(E);
  } else {
    error(S->getBeginLoc(), Twine("the statement '") + S->getStmtClassName() +
                                "' is not supported in device code");
  }
}

void Lowering::declarations(const clang::DeclStmt *S) {
  for (const clang::Decl *D : S->decls()) {
    const auto *Var = dyn_cast<clang::VarDecl>(D);
    if (!Var) {
      if (!isa<clang::TagDecl, clang::TypedefNameDecl, clang::EmptyDecl,
               clang::FunctionDecl, clang::LabelDecl, clang::StaticAssertDecl>(
              D))
        error(D->getLocation(), "this declaration is not supported in device "
                                "code");
      continue;
    }
    // A constant is the same each time.
    if (Var->isStaticLocal() && !isConstant(Var)) {
      error(Var->getLocation(), "the static variable '" + Var->getName() +
                                    "' is not supported in device code");
      continue;
    }
    if (Var->hasExternalStorage())
      continue;
    declareLocal(Var);
    if (Var->getInit())
      initialize(Var);
  }
}

void Lowering::conditionBlock(const clang::IfStmt *S) {
  if (S->getInit() || S->getConditionVariable()) {
    error(S->getBeginLoc(), "this statement 'if' is not supported in device "
                            "code");
    return;
  }
  Value C = condition(S->getCond());
  if (InBlocks &&
      (isUnstructured(S->getThen()) || isUnstructured(S->getElse()))) {
    Block *Then = newBlock(), *Else = S->getElse() ? newBlock() : nullptr,
          *End = newBlock();
    cf::CondBranchOp::create(B, Here, C, Then, Else ? Else : End);
    startBlock(Then);
    statement(S->getThen());
    branch(End);
    if (Else) {
      startBlock(Else);
      statement(S->getElse());
      branch(End);
    }
    startBlock(End);
    return;
  }
  auto If = fir::IfOp::create(B, Here, C, S->getElse() != nullptr);
  OpBuilder::InsertionGuard Guard(B);
  llvm::SaveAndRestore Blocks(InBlocks, false);
  B.setInsertionPointToStart(&If.getThenRegion().front());
  block(S->getThen());
  if (S->getElse()) {
    B.setInsertionPointToStart(&If.getElseRegion().front());
    block(S->getElse());
  }
}

/// Leads to the block of the case that the condition has. Returns the blocks.
llvm::DenseMap<const clang::SwitchCase *, Block *>
Lowering::chooseCase(const clang::SwitchStmt *S, Block *End) {
  Value V = scalar(S->getCond());
  Block *Default = End;
  llvm::DenseMap<const clang::SwitchCase *, Block *> Targets;
  SmallVector<const clang::SwitchCase *> Order;
  for (const clang::SwitchCase *C = S->getSwitchCaseList(); C;
       C = C->getNextSwitchCase()) {
    Block *Target = Targets[C] = newBlock();
    Order.push_back(C);
    if (isa<clang::DefaultStmt>(C))
      Default = Target;
  }
  for (const clang::SwitchCase *C : llvm::reverse(Order)) {
    const auto *Case = dyn_cast<clang::CaseStmt>(C);
    if (!Case)
      continue;
    if (Case->getRHS())
      error(Case->getBeginLoc(),
            "ranges of cases are not supported in device code");
    Value Is = arith::CmpIOp::create(B, Here, arith::CmpIPredicate::eq, V,
                                     scalar(Case->getLHS()));
    Block *Next = newBlock();
    cf::CondBranchOp::create(B, Here, Is, Targets.lookup(C), Next);
    startBlock(Next);
  }
  branch(Default);
  startBlock(newBlock());
  return Targets;
}

void Lowering::switchBlocks(const clang::SwitchStmt *S) {
  if (!InBlocks) {
    error(S->getBeginLoc(), "the statement 'switch' is not supported here in "
                            "device code");
    return;
  }
  const auto *Body = dyn_cast<clang::CompoundStmt>(S->getBody());
  if (!Body || S->getInit() || S->getConditionVariable()) {
    error(S->getBeginLoc(), "this statement 'switch' is not supported in "
                            "device code");
    return;
  }
  Block *End = newBlock();
  auto Targets = chooseCase(S, End);
  llvm::SaveAndRestore Break(BreakTo, End);
  for (const Stmt *Part : Body->body()) {
    while (const auto *C = dyn_cast<clang::SwitchCase>(Part)) {
      auto Known = Targets.find(C);
      if (Known != Targets.end()) {
        branch(Known->second);
        startBlock(Known->second);
        Targets.erase(Known);
      }
      Part = C->getSubStmt();
    }
    statement(Part);
  }
  branch(End);
  startBlock(End);
  if (!Targets.empty()) {
    error(S->getBeginLoc(), "cases inside of other statements are not "
                            "supported in device code");
    for (auto [C, Target] : Targets) {
      startBlock(Target);
      branch(End);
    }
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Whether pointers and functions that are called may change a variable: what
/// a construct uses is its own, unless it is declared for the device.
bool Lowering::isInMemory(const clang::VarDecl *Var) const {
  if (Var->getType().isConstQualified())
    return false;
  return (Var->hasGlobalStorage() && (!InConstruct || isDeclared(Var))) ||
         (BodyInWork && takesAddress(Var, BodyInWork));
}

std::optional<CountedLoop> Lowering::countedLoop(const Stmt *S,
                                                 bool Promised) const {
  return asCountedLoop(S, AST, Promised, [this](const clang::VarDecl *Var) {
    return isInMemory(Var);
  });
}

void Lowering::loop(const Stmt *S) {
  std::optional<CountedLoop> Counted = countedLoop(S, /*Promised=*/false);
  if (Counted && InConstruct) {
    accLoop(S, {}, locate(S->getBeginLoc()),
            clang::OpenACCDirectiveKind::Invalid,
            /*HasDirective=*/false);
    return;
  }
  if (Counted) {
    plainLoop(*Counted, Here);
    return;
  }
  if (InBlocks) {
    loopBlocks(S);
    return;
  }
  // The loop in an operation of its own.
  auto Execute = scf::ExecuteRegionOp::create(B, Here, TypeRange{});
  OpBuilder::InsertionGuard Guard(B);
  Execute.getRegion().push_back(newBlock());
  B.setInsertionPointToStart(&Execute.getRegion().front());
  llvm::SaveAndRestore Blocks(InBlocks, true);
  llvm::SaveAndRestore Return(ReturnTo, static_cast<Block *>(nullptr));
  llvm::SaveAndRestore Continue(ContinueTo, static_cast<Block *>(nullptr));
  llvm::SaveAndRestore Break(BreakTo, static_cast<Block *>(nullptr));
  loopBlocks(S);
  scf::YieldOp::create(B, Here);
}

void Lowering::loopBlocks(const Stmt *S) {
  const Expr *Cond = nullptr;
  const Stmt *Body = nullptr, *Inc = nullptr;
  bool TestLast = false;
  if (const auto *For = dyn_cast<clang::ForStmt>(S)) {
    if (For->getConditionVariable())
      error(S->getBeginLoc(), "this statement 'for' is not supported in device "
                              "code");
    statement(For->getInit());
    Cond = For->getCond();
    Body = For->getBody();
    Inc = For->getInc();
  } else if (const auto *While = dyn_cast<clang::WhileStmt>(S)) {
    if (While->getConditionVariable())
      error(S->getBeginLoc(), "this statement 'while' is not supported in "
                              "device code");
    Cond = While->getCond();
    Body = While->getBody();
  } else {
    Cond = cast<clang::DoStmt>(S)->getCond();
    Body = cast<clang::DoStmt>(S)->getBody();
    TestLast = true;
  }
  Block *Test = newBlock(), *Start = newBlock(), *Next = newBlock(),
        *End = newBlock();
  branch(TestLast ? Start : Test);
  startBlock(Test);
  if (Cond)
    cf::CondBranchOp::create(B, Here, condition(Cond), Start, End);
  else
    branch(Start);
  startBlock(Start);
  {
    llvm::SaveAndRestore Break(BreakTo, End);
    llvm::SaveAndRestore Continue(ContinueTo, Next);
    statement(Body);
  }
  branch(Next);
  startBlock(Next);
  statement(Inc);
  branch(Test);
  startBlock(End);
}

/// The number of elements from one pointer to another. Of pointers to the same
/// array, the array's address does not matter.
Value Lowering::pointerDistance(const Expr *From, const Expr *To,
                                QualType Pointee) {
  clang::SourceLocation Where = To->getExprLoc();
  PointerSum A = asPointerSum(From), C = asPointerSum(To);
  auto IsOf = [&](const PointerSum &Sum) {
    return Sum.Base &&
           AST.hasSameUnqualifiedType(Sum.Base->getType()
                                          ->getPointeeOrArrayElementType()
                                          ->getCanonicalTypeUnqualified(),
                                      Pointee->getCanonicalTypeUnqualified());
  };
  if (!IsOf(A) || A.Base != C.Base) {
    Value P = pointer(To);
    Value Bytes = arith::SubIOp::create(B, Here, P, pointer(From));
    return arith::DivSIOp::create(
        B, Here, Bytes, constant(B.getI64Type(), sizeOf(Pointee, Where)));
  }
  Value Sum = constant(B.getI64Type(), 0);
  auto Add = [&](const PointerSum &Of, bool Negative) {
    for (auto [Term, Minus] : Of.Terms)
      Sum = binary(Minus != Negative ? clang::BO_Sub : clang::BO_Add, Sum,
                   integer64(Term), AST.LongTy, Where);
  };
  Add(C, false);
  Add(A, true);
  return Sum;
}

/// Whether the distance between the bounds of a loop, which counts in signed
/// numbers of 64 bits, is one of them, and negative for no iteration.
bool Lowering::isFarFromLimits(const CountedLoop &L) const {
  if (L.isPointer() || AST.getTypeSize(L.CompareType) < 64)
    return true;
  auto Constant = [&](const Expr *E) -> std::optional<int64_t> {
    clang::Expr::EvalResult Known;
    return E->EvaluateAsInt(Known, AST) ? Known.Val.getInt().tryExtValue()
                                        : std::nullopt;
  };
  // What has fewer bits is far from the ends of the type.
  auto IsSmall = [&](const Expr *E, bool ButNegative) {
    if (auto Known = Constant(E))
      return *Known >= (ButNegative ? 0 : -(1l << 62)) && *Known < 1l << 62;
    QualType From = E->IgnoreParenImpCasts()->getType();
    return From->isIntegerType() && AST.getTypeSize(From) < 64 &&
           (!ButNegative || From->isUnsignedIntegerType());
  };
  const Expr *Near = L.Down ? L.End : L.Begin;
  if (!L.CompareType->isUnsignedIntegerType())
    return Constant(Near) == 0 ||
           (IsSmall(L.Begin, false) && IsSmall(L.End, false));
  // A program does not live to see a loop come to 2**63. (An unsigned value
  // that is cut to a signed variable may be negative.)
  return IsSmall(Near, true) &&
         (L.Down || Constant(Near) ||
          L.Var->getType()->isUnsignedIntegerType() ||
          AST.getTypeSize(Near->IgnoreParenImpCasts()->getType()) <
              AST.getTypeSize(L.Var->getType()));
}

/// \p End, or one that gives no iteration where the comparison does not. What
/// is counted is then right modulo 2**64.
Value Lowering::endWithoutWrap(const CountedLoop &L, Value Begin, Value End) {
  using Predicate = arith::CmpIPredicate;
  bool IsUnsigned = L.CompareType->isUnsignedIntegerType();
  Predicate IsAbove = IsUnsigned ? Predicate::ugt : Predicate::sgt;
  Predicate IsBelow = IsUnsigned ? Predicate::ult : Predicate::slt;
  Value IsEmpty =
      arith::CmpIOp::create(B, Here, L.Down ? IsBelow : IsAbove, Begin, End);
  Value None = Begin;
  if (L.Inclusive)
    None = arith::AddIOp::create(B, Here, Begin,
                                 constant(End.getType(), L.Down ? 1 : -1));
  return arith::SelectOp::create(B, Here, IsEmpty, None, End);
}

/// Bounds as Fortran's, though \p End is one that is not reached if the loop is
/// not inclusive, and signed in a type that has them all. Those of pointers are
/// numbers of elements.
void Lowering::bounds(const CountedLoop &L, Value &Begin, Value &End,
                      Value &Step) {
  QualType T = L.Var->getType();
  bool Wide = L.isPointer() || AST.getTypeSize(T) != 32 ||
              T->isUnsignedIntegerType() ||
              AST.getTypeSize(L.CompareType) != 32 ||
              L.CompareType->isUnsignedIntegerType();
  QualType Control = Wide ? AST.LongTy : AST.IntTy;
  auto Of = [&](const Expr *E, llvm::ArrayRef<QualType> Through) {
    Value V = scalar(E);
    QualType From = E->getType();
    for (QualType To : Through) {
      V = convert(V, From, To, E->getExprLoc());
      From = To;
    }
    return convert(V, From, Control, E->getExprLoc());
  };
  // The value that the variable gets, and the one that it is compared with.
  if (L.isPointer()) {
    Begin = constant(B.getI64Type(), 0);
    End = pointerDistance(L.Begin, L.End, L.pointee());
  } else {
    Begin = L.CompareType->isUnsignedIntegerType()
                ? Of(L.Begin, {T, L.CompareType})
                : Of(L.Begin, T);
    End = Of(L.End, L.CompareType);
  }
  if (!isFarFromLimits(L))
    End = endWithoutWrap(L, Begin, End);
  Type ControlType = Begin.getType();
  bool IsTakenOff = L.Down != L.StepIsNegative;
  if (L.KnownStep) {
    Step = constant(ControlType, IsTakenOff ? -*L.KnownStep : *L.KnownStep);
    return;
  }
  Step = Of(L.Step, L.Step->getType());
  if (IsTakenOff)
    Step = arith::SubIOp::create(B, Here, constant(ControlType, 0), Step);
}

/// The last value that a loop may have.
Value Lowering::lastOf(const CountedLoop &L, Value End) {
  if (L.Inclusive)
    return End;
  return arith::AddIOp::create(B, Here, End,
                               constant(End.getType(), L.Down ? 1 : -1));
}

/// What the variable has after the loop.
Value Lowering::finalValue(const CountedLoop &L, Value Begin, Value End,
                           Value Step) {
  Type I64 = B.getI64Type();
  Begin = B.createConvert(Here, I64, Begin);
  End = lastOf(L, B.createConvert(Here, I64, End));
  Step = B.createConvert(Here, I64, Step);
  Value Count = arith::SubIOp::create(B, Here, End, Begin);
  Count = arith::AddIOp::create(B, Here, Count, Step);
  Count = arith::DivSIOp::create(B, Here, Count, Step);
  Count = arith::MaxSIOp::create(B, Here, Count, constant(I64, 0));
  Count = arith::MulIOp::create(B, Here, Count, Step);
  return B.createConvert(Here, memoryType(L.Var->getType(), {}),
                         arith::AddIOp::create(B, Here, Begin, Count));
}

/// A loop of a routine that no directive names.
void Lowering::plainLoop(const CountedLoop &L, Location Loc) {
  Here = Loc;
  if (L.IsOwn)
    declareLocal(L.Var);
  Value Begin, End, Step;
  bounds(L, Begin, End, Step);
  Value After = L.IsOwn ? Value() : finalValue(L, Begin, End, Step);
  Type Index = B.getIndexType();
  auto Loop = fir::DoLoopOp::create(B, Loc, B.createConvert(Loc, Index, Begin),
                                    lastOf(L, B.createConvert(Loc, Index, End)),
                                    B.createConvert(Loc, Index, Step));
  {
    OpBuilder::InsertionGuard Guard(B);
    llvm::SaveAndRestore Blocks(InBlocks, false);
    B.setInsertionPointToStart(Loop.getBody());
    const Variable *V = find(L.Var, L.Begin->getExprLoc());
    storeTo(B.createConvert(Loc, fir::unwrapRefType(V->Base.getType()),
                            Loop.getInductionVar()),
            V->Base);
    block(L.Body);
  }
  if (After)
    storeTo(After, find(L.Var, L.Begin->getExprLoc())->Base);
}

} // namespace warpfort::c
