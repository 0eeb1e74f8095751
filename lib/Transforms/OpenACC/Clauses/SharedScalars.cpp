//===-- SharedScalars.cpp - Scalars of compute constructs -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See SharedScalars.h.
///
//===----------------------------------------------------------------------===//
#include "SharedScalars.h"
#include "ImplicitScalars.h"
#include "LoopIndependence.h"
#include "ReductionKinds.h"
#include "Transforms/Common/KernelLoopScalars.h"
#include "Transforms/Common/OptionalArguments.h"
#include "Transforms/Common/Places.h"
#include "Transforms/Common/ScalarAccesses.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "Transforms/OpenACC/Facts/Routines.h"
#include "Transforms/OpenACC/Facts/RuntimeData.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace warpfort::openacc {

void dropDeclarations(Operation *Construct) {
  llvm::SmallVector<fir::DeclareOp> Declares;
  Construct->walk([&](fir::DeclareOp Declare) {
    Value Memref = Declare.getMemref();
    if (Memref.getType() != Declare.getType())
      return;
    // Attributes of the declaration matter to nothing but the host's code; of
    // what is no data clause's they are kept.
    Operation *Root = Memref.getDefiningOp();
    if (Root && (isa<ACC_DATA_ENTRY_OPS>(Root) || isa<fir::AllocaOp>(Root)))
      Declares.push_back(Declare);
  });
  for (fir::DeclareOp Declare : Declares) {
    Declare.replaceAllUsesWith(Declare.getMemref());
    Declare.erase();
  }
}

/// Whether \p Op gives a part of a text.
static bool isTextPart(Operation *Op) {
  auto Part = dyn_cast_or_null<fir::CoordinateOp>(Op);
  return Part && fir::isa_char(fir::unwrapSequenceType(
                     fir::unwrapRefType(Part.getRef().getType())));
}

/// The real or imaginary part of a number.
static bool isComplexPart(Operation *Op) {
  auto Part = dyn_cast_or_null<fir::CoordinateOp>(Op);
  return Part && fir::isa_complex(fir::unwrapRefType(Part.getRef().getType()));
}

/// Whether \p V is the address of an element, where a contiguous section may
/// begin, or of another part that has no name.
static bool isElement(Value V) {
  while (auto Convert = V.getDefiningOp<fir::ConvertOp>()) {
    if (!fir::isa_ref_type(V.getType()))
      return false;
    V = Convert.getValue();
  }
  Operation *Op = V.getDefiningOp();
  return isa_and_nonnull<fir::ArrayCoorOp>(Op) || isTextPart(Op) ||
         isComplexPart(Op);
}

/// Whether \p V describes a section, which may be of components, or a result
/// that has no memory yet.
static bool isSection(Value V) {
  Operation *Op = V.getDefiningOp();
  if (auto Embox = dyn_cast_or_null<fir::EmboxOp>(Op))
    return Embox.getSlice() || isElement(Embox.getMemref()) ||
           Embox.getMemref().getDefiningOp<fir::ZeroOp>();
  auto Rebox = dyn_cast_or_null<fir::ReboxOp>(Op);
  return Rebox && Rebox.getSlice();
}

/// Whether \p V is a descriptor as calls take it. Those of the run-time library
/// do not say how large it is.
static bool isDescriptorOfCall(Value V) {
  auto Convert = V.getDefiningOp<fir::ConvertOp>();
  return Convert && isa<fir::BaseBoxType>(V.getType()) &&
         isa<fir::BaseBoxType>(Convert.getValue().getType());
}

