//===-- ArrayLoops.cpp - Array statements of kernels constructs -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Array assignments, WHERE and FORALL are fir.do_loop by now. Those that may
/// run in any order are independent, and a nest of them is one loop; for others
/// LoopIndependence decides, as for DO loops that name nothing. The loop over
/// the terms of MATMUL moves inside those over the elements first.
///
/// SUM, DOT_PRODUCT, MAXVAL, COUNT, ANY and the like are loops that hand on a
/// value: it becomes a variable of the device, and the loop one for which a
/// reduction clause is added later on. Of reals, MAXVAL and MINVAL then begin
/// with an infinity. A result that is still the infinity is what the function
/// would have begun with: of no elements the language's value, of NaNs one.
///
//===----------------------------------------------------------------------===//
#include "ArrayLoops.h"
#include "LoopIndependence.h"
#include "SharedScalars.h"
#include "Transforms/Common/OperationAccesses.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace warpfort::openacc {
namespace {

bool mayConvert(fir::DoLoopOp Loop) {
  return Loop.getNumResults() == 0 && !Loop.getFinalValue();
}

/// Moves what the body of \p Outer computes for its last loop alone into that
/// loop.
void sinkIntoLoop(fir::DoLoopOp Outer) {
  Block &Body = *Outer.getBody();
  auto Inner =
      dyn_cast_or_null<fir::DoLoopOp>(Body.getTerminator()->getPrevNode());
  if (!Inner)
    return;
  llvm::SmallVector<Operation *> Before;
  for (Operation &Op : llvm::make_range(Body.begin(), Inner->getIterator()))
    Before.push_back(&Op);
  for (Operation *Op : llvm::reverse(Before))
    if (!Op->getNumRegions() && isMemoryEffectFree(Op) &&
        llvm::all_of(Op->getUsers(), [&](Operation *User) {
          return Inner.getRegion().isAncestor(User->getParentRegion());
        }))
      Op->moveBefore(&Inner.getBody()->front());
}

/// The loop that is all there is in \p Outer.
fir::DoLoopOp onlyLoopIn(fir::DoLoopOp Outer) {
  Block &Body = *Outer.getBody();
  auto Inner = dyn_cast<fir::DoLoopOp>(Body.front());
  return Inner && Inner->getNextNode() == Body.getTerminator()
             ? Inner
             : fir::DoLoopOp();
}

/// Makes one acc.loop of a nest that hands on no values. Its order is kept if
/// need be.
acc::LoopOp convertNest(llvm::MutableArrayRef<fir::DoLoopOp> Nest,
                        bool InAnyOrder) {
  fir::DoLoopOp Loop = Nest.front();
  OpBuilder Builder(Loop);
  llvm::SmallVector<Value> Lower, Upper, Step;
  for (fir::DoLoopOp Each : Nest) {
    Lower.push_back(Each.getLowerBound());
    Upper.push_back(Each.getUpperBound());
    Step.push_back(Each.getStep());
  }
  auto Made =
      acc::LoopOp::create(Builder, Loop.getLoc(), Lower, Upper, Step,
                          InAnyOrder ? acc::LoopParMode::loop_independent
                                     : acc::LoopParMode::loop_auto);
  Made.setInclusiveUpperbound(llvm::SmallVector<bool>(Nest.size(), true));
  Block *Body = &Nest.back().getRegion().front();
  Builder.setInsertionPoint(Body->getTerminator());
  acc::YieldOp::create(Builder, Loop.getLoc());
  Body->getTerminator()->erase();
  Region &Into = Made.getRegion();
  Into.getBlocks().clear();
  Block *To = Builder.createBlock(&Into);
  for (fir::DoLoopOp Each : Nest) {
    Value Index = To->addArgument(Builder.getIndexType(), Each.getLoc());
    Each.getInductionVar().replaceAllUsesWith(Index);
  }
  To->getOperations().splice(To->end(), Body->getOperations());
  Loop.erase();
  return Made;
}

/// Reads descriptors before a loop that changes none, with what is computed of
/// them: WHERE and FORALL do so in each iteration, and the subscripts would be
/// unknown.
void hoistDescriptors(fir::DoLoopOp Loop) {
  bool Changes = false;
  Loop.walk([&](Operation *Op) {
    if (auto Store = dyn_cast<fir::StoreOp>(Op))
      Changes |= isa<fir::BaseBoxType>(Store.getValue().getType());
    else
      Changes |= isa<fir::CallOp, fir::AllocMemOp, fir::FreeMemOp>(Op);
  });
  if (Changes)
    return;
  llvm::SmallVector<fir::DoLoopOp> Loops;
  Loop.walk([&](fir::DoLoopOp Each) { Loops.push_back(Each); });
  // The innermost first. Conditions keep what they compute without effect.
  for (fir::DoLoopOp Each : Loops)
    Each.walk<WalkOrder::PreOrder>([&](Operation *Op) {
      bool IsDescriptor = isa<fir::LoadOp>(Op) &&
                          isa<fir::BaseBoxType>(Op->getResult(0).getType());
      bool IsFree = !Op->getNumRegions() && isMemoryEffectFree(Op) &&
                    (isPure(Op) || isa<fir::FIROpsDialect>(Op->getDialect()));
      if (Op == Each || !(IsDescriptor || IsFree) ||
          Op->hasTrait<OpTrait::IsTerminator>() ||
          llvm::any_of(Op->getOperands(), [&](Value V) {
            return Each.getRegion().isAncestor(V.getParentRegion());
          }))
        return WalkResult::advance();
      Op->moveBefore(Each);
      return WalkResult::skip();
    });
}

/// Whether the loop's variable has a part in the place of each store. Flang
/// calls the loop over the terms of an integer MATMUL unordered, though its
/// iterations add to the same elements.
bool storesByIndex(fir::DoLoopOp Loop) {
  auto DependsOnIndex = [&](Value Address) {
    llvm::SetVector<Value> Slice;
    Slice.insert(Address);
    for (unsigned I = 0; I < Slice.size(); ++I) {
      if (Slice[I] == Loop.getInductionVar())
        return true;
      Operation *Op = Slice[I].getDefiningOp();
      if (Op && Loop->isAncestor(Op))
        Slice.insert_range(Op->getOperands());
    }
    return false;
  };
  auto Result = Loop.walk([&](Operation *Op) {
    Value Address = assignedAddress(Op);
    if (!Address)
      return WalkResult::advance();
    Operation *Variable = rootOf(Address).getDefiningOp();
    bool IsOwn = isa_and_nonnull<fir::AllocaOp, fir::AllocMemOp>(Variable) &&
                 Loop->isAncestor(Variable);
    return IsOwn || DependsOnIndex(Address) ? WalkResult::advance()
                                            : WalkResult::interrupt();
  });
  return !Result.wasInterrupted();
}

/// The only operation with effects in a body that has no loops and conditions
/// beside loads, if it is a store of a number or truth value; null else.
fir::StoreOp onlyStoreIn(Block &Body) {
  fir::StoreOp Only;
  for (Operation &Op : Body.without_terminator()) {
    auto Store = dyn_cast<fir::StoreOp>(Op);
    if (Op.getNumRegions() || (Store && Only) ||
        !(Store || isa<fir::LoadOp>(Op) || isMemoryEffectFree(&Op)))
      return {};
    if (Store)
      Only = Store;
  }
  Type T = Only ? Only.getValue().getType() : Type();
  return T && (T.isIntOrFloat() || isa<ComplexType, fir::LogicalType>(T))
             ? Only
             : fir::StoreOp();
}

/// Makes loops of \p Nest without the first, and the first inside of them,
/// which hands on the element that \p Store adds to. Null if the element is
/// read in another way, too.
fir::DoLoopOp makeInnermost(llvm::ArrayRef<fir::DoLoopOp> Nest,
                            fir::StoreOp Store,
                            llvm::SmallVectorImpl<fir::DoLoopOp> &Made) {
  fir::DoLoopOp Terms = Nest.front(), Last = Nest.back();
  Location Loc = Store.getLoc();
  Block *Body = Last.getBody();
  llvm::SmallVector<fir::LoadOp> Olds;
  for (auto Load : Body->getOps<fir::LoadOp>()) {
    if (rootOf(Load.getMemref()) != rootOf(Store.getMemref()))
      continue;
    if (Load.getMemref() != Store.getMemref() || !Load->isBeforeInBlock(Store))
      return {};
    Olds.push_back(Load);
  }
  OpBuilder Builder(Terms);
  IRMapping Variables;
  for (fir::DoLoopOp Each : Nest.drop_front()) {
    Made.push_back(fir::DoLoopOp::create(Builder, Each.getLoc(),
                                         Each.getLowerBound(),
                                         Each.getUpperBound(), Each.getStep()));
    Variables.map(Each.getInductionVar(), Made.back().getInductionVar());
    Builder.setInsertionPointToStart(Made.back().getBody());
  }
  // The address, of which the variable of the terms has no part.
  llvm::SetVector<Operation *> Address;
  auto Add = [&](Value V) {
    if (Operation *Op = V.getDefiningOp(); Op && Op->getBlock() == Body)
      Address.insert(Op);
  };
  Add(Store.getMemref());
  for (unsigned I = 0; I < Address.size(); ++I)
    llvm::for_each(Address[I]->getOperands(), Add);
  for (Operation &Op : Body->without_terminator())
    if (Address.contains(&Op))
      Builder.clone(Op, Variables);
  Value Element = Variables.lookupOrDefault(Store.getMemref());
  Value First = fir::LoadOp::create(Builder, Loc, Element);
  auto Inner = fir::DoLoopOp::create(
      Builder, Loc, Terms.getLowerBound(), Terms.getUpperBound(),
      Terms.getStep(), /*unordered=*/false, /*finalCountValue=*/false, First);
  fir::StoreOp::create(Builder, Loc, Inner.getResult(0), Element);
  Variables.map(Terms.getInductionVar(), Inner.getInductionVar());
  for (fir::LoadOp Old : Olds)
    Variables.map(Old.getResult(), Inner.getRegionIterArgs()[0]);
  Builder.setInsertionPointToStart(Inner.getBody());
  for (Operation &Op : Body->without_terminator())
    if (&Op != Store && !llvm::is_contained(Olds, &Op))
      Builder.clone(Op, Variables);
  Value Sum = Variables.lookupOrDefault(Store.getValue());
  fir::ResultOp::create(Builder, Loc, Sum);
  return Inner;
}

/// The loop over the terms of MATMUL is the outermost, and all elements wait
/// for its iterations. It becomes the innermost if the elements are then
/// independent: each still gets its terms in their order.
bool moveTermsInside(fir::DoLoopOp Loop) {
  OpBuilder Builder(Loop);
  auto Copy = cast<fir::DoLoopOp>(Builder.clone(*Loop));
  auto IsDefinedIn = [&](Value V) {
    return Copy.getRegion().isAncestor(V.getParentRegion());
  };
  llvm::SmallVector<fir::DoLoopOp> Nest = {Copy}, Made;
  while (true) {
    sinkIntoLoop(Nest.back());
    fir::DoLoopOp Inner = onlyLoopIn(Nest.back());
    if (!Inner || !mayConvert(Inner) || !storesByIndex(Inner) ||
        llvm::any_of(Inner->getOperands(), IsDefinedIn))
      break;
    Nest.push_back(Inner);
  }
  fir::StoreOp Store =
      Nest.size() > 1 ? onlyStoreIn(*Nest.back().getBody()) : fir::StoreOp();
  bool Moved = Store && makeInnermost(Nest, Store, Made);
  Copy.erase();
  if (!Moved)
    return false;
  acc::LoopOp Elements = convertNest(Made, /*InAnyOrder=*/false);
  if (findDependence(Elements)) {
    Elements.erase();
    return false;
  }
  Loop.erase();
  return true;
}

void convert(fir::DoLoopOp Loop) {
  bool ByIndex = storesByIndex(Loop);
  auto IsInAnyOrder = [&](fir::DoLoopOp Each) {
    return Each.getUnordered().value_or(false) && ByIndex;
  };
  bool InAnyOrder = IsInAnyOrder(Loop);
  if (!InAnyOrder)
    hoistDescriptors(Loop);
  if (!ByIndex && moveTermsInside(Loop))
    return;
  llvm::SmallVector<fir::DoLoopOp> Nest = {Loop};
  auto IsDefinedIn = [&](Value V) {
    return Loop.getRegion().isAncestor(V.getParentRegion());
  };
  while (true) {
    if (!InAnyOrder)
      sinkIntoLoop(Nest.back());
    fir::DoLoopOp Inner = onlyLoopIn(Nest.back());
    if (!Inner || !mayConvert(Inner) || storesByIndex(Inner) != ByIndex ||
        IsInAnyOrder(Inner) != InAnyOrder ||
        llvm::any_of(Inner->getOperands(), IsDefinedIn))
      break;
    Nest.push_back(Inner);
  }
  convertNest(Nest, InAnyOrder);
}

/// A nest of loops that hand on one value.
class Fold {
public:
  explicit Fold(fir::DoLoopOp Loop);
  bool mayConvert();
  Value makeVariable(acc::KernelsOp Construct, Type Stored);
  llvm::SmallVector<fir::DoLoopOp> makePlainLoops(Operation *Terminator);
  void convert(acc::KernelsOp Construct);

private:
  fir::DoLoopOp innermost() { return Nest.back(); }
  Value old() { return innermost().getRegionIterArgs()[0]; }
  Operation *result() { return innermost().getBody()->getTerminator(); }
  bool isExtremum();
  void simplifyCount();
  std::string nameOfSource();

