//===-- ArrayReductions.cpp - Reductions of arrays ------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang's loops go on using the program's array where a clause names one. A
/// small array of constant size becomes one a thread, which ACCLowerKernels
/// combines element by element. Else each update `a(i) = a(i) op x`, and for
/// operators that may meet a value twice (max, min, and, or) each assignment,
/// becomes atomic: that needs no memory, whatever the size is.
///
/// Where neither can be, one thread runs the loop.
///
//===----------------------------------------------------------------------===//
#include "ArrayReductions.h"
#include "ReductionKinds.h"
#include "SharedScalars.h"
#include "Transforms/Common/OptionalArguments.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/IR/Values.h"

#include "flang/Optimizer/Builder/Complex.h"
#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace warpfort::openacc {
namespace {

/// An array of each thread is in local memory, of which a GPU keeps as much as
/// all threads that it can have at a time may need.
constexpr int64_t MostPrivateBytes = 4096;
/// Where updates can be atomic: up to here, they would meet too often.
constexpr int64_t FewElements = 32;

fir::SequenceType arrayOf(Value Var) {
  Type T = fir::unwrapRefType(Var.getType());
  if (auto Box = dyn_cast<fir::BaseBoxType>(T))
    T = fir::unwrapRefType(Box.getEleTy());
  return dyn_cast<fir::SequenceType>(fir::unwrapRefType(T));
}

/// The descriptor in a variable that is assigned only once.
Value onlyValueIn(Value Slot) {
  auto Alloca = Slot.getDefiningOp<fir::AllocaOp>();
  if (!Alloca || !isa<fir::BaseBoxType>(Alloca.getInType()))
    return {};
  Value Only;
  for (Operation *User : Slot.getUsers())
    if (auto Store = dyn_cast<fir::StoreOp>(User)) {
      if (Only || Store.getMemref() != Slot)
        return {};
      Only = Store.getValue();
    } else if (!isa<fir::LoadOp, acc::ReductionOp>(User)) {
      return {};
    }
  return Only;
}

/// The memory behind an address, or behind what a descriptor describes.
Value storageOf(Value V) {
  while (true) {
    V = goBack(V, ReachedSteps);
    Value Box = onlyValueIn(V);
    if (!Box)
      return V;
    V = Box;
  }
}

/// The variable behind an address or descriptor, of the program's, not a
/// construct's name for it.
Value variableOf(Value V) {
  while (true) {
    V = storageOf(V);
    Operation *Op = V.getDefiningOp();
    if (isa_and_nonnull<ACC_DATA_ENTRY_OPS>(Op) &&
        !isa<acc::PrivateOp, acc::FirstprivateOp, acc::ReductionOp>(Op))
      V = acc::getVar(Op);
    else if (Value Given = givenIfPresent(V))
      V = Given;
    else
      return V;
  }
}

/// Gives a name to an address or descriptor, or to a part of it.
bool makesName(Operation *Op) {
  Value From;
  return Op->getNumResults() == 1 &&
         stepBack(Op->getResult(0), From) & ReachedSteps;
}

/// Whether a value may be combined twice, so that `if (x > a(i)) a(i) = x` may
/// assign the greater one of x and what is there by then.
bool isIdempotent(ReductionKind Kind) {
  switch (Kind) {
  case ReductionKind::Min:
  case ReductionKind::Max:
  case ReductionKind::UMin:
  case ReductionKind::UMax:
  case ReductionKind::IAnd:
  case ReductionKind::IOr:
  case ReductionKind::LAnd:
  case ReductionKind::LOr:
    return true;
  default:
    return false;
  }
}

/// One clause and the code that it holds for.
class ArrayClause {
public:
  ArrayClause(acc::ReductionOp Op, ReductionKind Kind, Region &Body)
      : Op(Op), Kind(Kind), Body(Body), Array(arrayOf(Op.getAccVar())),
        Variable(variableOf(acc::getVar(Op))) {}
  void decide(bool InRoutine);

private:
  struct Update {
    fir::StoreOp Store;
    fir::LoadOp Load; ///< of the old value; none: a mere assignment
    llvm::SetVector<Operation *> Between;
  };

  void collect();
  bool findUpdate(Update &U);
  bool canBePrivate();
  void usePrivate();
  Value rename(Value V, OpBuilder &Builder);
  void makeAtomic(Update &U);
  bool isInside(Value V) { return Body.isAncestor(V.getParentRegion()); }

