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
/// LoopIndependence decides, as for DO loops that name nothing.
///
/// SUM, DOT_PRODUCT, MAXVAL, COUNT, ANY and the like are loops that hand on a
/// value: it becomes a variable of the device, and the loop one for which a
/// reduction clause is added later on. Of reals, MAXVAL and MINVAL then begin
/// with an infinity. A result that is still the infinity is what the function
/// would have begun with: of no elements the language's value, of NaNs one.
///
//===----------------------------------------------------------------------===//
#include "ArrayLoops.h"
#include "SharedScalars.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/HLFIRTools.h"
#include "flang/Optimizer/Builder/Runtime/Stop.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_KEEPALLOCATIONSPASS
#include "warpfort/Transforms/OpenACC/Passes.h.inc"
} // namespace warpfort

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
void convertNest(llvm::MutableArrayRef<fir::DoLoopOp> Nest, bool InAnyOrder) {
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
  auto Result = Loop.walk([&](fir::StoreOp Store) {
    Operation *Variable = rootOf(Store.getMemref()).getDefiningOp();
    bool IsOwn = isa_and_nonnull<fir::AllocaOp, fir::AllocMemOp>(Variable) &&
                 Loop->isAncestor(Variable);
    return IsOwn || DependsOnIndex(Store.getMemref()) ? WalkResult::advance()
                                                      : WalkResult::interrupt();
  });
  return !Result.wasInterrupted();
}

void convert(fir::DoLoopOp Loop) {
  bool ByIndex = storesByIndex(Loop);
  auto IsInAnyOrder = [&](fir::DoLoopOp Each) {
    return Each.getUnordered().value_or(false) && ByIndex;
  };
  bool InAnyOrder = IsInAnyOrder(Loop);
  if (!InAnyOrder)
    hoistDescriptors(Loop);
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
  llvm::SmallVector<fir::DoLoopOp> Plain;
  Builder.setInsertionPoint(Outer);
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
  convertNest(Plain, /*InAnyOrder=*/false);
}

/// Whether \p Variable is one of outside of \p Construct, or a component of
/// one, or what a data clause of it makes of one.
bool isOuterVariable(Value Variable, Operation *Construct) {
  while (auto Part = Variable.getDefiningOp<hlfir::DesignateOp>())
    Variable = Part.getMemref();
  if (auto Declare = Variable.getDefiningOp<hlfir::DeclareOp>();
      Declare &&
      isa_and_nonnull<ACC_DATA_ENTRY_OPS>(Declare.getMemref().getDefiningOp()))
    Variable = Declare.getMemref();
  if (isa_and_nonnull<acc::PrivateOp, acc::FirstprivateOp, acc::ReductionOp>(
          Variable.getDefiningOp()))
    return false;
  return !Construct->getRegion(0).isAncestor(Variable.getParentRegion());
}

template <typename Op> bool hasCondition(Op Construct) {
  return Construct.getIfCond() || Construct.getSelfCond() ||
         Construct.getSelfAttr();
}

/// The construct in which device code executes the statement; null if the host
/// may.
Operation *constructOf(hlfir::AssignOp Assign) {
  for (Operation *Op = Assign->getParentOp(); Op; Op = Op->getParentOp()) {
    if (auto Parallel = dyn_cast<acc::ParallelOp>(Op))
      return hasCondition(Parallel) ? nullptr : Op;
    if (auto Serial = dyn_cast<acc::SerialOp>(Op))
      return hasCondition(Serial) ? nullptr : Op;
    if (auto Kernels = dyn_cast<acc::KernelsOp>(Op))
      return hasCondition(Kernels) ? nullptr : Op;
  }
  return nullptr;
}

/// Whether the variable that an assignment may allocate anew is an allocatable
/// of numbers or truth values that the host knows of.
bool isOfHost(hlfir::AssignOp Assign, Operation *Construct) {
  auto Box =
      dyn_cast<fir::BoxType>(fir::unwrapRefType(Assign.getLhs().getType()));
  return Assign.getRealloc() && Box && isa<fir::HeapType>(Box.getEleTy()) &&
         fir::isa_trivial(hlfir::getFortranElementType(Box)) &&
         isOuterVariable(Assign.getLhs(), Construct);
}

/// The name of a variable or component in the source.
std::string nameOf(Value Variable) {
  if (auto Part = Variable.getDefiningOp<hlfir::DesignateOp>()) {
    std::string Name = nameOf(Part.getMemref());
    if (Part.getComponent())
      Name += ("%" + componentName(*Part.getComponent())).str();
    return Name;
  }
  auto Declare = Variable.getDefiningOp<hlfir::DeclareOp>();
  return Declare
             ? fir::NameUniquer::deconstruct(Declare.getUniqName()).second.name
             : "a variable";
}

