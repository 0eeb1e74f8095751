//===-- DataDirectives.cpp - Data and other directives of OpenACC C -------===//
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
#include "warpfort/IR/Attributes.h"
#include "warprt/EntryPoints.h"

#include "flang/Optimizer/Dialect/FIROps.h"

using namespace mlir;

namespace warpfort::c {

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

/// What a directive does before and after its operation.
struct Lowering::DirectiveData {
  void setStructured(bool Is) {
    Structured = Is;
    Flags |= Is ? WARPRT_ACC_STRUCTURED : 0;
  }
  Async Queue;
  Value If;
  bool Structured = false; // of a data construct
  StringRef Directive; // in messages: `enter data `, `exit data ` or nothing
  int32_t Flags = 0;   // of pointers
  SmallVector<Value> Operands;
  /// Of pointers: after what enters, before what exits.
  SmallVector<std::function<void()>> Pointers;
  SmallVector<std::function<void()>> Exits;
};

template <typename Op> void Lowering::waitClause(Op Directive, Clauses List) {
  const auto *Wait = findClause<clang::OpenACCWaitClause>(List);
  if (!Wait)
    return;
  OpBuilder::InsertionGuard Guard(B);
  B.setInsertionPoint(Directive);
  SmallVector<Value> Queues;
  Value Device;
  if (Wait->hasDevNumExpr())
    Device = int32(Wait->getDevNumExpr());
  if (Wait->hasExprs())
    for (const Expr *E : Wait->getQueueIdExprs())
      Queues.push_back(int32(E));
  if constexpr (std::is_same_v<Op, acc::EnterDataOp> ||
                std::is_same_v<Op, acc::ExitDataOp>) {
    Directive.getWaitOperandsMutable().append(Queues);
    if (Device)
      Directive.getWaitDevnumMutable().assign(Device);
    Directive.setWait(Queues.empty());
  } else if (Queues.empty()) {
    Directive.addWaitOnly(B.getContext(), AnyDevice);
  } else {
    if (Device)
      Queues.insert(Queues.begin(), Device);
    Directive.addWaitOperands(B.getContext(), /*hasDevnum=*/Device != nullptr,
                              Queues, AnyDevice);
  }
}
template void Lowering::waitClause(acc::ParallelOp, Clauses);
template void Lowering::waitClause(acc::KernelsOp, Clauses);
template void Lowering::waitClause(acc::SerialOp, Clauses);

/// Of a directive whose ends are apart, or that has no region.
void Lowering::addDirectiveData(const Expr *E, const DataAction &Given,
                                DirectiveData &Data) {
  DataObject Object;
  if (!dataObject(E, Object, Given.NeedsSize))
    return;
  const DataAction Action = actionOn(Object, Given);
  bool IsUpdate = Action.Entry == DataAction::UpdateDevice ||
                  Action.Exit == DataAction::UpdateHost;
  // The pointers on the way to what is updated keep their values.
  bool HasEntry = Object.Base && !(IsUpdate && Object.Pointers) &&
                  Action.Entry != DataAction::Attach &&
                  Action.Exit != DataAction::Detach;
  if (HasEntry) {
    Operation *Entry =
        dataEntry(Object, Action, Data.Structured, false, Data.Queue);
    Data.Operands.push_back(Entry->getResult(0));
    Data.Exits.push_back(
        [=, this, Queue = Data.Queue, Structured = Data.Structured] {
          dataExit(Entry, Object, Action, Structured, false, Queue);
        });
  }
  if (!Object.Pointers)
    return;
  // Without a section: whatever is present of what the pointer points to.
  if (Action.Exit == DataAction::Delete && Object.Levels.size() == 2) {
    QualType Pointee = E->getType()->getPointeeType();
    Object.Levels.append(
        {constant(B.getI64Type(), 0), constant(B.getI64Type(), 1)});
    Object.ElementBytes =
        Pointee->isIncompleteType() ? 1 : sizeOf(Pointee, E->getExprLoc());
    Object.IsPart = true;
  }
  PointerCall Enter = Action.enterPointers(), Exit = Action.exitPointers();
  bool Reports = !HasEntry && (Enter || !Data.Structured);
  Data.Pointers.push_back([=, this, Queue = Data.Queue, If = Data.If,
                           Flags = Data.Flags, Directive = Data.Directive] {
    fir::CallOp Call;
    if (Enter)
      Call = createPointerCall(Enter, Flags, Object, Queue, If);
    if (Exit)
      Call = createPointerCall(Exit, Flags, Object, Queue, If);
    if (Call && Reports)
      reportPointers(Call, Directive, Action.Kind, Object.Name);
  });
}

/// The directive's operation, and what comes after it.
template <typename Op>
Op Lowering::finishDirective(Clauses List, DirectiveData &Data) {
  Op Directive = {};
  bool Waits = !Data.Structured || std::is_same_v<Op, acc::EnterDataOp>;
  if (!Data.Operands.empty() ||
      (Waits && findClause<clang::OpenACCWaitClause>(List))) {
    Directive = createEmpty<Op>(B, Here);
    Directive.getDataClauseOperandsMutable().append(Data.Operands);
    if (Data.If)
      Directive.getIfCondMutable().assign(Data.If);
    if constexpr (std::is_same_v<Op, acc::UpdateOp>)
      setQueue(Directive, Data.Queue.Queue, Data.Queue.Only);
    else
      setOneQueue(Directive, Data.Queue.Queue, Data.Queue.Only);
    if (Waits)
      waitClause(Directive, List);
    if (Data.Structured)
      DataConstructAttr.set(Directive);
    // A wait clause takes effect with the first operand.
    if (Data.Operands.empty()) {
      waitAlone(List, Data.If);
      Directive->erase();
      Directive = {};
    }
  }
  for (const std::function<void()> &Pointers : Data.Pointers)
    Pointers();
  for (const std::function<void()> &Exit : Data.Exits)
    Exit();
  return Directive;
}

void Lowering::dataConstruct(Clauses List, int Part) {
  if (Part == 2) {
    exitData(List, /*Structured=*/true);
    return;
  }
  Location Loc = Here;
  // What must be there, or may be, is only looked up.
  SmallVector<const clang::OpenACCClause *> Present;
  for (const clang::OpenACCClause *Clause : List) {
    if (isa<clang::OpenACCPresentClause, clang::OpenACCNoCreateClause>(Clause))
      Present.push_back(Clause);
  }
  if (!Present.empty()) {
    ConstructData Looked;
    Value If = ifOf(List);
    dataClauses(Present, {}, If, Looked);
    // What pointers point to has calls in place of operands.
    if (!Looked.Operands.empty()) {
      auto Data = createEmpty<acc::DataOp>(B, Loc);
      Data.getDataClauseOperandsMutable().append(Looked.Operands);
      if (If)
        Data.getIfCondMutable().assign(If);
      OpBuilder::InsertionGuard Guard(B);
      B.createBlock(&Data.getRegion());
      acc::TerminatorOp::create(B, Loc);
    }
    for (const std::function<void()> &Exit : Looked.Exits)
      Exit();
  }
  enterData(List, /*Structured=*/true);
}

/// Of a data construct, too, whose end is another function's.
void Lowering::enterData(Clauses List, bool Structured) {
  DirectiveData Data;
  Data.setStructured(Structured);
  Data.Directive = Structured ? "" : "enter data ";
  Data.Queue = asyncOf(List);
  Data.If = ifOf(List);
  for (const clang::OpenACCClause *Clause : List) {
    std::optional<DataAction> Action = dataAction(Clause);
    if (!Action || Action->Entry == DataAction::Present ||
        Action->Entry == DataAction::DevicePtr ||
        Action->Entry == DataAction::NoCreate)
      continue;
    // Messages say what the source does.
    if (Action->Kind == acc::DataClause::acc_copyout)
      Action->Kind = acc::DataClause::acc_create;
    else if (Action->Kind == acc::DataClause::acc_copyout_zero)
      Action->Kind = acc::DataClause::acc_create_zero;
    Action->Exit = DataAction::None;
    for (const Expr *E :
         cast<clang::OpenACCClauseWithVarList>(Clause)->getVarList()) {
      if (Structured)
        warnOfElement(E);
      addDirectiveData(E, *Action, Data);
    }
  }
  finishDirective<acc::EnterDataOp>(List, Data);
}

void Lowering::exitData(Clauses List, bool Structured) {
  using D = acc::DataClause;
  DirectiveData Data;
  Data.setStructured(Structured);
  Data.Directive = "exit data ";
  Data.Queue = asyncOf(List);
  Data.If = ifOf(List);
  bool Finalize = findClause<clang::OpenACCFinalizeClause>(List) != nullptr;
  if (Finalize)
    Data.Flags |= WARPRT_ACC_FINALIZE;
  for (const clang::OpenACCClause *Clause : List) {
    std::optional<DataAction> Action;
    if (isa<clang::OpenACCDeleteClause>(Clause))
      Action = {DataAction::Lookup, DataAction::Delete, D::acc_delete, false};
    else if (isa<clang::OpenACCDetachClause>(Clause))
      Action = {DataAction::Lookup, DataAction::Detach, D::acc_detach, false};
    else
      Action = dataAction(Clause);
    if (!Action || Action->Exit == DataAction::None ||
        Action->Entry == DataAction::Present ||
        Action->Entry == DataAction::NoCreate)
      continue;
    Action->Entry = DataAction::Lookup;
    if (Action->Exit == DataAction::Copyout)
      Action->Kind = D::acc_copyout;
    else if (Action->Exit == DataAction::Delete)
      Action->Kind = D::acc_delete;
    for (const Expr *E :
         cast<clang::OpenACCClauseWithVarList>(Clause)->getVarList())
      addDirectiveData(E, *Action, Data);
  }
  acc::ExitDataOp Leave = finishDirective<acc::ExitDataOp>(List, Data);
  if (Leave && Finalize)
    Leave.setFinalize(true);
}

void Lowering::update(Clauses List) {
  using D = acc::DataClause;
  const DataAction ToHost = {DataAction::Lookup, DataAction::UpdateHost,
                             D::acc_update_self},
                   ToDevice = {DataAction::UpdateDevice, DataAction::None,
                               D::acc_update_device};
  DirectiveData Data;
  Data.Queue = asyncOf(List);
  Data.If = ifOf(List);
  bool IfPresent = findClause<clang::OpenACCIfPresentClause>(List) != nullptr;
  if (IfPresent)
    Data.Flags |= WARPRT_ACC_IF_PRESENT;
  for (const clang::OpenACCClause *Clause : List) {
    if (const auto *Device = dyn_cast<clang::OpenACCDeviceClause>(Clause)) {
      for (const Expr *E : Device->getVarList())
        addDirectiveData(E, ToDevice, Data);
    } else if (const auto *Host = dyn_cast<clang::OpenACCHostClause>(Clause)) {
      for (const Expr *E : Host->getVarList())
        addDirectiveData(E, ToHost, Data);
    } else if (const auto *Self = dyn_cast<clang::OpenACCSelfClause>(Clause);
               Self && Self->isVarListClause()) {
      for (const Expr *E : Self->getVarList())
        addDirectiveData(E, ToHost, Data);
    }
  }
  if (auto Update = finishDirective<acc::UpdateOp>(List, Data))
    Update.setIfPresent(IfPresent);
}

/// Gives the host the device's addresses: the function's first arguments are
/// where they go, in the order of the clauses.
void Lowering::hostData(Clauses List) {
  Location Loc = Here;
  SmallVector<Value> Operands;
  SmallVector<DataObject, 2> Objects;
  for (const clang::OpenACCClause *Clause : List)
    if (const auto *Use = dyn_cast<clang::OpenACCUseDeviceClause>(Clause))
      for (const Expr *E : Use->getVarList()) {
        DataObject Object;
        const clang::VarDecl *Var = variableOf(E);
        if (!Var || (Var->getType()->isPointerType() && isDeclared(Var))) {
          error(E->getExprLoc(),
                "'" + sectionName(E) +
                    "' in the clause 'use_device', which is no variable or a "
                    "pointer of a 'declare' directive, is not supported");
          continue;
        }
        if (!dataObject(E, Object, /*NeedsSize=*/false))
          continue;
        Operation *Entry = dataEntry(Object,
                                     {DataAction::UseDevice, DataAction::None,
                                      acc::DataClause::acc_use_device},
                                     true, false, {});
        Operands.push_back(Entry->getResult(0));
        Objects.push_back(Object);
      }
  if (Operands.empty())
    return;
  auto HostData = createEmpty<acc::HostDataOp>(B, Loc);
  HostData.getDataClauseOperandsMutable().append(Operands);
  if (findClause<clang::OpenACCIfPresentClause>(List))
    HostData.setIfPresent(true);
  OpBuilder::InsertionGuard Guard(B);
  B.setInsertionPoint(HostData);
  if (Value If = ifOf(List))
    HostData.getIfCondMutable().assign(If);
  B.createBlock(&HostData.getRegion());
  for (auto [N, Operand] : llvm::enumerate(Operands)) {
    Value Address = Operand;
    if (isa<fir::BaseBoxType>(Address.getType()))
      Address = fir::BoxAddrOp::create(B, Loc, Address);
    storeTo(B.createConvert(Loc, B.getI64Type(), Address),
            Function.getArgument(N));
  }
  acc::TerminatorOp::create(B, Loc);
}

//===----------------------------------------------------------------------===//
// Devices and queues
//===----------------------------------------------------------------------===//

/// Init and shutdown.
template <typename Op> void Lowering::device(Clauses List) {
  auto Directive = createEmpty<Op>(B, Here);
  OpBuilder::InsertionGuard Guard(B);
  B.setInsertionPoint(Directive);
  if (const auto *Number = findClause<clang::OpenACCDeviceNumClause>(List))
    Directive.getDeviceNumMutable().assign(int32(Number->getIntExpr()));
  if (Value If = ifOf(List))
    Directive.getIfCondMutable().assign(If);
}
template void Lowering::device<acc::InitOp>(Clauses);
template void Lowering::device<acc::ShutdownOp>(Clauses);

void Lowering::setDevice(Clauses List) {
  auto Directive = createEmpty<acc::SetOp>(B, Here);
  OpBuilder::InsertionGuard Guard(B);
  B.setInsertionPoint(Directive);
  if (const auto *Number = findClause<clang::OpenACCDeviceNumClause>(List))
    Directive.getDeviceNumMutable().assign(int32(Number->getIntExpr()));
  if (const auto *Queue = findClause<clang::OpenACCDefaultAsyncClause>(List))
    Directive.getDefaultAsyncMutable().assign(int32(Queue->getIntExpr()));
  if (Value If = ifOf(List))
    Directive.getIfCondMutable().assign(If);
  if (Directive.getDeviceNum() || Directive.getDefaultAsync())
    return;
  // A type alone: code is made for one.
  Directive->erase();
}

/// The wait clause of a directive without data.
void Lowering::waitAlone(Clauses List, Value If) {
  const auto *Clause = findClause<clang::OpenACCWaitClause>(List);
  SmallVector<Value> Queues;
  Value Device;
  if (Clause->hasDevNumExpr())
    Device = int32(Clause->getDevNumExpr());
  if (Clause->hasExprs())
    for (const Expr *E : Clause->getQueueIdExprs())
      Queues.push_back(int32(E));
  auto Wait = createEmpty<acc::WaitOp>(B, Here);
  Wait.getWaitOperandsMutable().append(Queues);
  if (Device)
    Wait.getWaitDevnumMutable().assign(Device);
  if (If)
    Wait.getIfCondMutable().assign(If);
}

void Lowering::wait(const clang::OpenACCWaitConstruct *S) {
  Location Loc = Here;
  Async Queue = asyncOf(S->clauses());
  Value If = ifOf(S->clauses());
  SmallVector<Value> Queues;
  Value Device;
  if (S->hasDevNumExpr())
    Device = int32(S->getDevNumExpr());
  for (const Expr *E : S->getQueueIdExprs())
    Queues.push_back(int32(E));
  auto Wait = createEmpty<acc::WaitOp>(B, Loc);
  Wait.getWaitOperandsMutable().append(Queues);
  if (Device)
    Wait.getWaitDevnumMutable().assign(Device);
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

/// What `x++`, `x += e`, `x = x + e` and the like update; null for others.
static const clang::Expr *updatedBy(const clang::Expr *E,
                                    const clang::ASTContext &AST) {
  if (const auto *Unary = dyn_cast<clang::UnaryOperator>(E))
    return Unary->isIncrementDecrementOp() ? Unary->getSubExpr() : nullptr;
  const auto *Assign = dyn_cast<clang::BinaryOperator>(E);
  if (!Assign || !Assign->isAssignmentOp())
    return nullptr;
  const clang::Expr *X = Assign->getLHS();
  if (Assign->isCompoundAssignmentOp())
    return X;
  const auto *Sum =
      dyn_cast<clang::BinaryOperator>(Assign->getRHS()->IgnoreParenImpCasts());
  return Sum && (isSame(Sum->getLHS(), X, AST) || isSame(Sum->getRHS(), X, AST))
             ? X
             : nullptr;
}

/// `{ v = x; ... }` and `{ ...; v = x; }`: Clang takes an update before the
/// read for one of the other form.
static void findCaptured(const clang::Stmt *S,
                         clang::OpenACCAtomicConstruct::StmtInfo &Info,
                         const clang::ASTContext &AST) {
  using Form = clang::OpenACCAtomicConstruct::StmtInfo::StmtForm;
  const auto *Both = dyn_cast_or_null<clang::CompoundStmt>(S);
  if (!Both || Both->size() != 2)
    return;
  const auto *E1 = dyn_cast<clang::Expr>(Both->body_front()),
             *E2 = dyn_cast<clang::Expr>(Both->body_back());
  if (!E1 || !E2)
    return;
  E1 = bareExpr(E1);
  E2 = bareExpr(E2);
  auto Fill = [](auto &Step, const clang::Expr *Whole, const clang::Expr *V,
                 const clang::Expr *X, const clang::Expr *Ref) {
    Step.WholeExpr = Whole;
    Step.V = V;
    Step.X = X;
    Step.RefExpr = Ref;
  };
  const auto *A1 = dyn_cast<clang::BinaryOperator>(E1),
             *A2 = dyn_cast<clang::BinaryOperator>(E2);
  const clang::Expr *X = updatedBy(E1, AST);
  if (X && A2 && A2->getOpcode() == clang::BO_Assign &&
      isSame(A2->getRHS(), X, AST)) {
    Info.Form = Form::UpdateRead;
    Fill(Info.First, E1, nullptr, X, nullptr);
    Fill(Info.Second, E2, A2->getLHS(), X, nullptr);
    return;
  }
  if (!A1 || A1->getOpcode() != clang::BO_Assign)
    return;
  X = A1->getRHS()->IgnoreParenImpCasts();
  const clang::Expr *Updated = updatedBy(E2, AST);
  bool Updates = Updated && isSame(Updated, X, AST);
  if (!Updates && !(A2 && A2->getOpcode() == clang::BO_Assign &&
                    isSame(A2->getLHS(), X, AST)))
    return;
  Info.Form = Updates ? Form::ReadUpdate : Form::ReadWrite;
  Fill(Info.First, E1, A1->getLHS(), X, nullptr);
  Fill(Info.Second, E2, nullptr, X, Updates ? nullptr : A2->getRHS());
}

/// What the statement \p Whole does to \p X. The operand is computed here,
/// before the operation.
std::optional<Lowering::AtomicChange> Lowering::atomicChange(const Expr *Whole,
                                                             const Expr *X) {
  Whole = Whole->IgnoreParenImpCasts();
  if (X->getType()->isPointerType())
    return std::nullopt;
  if (const auto *Unary = dyn_cast<clang::UnaryOperator>(Whole)) {
    AtomicChange C{Unary->isIncrementOp() ? clang::BO_Add : clang::BO_Sub,
                   {},
                   X->getType()};
    Type T = memoryType(X->getType(), X->getExprLoc());
    if (!T || !Unary->isIncrementDecrementOp())
      return std::nullopt;
    C.Other = constant(T, 1);
    return C;
  }
  if (const auto *Compound = dyn_cast<clang::CompoundAssignOperator>(Whole))
    return AtomicChange{Compound->getOpcode(), scalar(Compound->getRHS()),
                        Compound->getComputationLHSType()};
  const auto *Assign = dyn_cast<clang::BinaryOperator>(Whole);
  if (!Assign || Assign->getOpcode() != clang::BO_Assign)
    return std::nullopt;
  const auto *Sum =
      dyn_cast<clang::BinaryOperator>(Assign->getRHS()->IgnoreParenImpCasts());
  if (!Sum || Sum->isComparisonOp() || Sum->isLogicalOp())
    return std::nullopt;
  bool Left = isSame(Sum->getLHS(), X, AST);
  if (!Left && !isSame(Sum->getRHS(), X, AST))
    return std::nullopt;
  return AtomicChange{Sum->getOpcode(),
                      scalar(Left ? Sum->getRHS() : Sum->getLHS()),
                      Sum->getType(), Left};
}

void Lowering::atomicUpdate(const AtomicChange &C, Value X, const Expr *Of) {
  Location Loc = Here;
  auto Op = acc::AtomicUpdateOp::create(B, Loc, X, Value());
  OpBuilder::InsertionGuard Guard(B);
  Block *Body = B.createBlock(&Op.getRegion(), {},
                              {fir::unwrapRefType(X.getType())}, {Loc});
  clang::SourceLocation Where = Of->getExprLoc();
  Value V = convert(Body->getArgument(0), Of->getType(), C.Common, Where);
  V = C.XIsLeft ? binary(C.Op, V, C.Other, C.Common, Where)
                : binary(C.Op, C.Other, V, C.Common, Where);
  acc::YieldOp::create(B, Loc,
                       ValueRange{convert(V, C.Common, Of->getType(), Where)});
}

void Lowering::atomicRead(Value X, Value To) {
  acc::AtomicReadOp::create(
      B, Here, X, To, TypeAttr::get(fir::unwrapRefType(X.getType())), Value());
}

/// Where \p X is read to: \p V, or a variable if that has another type.
Value Lowering::atomicTarget(const Expr *V, Value X) {
  Value To = address(V);
  if (To.getType() == X.getType())
    return To;
  return fir::AllocaOp::create(B, Here, fir::unwrapRefType(X.getType()));
}

/// Takes what was read \p Of a variable from such a variable to \p V.
void Lowering::deliver(const Expr *V, Value To, const Expr *Of) {
  if (Value Place = address(V); Place.getType() != To.getType())
    storeTo(convert(loadOf(To), Of->getType(), V->getType(), V->getExprLoc()),
            Place);
}

/// A statement that reads, and one that changes, in either order. False if the
/// change is none that the directive can have.
bool Lowering::atomicCapture(
    const clang::OpenACCAtomicConstruct::StmtInfo &Info) {
  using Form = clang::OpenACCAtomicConstruct::StmtInfo::StmtForm;
  bool ReadFirst = Info.Form != Form::UpdateRead;
  const auto &Reading = ReadFirst ? Info.First : Info.Second;
  const auto &Changing = ReadFirst ? Info.Second : Info.First;
  std::optional<AtomicChange> C;
  if (Info.Form != Form::ReadWrite) {
    C = atomicChange(Changing.WholeExpr, Changing.X);
    if (!C)
      return false;
  }
  Value X = address(Changing.X), To = atomicTarget(Reading.V, X), Written;
  if (!C)
    Written = convert(scalar(Changing.RefExpr), Changing.RefExpr->getType(),
                      Changing.X->getType(), Changing.RefExpr->getExprLoc());
  auto Capture = acc::AtomicCaptureOp::create(B, Here, Value());
  OpBuilder::InsertPoint Behind = B.saveInsertionPoint();
  B.createBlock(&Capture.getRegion());
  if (ReadFirst)
    atomicRead(X, To);
  if (C)
    atomicUpdate(*C, X, Changing.X);
  else
    acc::AtomicWriteOp::create(B, Here, X, Written, Value());
  if (!ReadFirst)
    atomicRead(X, To);
  acc::TerminatorOp::create(B, Here);
  B.restoreInsertionPoint(Behind);
  deliver(Reading.V, To, Changing.X);
  return true;
}

void Lowering::atomic(const clang::OpenACCAtomicConstruct *S) {
  using Form = clang::OpenACCAtomicConstruct::StmtInfo::StmtForm;
  clang::OpenACCAtomicConstruct::StmtInfo Info = S->getAssociatedStmtInfo();
  findCaptured(S->getAssociatedStmt(), Info, AST);
  auto Refuse = [&] {
    error(S->getBeginLoc(),
          "this form of the directive 'atomic' is not supported");
  };
  if (!S->clauses().empty()) {
    Refuse();
    return;
  }
  const auto &First = Info.First;
  switch (Info.Form) {
  case Form::Read: {
    Value X = address(First.X), To = atomicTarget(First.V, X);
    atomicRead(X, To);
    deliver(First.V, To, First.X);
    return;
  }
  case Form::Write: {
    Value X = address(First.X), V = scalar(First.RefExpr);
    acc::AtomicWriteOp::create(B, Here, X,
                               convert(V, First.RefExpr->getType(),
                                       First.X->getType(),
                                       First.RefExpr->getExprLoc()),
                               Value());
    return;
  }
  case Form::Update:
    if (auto C = atomicChange(First.WholeExpr, First.X))
      atomicUpdate(*C, address(First.X), First.X);
    else
      Refuse();
    return;
  case Form::ReadUpdate:
  case Form::UpdateRead:
  case Form::ReadWrite:
    if (!atomicCapture(Info))
      Refuse();
    return;
  }
}

} // namespace warpfort::c