/// The operations that make an address or a descriptor, made again; of texts
/// also those that make substrings and components.
static Value cloneAddress(OpBuilder &Builder, Value V, bool OfText = false) {
  Operation *Op = V.getDefiningOp();
  auto Load = dyn_cast_or_null<fir::LoadOp>(Op);
  OfText |= isa_and_nonnull<fir::EmboxCharOp>(Op) || isTextPart(Op);
  if (!isa_and_nonnull<fir::ArrayCoorOp, fir::BoxAddrOp, fir::SliceOp,
                       fir::FieldIndexOp, fir::EmboxCharOp, fir::AbsentOp,
                       fir::UndefOp, fir::ZeroOp>(Op) &&
      !isElement(V) && !(Load && isa<fir::BaseBoxType>(Load.getType())) &&
      !isSection(V) && !isDescriptorOfCall(V) &&
      !(OfText && isa_and_nonnull<fir::ConvertOp, fir::CoordinateOp>(Op)))
    return V;
  IRMapping Map;
  for (Value Operand : Op->getOperands())
    Map.map(Operand, cloneAddress(Builder, Operand, OfText));
  return Builder.clone(*Op, Map)->getResult(0);
}

/// Whether \p V says no more than where something is that the construct uses.
static bool isMovedInside(Value V) {
  return isa_and_nonnull<fir::EmboxCharOp, fir::AbsentOp>(V.getDefiningOp()) ||
         isElement(V) || isSection(V) || isDescriptorOfCall(V);
}

void moveAddressesInside(ModuleOp Module) {
  Module.walk([](Operation *Construct) {
    if (!isa<acc::ParallelOp, acc::KernelsOp, acc::SerialOp>(Construct))
      return;
    Region &Body = Construct->getRegion(0);
    llvm::SetVector<Value> Used;
    getUsedValuesDefinedAbove(Body, Used);
    OpBuilder Builder = OpBuilder::atBlockBegin(&Body.front());
    for (Value V : Used) {
      if (!isMovedInside(V) || llvm::any_of(V.getUsers(), [](Operation *User) {
            return isa<ACC_DATA_ENTRY_OPS>(User);
          }))
        continue;
      replaceAllUsesInRegionWith(V, cloneAddress(Builder, V), Body);
    }
  });
}

bool isSharedScalar(Value Address) {
  Operation *Op = Address.getDefiningOp();
  return Op && fir::isa_ref_type(Address.getType()) &&
         fir::isa_trivial(fir::unwrapRefType(Address.getType())) &&
         isa<acc::CopyinOp, acc::CreateOp, acc::PresentOp, acc::NoCreateOp>(Op);
}

/// The clause's operation at the end of the region.
static Operation *exitOf(Value AccVar) {
  for (Operation *User : AccVar.getUsers())
    if (isa<ACC_DATA_EXIT_OPS>(User))
      return User;
  return nullptr;
}

/// Takes a clause from its construct if nothing uses its variable any more.
static void dropUnused(acc::KernelsOp Kernels, Value AccVar) {
  for (Operation *User : AccVar.getUsers())
    if (User != Kernels && !isa<ACC_DATA_EXIT_OPS>(User))
      return;
  auto Operands = Kernels.getDataClauseOperands();
  auto At = llvm::find(Operands, AccVar);
  if (At != Operands.end())
    Kernels.getDataClauseOperandsMutable().erase(
        std::distance(Operands.begin(), At));
  if (Operation *Exit = exitOf(AccVar))
    Exit->erase();
  if (AccVar.use_empty())
    AccVar.getDefiningOp()->erase();
}

/// Whether a pointer may lead to the variable.
static bool mayBeTarget(Value Var) {
  auto Declare = Var.getDefiningOp<fir::DeclareOp>();
  auto Flags = Declare ? Declare.getFortranAttrs() : std::nullopt;
  return Flags &&
         bitEnumContainsAny(*Flags, fir::FortranVariableFlagsEnum::target |
                                        fir::FortranVariableFlagsEnum::pointer);
}

bool hasOtherName(acc::KernelsOp Kernels, Value AccVar) {
  Place Here = findPlace(AccVar);
  return llvm::any_of(Kernels.getDataClauseOperands(), [&](Value Other) {
    return Other != AccVar && Here.mayShare(findPlace(Other));
  });
}