  llvm::SmallVector<fir::DoLoopOp> Nest;
  /// Of MAXVAL and MINVAL of reals: comparison with the greatest value so far.
  arith::CmpFOp Extremum;
};

Fold::Fold(fir::DoLoopOp Loop) {
  Nest.push_back(Loop);
  while (true) {
    fir::DoLoopOp Outer = Nest.back();
    auto Inner = dyn_cast<fir::DoLoopOp>(Outer.getBody()->front());
    if (!Inner || Inner->getNextNode() != Outer.getBody()->getTerminator() ||
        Inner.getNumResults() != 1 || Outer.getNumResults() != 1 ||
        Inner.getInitArgs()[0] != Outer.getRegionIterArgs()[0] ||
        Inner->getNextNode()->getOperand(0) != Inner.getResult(0) ||
        llvm::any_of(llvm::ArrayRef<Value>{Inner.getLowerBound(),
                                           Inner.getUpperBound(),
                                           Inner.getStep()},
                     [&](Value V) {
                       return Loop.getRegion().isAncestor(V.getParentRegion());
                     }))
      break;
    Nest.push_back(Inner);
  }
}

/// x > old .or. (old /= old .and. x == x), the condition of a select.
bool Fold::isExtremum() {
  auto Select = result()->getOperand(0).getDefiningOp<arith::SelectOp>();
  if (!Select || Select.getFalseValue() != old())
    return false;
  auto Or = Select.getCondition().getDefiningOp<arith::OrIOp>();
  auto Compare =
      Or ? Or.getLhs().getDefiningOp<arith::CmpFOp>() : arith::CmpFOp();
  auto And = Or ? Or.getRhs().getDefiningOp<arith::AndIOp>() : arith::AndIOp();
  if (!Compare || !And || Compare.getLhs() != Select.getTrueValue() ||
      Compare.getRhs() != old())
    return false;
  auto IsTest = [](Value V, Value Of, arith::CmpFPredicate Predicate) {
    auto Test = V.getDefiningOp<arith::CmpFOp>();
    return Test && Test.getPredicate() == Predicate && Test.getLhs() == Of &&
           Test.getRhs() == Of;
  };
  if ((Compare.getPredicate() != arith::CmpFPredicate::OGT &&
       Compare.getPredicate() != arith::CmpFPredicate::OLT) ||
      !IsTest(And.getLhs(), old(), arith::CmpFPredicate::UNE) ||
      !IsTest(And.getRhs(), Select.getTrueValue(), arith::CmpFPredicate::OEQ))
    return false;
  Extremum = Compare;
  return true;
}

/// cond ? old + 1 : old is old + (cond ? 1 : 0).
void Fold::simplifyCount() {
  auto Select = result()->getOperand(0).getDefiningOp<arith::SelectOp>();
  if (!Select || Select.getFalseValue() != old())
    return;
  auto Add = Select.getTrueValue().getDefiningOp<arith::AddIOp>();
  if (!Add || Add.getLhs() != old())
    return;
  OpBuilder Builder(Select);
  Location Loc = Select.getLoc();
  Value Zero = arith::ConstantOp::create(
      Builder, Loc, Builder.getIntegerAttr(Add.getType(), 0));
  Value More = arith::SelectOp::create(Builder, Loc, Select.getCondition(),
                                       Add.getRhs(), Zero);
  result()->setOperand(0, arith::AddIOp::create(Builder, Loc, old(), More));
}

/// The name of the first array that is read.
std::string Fold::nameOfSource() {
  std::string Name;
  innermost().walk([&](fir::LoadOp Load) {
    Value V = Load.getMemref();
    Operation *Definer = V.getDefiningOp();
    while (Name.empty() && Definer && Definer->getNumOperands() > 0) {
      if (isa<fir::DeclareOp>(Definer))
        Name = sourceNameOf(V);
      V = Definer->getOperand(0);
      Definer = V.getDefiningOp();
    }
  });
  return Name;
}

bool Fold::mayConvert() {
  Type T = innermost().getResult(0).getType();
  if (innermost().getNumResults() != 1 || innermost().getFinalValue() ||
      !(T.isIntOrFloat() || isa<ComplexType, fir::LogicalType>(T)))
    return false;
  if (isExtremum())
    return true;
  // What the loop begins with is known, or at least the same in each thread.
  Operation *Init = Nest.front().getInitArgs()[0].getDefiningOp();
  return !Init || !Init->getNumRegions();
}

/// A variable for the value, and a clause of the construct for it.
Value Fold::makeVariable(acc::KernelsOp Construct, Type Stored) {
  Location Loc = Nest.front().getLoc();
  OpBuilder Builder(Construct);
  // Each thread of an OpenMP region has a variable of its own.
  fir::FirOpBuilder Around(
      Construct, fir::getKindMapping(Construct->getParentOfType<ModuleOp>()));
  Builder.setInsertionPointToStart(Around.getAllocaBlock());
  std::string Name = nameOfSource() + FoldSuffix.str();
  Value Variable = fir::AllocaOp::create(Builder, Loc, Stored, Name);
  Builder.setInsertionPoint(Construct);
  auto Clause =
      acc::CreateOp::create(Builder, Loc, Variable,
                            /*structured=*/true, /*implicit=*/true, Name);
  Construct.getDataClauseOperandsMutable().append(Clause.getAccVar());
  Builder.setInsertionPointAfter(Construct);
  auto End =
      acc::DeleteOp::create(Builder, Loc, Clause.getAccVar(),
                            /*structured=*/true, /*implicit=*/true, Name);
  End.setDataClause(acc::DataClause::acc_create);
  return Variable;
}

/// Loops without a value in place of the nest, with the innermost body up to
/// \p Terminator.
llvm::SmallVector<fir::DoLoopOp> Fold::makePlainLoops(Operation *Terminator) {
  fir::DoLoopOp Outer = Nest.front();
  Block *Body = innermost().getBody();
  llvm::SmallVector<fir::DoLoopOp> Plain;
  OpBuilder Builder(Outer);
  for (fir::DoLoopOp Each : Nest) {
    auto Made =
        fir::DoLoopOp::create(Builder, Each.getLoc(), Each.getLowerBound(),
                              Each.getUpperBound(), Each.getStep());
    Each.getInductionVar().replaceAllUsesWith(Made.getInductionVar());
    Plain.push_back(Made);
    Builder.setInsertionPointToStart(Made.getBody());
  }
  Block *Into = Plain.back().getBody();
  Terminator->eraseOperands(0, Terminator->getNumOperands());
  Into->getOperations().splice(Into->begin(), Body->getOperations(),
                               Body->begin(), Terminator->getIterator());
  Outer->dropAllUses();
  Outer.erase();
  return Plain;
}

void Fold::convert(acc::KernelsOp Construct) {
  fir::DoLoopOp Outer = Nest.front();
  Location Loc = Outer.getLoc();
  Value Result = Outer.getResult(0), Init = Outer.getInitArgs()[0];
  Type T = Result.getType();
  simplifyCount();
  // A variable has a type of the language's.
  Type Stored =
      T.isInteger(1) ? fir::LogicalType::get(Outer.getContext(), 4) : T;
  OpBuilder Builder(Outer);
  auto Convert = [&](Value V, Type To) -> Value {
    return V.getType() == To ? V : fir::ConvertOp::create(Builder, Loc, To, V);
  };
  Value Variable = makeVariable(Construct, Stored);
  Builder.setInsertionPoint(Outer);
  Value First = Init;
  if (Extremum) {
    auto Real = cast<FloatType>(T);
    bool Greatest = Extremum.getPredicate() == arith::CmpFPredicate::OGT;
    First = arith::ConstantOp::create(
        Builder, Loc, Real,
        FloatAttr::get(Real, llvm::APFloat::getInf(Real.getFloatSemantics(),
                                                   /*Negative=*/Greatest)));
  }
  fir::StoreOp::create(Builder, Loc, Convert(First, Stored), Variable);
  Builder.setInsertionPointAfter(Outer);
  Value Last = Convert(fir::LoadOp::create(Builder, Loc, Variable), T);
  if (Extremum) {
    if (Operation *Given = Init.getDefiningOp();
        Given && Given->getBlock() == Outer->getBlock() && Given->hasOneUse())
      Given->moveAfter(Last.getDefiningOp());
    Builder.setInsertionPointAfterValue(
        Init.getParentBlock() == Outer->getBlock() && Init.getDefiningOp() &&
                Last.getDefiningOp()->isBeforeInBlock(Init.getDefiningOp())
            ? Init
            : Last);
    Value IsFirst = arith::CmpFOp::create(
        Builder, Loc, arith::CmpFPredicate::OEQ, Last, First);
    Last = arith::SelectOp::create(Builder, Loc, IsFirst, Init, Last);
  }
  Result.replaceAllUsesWith(Last);

  // The innermost body on the variable; loops without a value around it.
  Block *Body = innermost().getBody();
  Operation *Terminator = result();
  Builder.setInsertionPointToStart(Body);
  Value Old = Convert(fir::LoadOp::create(Builder, Loc, Variable), T);
  old().replaceAllUsesWith(Old);
  Value New = Terminator->getOperand(0);
  Builder.setInsertionPoint(Terminator);
  if (Extremum) {
    Extremum->moveBefore(Terminator);
    New = arith::SelectOp::create(Builder, Loc, Extremum, Extremum.getLhs(),
                                  Extremum.getRhs());
  }
  fir::StoreOp::create(Builder, Loc, Convert(New, Stored), Variable);
  llvm::SmallVector<fir::DoLoopOp> Plain = makePlainLoops(Terminator);
  convertNest(Plain, /*InAnyOrder=*/false);
}

} // namespace