  acc::ReductionOp Op;
  ReductionKind Kind;
  Region &Body;
  fir::SequenceType Array;
  Value Variable;
  std::vector<Update> Updates;
  /// Whether updates are all that is done to the array.
  bool OnlyUpdates = true;
  IRMapping Renamed;
};

/// Same address, computed twice: of what is loaded, descriptors alone stay.
bool isSameAddress(Value A, Value B) {
  return isSameValue(A, B, [](Operation *Op) {
    auto Load = dyn_cast<fir::LoadOp>(Op);
    return Load ? isa<fir::BaseBoxType>(Load.getType())
                : isMemoryEffectFree(Op);
  });
}

/// Finds `load; operations; store`, where nothing else uses the old value.
bool ArrayClause::findUpdate(Update &U) {
  fir::StoreOp Store = U.Store;
  for (Operation *Before = Store->getPrevNode(); Before;
       Before = Before->getPrevNode()) {
    if (auto Load = dyn_cast<fir::LoadOp>(Before);
        Load && isSameAddress(Load.getMemref(), Store.getMemref())) {
      U.Load = Load;
      break;
    }
    if (auto Other = dyn_cast<fir::StoreOp>(Before);
        Other && variableOf(Other.getMemref()) == Variable)
      return false;
    if (Before->getNumRegions())
      return false;
  }
  if (!U.Load)
    return false;
  llvm::SmallVector<Value> Work = {U.Load.getResult()};
  while (!Work.empty()) {
    Value V = Work.pop_back_val();
    for (Operation *User : V.getUsers()) {
      if (User == Store && V == Store.getValue())
        continue;
      if (User == Store || User->getBlock() != Store->getBlock() ||
          User->getNumRegions() || !isMemoryEffectFree(User))
        return false;
      if (U.Between.insert(User))
        Work.append(User->result_begin(), User->result_end());
    }
  }
  Operation *Last = Store.getValue().getDefiningOp();
  return Last && (Last == U.Load || U.Between.contains(Last));
}

void ArrayClause::collect() {
  llvm::SmallPtrSet<Operation *, 8> Known;
  llvm::SmallVector<fir::LoadOp> Loads;
  Body.walk([&](Operation *Inner) {
    if (auto Load = dyn_cast<fir::LoadOp>(Inner);
        Load && !isa<fir::BaseBoxType>(Load.getType())) {
      if (variableOf(Load.getMemref()) == Variable)
        Loads.push_back(Load);
      return;
    }
    if (auto Store = dyn_cast<fir::StoreOp>(Inner)) {
      if (variableOf(Store.getMemref()) == Variable) {
        Update U;
        U.Store = Store;
        bool Found = findUpdate(U);
        if (!Found) {
          U.Load = {};
          U.Between.clear();
        }
        OnlyUpdates &= (Found || isIdempotent(Kind)) &&
                       Store.getValue().getType() == Array.getEleTy();
        if (Found)
          Known.insert(U.Load);
        Updates.push_back(std::move(U));
      } else if (variableOf(Store.getValue()) == Variable) {
        OnlyUpdates = false;
      }
      return;
    }
    if (makesName(Inner) || isa<acc::ReductionOp, acc::LoopOp, fir::BoxDimsOp,
                                fir::IsPresentOp, acc::DataBoundsOp>(Inner))
      return;
    for (Value Operand : Inner->getOperands())
      if (variableOf(Operand) == Variable)
        OnlyUpdates = false;
  });
  for (fir::LoadOp Load : Loads)
    OnlyUpdates &= Known.contains(Load) || isIdempotent(Kind);
}

/// Names that the code gets from outside must be those of the whole array, to
/// which the threads' own ones are added whether an iteration asked for it or
/// not.
bool ArrayClause::canBePrivate() {
  if (Array.hasDynamicExtents() || !acc::getBounds(Op).empty() ||
      mayBeAbsent(acc::getVar(Op)))
    return false;
  bool Can = true;
  Body.walk([&](Operation *Inner) {
    for (Value Operand : Inner->getOperands()) {
      if (isInside(Operand) || variableOf(Operand) != Variable ||
          isa<fir::BoxDimsOp>(Inner))
        continue;
      if (isa<fir::BaseBoxType>(Operand.getType()))
        Can &= isa<fir::BoxAddrOp>(Inner);
      else if (!isa<acc::ReductionOp, acc::DataBoundsOp>(Inner))
        Can &= fir::isa_ref_type(Operand.getType()) &&
               !isa<fir::BaseBoxType>(fir::unwrapRefType(Operand.getType()));
    }
  });
  return Can;
}

/// The name in the thread's own array of what \p V is in the program's.
Value ArrayClause::rename(Value V, OpBuilder &Builder) {
  if (Value Known = Renamed.lookupOrNull(V))
    return Known;
  Operation *Definer = V.getDefiningOp();
  Value Result;
  if (isa_and_nonnull<fir::ArrayCoorOp, fir::CoordinateOp>(Definer)) {
    Value Base = Definer->getOperand(0);
    // Of an array that a descriptor describes, too: it is contiguous.
    if (!isa<fir::BaseBoxType>(Base.getType())) {
      IRMapping Local;
      Local.map(Base, rename(Base, Builder));
      Result = Builder.clone(*Definer, Local)->getResult(0);
    }
  }
  if (!Result) {
    Result = Op.getAccVar();
    if (Result.getType() != V.getType())
      Result =
          fir::ConvertOp::create(Builder, Op.getLoc(), V.getType(), Result);
  }
  Renamed.map(V, Result);
  return Result;
}

void ArrayClause::usePrivate() {
  OpBuilder Builder(Op.getContext());
  Builder.setInsertionPointToStart(&Body.front());
  llvm::SmallVector<OpOperand *> Uses;
  llvm::SmallVector<fir::BoxAddrOp> Addresses;
  Body.walk([&](Operation *Inner) {
    if (auto Address = dyn_cast<fir::BoxAddrOp>(Inner);
        Address && !isInside(Address.getVal()) &&
        variableOf(Address.getVal()) == Variable) {
      Addresses.push_back(Address);
      return;
    }
    for (OpOperand &Use : Inner->getOpOperands())
      if (!isInside(Use.get()) && Use.get() != Op.getAccVar() &&
          variableOf(Use.get()) == Variable &&
          !isa<fir::BoxDimsOp, acc::DataBoundsOp>(Inner))
        Uses.push_back(&Use);
  });
  for (OpOperand *Use : Uses)
    Use->set(rename(Use->get(), Builder));
  for (fir::BoxAddrOp Address : Addresses) {
    Address.replaceAllUsesWith(rename(Address.getResult(), Builder));
    Address.erase();
  }
}

/// How a value is compared with the one that it replaces.
struct Extremum {
  ReductionKind Kind;
  arith::CmpIPredicate OfIntegers;
  arith::CmpFPredicate OfReals;
};

constexpr Extremum Extrema[] = {
    {ReductionKind::Max, arith::CmpIPredicate::sgt, arith::CmpFPredicate::OGT},
    {ReductionKind::Min, arith::CmpIPredicate::slt, arith::CmpFPredicate::OLT},
    {ReductionKind::UMax, arith::CmpIPredicate::ugt, arith::CmpFPredicate::OGT},
    {ReductionKind::UMin, arith::CmpIPredicate::ult, arith::CmpFPredicate::OLT},
};

/// Whether a logical value is true, or a number is not zero.
Value isTrue(fir::FirOpBuilder &Builder, Location Loc, Value V) {
  if (isa<ComplexType>(V.getType())) {
    fir::factory::Complex Parts(Builder, Loc);
    auto [Re, Im] = Parts.extractParts(V);
    return arith::OrIOp::create(Builder, Loc, isTrue(Builder, Loc, Re),
                                isTrue(Builder, Loc, Im));
  }
  if (isa<IntegerType>(V.getType()))
    return arith::CmpIOp::create(
        Builder, Loc, arith::CmpIPredicate::ne, V,
        Builder.createIntegerConstant(Loc, V.getType(), 0));
  if (auto Real = dyn_cast<FloatType>(V.getType()))
    return arith::CmpFOp::create(
        Builder, Loc, arith::CmpFPredicate::UNE, V,
        arith::ConstantOp::create(Builder, Loc, FloatAttr::get(Real, 0)));
  return Builder.createConvert(Loc, Builder.getI1Type(), V);
}

/// old op value, for operators that may meet a value twice.
Value combine(fir::FirOpBuilder &Builder, Location Loc, ReductionKind Kind,
              Value Old, Value New) {
  Type T = Old.getType();
  if (isa<fir::LogicalType>(T) || Kind == ReductionKind::LAnd ||
      Kind == ReductionKind::LOr) {
    Value A = isTrue(Builder, Loc, Old), B = isTrue(Builder, Loc, New);
    Value Both = Kind == ReductionKind::LAnd
                     ? arith::AndIOp::create(Builder, Loc, A, B).getResult()
                     : arith::OrIOp::create(Builder, Loc, A, B).getResult();
    if (auto Complex = dyn_cast<ComplexType>(T)) {
      auto Part = cast<FloatType>(Complex.getElementType());
      return fir::factory::Complex(Builder, Loc)
          .createComplex(
              T, arith::UIToFPOp::create(Builder, Loc, Part, Both),
              arith::ConstantOp::create(Builder, Loc, FloatAttr::get(Part, 0)));
    }
    if (isa<FloatType>(T))
      return arith::UIToFPOp::create(Builder, Loc, T, Both);
    if (isa<IntegerType>(T))
      return arith::ExtUIOp::create(Builder, Loc, T, Both);
    return Builder.createConvert(Loc, T, Both);
  }
  if (Kind == ReductionKind::IAnd)
    return arith::AndIOp::create(Builder, Loc, Old, New);
  if (Kind == ReductionKind::IOr)
    return arith::OrIOp::create(Builder, Loc, Old, New);
  const Extremum *By = llvm::find_if(
      Extrema, [&](const Extremum &Row) { return Row.Kind == Kind; });
  Value Better;
  if (isa<FloatType>(T))
    Better = arith::CmpFOp::create(Builder, Loc, By->OfReals, New, Old);
  else
    Better = arith::CmpIOp::create(Builder, Loc, By->OfIntegers, New, Old);
  return arith::SelectOp::create(Builder, Loc, Better, New, Old);
}

void ArrayClause::makeAtomic(Update &U) {
  Location Loc = U.Store.getLoc();
  OpBuilder Plain(U.Store);
  fir::FirOpBuilder Builder(Plain, Op->getParentOfType<ModuleOp>());
  Builder.setInsertionPoint(U.Store);
  auto Atomic = acc::AtomicUpdateOp::create(Builder, Loc, U.Store.getMemref(),
                                            /*ifCond=*/Value());
  ReductionUpdateAttr.set(Atomic);
  Block *Inside =
      Builder.createBlock(&Atomic.getRegion(), {}, {Array.getEleTy()}, {Loc});
  Value Old = Inside->getArgument(0), New;
  if (U.Load) {
    IRMapping Local;
    Local.map(U.Load.getResult(), Old);
    llvm::SmallVector<Operation *> Ops(U.Between.begin(), U.Between.end());
    llvm::sort(
        Ops, [](Operation *A, Operation *B) { return A->isBeforeInBlock(B); });
    for (Operation *Each : Ops)
      Builder.clone(*Each, Local);
    New = Local.lookup(U.Store.getValue());
    U.Store.erase();
    for (Operation *Each : llvm::reverse(Ops))
      Each->erase();
    U.Load.erase();
  } else {
    New = combine(Builder, Loc, Kind, Old, U.Store.getValue());
    U.Store.erase();
  }
  acc::YieldOp::create(Builder, Loc, New);
}

void ArrayClause::decide(bool InRoutine) {
  auto Module = Op->getParentOfType<ModuleOp>();
  OpBuilder Plain(Op);
  fir::FirOpBuilder Builder(Plain, Module);
  std::string Suffix = getReductionTypeSuffix(Builder, Kind, Array.getEleTy());
  if (Suffix.empty())
    return;
  auto Note = [&](llvm::StringRef How) { ArrayReductionAttr.set(Op, How); };
  collect();
  int64_t Bits = 0;
  llvm::StringRef(Suffix).drop_front().getAsInteger(10, Bits);
  if (Suffix[0] == 'c')
    Bits *= 2;
  // A thread's own array is no place where threads could meet; nor may be what
  // a routine gets from its caller.
  Operation *Definer = storageOf(acc::getVar(Op)).getDefiningOp();
  bool IsOwn =
      !Definer || isa<acc::PrivateOp, acc::FirstprivateOp, acc::ReductionOp,
                      fir::AllocaOp, fir::AllocMemOp, fir::LoadOp>(Definer);
  bool CanBeAtomic = OnlyUpdates && !IsOwn && !InRoutine;
  bool CanBePrivate =
      Op.getAccVar().getType() == fir::ReferenceType::get(Array) &&
      canBePrivate();
  if (CanBePrivate) {
    int64_t Count = Array.getConstantArraySize();
    CanBePrivate = Count * Bits / 8 <= MostPrivateBytes &&
                   !(CanBeAtomic && Count > FewElements);
  }
  if (CanBePrivate) {
    Note("private");
    usePrivate();
  } else if (CanBeAtomic) {
    Note("atomic");
    for (Update &U : Updates)
      makeAtomic(U);
  }
}

/// The reduction clauses of a loop or parallel construct.
ValueRange reductionsOf(Operation *Owner) {
  if (auto Loop = dyn_cast<acc::LoopOp>(Owner))
    return Loop.getReductionOperands();
  if (auto Parallel = dyn_cast<acc::ParallelOp>(Owner))
    return Parallel.getReductionOperands();
  return {};
}

/// Calls \p Body with each reduction of a loop or construct that is atomic.
void forEachAtomic(Operation *Op, llvm::function_ref<void(Value)> Body) {
  for (Value Operand : reductionsOf(Op))
    if (auto Clause = Operand.getDefiningOp<acc::ReductionOp>();
        Clause && getArrayReduction(Clause) == ArrayReduction::Atomic)
      Body(variableOf(acc::getVar(Clause)));
}

/// Whether the loop assigns elements of the variable, outside of inner loops
/// that have a clause for it.
bool assigns(acc::LoopOp Loop, Value Variable) {
  return Loop.getRegion()
      .walk([&](fir::StoreOp Store) {
        return variableOf(Store.getMemref()) == Variable
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace

ArrayReduction getArrayReduction(acc::ReductionOp Op) {
  std::optional<llvm::StringRef> How = ArrayReductionAttr.get(Op);
  if (!How)
    return ArrayReduction::None;
  return *How == "private" ? ArrayReduction::Private : ArrayReduction::Atomic;
}

/// Gives a clause whose variable is a descriptor, or a variable with one in it,
/// the address of an array of constant size, else the descriptor.
static acc::ReductionOp useAddress(acc::ReductionOp Op, Operation *Owner) {
  fir::SequenceType Array = arrayOf(Op.getAccVar());
  Value Var = acc::getVar(Op);
  if (Value Only = onlyValueIn(Var)) {
    for (Operation *User : llvm::make_early_inc_range(Var.getUsers()))
      if (auto Load = dyn_cast<fir::LoadOp>(User);
          Load && Owner->isAncestor(Load)) {
        Load.replaceAllUsesWith(Only);
        Load.erase();
      }
    Var = Only;
  }
  std::optional<ReductionKind> Kind = getReductionKind(Op);
  if (!Kind || !isa<fir::BaseBoxType>(Var.getType()))
    return Op;
  OpBuilder Builder(Op);
  Location Loc = Op.getLoc();
  if (!Array.hasDynamicExtents())
    Var = fir::BoxAddrOp::create(Builder, Loc, fir::ReferenceType::get(Array),
                                 Var);
  if (Var == acc::getVar(Op))
    return Op;
  auto Made = acc::ReductionOp::create(
      Builder, Loc, Var, /*structured=*/true, acc::getImplicitFlag(Op),
      acc::getVarName(Op).value_or("").str(), acc::getBounds(Op));
  auto Module = Op->getParentOfType<ModuleOp>();
  Made.setRecipeAttr(SymbolRefAttr::get(
      Op.getContext(),
      getOrCreateReductionRecipe(
          Module, *Kind, Var.getType(),
          fir::getTypeAsString(Var.getType(), fir::getKindMapping(Module)))));
  Owner->replaceUsesOfWith(Op.getAccVar(), Made.getAccVar());
  Op.getAccVar().replaceAllUsesWith(acc::getVar(Op));
  Op.erase();
  return Made;
}

/// Each loop in the body of a private array's clause that adds to it, and has
/// no clause, gets one: its threads would each add to a copy of their own.
static void addClauses(acc::ReductionOp Outer, Region &Body) {
  llvm::SmallVector<acc::LoopOp> Loops;
  Body.walk<WalkOrder::PreOrder>([&](acc::LoopOp Loop) {
    bool HasClause =
        llvm::any_of(Loop.getReductionOperands(), [&](Value Operand) {
          auto Op = Operand.getDefiningOp<acc::ReductionOp>();
          return Op && variableOf(acc::getVar(Op)) == Outer.getAccVar();
        });
    if (HasClause)
      return WalkResult::skip();
    if (assigns(Loop, Outer.getAccVar()))
      Loops.push_back(Loop);
    // Inner ones get theirs when it is this loop's turn.
    return WalkResult::skip();
  });
  for (acc::LoopOp Loop : Loops) {
    OpBuilder Builder(Loop);
    auto Op = acc::ReductionOp::create(
        Builder, Loop.getLoc(), Outer.getAccVar(), /*structured=*/true,
        /*implicit=*/true, acc::getVarName(Outer).value_or("").str());
    Op.setRecipeAttr(Outer.getRecipeAttr());
    Loop.getReductionOperandsMutable().append(Op.getAccVar());
  }
}

/// What a construct's other statements know as the variable of a clause.
static Value knownAs(Value Var) {
  Value Given = givenIfPresent(Var);
  auto Rebox = (Given ? Given : Var).getDefiningOp<fir::ReboxOp>();
  if (Rebox && !Rebox.getSlice() && !Rebox.getShape())
    Given = Rebox.getBox();
  bool IsOutside = Given && !(Var.getDefiningOp<fir::IfOp>() &&
                              Var.getDefiningOp()->isProperAncestor(
                                  Given.getParentBlock()->getParentOp()));
  return IsOutside && Given.getType() == Var.getType() ? Given : Value();
}

/// Whether what \p Op is a clause of uses \p V.
static bool isUsedFor(acc::ReductionOp Op, Value V) {
  return llvm::any_of(Op.getAccVar().getUsers(), [&](Operation *Owner) {
    return llvm::any_of(V.getUsers(), [&](Operation *User) {
      return Owner->isProperAncestor(User) && !isa<acc::ReductionOp>(User);
    });
  });
}

void nameReducedArrays(ModuleOp Module) {
  Module.walk([](acc::ReductionOp Op) {
    Value Var = acc::getVar(Op), Known = knownAs(Var);
    // Where it is a section, the loop goes on using the array.
    if (Known && (acc::getBounds(Op).empty() || !isUsedFor(Op, Var)))
      Op.getVarMutable().assign(Known);
  });
}

bool isReductionOf(acc::LoopOp Loop, acc::AtomicUpdateOp Update) {
  if (!ReductionUpdateAttr.isOn(Update))
    return false;
  Value Variable = variableOf(Update.getX());
  bool Result = false;
  for (Operation *P = Loop; P; P = P->getParentOp())
    forEachAtomic(P, [&](Value Other) { Result |= Other == Variable; });
  return Result;
}

/// Calls \p Body with the array reductions of the construct, then of its loops,
/// the outer ones first.
static void
forEachClause(Operation *Construct,
              llvm::function_ref<void(acc::ReductionOp, Operation *)> Body) {
  auto Take = [&](Operation *Owner) {
    llvm::SmallVector<Value> Operands(reductionsOf(Owner));
    for (Value Operand : Operands)
      if (auto Op = Operand.getDefiningOp<acc::ReductionOp>();
          Op && arrayOf(Operand))
        Body(Op, Owner);
  };
  if (isa<acc::ParallelOp>(Construct))
    Take(Construct);
  Construct->walk<WalkOrder::PreOrder>([&](acc::LoopOp Loop) { Take(Loop); });
}

void prepareArrayReductions(Operation *Construct) {
  bool InRoutine = isa<func::FuncOp>(Construct);
  // The code may use the variable or what the clause gives; now all of it uses
  // the variable.
  forEachClause(Construct, [](acc::ReductionOp Op, Operation *Owner) {
    Op.getAccVar().replaceAllUsesExcept(acc::getVar(Op), Owner);
    useAddress(Op, Owner);
    eraseUnused(Owner->getRegion(0), makesName);
  });
  forEachClause(Construct, [&](acc::ReductionOp Op, Operation *Owner) {
    if (getArrayReduction(Op) != ArrayReduction::None)
      return;
    Value Variable = variableOf(acc::getVar(Op));
    bool IsAtomic = false;
    for (Operation *P = Owner->getParentOp(); P; P = P->getParentOp())
      forEachAtomic(P, [&](Value Other) { IsAtomic |= Other == Variable; });
    if (IsAtomic) {
      ArrayReductionAttr.set(Op, "atomic");
      return;
    }
    std::optional<ReductionKind> Kind = getReductionKind(Op);
    if (!Kind)
      return;
    Region &Body = Owner->getRegion(0);
    ArrayClause(Op, *Kind, Body).decide(InRoutine);
    if (getArrayReduction(Op) == ArrayReduction::Private)
      addClauses(Op, Body);
  });
}

} // namespace warpfort::openacc