void readByValue(Operation *Construct) {
  auto Kernels = dyn_cast<acc::KernelsOp>(Construct);
  if (!Kernels)
    return;
  llvm::SmallVector<Value> Operands(Kernels.getDataClauseOperands());
  for (Value AccVar : Operands) {
    Operation *Entry = AccVar.getDefiningOp();
    if (!isSharedScalar(AccVar) || !acc::getImplicitFlag(Entry) ||
        mayBeTarget(acc::getVar(Entry)))
      continue;
    bool OnlyRead = llvm::all_of(AccVar.getUsers(), [&](Operation *User) {
      return isa<fir::LoadOp>(User) || User == Construct ||
             isa<ACC_DATA_EXIT_OPS>(User);
    });
    if (!OnlyRead || hasOtherName(Kernels, AccVar))
      continue;
    Location Loc = Construct->getLoc();
    OpBuilder Plain(Construct);
    fir::FirOpBuilder Builder(Plain, Construct->getParentOfType<ModuleOp>());
    Builder.setInsertionPoint(Construct);
    Type T = fir::unwrapRefType(AccVar.getType());
    Value Var = acc::getVar(Entry);
    Value Copy = Builder.createTemporary(Loc, T);
    auto Guard = OpBuilder::InsertionGuard(Builder);
    fir::IfOp If;
    if (isOptional(Var)) {
      // What is missing is not read in the construct either.
      fir::StoreOp::create(Builder, Loc, fir::ZeroOp::create(Builder, Loc, T),
                           Copy);
      Value IsPresent =
          fir::IsPresentOp::create(Builder, Loc, Builder.getI1Type(), Var);
      If = fir::IfOp::create(Builder, Loc, TypeRange{}, IsPresent,
                             /*withElse=*/false);
      Builder.setInsertionPointToStart(&If.getThenRegion().front());
    }
    fir::StoreOp::create(Builder, Loc, fir::LoadOp::create(Builder, Loc, Var),
                         Copy);
    Type Pointer = getAbiPointerType(Builder.getContext());
    callRuntime(Builder, Loc,
                WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_acc_read),
                {Builder.createConvert(Loc, Pointer, Var),
                 createElementBytes(Builder, Loc, T),
                 createAsyncArgument(Builder, Loc, Construct),
                 Builder.createConvert(Loc, Pointer, Copy)});
    if (If)
      Builder.setInsertionPointAfter(If);
    Value Known = fir::LoadOp::create(Builder, Loc, Copy);
    for (Operation *User : llvm::make_early_inc_range(AccVar.getUsers()))
      if (auto Load = dyn_cast<fir::LoadOp>(User)) {
        Load.replaceAllUsesWith(Known);
        Load.erase();
      }
    dropUnused(Kernels, AccVar);
  }
}

/// Whether an operation uses the value that an iteration of the loop around
/// \p Loop has assigned before that.
static bool comesBefore(Operation *User, acc::LoopOp Loop, Value Address) {
  auto Outer = dyn_cast<acc::LoopOp>(Loop->getParentOp());
  Operation *Ancestor = Loop->getBlock()->findAncestorOpInBlock(*User);
  return Outer && Ancestor && Ancestor->isBeforeInBlock(Loop) &&
         (Outer->isAncestor(Address.getDefiningOp()) ||
          llvm::is_contained(Outer.getPrivateOperands(), Address) ||
          llvm::is_contained(getPrivateScalars(Outer), Address));
}

