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
#include "warprt/EntryPoints.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "clang/Basic/SourceManager.h"

using namespace mlir;

namespace warpfort::c {

Value Lowering::int32(const Expr *E) {
  return convert(scalar(E), E->getType(), AST.IntTy, E->getExprLoc());
}

//===----------------------------------------------------------------------===//
// Clauses
//===----------------------------------------------------------------------===//

/// Warns of z[n], which is one element of what a pointer points to: for the
/// first n it should say z[0:n].
void Lowering::warnOfElement(const Expr *E) {
  SmallVector<Section> Sections;
  const Expr *Root = peelSections(E, Sections);
  if (Sections.size() != 1 || Sections[0].HasColon ||
      !Root->getType()->isPointerType() ||
      Sections[0].Lower->isIntegerConstantExpr(AST))
    return;
  std::string Name = sectionName(E), Pointer = sectionName(Root);
  std::string Index = Name.substr(Pointer.size() + 1);
  warning(E->getExprLoc(), "'" + Name + "' is one element: write '" + Pointer +
                               "[0:" + Index + "' for the elements before it");
}

/// Makes the operations at the construct's begin for what \p E names, and notes
/// those at its end.
bool Lowering::addConstructData(const Expr *E, const DataAction &Given,
                                bool Implicit, const Async &Queue, Value If,
                                ConstructData &Data) {
  DataObject Object;
  if (!dataObject(E, Object, Given.NeedsSize))
    return false;
  if (!Implicit)
    warnOfElement(E);
  const DataAction Action = actionOn(Object, Given);
  bool HasEntry = Object.Base && Action.Entry != DataAction::Attach;
  if (HasEntry) {
    Operation *Entry = dataEntry(Object, Action, true, Implicit, Queue);
    Data.Operands.push_back(Entry->getResult(0));
    Data.Objects.push_back(Object);
    Data.Exits.push_back(
        [=, this] { dataExit(Entry, Object, Action, true, Implicit, Queue); });
  }
  if (!Object.Pointers)
    return true;
  PointerCall Enter = Action.enterPointers(), Exit = Action.exitPointers();
  if (!Enter) {
    error(E->getExprLoc(), "'" + Object.Name +
                               "' in this clause, which is no "
                               "variable, is not supported");
    return false;
  }
  fir::CallOp Call =
      createPointerCall(Enter, WARPRT_ACC_STRUCTURED, Object, Queue, If);
  if (!HasEntry)
    reportPointers(Call, "", Action.Kind, Object.Name);
  // What an object has inside ends before it does.
  Data.Exits.insert(Data.Exits.begin(), [=, this] {
    createPointerCall(Exit, WARPRT_ACC_STRUCTURED, Object, Queue, If);
  });
  return true;
}

void Lowering::dataClauses(Clauses List, const Async &Queue, Value If,
                           ConstructData &Data) {
  for (const clang::OpenACCClause *Clause : List)
    if (std::optional<DataAction> Action = dataAction(Clause))
      for (const Expr *E :
           cast<clang::OpenACCClauseWithVarList>(Clause)->getVarList())
        addConstructData(E, *Action, false, Queue, If, Data);
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

//===----------------------------------------------------------------------===//
// Compute constructs
//===----------------------------------------------------------------------===//

/// Structures of which clauses name parts only are copied as a whole, before
/// their pointers are attached: variables, and what pointers point to.
void Lowering::addStructures(Clauses List, const Stmt *Body, const Async &Queue,
                             ConstructData &Data) {
  llvm::SetVector<const clang::VarDecl *> Structures, Pointers;
  llvm::SmallPtrSet<const clang::VarDecl *, 8> Named;
  for (const clang::OpenACCClause *Clause : List) {
    const auto *Names = dyn_cast<clang::OpenACCClauseWithVarList>(Clause);
    if (!Names)
      continue;
    for (const Expr *E : Names->getVarList()) {
      if (const clang::VarDecl *Var = structureOf(E)) {
        Structures.insert(Var);
        continue;
      }
      if (const clang::VarDecl *Var = pointerBefore(E))
        Pointers.insert(Var);
      SmallVector<Section> Sections;
      const auto *Ref = dyn_cast<clang::DeclRefExpr>(peelSections(E, Sections));
      if (Ref)
        Named.insert(cast<clang::VarDecl>(Ref->getDecl())->getCanonicalDecl());
    }
  }
  const DataAction Copy = {DataAction::Copyin, DataAction::Copyout,
                           acc::DataClause::acc_copy};
  for (const clang::VarDecl *Var : Structures) {
    auto Known = Variables.find(Var);
    if (Named.count(Var) || OnlyMembers.count(Var) || Known == Variables.end())
      continue;
    DataObject Object;
    Object.Var = Var;
    Object.Of = Known->second;
    Object.Base = Object.Of.Base;
    Object.Name = Var->getNameAsString();
    Operation *Entry = dataEntry(Object, Copy, true, true, Queue);
    Data.Operands.push_back(Entry->getResult(0));
    Data.Objects.push_back(Object);
    Data.Exits.push_back(
        [=, this] { dataExit(Entry, Object, Copy, true, true, Queue); });
  }
  for (const clang::VarDecl *Var : Pointers)
    if (auto Known = Variables.find(Var);
        Known != Variables.end() && !Named.count(Var) &&
        isUnnamed(Var, Known->second, List, Body, Data) &&
        isOneObject(Var, List, Body))
      addUnnamed(Var, Known->second, List, Body, Queue, Data);
}

void Lowering::enterDataConstruct(Clauses List) {
  auto &Named = DataConstructs.emplace_back();
  addNamedMembers(clausesThatApply(List), MembersAround.emplace_back());
  for (const clang::OpenACCClause *Clause : clausesThatApply(List))
    if (dataAction(Clause))
      for (const Expr *E :
           cast<clang::OpenACCClauseWithVarList>(Clause)->getVarList()) {
        const clang::VarDecl *Var = sectionVariable(E);
        if (!Var)
          continue;
        bool IsPointer = Var->getType()->isPointerType();
        if (isa<clang::OpenACCNoCreateClause>(Clause))
          Named[Var] = {Around::NoCreate, E};
        else if (variableOf(E))
          Named[Var] = {isa<clang::OpenACCDevicePtrClause>(Clause)
                            ? Around::DevicePointer
                            : Around::Data,
                        E};
        else
          Named.insert(
              {Var, {IsPointer ? Around::Target : Around::Section, E}});
      }
}

/// What the innermost of the data constructs that name \p Var has of it; null
/// if none does.
const Lowering::OuterData *
Lowering::outerData(const clang::VarDecl *Var) const {
  for (const auto &Named : llvm::reverse(DataConstructs))
    if (auto Known = Named.find(Var); Known != Named.end())
      return &Known->second;
  return nullptr;
}

SmallVector<const clang::Expr *>
Lowering::noCreateAround(const clang::VarDecl *Var) const {
  SmallVector<const Expr *> Sections;
  if (const OuterData *Outer = outerData(Var);
      Outer && Outer->What == Around::NoCreate)
    Sections.push_back(Outer->Named);
  for (const auto &Named : MembersAround)
    for (const NamedMember &M : Named)
      if (M.NoCreate && M.Path.Root == Var)
        Sections.push_back(M.NoCreate);
  return Sections;
}

/// The object that a pointer points to has a size that is known.
Lowering::DataAction Lowering::copyOneObject(DataObject &Object) {
  sectionBounds(nullptr, Section{}, Object, /*IsPointer=*/true);
  Object.Name += "[:1]";
  if (Object.Var->getType()->getPointeeType().isConstQualified())
    return {DataAction::Copyin, DataAction::Delete,
            acc::DataClause::acc_copyin};
  return {DataAction::Copyin, DataAction::Copyout, acc::DataClause::acc_copy};
}

/// What becomes of a variable that no clause of the construct names.
Lowering::DataAction Lowering::unnamedAction(const clang::VarDecl *Var) const {
  const OuterData *Outer = outerData(Var);
  auto IsOuter = [&](Around What) { return Outer && Outer->What == What; };
  bool IsPointer = Var->getType()->isPointerType();
  if (DeclaredLocals.lookup(Var) ||
      (IsPointer && IsOuter(Around::DevicePointer)))
    return {DataAction::DevicePtr, DataAction::None,
            acc::DataClause::acc_deviceptr};
  if (IsOuter(Around::NoCreate))
    return {DataAction::NoCreate, DataAction::Delete,
            acc::DataClause::acc_no_create};
  bool IsPart = IsOuter(Around::Section) && !isReadOnly(Var);
  if (!IsPointer && !IsPart && !DeclaredLocals.count(Var))
    return {DataAction::Copyin, DataAction::Copyout, acc::DataClause::acc_copy};
  return {DataAction::Present, DataAction::Delete,
          acc::DataClause::acc_present};
}

/// Whether the construct uses \p Var, and no clause of it says what becomes of
/// it, where something must.
bool Lowering::isUnnamed(const clang::VarDecl *Var, const Variable &V,
                         Clauses List, const Stmt *Body,
                         const ConstructData &Data) const {
  bool IsPresent = (Var->getType()->isPointerType() && V.Rank) ||
                   DeclaredLocals.count(Var) || outerData(Var) ||
                   (isReadOnly(Var) && V.Rank &&
                    !findClause<clang::OpenACCDefaultClause>(List));
  return IsPresent && !OnlyMembers.count(Var) &&
         llvm::none_of(Data.Objects,
                       [&](const DataObject &O) { return O.Var == Var; }) &&
         !hasPrivateSection(List, Var) && usesShared(Var, Body);
}

/// Whether the pointer \p Var stands for one object, which is copied where it
/// is not present.
bool Lowering::isOneObject(const clang::VarDecl *Var, Clauses List,
                           const Stmt *Body) const {
  return Var->getType()->isPointerType() &&
         unnamedAction(Var).Entry == DataAction::Present &&
         !findClause<clang::OpenACCDefaultClause>(List) &&
         usesOneObject(Var, Body);
}

/// Makes \p Var, of which that is so, data of the construct.
void Lowering::addUnnamed(const clang::VarDecl *Var, const Variable &V,
                          Clauses List, const Stmt *Body, const Async &Queue,
                          ConstructData &Data) {
  const OuterData *Outer = outerData(Var);
  DataAction Action = unnamedAction(Var);
  DataObject Object;
  Object.Var = Var;
  Object.Of = V;
  Object.Base = V.Base;
  Object.Name = Var->getNameAsString();
  if (isOneObject(Var, List, Body))
    Action = copyOneObject(Object);
  Action = actionOn(Object, Action);
  // What the clause names is there as a whole or not at all.
  if (Outer && Outer->What == Around::NoCreate) {
    Object = {};
    if (!dataObject(Outer->Named, Object, Action.NeedsSize))
      return;
  }
  Object.IsPart = Outer && Outer->What == Around::Section;
  Operation *Entry = dataEntry(Object, Action, true, true, Queue);
  Data.Operands.push_back(Entry->getResult(0));
  Data.Objects.push_back(Object);
  Data.Exits.push_back(
      [=, this] { dataExit(Entry, Object, Action, true, true, Queue); });
}

/// Variables of declare directives of which data constructs around name a
/// section, by name.
SmallVector<const clang::VarDecl *> Lowering::declaredSections() const {
  SmallVector<const clang::VarDecl *> Found;
  for (const auto &Named : DataConstructs)
    for (const auto &[Var, Outer] : Named)
      if (Outer.What == Around::Section && isDeclared(Var))
        Found.push_back(Var);
  llvm::sort(Found, [](const clang::VarDecl *A, const clang::VarDecl *C) {
    return A->getName() < C->getName();
  });
  return Found;
}

/// What other pointers point to has been put there before, and so have
/// variables of declare directives and of data constructs around, which a
/// condition may have left out. Constants have no way back.
void Lowering::addPresent(Clauses List, const Stmt *Body, const Async &Queue,
                          ConstructData &Data) {
  // Of linked data, the sections that the data constructs name.
  for (const clang::VarDecl *Var : declaredSections())
    if (usesShared(Var, Body))
      find(Var, Var->getLocation());
  SmallVector<std::pair<const clang::VarDecl *, Variable>> Others;
  for (const auto &[Var, V] : Variables)
    if (isUnnamed(Var, V, List, Body, Data))
      Others.push_back({Var, V});
  llvm::sort(Others, [](const auto &A, const auto &C) {
    return std::pair(A.second.ArgumentNumber, A.first->getName()) <
           std::pair(C.second.ArgumentNumber, C.first->getName());
  });
  for (const auto &[Var, V] : Others)
    addUnnamed(Var, V, List, Body, Queue, Data);
}

/// Whether a loop with a directive assigns \p Var.
static bool changesInLoop(const clang::VarDecl *Var, const clang::Stmt *In) {
  if (!In || isa<clang::OpenACCLoopConstruct>(In))
    return In && mayChange(Var, In);
  return llvm::any_of(In->children(), [&](const clang::Stmt *Child) {
    return changesInLoop(Var, Child);
  });
}

/// A pointer of a data clause that the construct assigns: a variable of its own
/// there, which points to the device's data first. Iterations of a loop at \p
/// Loop would share it.
void Lowering::makeAssignable(const clang::VarDecl *Var,
                              clang::SourceLocation Loop) {
  if (Loop.isValid())
    error(Loop, "the pointer '" + Var->getName() +
                    "' of a data clause, which a loop assigns, is not "
                    "supported");
  Value Target = addressOf(Variables[Var]);
  declareLocal(Var);
  storeTo(Target, Variables[Var].Base);
}

/// A reduction's result goes back.
void Lowering::addReductionData(Clauses List, const Async &Queue, Value If,
                                ConstructData &Data) {
  auto IsNamed = [&](const clang::VarDecl *Var) {
    return llvm::any_of(Data.Objects,
                        [&](const DataObject &O) { return O.Var == Var; });
  };
  for (const clang::OpenACCClause *Clause : List)
    if (const auto *Reduce = dyn_cast<clang::OpenACCReductionClause>(Clause))
      for (const Expr *E : Reduce->getVarList()) {
        const clang::VarDecl *Var = sectionVariable(E);
        if (Var && IsNamed(Var))
          continue;
        addConstructData(E,
                         {DataAction::Copyin, DataAction::Copyout,
                          acc::DataClause::acc_reduction},
                         true, Queue, If, Data);
      }
}

/// The private variables of a construct, inside of which \p Variables are those
/// of the construct and outside of which they are \p Around.
template <typename Op>
void Lowering::constructPrivates(
    Op Construct, Clauses List, bool Combined,
    const llvm::DenseMap<const clang::VarDecl *, Variable> &Around) {
  OpBuilder::InsertionGuard Guard(B);
  SmallVector<const clang::OpenACCClause *> Own;
  for (const clang::OpenACCClause *Clause : List)
    if (!Combined || isa<clang::OpenACCFirstPrivateClause>(Clause))
      Own.push_back(Clause);
  // The clauses name variables of the code around.
  auto Inside = std::exchange(Variables, Around);
  B.setInsertionPoint(Construct);
  privateClauses(Construct, Own, /*Firstprivate=*/true);
  for (auto &[Var, V] : Variables)
    if (Around.lookup(Var).Base != V.Base)
      Inside[Var] = V;
  Variables = std::move(Inside);
}

/// What runs in a construct.
template <typename Op>
void Lowering::constructBody(const clang::OpenACCConstructStmt *S, Op Construct,
                             Clauses List, const Stmt *Body, bool Combined,
                             const ConstructData &Data) {
  llvm::SaveAndRestore Construction(InConstruct, true);
  llvm::SaveAndRestore InWork(BodyInWork, Body);
  llvm::SaveAndRestore Line(
      ConstructLine,
      static_cast<int>(
          AST.getSourceManager().getExpansionLineNumber(S->getBeginLoc())));
  llvm::SaveAndRestore Kernels(InKernels, std::is_same_v<Op, acc::KernelsOp>);
  llvm::SaveAndRestore Own(Owner, Construct.getOperation());
  llvm::SaveAndRestore Blocks(InBlocks, false);
  B.setInsertionPointToEnd(&Construct.getRegion().front());
  for (const DataObject &Object : Data.Objects)
    if (Object.Var && Object.Var->getType()->isPointerType() &&
        mayChange(Object.Var, Body))
      makeAssignable(Object.Var, Combined || changesInLoop(Object.Var, Body)
                                     ? S->getBeginLoc()
                                     : clang::SourceLocation());
  if (Combined)
    accLoop(Body, List, locate(Body->getBeginLoc()), S->getDirectiveKind(),
            /*HasDirective=*/true);
  else
    withHeapArrays([&] { block(Body); });
}

template <typename Op>
void Lowering::computeConstruct(const clang::OpenACCConstructStmt *S,
                                Clauses List, const Stmt *Body, bool Combined) {
  constexpr bool IsKernels = std::is_same_v<Op, acc::KernelsOp>;
  Location Loc = Here;
  Async Queue = asyncOf(List);
  Value If = ifOf(List);
  ConstructData Data;
  findMembers(List, Body, Queue, Data);
  addStructures(List, Body, Queue, Data);
  dataClauses(List, Queue, If, Data);
  preparePrivates(List);
  if (!IsKernels)
    addReductionData(List, Queue, If, Data);
  addPresent(List, Body, Queue, Data);

  Op Construct = createEmpty<Op>(B, Loc);
  {
    OpBuilder::InsertionGuard Guard(B);
    B.setInsertionPoint(Construct);
    if (If)
      Construct.getIfCondMutable().assign(If);
    setQueue(Construct, Queue.Queue, Queue.Only);
    launchClauses(Construct, List);
    waitClause(Construct, List);
  }
  Construct.getDataClauseOperandsMutable().append(Data.Operands);
  if (Combined)
    Construct.setCombined(true);
  auto Saved = Variables;
  B.createBlock(&Construct.getRegion());
  for (auto [Object, Operand] : llvm::zip(Data.Objects, Data.Operands))
    if (Object.Var)
      Variables[Object.Var] = redeclare(Object.Of, Operand);
    else if (OnlyMembers.count(Object.Path.Root))
      Members.push_back({Object.Path, redeclare(Object.Of, Operand)});
  if constexpr (!IsKernels)
    constructPrivates(Construct, List, Combined, Saved);
  constructBody(S, Construct, List, Body, Combined, Data);
  if (IsKernels)
    acc::TerminatorOp::create(B, Loc);
  else
    acc::YieldOp::create(B, Loc);
  Variables = std::move(Saved);
  Members.clear();
  OnlyMembers.clear();
  PointerMembers.clear();
  B.setInsertionPointAfter(Construct);
  Here = Loc;
  for (const std::function<void()> &Exit : Data.Exits)
    Exit();
}

void Lowering::computeConstruct(const clang::OpenACCConstructStmt *S,
                                Clauses List, const Stmt *Body,
                                bool IsCombined) {
  using Kind = clang::OpenACCDirectiveKind;
  switch (S->getDirectiveKind()) {
  case Kind::Parallel:
  case Kind::ParallelLoop:
    return computeConstruct<acc::ParallelOp>(S, List, Body, IsCombined);
  case Kind::Kernels:
  case Kind::KernelsLoop:
    return computeConstruct<acc::KernelsOp>(S, List, Body, IsCombined);
  default:
    return computeConstruct<acc::SerialOp>(S, List, Body, IsCombined);
  }
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
  SmallVector<const clang::OpenACCClause *> Applying =
      clausesThatApply(S->clauses());
  Clauses List = Applying;
  if (const auto *C = dyn_cast<clang::OpenACCComputeConstruct>(S)) {
    if (!NotNested())
      return;
    computeConstruct(S, List, C->getStructuredBlock(), /*IsCombined=*/false);
  } else if (const auto *C = dyn_cast<clang::OpenACCCombinedConstruct>(S)) {
    if (!NotNested())
      return;
    computeConstruct(S, List, C->getLoop(), /*IsCombined=*/true);
  } else if (const auto *L = dyn_cast<clang::OpenACCLoopConstruct>(S)) {
    accLoop(L->getLoop(), List, locate(L->getLoop()->getBeginLoc()),
            Kind::Invalid, /*HasDirective=*/true);
  } else if (const auto *A = dyn_cast<clang::OpenACCAtomicConstruct>(S)) {
    atomic(A);
  } else if (isa<clang::OpenACCCacheConstruct>(S)) {
    // A hint.
  } else if (!NotNested()) {
    return;
  } else if (isa<clang::OpenACCDataConstruct>(S)) {
    dataConstruct(List, Part);
  } else if (isa<clang::OpenACCHostDataConstruct>(S)) {
    hostData(List);
  } else if (isa<clang::OpenACCEnterDataConstruct>(S)) {
    enterData(List, /*Structured=*/false);
  } else if (isa<clang::OpenACCExitDataConstruct>(S)) {
    exitData(List, /*Structured=*/false);
  } else if (isa<clang::OpenACCUpdateConstruct>(S)) {
    update(List);
  } else if (const auto *W = dyn_cast<clang::OpenACCWaitConstruct>(S)) {
    wait(W);
  } else if (isa<clang::OpenACCInitConstruct>(S)) {
    device<acc::InitOp>(S->clauses());
  } else if (isa<clang::OpenACCShutdownConstruct>(S)) {
    device<acc::ShutdownOp>(S->clauses());
  } else if (isa<clang::OpenACCSetConstruct>(S)) {
    setDevice(S->clauses());
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

/// The loop in the body of a loop that is to be one with it. With \p Forced
/// there may be statements before and behind it, which go there.
static const clang::Stmt *
innerLoop(const clang::Stmt *Body, bool Forced,
          SmallVectorImpl<const clang::Stmt *> &Before,
          SmallVectorImpl<const clang::Stmt *> &Behind) {
  while (const auto *Compound = dyn_cast_or_null<clang::CompoundStmt>(Body)) {
    const clang::Stmt *Only = nullptr;
    SmallVector<const clang::Stmt *> Parts, Rest;
    for (const clang::Stmt *Part : Compound->body()) {
      if (isa<clang::NullStmt>(Part))
        continue;
      bool CanBe = !Forced || isa<clang::ForStmt, clang::CompoundStmt>(Part);
      if (Only && CanBe)
        return nullptr;
      if (CanBe)
        Only = Part;
      else
        (Only ? Rest : Parts).push_back(Part);
    }
    Before.append(Parts);
    // Those of inner loops come first.
    Behind.insert(Behind.begin(), Rest.begin(), Rest.end());
    Body = Only;
  }
  return Body;
}

/// Whether the bounds of an inner loop are those before the loops around it.
/// \p Between is done in these.
static bool dependsOnOuter(const CountedLoop &Inner,
                           ArrayRef<CountedLoop> Outer,
                           ArrayRef<const clang::Stmt *> Between) {
  for (const clang::Expr *E : {Inner.Begin, Inner.End, Inner.Step}) {
    if (!E)
      continue;
    for (const clang::VarDecl *Var : variablesIn(E))
      if (llvm::any_of(Outer,
                       [&](const CountedLoop &L) {
                         return L.Var->getCanonicalDecl() == Var;
                       }) ||
          llvm::any_of(Between, [&](const clang::Stmt *S) {
            return mayChange(Var, S) || declares(S, Var);
          }))
        return true;
  }
  return false;
}

/// The loops that a clause makes one, from \p S inwards; false after an error.
bool Lowering::collectNest(const Stmt *S, Clauses List, bool HasDirective,
                           LoopNest &Nest) {
  uint64_t Depth = 1;
  const auto *Collapse = findClause<clang::OpenACCCollapseClause>(List);
  if (Collapse) {
    clang::Expr::EvalResult Known;
    if (!Collapse->getLoopCount()->EvaluateAsInt(Known, AST))
      error(Collapse->getBeginLoc(), "this clause 'collapse' is not supported");
    else
      Depth = Nest.Collapse = Known.Val.getInt().getZExtValue();
  }
  if (const auto *Clause = findClause<clang::OpenACCTileClause>(List)) {
    Depth = std::max<uint64_t>(Depth, Clause->getSizeExprs().size());
    for (const Expr *E : Clause->getSizeExprs())
      Nest.Tiles.push_back(
          isa<clang::OpenACCAsteriskSizeExpr>(E->IgnoreParenImpCasts())
              ? constant(B.getI32Type(), -1)
              : int32(E));
  }
  const Stmt *At = S;
  for (uint64_t D = 0; D < Depth; ++D) {
    std::optional<CountedLoop> L =
        At ? countedLoop(At, HasDirective) : std::nullopt;
    if (!L) {
      error(At ? At->getBeginLoc() : S->getBeginLoc(),
            "this loop of a 'loop' directive is not supported: its variable "
            "must go from one value to another by equal steps, and nothing may "
            "leave it");
      return false;
    }
    if (dependsOnOuter(*L, Nest.Loops, Nest.Before)) {
      error(At->getBeginLoc(), "the bounds of this loop depend on the loops "
                               "that a clause makes one with it");
      return false;
    }
    Nest.Loops.push_back(*L);
    if (D + 1 < Depth)
      At = innerLoop(L->Body, Collapse && Collapse->hasForce(), Nest.Before,
                     Nest.Behind);
  }
  return true;
}

acc::LoopParMode Lowering::modeOf(Clauses List, bool HasDirective) const {
  if (findClause<clang::OpenACCSeqClause>(List))
    return acc::LoopParMode::loop_seq;
  if (findClause<clang::OpenACCIndependentClause>(List) ||
      (HasDirective && !InKernels &&
       !findClause<clang::OpenACCAutoClause>(List)))
    return acc::LoopParMode::loop_independent;
  return acc::LoopParMode::loop_auto;
}

/// Makes the variables of the loops private to \p Loop; each gets the value
/// that \p Inside has as its argument.
void Lowering::privateVariables(acc::LoopOp Loop, const LoopNest &Nest,
                                Block *Inside) {
  for (auto [L, First, Value] :
       llvm::zip(Nest.Loops, Nest.Firsts, Inside->getArguments())) {
    B.setInsertionPoint(Loop);
    const clang::VarDecl *Var = L.Var->getCanonicalDecl();
    Variable Known = *find(Var, L.Begin->getExprLoc());
    // A private clause may name it.
    if (Known.Base.getParentBlock() != Inside) {
      acc::PrivateOp Entry =
          privateEntry(Known, Var->getName(), /*Implicit=*/true);
      Loop.addPrivatization(B.getContext(), Entry,
                            privateRecipe(Entry.getAccVar().getType()));
      B.setInsertionPointToEnd(Inside);
      Variables[Var] = redeclare(Known, Entry.getAccVar());
    }
    B.setInsertionPointToEnd(Inside);
    mlir::Value Counted = First ? pointerSum(First, Value, L.pointee(), false,
                                             L.Begin->getExprLoc())
                                : mlir::Value(Value);
    storeTo(B.createConvert(Loop.getLoc(),
                            fir::unwrapRefType(Variables[Var].Base.getType()),
                            Counted),
            Variables[Var].Base);
  }
}

/// The operation for the loops of \p Nest, without a body.
acc::LoopOp Lowering::createLoop(LoopNest &Nest, Clauses List,
                                 bool HasDirective) {
  SmallVector<Value> Begins, Ends, Steps;
  SmallVector<bool> AreInclusive;
  for (const CountedLoop &L : Nest.Loops) {
    if (L.IsOwn) {
      llvm::SaveAndRestore NoOwner(Owner, static_cast<Operation *>(nullptr));
      declareLocal(L.Var);
    }
    Value Begin, End, Step;
    bounds(L, Begin, End, Step);
    Nest.Firsts.push_back(L.isPointer() ? pointer(L.Begin) : Value());
    // After other loops, anything may use the variable.
    if (!HasDirective && !L.IsOwn)
      storeTo(finalValue(L, Begin, End, Step),
              find(L.Var, L.Begin->getExprLoc())->Base);
    Begins.push_back(Begin);
    Ends.push_back(End);
    Steps.push_back(Step);
    AreInclusive.push_back(L.Inclusive);
  }
  auto Loop = acc::LoopOp::create(B, Here, Begins, Ends, Steps,
                                  modeOf(List, HasDirective));
  Loop.setInclusiveUpperbound(AreInclusive);
  if (Nest.Collapse)
    Loop.setCollapseForDeviceTypes(B.getContext(), AnyDevice,
                                   llvm::APInt(64, Nest.Collapse));
  if (!Nest.Tiles.empty())
    Loop.setTileForDeviceTypes(B.getContext(), AnyDevice, Nest.Tiles);
  return Loop;
}

/// Whether \p S need not count: it is done in order, and clauses of \p List say
/// nothing of its iterations.
static bool isPlainLoop(const clang::Stmt *S, Clauses List,
                        clang::ASTContext &AST) {
  return findClause<clang::OpenACCSeqClause>(List) &&
         !findClause<clang::OpenACCPrivateClause>(List) &&
         !findClause<clang::OpenACCReductionClause>(List) &&
         !findClause<clang::OpenACCCollapseClause>(List) &&
         !findClause<clang::OpenACCTileClause>(List) &&
         !asCountedLoop(S, AST, /*Promised=*/true,
                        [](const clang::VarDecl *) { return false; });
}

void Lowering::accLoop(const Stmt *S, Clauses List, Location Loc,
                       clang::OpenACCDirectiveKind Combined,
                       bool HasDirective) {
  using Kind = clang::OpenACCDirectiveKind;
  Here = Loc;
  if (isPlainLoop(S, List, AST))
    return block(S);
  LoopNest Nest;
  if (!collectNest(S, List, HasDirective, Nest))
    return;
  auto Saved = Variables;
  acc::LoopOp Loop = createLoop(Nest, List, HasDirective);
  if (Combined != Kind::Invalid)
    Loop.setCombined(Combined == Kind::KernelsLoop
                         ? acc::CombinedConstructsType::KernelsLoop
                     : Combined == Kind::SerialLoop
                         ? acc::CombinedConstructsType::SerialLoop
                         : acc::CombinedConstructsType::ParallelLoop);
  SmallVector<Type> Types;
  for (Value Begin : Loop.getLowerbound())
    Types.push_back(Begin.getType());
  SmallVector<Location> Places(Types.size(), Loc);
  OpBuilder::InsertionGuard Guard(B);
  Block *Inside = B.createBlock(&Loop.getRegion(), {}, Types, Places);
  // Before the loop: its clauses' operands.
  B.setInsertionPoint(Loop);
  loopClauses(Loop, List);
  privateClauses(Loop, List, /*Firstprivate=*/false);
  privateVariables(Loop, Nest, Inside);
  B.setInsertionPointToEnd(Inside);
  {
    llvm::SaveAndRestore Own(Owner, Loop.getOperation());
    llvm::SaveAndRestore Blocks(InBlocks, false);
    llvm::SaveAndRestore Break(BreakTo, static_cast<Block *>(nullptr));
    llvm::SaveAndRestore Continue(ContinueTo, static_cast<Block *>(nullptr));
    llvm::SaveAndRestore Return(ReturnTo, static_cast<Block *>(nullptr));
    withHeapArrays([&] {
      // What stands between forced loops is done in each iteration.
      for (const Stmt *Part : Nest.Before)
        block(Part);
      block(Nest.Loops.back().Body);
      for (const Stmt *Part : Nest.Behind)
        block(Part);
    });
  }
  acc::YieldOp::create(B, Loc);
  Variables = std::move(Saved);
}

} // namespace warpfort::c