void makeArrayLoops(ModuleOp Module) {
  Module.walk([](acc::KernelsOp Construct) {
    llvm::SmallVector<fir::DoLoopOp> Loops, Folds;
    Construct.getRegion().walk<WalkOrder::PreOrder>([&](Operation *Op) {
      if (isa<acc::LoopOp, fir::IfOp>(Op))
        return WalkResult::advance();
      auto Loop = dyn_cast<fir::DoLoopOp>(Op);
      if (!Loop)
        return WalkResult::advance();
      // Of a nest only the outermost: the others are part of it, or sequential.
      if (mayConvert(Loop))
        Loops.push_back(Loop);
      else if (Loop.getNumResults() == 1)
        Folds.push_back(Loop);
      return WalkResult::skip();
    });
    for (fir::DoLoopOp Loop : Loops)
      convert(Loop);
    // The variable of a fold is for one launch at a time.
    bool IsAsync = Construct.hasAsyncOnly() || Construct.getAsyncValue() ||
                   !Construct.getAsyncOperands().empty();
    bool Any = false;
    for (fir::DoLoopOp Loop : Folds)
      if (Fold Each(Loop); !IsAsync && !Loop->getParentOfType<acc::LoopOp>() &&
                           Each.mayConvert()) {
        Each.convert(Construct);
        Any = true;
      }
    if (Any)
      eraseUnused(Construct.getRegion(),
                  [](Operation *Op) { return isOpTriviallyDead(Op); });
  });
}

} // namespace warpfort::openacc