/// Whether a compute construct may read what the scalar had before it, or what
/// was assigned in one iteration, in another place.
bool readsShared(Value AccVar, acc::LoopOp Except) {
  ScalarAccesses Everywhere(AccVar);
  for (const ScalarAccess &A : Everywhere.all()) {
    Operation *User = A.Op;
    if (!A.Reads)
      continue;
    if (Except &&
        (Except->isAncestor(User) || comesBefore(User, Except, AccVar)))
      continue;
    // What a loop around both has for each iteration is one variable here.
    bool Private = false;
    for (Operation *P = User->getParentOp();
         P && !Private && !(Except && P->isProperAncestor(Except));
         P = P->getParentOp())
      if (auto Loop = dyn_cast<acc::LoopOp>(P))
        Private = llvm::is_contained(Loop.getPrivateOperands(), AccVar) ||
                  llvm::is_contained(getPrivateScalars(Loop), AccVar);
    if (!Private)
      return true;
  }
  return false;
}

bool isLiveAfter(acc::LoopOp Loop, Value Address) {
  if (readsShared(Address, Loop))
    return true;
  // Nobody sees a private variable behind its loop or construct.
  if (isa<acc::PrivateOp, acc::FirstprivateOp>(Address.getDefiningOp()))
    return false;
  Value Var = acc::getVar(Address.getDefiningOp());
  if (!Var)
    return true;
  Value Root = rootOf(Var);
  if (!Root.getDefiningOp<fir::AllocaOp>())
    return true;
  // All that is ever done with the host's variable.
  llvm::SmallVector<Value> Names = {Root};
  while (!Names.empty()) {
    Value Name = Names.pop_back_val();
    for (Operation *User : Name.getUsers()) {
      if (isa<fir::DeclareOp>(User)) {
        Names.push_back(User->getResult(0));
        continue;
      }
      if (isa<ACC_DATA_EXIT_OPS>(User))
        continue;
      if (isa<acc::PrivateOp, acc::FirstprivateOp>(User)) {
        if (isa<acc::FirstprivateOp>(User))
          return true;
        continue;
      }
      if (isa<acc::CopyinOp, acc::CreateOp>(User)) {
        Value Other = User->getResult(0);
        if (Other != Address && readsShared(Other, {}))
          return true;
        continue;
      }
      if (auto Store = dyn_cast<fir::StoreOp>(User);
          Store && Store.getMemref() == Name)
        continue;
      return true;
    }
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static acc::ReductionOperator operatorOf(ReductionKind Kind) {
  using Op = acc::ReductionOperator;
  switch (Kind) {
  case ReductionKind::Add:
    return Op::AccAdd;
  case ReductionKind::Mul:
    return Op::AccMul;
  case ReductionKind::Min:
  case ReductionKind::UMin:
    return Op::AccMin;
  case ReductionKind::Max:
  case ReductionKind::UMax:
    return Op::AccMax;
  case ReductionKind::IAnd:
    return Op::AccIand;
  case ReductionKind::IOr:
    return Op::AccIor;
  case ReductionKind::IEor:
    return Op::AccXor;
  case ReductionKind::LAnd:
    return Op::AccLand;
  case ReductionKind::LOr:
    return Op::AccLor;
  case ReductionKind::LEqv:
    return Op::AccEqv;
  case ReductionKind::LNeqv:
    return Op::AccNeqv;
  }
  llvm_unreachable("all kinds handled");
}

StringRef getOrCreateReductionRecipe(ModuleOp Module, ReductionKind Kind,
                                     Type Reference, StringRef Suffix) {
  std::string Name =
      ("warpfort_reduction_" + getReductionName(Kind) + "_" + Suffix).str();
  if (auto Recipe = Module.lookupSymbol<acc::ReductionRecipeOp>(Name))
    return Recipe.getSymName();
  OpBuilder Builder = OpBuilder::atBlockBegin(Module.getBody());
  Location Loc = Module.getLoc();
  auto Recipe = acc::ReductionRecipeOp::create(Builder, Loc, Name, Reference,
                                               operatorOf(Kind));
  if (Kind == ReductionKind::UMin || Kind == ReductionKind::UMax)
    UnsignedAttr.set(Recipe);
  Block *Init =
      Builder.createBlock(&Recipe.getInitRegion(), {}, {Reference}, {Loc});
  acc::YieldOp::create(Builder, Loc, Init->getArgument(0));
  Block *Combine = Builder.createBlock(&Recipe.getCombinerRegion(), {},
                                       {Reference, Reference}, {Loc, Loc});
  acc::YieldOp::create(Builder, Loc, Combine->getArgument(0));
  return Recipe.getSymName();
}

/// Variables of the clauses of a loop or construct.
static bool hasClause(Operation *Op, Value Var) {
  for (Value Operand : Op->getOperands()) {
    Operation *Clause = Operand.getDefiningOp();
    if (!Clause ||
        !isa<acc::PrivateOp, acc::ReductionOp, acc::FirstprivateOp>(Clause))
      continue;
    if (Operand == Var || rootOf(acc::getVar(Clause)) == rootOf(Var))
      return true;
  }
  return false;
}

std::string sourceNameOf(Value Address) {
  Operation *Op = Address.getDefiningOp();
  if (auto Declare = dyn_cast_or_null<fir::DeclareOp>(Op)) {
    auto Parts = fir::NameUniquer::deconstruct(Declare.getUniqName()).second;
    if (!Parts.name.empty())
      return Parts.name;
  }
  if (auto Alloca = dyn_cast_or_null<fir::AllocaOp>(Op);
      Alloca && Alloca.getUniqName() &&
      !Alloca.getUniqName()->starts_with("_Q"))
    return Alloca.getUniqName()->str();
  if (Op)
    if (auto Name = acc::getVarName(Op); Name && !Name->empty())
      return Name->str();
  return "a scalar";
}

/// Whether the directive of a loop has threads of one gang share the
/// iterations.
static bool isOfOneGang(acc::LoopOp Loop, Operation *Construct) {
  unsigned Levels = writtenLevels(Loop);
  if (Levels)
    return !(Levels & Gang);
  if (!isSaidIndependent(Loop))
    return false;
  if (auto Function = dyn_cast<func::FuncOp>(Construct))
    if (auto R = getRoutine(Function); R && !(R->Levels & Gang))
      return true;
  for (auto P = Loop->getParentOfType<acc::LoopOp>(); P;
       P = P->getParentOfType<acc::LoopOp>())
    if (P.isLoopLike() && !isSeq(P))
      return true;
  return false;
}

/// Whether a loop can be given a reduction of the variable at \p Address: one
/// of the construct's owner, or one that the threads of a gang have together.
static bool mayReduce(acc::LoopOp Loop, Operation *Construct, Value Address) {
  Operation *Definer = Address.getDefiningOp();
  if (!Definer || Loop->isAncestor(Definer) ||
      !fir::isa_ref_type(Address.getType()))
    return false;
  bool IsVariable = isa<fir::DeclareOp, fir::AllocaOp>(Definer);
  bool IsOwners = IsVariable && !Construct->isAncestor(Definer);
  // A reduction of the construct or of a loop around is a thread's own variable
  // there, in which this loop's threads sum up.
  if (!IsOwners && !isa<acc::ReductionOp>(Definer))
    return (IsVariable || isa<acc::PrivateOp, acc::FirstprivateOp>(Definer)) &&
           !hasClause(Loop, Address) && isOfOneGang(Loop, Construct);
  if (!IsOwners)
    return !llvm::is_contained(Loop.getReductionOperands(), Address);
  for (Operation *P = Loop; P != Construct->getParentOp(); P = P->getParentOp())
    if (hasClause(P, Address))
      return false;
  return true;
}

/// The variables that a loop or the clauses of loops inside update and that it
/// can be given reductions of.
static llvm::SetVector<Value> updatedIn(acc::LoopOp Loop,
                                        Operation *Construct) {
  llvm::SetVector<Value> Updated;
  auto Add = [&](Value Address) {
    if (mayReduce(Loop, Construct, Address))
      Updated.insert(Address);
  };
  Loop.getRegion().walk([&](Operation *Op) {
    if (auto Store = dyn_cast<fir::StoreOp>(Op))
      Add(Store.getMemref());
    else if (auto Reduction = dyn_cast<acc::ReductionOp>(Op))
      Add(acc::getVar(Reduction));
  });
  return Updated;
}

/// The operator by which all statements of \p Body update the variable at
/// \p Address. \p OfClause gives that of the clause of a loop inside.
static std::optional<ReductionKind>
updateKind(Value Address, Region &Body,
           llvm::function_ref<std::optional<ReductionKind>(acc::ReductionOp)>
               OfClause) {
  return reductionOf(Address, Body, [&](Operation *User) {
    auto Clause = dyn_cast<acc::ReductionOp>(User);
    return Clause ? OfClause(Clause) : std::nullopt;
  });
}

/// The operator of a clause if the statements of its loops update the variable
/// by it and do nothing else with it: a loop that says seq may well use what
/// it has so far.
static std::optional<ReductionKind> pureKind(acc::ReductionOp Clause) {
  std::optional<ReductionKind> Kind = getReductionKind(Clause);
  for (Operation *User : Clause.getAccVar().getUsers())
    if (auto Loop = dyn_cast<acc::LoopOp>(User))
      if (updateKind(Clause.getAccVar(), Loop.getRegion(), pureKind) != Kind)
        return std::nullopt;
  return Kind;
}

/// The recipe for a reduction of the variable at \p Address that a loop has not
/// but its body makes: that of the loops inside, or one of the device library's
/// operators for scalars.
static SymbolRefAttr recipeFor(acc::LoopOp Loop, Value Address) {
  SymbolRefAttr Inner;
  bool IsPart = false;
  // Others have an order that programs may rely on.
  const bool HasOrder = !isSaidParallel(Loop);
  std::optional<ReductionKind> Kind =
      updateKind(Address, Loop.getRegion(), [&](acc::ReductionOp Clause) {
        Inner = Clause.getRecipeAttr();
        IsPart |= !Clause.getBounds().empty();
        return HasOrder ? pureKind(Clause) : getReductionKind(Clause);
      });
  if (!Kind || IsPart)
    return {};
  if (Inner)
    return Inner;
  auto Module = Loop->getParentOfType<ModuleOp>();
  fir::FirOpBuilder Builder(Loop, fir::getKindMapping(Module));
  Type T = fir::unwrapRefType(Address.getType());
  if (!fir::isa_trivial(T))
    return {};
  std::string Suffix = getReductionTypeSuffix(Builder, *Kind, T);
  return Suffix.empty()
             ? SymbolRefAttr()
             : SymbolRefAttr::get(Loop.getContext(),
                                  getOrCreateReductionRecipe(Module, *Kind,
                                                             Address.getType(),
                                                             Suffix));
}

/// The recipe of the clause that a construct or loop around has for the
/// variable at \p Address, if the parallel loop updates that by the same
/// operator and only reads it else: its threads would keep all results but one
/// for themselves. (In constructs that may run the loop in order, it is in
/// order.)
static SymbolRefAttr recipeAround(acc::LoopOp Loop, Operation *Construct,
                                  Value Address) {
  auto Around = rootOf(Address).getDefiningOp<acc::ReductionOp>();
  if (!Around || isa<acc::KernelsOp, acc::SerialOp>(Construct) ||
      forDevice([&](acc::DeviceType T) { return Loop.hasAuto(T); }) ||
      !fir::isa_trivial(fir::unwrapRefType(Address.getType())))
    return {};
  std::optional<ReductionKind> Kind = getReductionKind(Around);
  for (fir::StoreOp Store : storesTo(Address))
    if (Loop->isProperAncestor(Store) &&
        updateOf(Store, Loop.getRegion()) != Kind)
      return {};
  for (Operation *User : Address.getUsers())
    if (auto Inner = dyn_cast<acc::ReductionOp>(User);
        Inner && Loop->isProperAncestor(Inner) &&
        getReductionKind(Inner) != Kind)
      return {};
  return Around.getRecipeAttr();
}

/// A reduction that spans several loops has a clause on each of them (OpenACC
/// 3.3, 2.9.11): a loop that sums up without one, or in which only loops inside
/// have it, is given it. \p Construct may be a routine.
static void addReductions(acc::LoopOp Loop, Operation *Construct) {
  if (!Loop.isLoopLike() || isSeq(Loop))
    return;
  for (Value Address : updatedIn(Loop, Construct)) {
    SymbolRefAttr Recipe = recipeFor(Loop, Address);
    if (!Recipe)
      Recipe = recipeAround(Loop, Construct, Address);
    if (!Recipe)
      continue;
    OpBuilder Builder(Loop);
    auto Op = acc::ReductionOp::create(Builder, Loop.getLoc(), Address,
                                       /*structured=*/true, /*implicit=*/true,
                                       sourceNameOf(Address));
    Op.setRecipeAttr(Recipe);
    Address.replaceUsesWithIf(Op.getAccVar(), [&](OpOperand &Use) {
      return Loop.getRegion().isAncestor(Use.getOwner()->getParentRegion());
    });
    Loop.getReductionOperandsMutable().append(Op.getAccVar());
  }
}

template <typename Construct> static void copyReductions(Construct Op) {
  // The list of operands grows below.
  llvm::SmallVector<Value> Operands(Op.getReductionOperands());
  for (Value Operand : Operands) {
    auto Reduction = Operand.template getDefiningOp<acc::ReductionOp>();
    if (!Reduction)
      continue;
    Value Var = acc::getVar(Reduction);
    Operation *Definer = Var.getDefiningOp();
    if (Definer && isa<ACC_DATA_ENTRY_OPS>(Definer))
      continue;
    Value Known;
    for (Value Clause : Op.getDataClauseOperands())
      if (Operation *Entry = Clause.getDefiningOp();
          Entry && acc::getVar(Entry) == Var)
        Known = Clause;
    if (!Known) {
      OpBuilder Builder(Reduction);
      Location Loc = Reduction.getLoc();
      std::string Name = acc::getVarName(Reduction).value_or("").str();
      auto In = acc::CopyinOp::create(Builder, Loc, Var, /*structured=*/true,
                                      /*implicit=*/true, Name,
                                      acc::getBounds(Reduction));
      In.setDataClause(acc::DataClause::acc_reduction);
      Known = In.getAccVar();
      Op.getDataClauseOperandsMutable().append(Known);
      Builder.setInsertionPointAfter(Op);
      auto Out = acc::CopyoutOp::create(Builder, Loc, Known, Var,
                                        /*structured=*/true, /*implicit=*/true,
                                        Name, acc::getBounds(Reduction));
      Out.setDataClause(acc::DataClause::acc_reduction);
    }
    Reduction.getVarMutable().assign(Known);
  }
}

void copyReductions(ModuleOp Module) {
  Module.walk([](Operation *Op) {
    if (auto Parallel = dyn_cast<acc::ParallelOp>(Op))
      copyReductions(Parallel);
    else if (auto Serial = dyn_cast<acc::SerialOp>(Op))
      copyReductions(Serial);
  });
}

void addReductions(ModuleOp Module) {
  llvm::SmallVector<std::pair<acc::LoopOp, Operation *>> Loops;
  Module.walk<WalkOrder::PreOrder>([&](Operation *Construct) {
    if (isa<acc::ParallelOp, acc::KernelsOp, acc::SerialOp>(Construct))
      dropDeclarations(Construct);
    else if (auto F = dyn_cast<func::FuncOp>(Construct); !F || !getRoutine(F))
      return;
    Construct->walk<WalkOrder::PreOrder>(
        [&](acc::LoopOp Loop) { Loops.push_back({Loop, Construct}); });
  });
  for (auto [Loop, Construct] : Loops)
    addReductions(Loop, Construct);
}

} // namespace warpfort::openacc