/// The device cannot allocate for the host: ends the program unless the
/// variable, whose descriptor is \p Box, is allocated as the value asks for.
void checkAllocation(fir::FirOpBuilder &Builder, hlfir::AssignOp Assign,
                     Value Box) {
  Location Loc = Assign.getLoc();
  Value Address = Builder.createConvert(
      Loc, Builder.getI64Type(), fir::BoxAddrOp::create(Builder, Loc, Box));
  Value Fits = arith::CmpIOp::create(
      Builder, Loc, arith::CmpIPredicate::ne, Address,
      Builder.createIntegerConstant(Loc, Builder.getI64Type(), 0));
  if (hlfir::Entity Right{Assign.getRhs()}; Right.isArray()) {
    Right = hlfir::derefPointersAndAllocatables(Loc, Builder, Right);
    Value Shape = hlfir::genShape(Loc, Builder, Right);
    for (auto [Dim, Extent] :
         llvm::enumerate(hlfir::getIndexExtents(Loc, Builder, Shape))) {
      Type Index = Builder.getIndexType();
      auto Has = fir::BoxDimsOp::create(
          Builder, Loc, Index, Index, Index, Box,
          Builder.createIntegerConstant(Loc, Index, Dim));
      Fits = arith::AndIOp::create(
          Builder, Loc, Fits,
          arith::CmpIOp::create(Builder, Loc, arith::CmpIPredicate::eq,
                                Has.getResult(1),
                                Builder.createConvert(Loc, Index, Extent)));
    }
  }
  Builder.genIfThenElse(Loc, Fits)
      .genThen([] {})
      .genElse([&] {
        fir::runtime::genReportFatalUserError(
            Builder, Loc,
            "an assignment in device code would have to allocate '" +
                nameOf(Assign.getLhs()) + "', which only the host can do");
      })
      .end();
}

/// The variable that an assignment may allocate anew, in a statement of a
/// kernels construct.
bool isStatement(hlfir::AssignOp Assign) {
  auto Construct = Assign->getParentOfType<acc::KernelsOp>();
  auto Box =
      dyn_cast<fir::BaseBoxType>(fir::unwrapRefType(Assign.getLhs().getType()));
  if (!Assign.getRealloc() || !Construct || Construct.getIfCond() ||
      Construct.getSelfCond() || Construct.getSelfAttr() || !Box)
    return false;
  auto Array = dyn_cast<fir::SequenceType>(fir::unwrapRefType(Box.getEleTy()));
  return Array && fir::isa_trivial(Array.getEleTy()) &&
         !Assign->getParentOfType<acc::LoopOp>() &&
         isOuterVariable(Assign.getLhs(), Construct);
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

namespace warpfort {
namespace {

class KeepAllocations : public impl::KeepAllocationsPassBase<KeepAllocations> {
public:
  void runOnOperation() override {
    llvm::SmallVector<hlfir::AssignOp> Statements, Others;
    getOperation().walk([&](hlfir::AssignOp Assign) {
      Operation *Construct = openacc::constructOf(Assign);
      if (openacc::isStatement(Assign))
        Statements.push_back(Assign);
      else if (Construct && openacc::isOfHost(Assign, Construct))
        Others.push_back(Assign);
    });
    for (hlfir::AssignOp Assign : Statements)
      keep(Assign, /*Check=*/false);
    for (hlfir::AssignOp Assign : Others)
      keep(Assign, /*Check=*/true);
  }

private:
  void keep(hlfir::AssignOp Assign, bool Check);
};

void KeepAllocations::keep(hlfir::AssignOp Assign, bool Check) {
  fir::FirOpBuilder Builder(Assign, fir::getKindMapping(getOperation()));
  Value Box = fir::LoadOp::create(Builder, Assign.getLoc(), Assign.getLhs());
  if (Check)
    openacc::checkAllocation(Builder, Assign, Box);
  hlfir::Entity Left{Box};
  // A scalar's value is at its address.
  if (!Left.isArray())
    Left = hlfir::Entity{
        fir::BoxAddrOp::create(Builder, Assign.getLoc(), Box).getResult()};
  Assign.getLhsMutable().assign(Left);
  Assign.setRealloc(false);
}

} // namespace
} // namespace warpfort
