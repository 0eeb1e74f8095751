//===-- Constructs.cpp - Compute constructs and loops of OpenACC C --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// They get the operations that Flang makes of the same constructs.
///
//===----------------------------------------------------------------------===//
#include "Clauses.h"

#include "flang/Optimizer/Dialect/FIROps.h"

using namespace mlir;

namespace warpfort::c {

static constexpr acc::DeviceType AnyDevice[] = {acc::DeviceType::None};

Value Lowering::int32(const Expr *E) {
  return convert(scalar(E), E->getType(), AST.IntTy, E->getExprLoc());
}

//===----------------------------------------------------------------------===//
// Clauses
//===----------------------------------------------------------------------===//

/// Makes the operations at the construct's begin; \p Exits are those at its
/// end.
void Lowering::dataClauses(Clauses List, const Async &Queue,
                           SmallVectorImpl<Value> &Operands,
                           SmallVectorImpl<DataObject> &Objects,
                           SmallVectorImpl<std::function<void()>> &Exits) {
  using D = acc::DataClause;
  auto Each = [&](const clang::OpenACCClauseWithVarList *Clause, bool NeedsSize,
                  auto &&Make) {
    for (const Expr *E : Clause->getVarList()) {
      DataObject Object;
      if (!dataObject(E, Object, NeedsSize))
        continue;
      Operation *Entry = Make(Object);
      Operands.push_back(Entry->getResult(0));
      Objects.push_back(Object);
    }
  };
  auto WithDelete = [&](Operation *Entry, const DataObject &Object, D Clause) {
    Exits.push_back([=, this] {
      dataExit<acc::DeleteOp>(Entry, Object, Clause, true, false, Queue);
    });
    return Entry;
  };
  for (const clang::OpenACCClause *Clause : List) {
    if (const auto *Copy = dyn_cast<clang::OpenACCCopyClause>(Clause)) {
      Each(Copy, true, [&](const DataObject &Object) -> Operation * {
        Operation *Entry =
            dataEntry<acc::CopyinOp>(Object, D::acc_copy, true, false, Queue);
        Exits.push_back([=, this] {
          dataExit<acc::CopyoutOp>(Entry, Object, D::acc_copy, true, false,
                                   Queue);
        });
        return Entry;
      });
    } else if (const auto *In = dyn_cast<clang::OpenACCCopyInClause>(Clause)) {
      Each(In, true, [&](const DataObject &Object) -> Operation * {
        return WithDelete(
            dataEntry<acc::CopyinOp>(Object, D::acc_copyin, true, false, Queue),
            Object, D::acc_copyin);
      });
    } else if (const auto *Out =
                   dyn_cast<clang::OpenACCCopyOutClause>(Clause)) {
      Each(Out, true, [&](const DataObject &Object) -> Operation * {
        Operation *Entry = dataEntry<acc::CreateOp>(Object, D::acc_copyout,
                                                    true, false, Queue);
        Exits.push_back([=, this] {
          dataExit<acc::CopyoutOp>(Entry, Object, D::acc_copyout, true, false,
                                   Queue);
        });
        return Entry;
      });
    } else if (const auto *Create =
                   dyn_cast<clang::OpenACCCreateClause>(Clause)) {
      Each(Create, true, [&](const DataObject &Object) -> Operation * {
        return WithDelete(
            dataEntry<acc::CreateOp>(Object, D::acc_create, true, false, Queue),
            Object, D::acc_create);
      });
    } else if (const auto *Present =
                   dyn_cast<clang::OpenACCPresentClause>(Clause)) {
      Each(Present, false, [&](const DataObject &Object) -> Operation * {
        return WithDelete(dataEntry<acc::PresentOp>(Object, D::acc_present,
                                                    true, false, Queue),
                          Object, D::acc_present);
      });
    } else if (const auto *NoCreate =
                   dyn_cast<clang::OpenACCNoCreateClause>(Clause)) {
      Each(NoCreate, true, [&](const DataObject &Object) -> Operation * {
        return WithDelete(dataEntry<acc::NoCreateOp>(Object, D::acc_no_create,
                                                     true, false, Queue),
                          Object, D::acc_no_create);
      });
    } else if (const auto *Pointer =
                   dyn_cast<clang::OpenACCDevicePtrClause>(Clause)) {
      Each(Pointer, false, [&](const DataObject &Object) -> Operation * {
        return dataEntry<acc::DevicePtrOp>(Object, D::acc_deviceptr, true,
                                           false, Queue);
      });
    } else if (isa<clang::OpenACCAttachClause, clang::OpenACCDetachClause>(
                   Clause)) {
      error(Clause->getBeginLoc(), "the clause 'attach' is not supported");
    }
    if (const auto *In = dyn_cast<clang::OpenACCCopyInClause>(Clause);
        In && In->getModifierList() != clang::OpenACCModifierKind::Invalid &&
        In->getModifierList() != clang::OpenACCModifierKind::Readonly)
      error(Clause->getBeginLoc(),
            "this modifier of 'copyin' is not supported");
    if (const auto *Copy = dyn_cast<clang::OpenACCCopyClause>(Clause);
        Copy && Copy->getModifierList() != clang::OpenACCModifierKind::Invalid)
      error(Clause->getBeginLoc(), "modifiers of 'copy' are not supported");
    if (const auto *Out = dyn_cast<clang::OpenACCCopyOutClause>(Clause);
        Out && Out->getModifierList() != clang::OpenACCModifierKind::Invalid)
      error(Clause->getBeginLoc(), "modifiers of 'copyout' are not supported");
    if (const auto *Create = dyn_cast<clang::OpenACCCreateClause>(Clause);
        Create &&
        Create->getModifierList() != clang::OpenACCModifierKind::Invalid)
      error(Clause->getBeginLoc(), "modifiers of 'create' are not supported");
  }
}

template <typename Op>
void Lowering::launchClauses(Op Construct, Clauses List) {
  MLIRContext *Context = B.getContext();
  for (const clang::OpenACCClause *Clause : List) {
    if (const auto *Gangs = dyn_cast<clang::OpenACCNumGangsClause>(Clause)) {
      if constexpr (!std::is_same_v<Op, acc::SerialOp>) {
        SmallVector<Value> Sizes;
        for (const Expr *E : Gangs->getIntExprs())
          Sizes.push_back(int32(E));
        Construct.addNumGangsOperands(Context, Sizes, AnyDevice);
      }
    } else if (const auto *Workers =
                   dyn_cast<clang::OpenACCNumWorkersClause>(Clause)) {
      if constexpr (!std::is_same_v<Op, acc::SerialOp>)
        Construct.addNumWorkersOperand(Context, int32(Workers->getIntExpr()),
                                       AnyDevice);
    } else if (const auto *Length =
                   dyn_cast<clang::OpenACCVectorLengthClause>(Clause)) {
      if constexpr (!std::is_same_v<Op, acc::SerialOp>)
        Construct.addVectorLengthOperand(Context, int32(Length->getIntExpr()),
                                         AnyDevice);
    } else if (const auto *Wait = dyn_cast<clang::OpenACCWaitClause>(Clause)) {
      if (Wait->hasDevNumExpr()) {
        error(Clause->getBeginLoc(),
              "'devnum' in the clause 'wait' is not supported");
        continue;
      }
      SmallVector<Value> Queues;
      if (Wait->hasExprs())
        for (const Expr *E : Wait->getQueueIdExprs())
          Queues.push_back(int32(E));
      if (Queues.empty())
        Construct.addWaitOnly(Context, AnyDevice);
      else
        Construct.addWaitOperands(Context, /*hasDevnum=*/false, Queues,
                                  AnyDevice);
    } else if (const auto *Self = dyn_cast<clang::OpenACCSelfClause>(Clause)) {
      if (Self->isConditionExprClause() && Self->hasConditionExpr())
        Construct.getSelfCondMutable().assign(
            condition(Self->getConditionExpr()));
      else
        Construct.setSelfAttr(true);
    } else if (const auto *Default =
                   dyn_cast<clang::OpenACCDefaultClause>(Clause)) {
      Construct.setDefaultAttr(Default->getDefaultClauseKind() ==
                                       clang::OpenACCDefaultClauseKind::None
                                   ? acc::ClauseDefaultValue::None
                                   : acc::ClauseDefaultValue::Present);
    }
  }
}

/// Private variables and reductions of \p Construct; its body, whose region is
/// there, sees the former.
template <typename Op>
void Lowering::privateClauses(Op Construct, Clauses List, bool Firstprivate) {
  MLIRContext *Context = B.getContext();
  auto Replace = [&](const clang::VarDecl *Var, Value Entry) {
    OpBuilder::InsertionGuard Guard(B);
    B.setInsertionPointToEnd(&Construct.getRegion().front());
    Variables[Var] = redeclare(Variables[Var], Entry);
  };
  for (const clang::OpenACCClause *Clause : List) {
    if (const auto *Private = dyn_cast<clang::OpenACCPrivateClause>(Clause)) {
      for (const Expr *E : Private->getVarList())
        if (const clang::VarDecl *Var = wholeVariable(E, "private")) {
          acc::PrivateOp Entry =
              privateEntry(*find(Var, E->getExprLoc()), Var->getName(), false);
          Construct.addPrivatization(
              Context, Entry, privateRecipe(Entry.getAccVar().getType()));
          Replace(Var, Entry.getAccVar());
        }
    } else if (const auto *First =
                   dyn_cast<clang::OpenACCFirstPrivateClause>(Clause)) {
      if (!Firstprivate)
        continue;
      for (const Expr *E : First->getVarList())
        if (const clang::VarDecl *Var = wholeVariable(E, "firstprivate")) {
          const Variable *V = find(Var, E->getExprLoc());
          auto Entry = acc::FirstprivateOp::create(B, Here, V->Base, true,
                                                   false, Var->getName());
          Construct.addFirstPrivatization(
              Context, Entry, firstprivateRecipe(Entry.getAccVar().getType()));
          Replace(Var, Entry.getAccVar());
        }
    } else if (const auto *Reduce =
                   dyn_cast<clang::OpenACCReductionClause>(Clause)) {
      auto Operator = reductionOperator(Reduce->getReductionOp());
      for (const Expr *E : Reduce->getVarList()) {
        const clang::VarDecl *Var = wholeVariable(E, "reduction");
        if (!Var || !Operator) {
          if (!Failed)
            error(E->getExprLoc(), "'" + sectionName(E) +
                                       "' in the clause 'reduction' is not "
                                       "supported");
          continue;
        }
        const Variable *V = find(Var, E->getExprLoc());
        auto Entry = acc::ReductionOp::create(B, Here, V->Base, true, false,
                                              Var->getName());
        Construct.addReduction(
            Context, Entry,
            reductionRecipe(Entry.getAccVar().getType(), *Operator));
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Compute constructs
//===----------------------------------------------------------------------===//

/// Without operands, which are added.
template <typename Op> static Op createEmpty(OpBuilder &B, Location Loc) {
  typename Op::Properties Properties = {};
  return Op::create(B, Loc, TypeRange{}, ValueRange{}, Properties);
}

template <typename Op>
void Lowering::computeConstruct(const clang::OpenACCConstructStmt *S,
                                Clauses List, const Stmt *Body, bool Combined) {
  constexpr bool IsKernels = std::is_same_v<Op, acc::KernelsOp>;
  Location Loc = Here;
  if (!refuseDeviceTypes(List))
    return;
  Async Queue = asyncOf(List);
  SmallVector<Value> Operands;
  SmallVector<DataObject> Objects;
  SmallVector<std::function<void()>> Exits;
  dataClauses(List, Queue, Operands, Objects, Exits);
  auto IsNamed = [&](const clang::VarDecl *Var) {
    return llvm::any_of(Objects,
                        [&](const DataObject &O) { return O.Var == Var; });
  };
  // A reduction's result goes back.
  if (!IsKernels)
    for (const clang::OpenACCClause *Clause : List)
      if (const auto *Reduce = dyn_cast<clang::OpenACCReductionClause>(Clause))
        for (const Expr *E : Reduce->getVarList()) {
          DataObject Object;
          if (!dataObject(E, Object, true) || IsNamed(Object.Var))
            continue;
          Operation *Entry = dataEntry<acc::CopyinOp>(
              Object, acc::DataClause::acc_reduction, true, true, Queue);
          Operands.push_back(Entry->getResult(0));
          Objects.push_back(Object);
          Exits.push_back([=, this] {
            dataExit<acc::CopyoutOp>(Entry, Object,
                                     acc::DataClause::acc_reduction, true, true,
                                     Queue);
          });
        }
  // What other pointers point to has been put there before.
  SmallVector<std::pair<const clang::VarDecl *, Variable>> Others;
  for (const auto &[Var, V] : Variables)
    if (Var->getType()->isPointerType() && V.Rank && !IsNamed(Var))
      Others.push_back({Var, V});
  llvm::sort(Others, [](const auto &A, const auto &C) {
    return A.second.ArgumentNumber < C.second.ArgumentNumber;
  });
  for (const auto &[Var, V] : Others) {
    DataObject Object;
    Object.Var = Var;
    Object.Of = V;
    Object.Base = V.Base;
    Object.Name = Var->getNameAsString();
    Operation *Entry = dataEntry<acc::PresentOp>(
        Object, acc::DataClause::acc_present, true, true, Queue);
    Operands.push_back(Entry->getResult(0));
    Objects.push_back(Object);
    Exits.push_back([=, this] {
      dataExit<acc::DeleteOp>(Entry, Object, acc::DataClause::acc_present, true,
                              true, Queue);
    });
  }

  Op Construct = createEmpty<Op>(B, Loc);
  {
    OpBuilder::InsertionGuard Guard(B);
    B.setInsertionPoint(Construct);
    if (Value If = ifOf(List))
      Construct.getIfCondMutable().assign(If);
    setQueue(Construct, Queue.Queue, Queue.Only);
    launchClauses(Construct, List);
  }
  Construct.getDataClauseOperandsMutable().append(Operands);
  if (Combined)
    Construct.setCombined(true);
  auto Saved = Variables;
  B.createBlock(&Construct.getRegion());
  for (auto [Object, Operand] : llvm::zip(Objects, Operands))
    Variables[Object.Var] = redeclare(Object.Of, Operand);
  if constexpr (!IsKernels) {
    OpBuilder::InsertionGuard Before(B);
    SmallVector<const clang::OpenACCClause *> Own;
    for (const clang::OpenACCClause *Clause : List)
      if (!Combined || isa<clang::OpenACCFirstPrivateClause>(Clause))
        Own.push_back(Clause);
    // The clauses name variables of the code around.
    auto Inside = Variables;
    Variables = Saved;
    B.setInsertionPoint(Construct);
    auto Outside = Variables;
    privateClauses(Construct, Own, /*Firstprivate=*/true);
    for (auto &[Var, V] : Variables)
      if (Outside[Var].Base != V.Base)
        Inside[Var] = V;
    Variables = std::move(Inside);
  }
  {
    llvm::SaveAndRestore Construction(InConstruct, true);
    llvm::SaveAndRestore Kernels(InKernels, IsKernels);
    llvm::SaveAndRestore Own(Owner, Construct.getOperation());
    llvm::SaveAndRestore Blocks(InBlocks, false);
    B.setInsertionPointToEnd(&Construct.getRegion().front());
    if (Combined)
      accLoop(Body, List, locate(Body->getBeginLoc()), S->getDirectiveKind(),
              /*HasDirective=*/true);
    else
      block(Body);
  }
  if (IsKernels)
    acc::TerminatorOp::create(B, Loc);
  else
    acc::YieldOp::create(B, Loc);
  Variables = std::move(Saved);
  B.setInsertionPointAfter(Construct);
  Here = Loc;
  for (const std::function<void()> &Exit : Exits)
    Exit();
}

void Lowering::construct(const clang::OpenACCConstructStmt *S, int Part) {
  using Kind = clang::OpenACCDirectiveKind;
  Here = locate(S->getBeginLoc());
  bool Nested = InConstruct;
  auto NotNested = [&] {
    if (Nested)
      error(S->getBeginLoc(), "this directive is not supported in a compute "
                              "construct");
    return !Nested;
  };
  if (const auto *C = dyn_cast<clang::OpenACCComputeConstruct>(S)) {
    if (!NotNested())
      return;
    const Stmt *Body = C->getStructuredBlock();
    if (C->getDirectiveKind() == Kind::Parallel)
      computeConstruct<acc::ParallelOp>(S, C->clauses(), Body, false);
    else if (C->getDirectiveKind() == Kind::Kernels)
      computeConstruct<acc::KernelsOp>(S, C->clauses(), Body, false);
    else
      computeConstruct<acc::SerialOp>(S, C->clauses(), Body, false);
  } else if (const auto *C = dyn_cast<clang::OpenACCCombinedConstruct>(S)) {
    if (!NotNested())
      return;
    const Stmt *Body = C->getLoop();
    if (C->getDirectiveKind() == Kind::ParallelLoop)
      computeConstruct<acc::ParallelOp>(S, C->clauses(), Body, true);
    else if (C->getDirectiveKind() == Kind::KernelsLoop)
      computeConstruct<acc::KernelsOp>(S, C->clauses(), Body, true);
    else
      computeConstruct<acc::SerialOp>(S, C->clauses(), Body, true);
  } else if (const auto *L = dyn_cast<clang::OpenACCLoopConstruct>(S)) {
    accLoop(L->getLoop(), L->clauses(), locate(L->getLoop()->getBeginLoc()),
            Kind::Invalid, /*HasDirective=*/true);
  } else if (const auto *A = dyn_cast<clang::OpenACCAtomicConstruct>(S)) {
    atomic(A);
  } else if (isa<clang::OpenACCCacheConstruct>(S)) {
    // A hint.
  } else if (!NotNested()) {
    return;
  } else if (const auto *D = dyn_cast<clang::OpenACCDataConstruct>(S)) {
    dataConstruct(D, Part);
  } else if (const auto *E = dyn_cast<clang::OpenACCEnterDataConstruct>(S)) {
    enterData(E->clauses(), /*Structured=*/false);
  } else if (const auto *E = dyn_cast<clang::OpenACCExitDataConstruct>(S)) {
    exitData(E->clauses(), /*Structured=*/false);
  } else if (const auto *U = dyn_cast<clang::OpenACCUpdateConstruct>(S)) {
    update(U);
  } else if (const auto *W = dyn_cast<clang::OpenACCWaitConstruct>(S)) {
    wait(W);
  } else {
    error(S->getBeginLoc(), "this directive is not supported");
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void Lowering::loopClauses(acc::LoopOp Loop, Clauses List) {
  MLIRContext *Context = B.getContext();
  for (const clang::OpenACCClause *Clause : List) {
    if (const auto *Gang = dyn_cast<clang::OpenACCGangClause>(Clause)) {
      SmallVector<acc::GangArgType> Types;
      SmallVector<Value> Values;
      for (unsigned I = 0; I < Gang->getNumExprs(); ++I) {
        auto [Kind, E] = Gang->getExpr(I);
        const Expr *Bare = E->IgnoreParenImpCasts();
        // `static:*` has no value.
        Types.push_back(
            Kind == clang::OpenACCGangKind::Dim      ? acc::GangArgType::Dim
            : Kind == clang::OpenACCGangKind::Static ? acc::GangArgType::Static
                                                     : acc::GangArgType::Num);
        Values.push_back(isa<clang::OpenACCAsteriskSizeExpr>(Bare)
                             ? constant(B.getI32Type(), -1)
                             : int32(E));
      }
      if (Values.empty())
        Loop.addEmptyGang(Context, AnyDevice);
      else
        Loop.addGangOperands(Context, AnyDevice, Types, Values);
    } else if (const auto *Worker =
                   dyn_cast<clang::OpenACCWorkerClause>(Clause)) {
      if (Worker->hasIntExpr())
        Loop.addWorkerNumOperand(Context, int32(Worker->getIntExpr()),
                                 AnyDevice);
      else
        Loop.addEmptyWorker(Context, AnyDevice);
    } else if (const auto *Vector =
                   dyn_cast<clang::OpenACCVectorClause>(Clause)) {
      if (Vector->hasIntExpr())
        Loop.addVectorOperand(Context, int32(Vector->getIntExpr()), AnyDevice);
      else
        Loop.addEmptyVector(Context, AnyDevice);
    }
  }
}

/// The loop in the body of a loop that is to be one with it.
static const clang::Stmt *innerLoop(const clang::Stmt *Body) {
  while (const auto *Compound = dyn_cast_or_null<clang::CompoundStmt>(Body)) {
    const clang::Stmt *Only = nullptr;
    for (const clang::Stmt *Part : Compound->body()) {
      if (isa<clang::NullStmt>(Part))
        continue;
      if (Only)
        return nullptr;
      Only = Part;
    }
    Body = Only;
  }
  return Body;
}

void Lowering::accLoop(const Stmt *S, Clauses List, Location Loc,
                       clang::OpenACCDirectiveKind Combined,
                       bool HasDirective) {
  using Kind = clang::OpenACCDirectiveKind;
  Here = Loc;
  MLIRContext *Context = B.getContext();
  if (!refuseDeviceTypes(List))
    return;
  uint64_t Depth = 1, Collapse = 0;
  SmallVector<Value> Tiles;
  if (const auto *Clause = findClause<clang::OpenACCCollapseClause>(List)) {
    clang::Expr::EvalResult Known;
    if (Clause->hasForce() ||
        !Clause->getLoopCount()->EvaluateAsInt(Known, AST))
      error(Clause->getBeginLoc(), "this clause 'collapse' is not supported");
    else
      Depth = Collapse = Known.Val.getInt().getZExtValue();
  }
  if (const auto *Clause = findClause<clang::OpenACCTileClause>(List)) {
    Depth = std::max<uint64_t>(Depth, Clause->getSizeExprs().size());
    for (const Expr *E : Clause->getSizeExprs())
      Tiles.push_back(
          isa<clang::OpenACCAsteriskSizeExpr>(E->IgnoreParenImpCasts())
              ? constant(B.getI32Type(), -1)
              : int32(E));
  }
  SmallVector<CountedLoop> Loops;
  const Stmt *At = S;
  for (uint64_t D = 0; D < Depth; ++D) {
    std::optional<CountedLoop> L =
        At ? asCountedLoop(At, AST, HasDirective) : std::nullopt;
    if (!L) {
      error(At ? At->getBeginLoc() : S->getBeginLoc(),
            "this loop of a 'loop' directive is not supported: its variable "
            "must go from one value to another by equal steps, and nothing may "
            "leave it");
      return;
    }
    Loops.push_back(*L);
    At = innerLoop(L->Body);
  }

  SmallVector<Value> Begins, Ends, Steps;
  auto Saved = Variables;
  for (const CountedLoop &L : Loops) {
    if (L.IsOwn) {
      llvm::SaveAndRestore NoOwner(Owner, static_cast<Operation *>(nullptr));
      declareLocal(L.Var);
    }
    Value Begin, End, Step;
    bounds(L, Begin, End, Step);
    // After other loops, anything may use the variable.
    if (!HasDirective && !L.IsOwn)
      storeTo(finalValue(L, Begin, End, Step),
              find(L.Var, L.Begin->getExprLoc())->Base);
    Begins.push_back(Begin);
    Ends.push_back(End);
    Steps.push_back(Step);
  }
  // Before the loop: its clauses' operands.
  acc::LoopParMode Mode = acc::LoopParMode::loop_auto;
  if (findClause<clang::OpenACCSeqClause>(List))
    Mode = acc::LoopParMode::loop_seq;
  else if (findClause<clang::OpenACCIndependentClause>(List) ||
           (HasDirective && !InKernels &&
            !findClause<clang::OpenACCAutoClause>(List)))
    Mode = acc::LoopParMode::loop_independent;
  auto Loop = acc::LoopOp::create(B, Loc, Begins, Ends, Steps, Mode);
  Loop.setInclusiveUpperbound(SmallVector<bool>(Loops.size(), true));
  if (Combined != Kind::Invalid)
    Loop.setCombined(Combined == Kind::KernelsLoop
                         ? acc::CombinedConstructsType::KernelsLoop
                     : Combined == Kind::SerialLoop
                         ? acc::CombinedConstructsType::SerialLoop
                         : acc::CombinedConstructsType::ParallelLoop);
  SmallVector<Type> Types;
  SmallVector<Location> Places(Loops.size(), Loc);
  for (Value Begin : Begins)
    Types.push_back(Begin.getType());
  OpBuilder::InsertionGuard Guard(B);
  Block *Inside = B.createBlock(&Loop.getRegion(), {}, Types, Places);
  B.setInsertionPoint(Loop);
  if (Collapse)
    Loop.setCollapseForDeviceTypes(Context, AnyDevice,
                                   llvm::APInt(64, Collapse));
  if (!Tiles.empty())
    Loop.setTileForDeviceTypes(Context, AnyDevice, Tiles);
  loopClauses(Loop, List);
  privateClauses(Loop, List, /*Firstprivate=*/false);
  for (auto [L, Value] : llvm::zip(Loops, Inside->getArguments())) {
    B.setInsertionPoint(Loop);
    const clang::VarDecl *Var = L.Var->getCanonicalDecl();
    acc::PrivateOp Entry = privateEntry(*find(Var, L.Begin->getExprLoc()),
                                        Var->getName(), /*Implicit=*/true);
    Loop.addPrivatization(Context, Entry,
                          privateRecipe(Entry.getAccVar().getType()));
    B.setInsertionPointToEnd(Inside);
    Variables[Var] = redeclare(Variables[Var], Entry.getAccVar());
    storeTo(B.createConvert(
                Loc, fir::unwrapRefType(Variables[Var].Base.getType()), Value),
            Variables[Var].Base);
  }
  B.setInsertionPointToEnd(Inside);
  {
    llvm::SaveAndRestore Own(Owner, Loop.getOperation());
    llvm::SaveAndRestore Blocks(InBlocks, false);
    llvm::SaveAndRestore Break(BreakTo, static_cast<Block *>(nullptr));
    llvm::SaveAndRestore Continue(ContinueTo, static_cast<Block *>(nullptr));
    llvm::SaveAndRestore Return(ReturnTo, static_cast<Block *>(nullptr));
    block(Loops.back().Body);
  }
  acc::YieldOp::create(B, Loc);
  Variables = std::move(Saved);
}

} // namespace warpfort::c
