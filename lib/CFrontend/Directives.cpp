//===-- Directives.cpp - Data and other directives of OpenACC C -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Data constructs, whose bodies are host code, have a function at each end.
///
//===----------------------------------------------------------------------===//
#include "Clauses.h"
#include "warpfort/Support/AccLines.h"

#include "flang/Optimizer/Dialect/FIROps.h"

using namespace mlir;

namespace warpfort::c {

template <typename Op> static Op createEmpty(OpBuilder &B, Location Loc) {
  typename Op::Properties Properties = {};
  return Op::create(B, Loc, TypeRange{}, ValueRange{}, Properties);
}

/// Enter and exit data directives and wait name one queue.
template <typename Op>
static void setOneQueue(Op Operation, Value Queue, bool Only) {
  if (Queue)
    Operation.getAsyncOperandMutable().assign(Queue);
  else if (Only)
    Operation.setAsync(true);
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

void Lowering::dataConstruct(const clang::OpenACCDataConstruct *S, int Part) {
  Location Loc = Here;
  if (Part == 2) {
    exitData(S->clauses(), /*Structured=*/true);
    return;
  }
  // What must be there is only looked up.
  SmallVector<const clang::OpenACCClause *> Present;
  for (const clang::OpenACCClause *Clause : S->clauses()) {
    if (isa<clang::OpenACCPresentClause>(Clause))
      Present.push_back(Clause);
    else if (isa<clang::OpenACCNoCreateClause, clang::OpenACCAttachClause,
                 clang::OpenACCWaitClause>(Clause))
      error(Clause->getBeginLoc(),
            "this clause of the 'data' directive is not supported");
  }
  if (!Present.empty()) {
    SmallVector<Value> Operands;
    SmallVector<DataObject> Objects;
    SmallVector<std::function<void()>> Exits;
    dataClauses(Present, {}, Operands, Objects, Exits);
    auto Data = createEmpty<acc::DataOp>(B, Loc);
    Data.getDataClauseOperandsMutable().append(Operands);
    {
      OpBuilder::InsertionGuard Guard(B);
      B.setInsertionPoint(Data);
      if (Value If = ifOf(S->clauses()))
        Data.getIfCondMutable().assign(If);
      B.createBlock(&Data.getRegion());
      acc::TerminatorOp::create(B, Loc);
    }
    for (const std::function<void()> &Exit : Exits)
      Exit();
  }
  enterData(S->clauses(), /*Structured=*/true);
}

void Lowering::enterData(Clauses List, bool Structured) {
  using D = acc::DataClause;
  Location Loc = Here;
  if (!refuseDeviceTypes(List))
    return;
  Async Queue = asyncOf(List);
  Value If = ifOf(List);
  SmallVector<Value> Operands;
  for (const clang::OpenACCClause *Clause : List) {
    auto Each = [&](auto *List, auto &&Make) {
      for (const Expr *E : List->getVarList()) {
        DataObject Object;
        if (dataObject(E, Object, true))
          Operands.push_back(Make(Object).getAccVar());
      }
    };
    auto Copyin = [&](const DataObject &O) {
      return dataEntry<acc::CopyinOp>(O, D::acc_copyin, false, false, Queue);
    };
    auto Create = [&](const DataObject &O) {
      return dataEntry<acc::CreateOp>(O, D::acc_create, false, false, Queue);
    };
    // Messages say what the source does.
    if (const auto *Copy = dyn_cast<clang::OpenACCCopyClause>(Clause))
      Each(Copy, [&](const DataObject &O) {
        return dataEntry<acc::CopyinOp>(O, D::acc_copy, false, false, Queue);
      });
    else if (const auto *In = dyn_cast<clang::OpenACCCopyInClause>(Clause))
      Each(In, Copyin);
    else if (const auto *Out = dyn_cast<clang::OpenACCCopyOutClause>(Clause))
      Each(Out, Create);
    else if (const auto *New = dyn_cast<clang::OpenACCCreateClause>(Clause))
      Each(New, Create);
    else if (isa<clang::OpenACCAttachClause>(Clause))
      error(Clause->getBeginLoc(), "the clause 'attach' is not supported");
    else if (isa<clang::OpenACCWaitClause>(Clause))
      error(Clause->getBeginLoc(), "the clause 'wait' of this directive is not "
                                   "supported");
  }
  if (Operands.empty())
    return;
  auto Enter = createEmpty<acc::EnterDataOp>(B, Loc);
  Enter.getDataClauseOperandsMutable().append(Operands);
  if (If)
    Enter.getIfCondMutable().assign(If);
  setOneQueue(Enter, Queue.Queue, Queue.Only);
  if (Structured)
    Enter->setAttr(DataConstructAttr, B.getUnitAttr());
}

void Lowering::exitData(Clauses List, bool Structured) {
  using D = acc::DataClause;
  Location Loc = Here;
  if (!refuseDeviceTypes(List))
    return;
  Async Queue = asyncOf(List);
  Value If = ifOf(List);
  SmallVector<Value> Operands;
  SmallVector<std::function<void()>> Exits;
  for (const clang::OpenACCClause *Clause : List) {
    bool IsOut =
        isa<clang::OpenACCCopyOutClause, clang::OpenACCCopyClause>(Clause);
    bool IsDelete =
        isa<clang::OpenACCDeleteClause>(Clause) ||
        (Structured &&
         isa<clang::OpenACCCopyInClause, clang::OpenACCCreateClause>(Clause));
    if (isa<clang::OpenACCDetachClause>(Clause))
      error(Clause->getBeginLoc(), "the clause 'detach' is not supported");
    if (!Structured && isa<clang::OpenACCWaitClause>(Clause))
      error(Clause->getBeginLoc(), "the clause 'wait' of this directive is not "
                                   "supported");
    if (!IsOut && !IsDelete)
      continue;
    for (const Expr *E :
         cast<clang::OpenACCClauseWithVarList>(Clause)->getVarList()) {
      DataObject Object;
      if (!dataObject(E, Object, IsOut))
        continue;
      D Kind = IsOut ? D::acc_copyout : D::acc_delete;
      Operation *Entry =
          dataEntry<acc::GetDevicePtrOp>(Object, Kind, false, false, Queue);
      Operands.push_back(Entry->getResult(0));
      Exits.push_back([=, this] {
        if (IsOut)
          dataExit<acc::CopyoutOp>(Entry, Object, Kind, false, false, Queue);
        else
          dataExit<acc::DeleteOp>(Entry, Object, Kind, false, false, Queue);
      });
    }
  }
  if (Operands.empty())
    return;
  auto Leave = createEmpty<acc::ExitDataOp>(B, Loc);
  Leave.getDataClauseOperandsMutable().append(Operands);
  if (If)
    Leave.getIfCondMutable().assign(If);
  setOneQueue(Leave, Queue.Queue, Queue.Only);
  if (findClause<clang::OpenACCFinalizeClause>(List))
    Leave.setFinalize(true);
  if (Structured)
    Leave->setAttr(DataConstructAttr, B.getUnitAttr());
  for (const std::function<void()> &Exit : Exits)
    Exit();
}

void Lowering::update(const clang::OpenACCUpdateConstruct *S) {
  using D = acc::DataClause;
  Location Loc = Here;
  Clauses List = S->clauses();
  if (!refuseDeviceTypes(List))
    return;
  Async Queue = asyncOf(List);
  Value If = ifOf(List);
  SmallVector<Value> Operands;
  SmallVector<std::function<void()>> Exits;
  for (const clang::OpenACCClause *Clause : List) {
    ArrayRef<Expr *> Names;
    bool ToHost = true;
    if (const auto *Device = dyn_cast<clang::OpenACCDeviceClause>(Clause)) {
      Names = Device->getVarList();
      ToHost = false;
    } else if (const auto *Host = dyn_cast<clang::OpenACCHostClause>(Clause)) {
      Names = Host->getVarList();
    } else if (const auto *Self = dyn_cast<clang::OpenACCSelfClause>(Clause)) {
      if (Self->isVarListClause())
        Names = Self->getVarList();
    } else if (isa<clang::OpenACCWaitClause>(Clause)) {
      error(Clause->getBeginLoc(), "the clause 'wait' of this directive is not "
                                   "supported");
    }
    for (const Expr *E : Names) {
      DataObject Object;
      if (!dataObject(E, Object, true))
        continue;
      if (!ToHost) {
        Operands.push_back(dataEntry<acc::UpdateDeviceOp>(Object,
                                                          D::acc_update_device,
                                                          false, false, Queue)
                               .getAccVar());
        continue;
      }
      Operation *Entry = dataEntry<acc::GetDevicePtrOp>(
          Object, D::acc_update_self, false, false, Queue);
      Operands.push_back(Entry->getResult(0));
      Exits.push_back([=, this] {
        dataExit<acc::UpdateHostOp>(Entry, Object, D::acc_update_self, false,
                                    false, Queue);
      });
    }
  }
  auto Update = createEmpty<acc::UpdateOp>(B, Loc);
  Update.getDataClauseOperandsMutable().append(Operands);
  if (If)
    Update.getIfCondMutable().assign(If);
  setQueue(Update, Queue.Queue, Queue.Only);
  if (findClause<clang::OpenACCIfPresentClause>(List))
    Update.setIfPresent(true);
  for (const std::function<void()> &Exit : Exits)
    Exit();
}

void Lowering::wait(const clang::OpenACCWaitConstruct *S) {
  Location Loc = Here;
  Async Queue = asyncOf(S->clauses());
  Value If = ifOf(S->clauses());
  SmallVector<Value> Queues;
  if (S->hasDevNumExpr())
    error(S->getBeginLoc(), "'devnum' of the directive 'wait' is not "
                            "supported");
  for (const Expr *E : S->getQueueIdExprs())
    Queues.push_back(int32(E));
  auto Wait = createEmpty<acc::WaitOp>(B, Loc);
  Wait.getWaitOperandsMutable().append(Queues);
  if (If)
    Wait.getIfCondMutable().assign(If);
  setOneQueue(Wait, Queue.Queue, Queue.Only);
}

//===----------------------------------------------------------------------===//
// Atomic operations
//===----------------------------------------------------------------------===//

static bool isSame(const clang::Expr *A, const clang::Expr *C,
                   const clang::ASTContext &AST) {
  llvm::FoldingSetNodeID Left, Right;
  A->IgnoreParenImpCasts()->Profile(Left, AST, /*Canonical=*/true);
  C->IgnoreParenImpCasts()->Profile(Right, AST, /*Canonical=*/true);
  return Left == Right;
}

void Lowering::atomic(const clang::OpenACCAtomicConstruct *S) {
  using Form = clang::OpenACCAtomicConstruct::StmtInfo::StmtForm;
  const clang::OpenACCAtomicConstruct::StmtInfo Info =
      S->getAssociatedStmtInfo();
  Location Loc = Here;
  auto Refuse = [&] {
    error(S->getBeginLoc(),
          "this form of the directive 'atomic' is not supported");
  };
  if (!S->clauses().empty()) {
    Refuse();
    return;
  }
  auto Element = [&](Value At) { return fir::unwrapRefType(At.getType()); };
  auto Read = [&](const Expr *V, Value X) {
    Value To = address(V);
    if (To.getType() != X.getType()) {
      Refuse();
      return;
    }
    acc::AtomicReadOp::create(B, Loc, X, To, TypeAttr::get(Element(X)),
                              Value());
  };
  auto Write = [&](Value X, const Expr *E, const Expr *Of) {
    Value V = convert(scalar(E), E->getType(), Of->getType(), E->getExprLoc());
    acc::AtomicWriteOp::create(B, Loc, X, V, Value());
  };
  // The operand is computed before the operation.
  struct Change {
    clang::BinaryOperatorKind Op;
    Value Other;
    QualType Common;
    bool XIsLeft = true;
  };
  auto ChangeOf = [&](const Expr *Whole,
                      const Expr *X) -> std::optional<Change> {
    Whole = Whole->IgnoreParenImpCasts();
    if (X->getType()->isPointerType())
      return std::nullopt;
    if (const auto *Unary = dyn_cast<clang::UnaryOperator>(Whole)) {
      Change C{Unary->isIncrementOp() ? clang::BO_Add : clang::BO_Sub,
               {},
               X->getType()};
      Type T = memoryType(X->getType(), X->getExprLoc());
      if (!T || !Unary->isIncrementDecrementOp())
        return std::nullopt;
      C.Other = constant(T, 1);
      return C;
    }
    if (const auto *Compound = dyn_cast<clang::CompoundAssignOperator>(Whole))
      return Change{Compound->getOpcode(), scalar(Compound->getRHS()),
                    Compound->getComputationLHSType()};
    const auto *Assign = dyn_cast<clang::BinaryOperator>(Whole);
    if (!Assign || Assign->getOpcode() != clang::BO_Assign)
      return std::nullopt;
    const auto *Sum = dyn_cast<clang::BinaryOperator>(
        Assign->getRHS()->IgnoreParenImpCasts());
    if (!Sum || Sum->isComparisonOp() || Sum->isLogicalOp())
      return std::nullopt;
    bool Left = isSame(Sum->getLHS(), X, AST);
    if (!Left && !isSame(Sum->getRHS(), X, AST))
      return std::nullopt;
    return Change{Sum->getOpcode(),
                  scalar(Left ? Sum->getRHS() : Sum->getLHS()), Sum->getType(),
                  Left};
  };
  auto Update = [&](const Change &C, Value X, const Expr *Of) {
    auto Op = acc::AtomicUpdateOp::create(B, Loc, X, Value());
    OpBuilder::InsertionGuard Guard(B);
    Block *Body = B.createBlock(&Op.getRegion(), {}, {Element(X)}, {Loc});
    Value V = convert(Body->getArgument(0), Of->getType(), C.Common,
                      Of->getExprLoc());
    V = C.XIsLeft ? binary(C.Op, V, C.Other, C.Common, Of->getExprLoc())
                  : binary(C.Op, C.Other, V, C.Common, Of->getExprLoc());
    acc::YieldOp::create(
        B, Loc,
        ValueRange{convert(V, C.Common, Of->getType(), Of->getExprLoc())});
  };

  const auto &First = Info.First, &Second = Info.Second;
  switch (Info.Form) {
  case Form::Read:
    Read(First.V, address(First.X));
    return;
  case Form::Write:
    Write(address(First.X), First.RefExpr, First.X);
    return;
  case Form::Update: {
    auto C = ChangeOf(First.WholeExpr, First.X);
    if (!C) {
      Refuse();
      return;
    }
    Update(*C, address(First.X), First.X);
    return;
  }
  case Form::ReadUpdate:
  case Form::UpdateRead:
  case Form::ReadWrite: {
    bool ReadFirst = Info.Form != Form::UpdateRead;
    const auto &Reading = ReadFirst ? First : Second;
    const auto &Changing = ReadFirst ? Second : First;
    std::optional<Change> C;
    if (Info.Form != Form::ReadWrite) {
      C = ChangeOf(Changing.WholeExpr, Changing.X);
      if (!C) {
        Refuse();
        return;
      }
    }
    Value X = address(Changing.X), To = address(Reading.V), Written;
    if (To.getType() != X.getType()) {
      Refuse();
      return;
    }
    if (!C)
      Written = convert(scalar(Changing.RefExpr), Changing.RefExpr->getType(),
                        Changing.X->getType(), S->getBeginLoc());
    auto Capture = acc::AtomicCaptureOp::create(B, Loc, Value());
    OpBuilder::InsertionGuard Guard(B);
    B.createBlock(&Capture.getRegion());
    auto DoRead = [&] {
      acc::AtomicReadOp::create(B, Loc, X, To, TypeAttr::get(Element(X)),
                                Value());
    };
    if (ReadFirst)
      DoRead();
    if (C)
      Update(*C, X, Changing.X);
    else
      acc::AtomicWriteOp::create(B, Loc, X, Written, Value());
    if (!ReadFirst)
      DoRead();
    acc::TerminatorOp::create(B, Loc);
    return;
  }
  }
}

} // namespace warpfort::c
