//===-- RecoverLoops.cpp - Loops around branches --------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where anything in the body of a loop branches (an inner loop with EXIT, DO
/// WHILE, GOTO), Flang makes basic blocks of all loops around it, too
/// (CountedBlocks.h). The acc.loop that it makes of those with a directive has
/// no bounds, for all loops that COLLAPSE names, and of the others it makes no
/// acc.loop: nothing could run them in parallel. Here they become what Flang
/// makes of loops without branches, and the blocks of the body are in one
/// operation of the innermost:
///
///     acc.loop control(j, i) {     acc.loop control(j) {
///       scf.execute_region           acc.loop control(i) auto {
///     }                                scf.execute_region
///
/// As for these, limits of collapsed loops are computed before the nest. STOP,
/// which Flang lets leave the loop, is as good as CYCLE: it does not come back.
/// Works on HLFIR as it comes from Flang.
///
//===----------------------------------------------------------------------===//
#include "CountedBlocks.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_RECOVERLOOPSPASS
#include "warpfort/Transforms/OpenACC/Passes.h.inc"

namespace {

using openacc::CountedBlocks;
using openacc::rootOf;

/// Where a block leads to, if that is one other.
Block *successorOf(Block &B) {
  auto Branch = dyn_cast<cf::BranchOp>(B.getTerminator());
  return Branch ? Branch.getDest() : nullptr;
}

//===-- Loops with a directive --------------------------------------------===//

class Nest {
public:
  explicit Nest(acc::LoopOp Loop) : Loop(Loop) {}
  /// False, and nothing is changed, where the blocks are others.
  bool recover();

private:
  bool collect(Value V);
  bool collectLoad(fir::LoadOp Load);
  bool findLimits(CountedBlocks &Blocks);
  bool isWholeBody(CountedBlocks &Blocks);
  void moveLimits(CountedBlocks &Blocks);
  void recoverOuter(CountedBlocks &Blocks);
  bool recoverInner();

  acc::LoopOp Loop;
  /// The body of the innermost loop so far.
  scf::ExecuteRegionOp Execute;
  /// The block before the loop whose limits are looked for.
  Block *Entry = nullptr;
  llvm::SmallVector<Value> Indices, Lower, Upper, Step;
  /// What computes its limits.
  llvm::SetVector<Operation *> Limits;
  /// Their reads of what the loop has for itself; they are of the variable
  /// outside.
  llvm::SmallVector<std::pair<fir::LoadOp, Value>> Outside;
};

/// Limits may not depend on what the nest does.
bool Nest::collectLoad(fir::LoadOp Load) {
  Value Memory = rootOf(Load.getMemref());
  Operation *Maker = Memory.getDefiningOp();
  bool IsInside = Loop.getRegion().isAncestor(Memory.getParentRegion());
  if (llvm::is_contained(Indices, Memory) || IsInside)
    return false;
  if (!Indices.empty() &&
      Loop->walk([&](Operation *Op) {
            Value To;
            if (auto Assign = dyn_cast<hlfir::AssignOp>(Op))
              To = Assign.getLhs();
            else if (auto Store = dyn_cast<fir::StoreOp>(Op))
              To = Store.getMemref();
            return To && rootOf(To) == Memory ? WalkResult::interrupt()
                                              : WalkResult::advance();
          })
          .wasInterrupted())
    return false;
  if (!isa_and_nonnull<acc::PrivateOp, acc::FirstprivateOp, acc::ReductionOp>(
          Maker) ||
      !llvm::is_contained(Loop->getOperands(), Memory)) {
    return true;
  }
  Value Var = acc::getVar(Maker);
  if (Var.getType() != Load.getMemref().getType() ||
      !fir::isa_trivial(Load.getType()))
    return false;
  Outside.push_back({Load, Var});
  return true;
}

/// Notes what computes a value in the entry block; false if that cannot be
/// moved.
bool Nest::collect(Value V) {
  Operation *Op = V.getDefiningOp();
  if (!Op || !Loop.getRegion().isAncestor(Op->getParentRegion()))
    return !Loop.getRegion().isAncestor(V.getParentRegion());
  if (Limits.contains(Op))
    return true;
  auto Load = dyn_cast<fir::LoadOp>(Op);
  if (Op->getBlock() != Entry || Op->getNumRegions() ||
      isa<fir::AllocaOp>(Op) ||
      !(isa<fir::LoadOp, hlfir::DeclareOp>(Op) || isMemoryEffectFree(Op)) ||
      (Load && !collectLoad(Load)))
    return false;
  bool IsOutside = !Outside.empty() && Load && Outside.back().first == Load;
  if (!IsOutside)
    for (Value Operand : Op->getOperands())
      if (!collect(Operand))
        return false;
  Limits.insert(Op);
  return true;
}

bool Nest::findLimits(CountedBlocks &Blocks) {
  Limits.clear();
  Outside.clear();
  Entry = Blocks.Entry;
  if (!collect(Blocks.Lower) || !collect(Blocks.Upper) || !collect(Blocks.Step))
    return false;
  // Nothing else may happen before the first iteration.
  return llvm::all_of(Entry->without_terminator(), [&](Operation &Op) {
    return Blocks.isStart(&Op) || Limits.contains(&Op) ||
           isa<fir::AllocaOp, fir::DummyScopeOp, hlfir::DeclareOp, fir::LoadOp>(
               Op) ||
           isMemoryEffectFree(&Op);
  });
}

/// Whether all blocks of a body are the loop's, but for those that end it.
bool Nest::isWholeBody(CountedBlocks &Blocks) {
  auto OnlyYields = [](Block &B) {
    return isa<acc::YieldOp, scf::YieldOp>(B.front());
  };
  Block &End = *Blocks.End;
  auto Branch = dyn_cast<cf::BranchOp>(End.front());
  if (!Blocks.Entry->isEntryBlock() || !Blocks.isClosed() ||
      !(OnlyYields(End) || (Branch && OnlyYields(*Branch.getDest()))))
    return false;
  // The header, which is the loop's, too, is where the entry block leads to.
  Block *Header = successorOf(*Blocks.Entry);
  return End.getSinglePredecessor() == Header &&
         llvm::all_of(*End.getParent(), [&](Block &B) {
           return &B == Blocks.Entry || &B == &End || &B == Header ||
                  Blocks.contains(&B) || OnlyYields(B);
         });
}

void Nest::moveLimits(CountedBlocks &Blocks) {
  for (auto [Load, Var] : Outside)
    Load.getMemrefMutable().assign(Var);
  for (Operation &Op : llvm::make_early_inc_range(*Entry))
    if (Limits.contains(&Op))
      Op.moveBefore(Loop);
  Lower.push_back(Blocks.Lower);
  Upper.push_back(Blocks.Upper);
  Step.push_back(Blocks.Step);
  Indices.push_back(rootOf(Blocks.index()));
}

void Nest::recoverOuter(CountedBlocks &Blocks) {
  moveLimits(Blocks);
  Block *End = Blocks.End;
  OpBuilder Builder(Entry->getTerminator());
  Value Counter = Entry->addArgument(Lower[0].getType(), Loop.getLoc());
  Execute = Blocks.takeBody(Builder, Counter, Blocks.index());
  End->getTerminator()->moveBefore(Entry, Entry->end());
  End->erase();
}

/// Makes the loop that is all of the body one of the nest.
bool Nest::recoverInner() {
  Region &Old = Execute.getRegion();
  Block *Header = successorOf(Old.front());
  auto Blocks = Header ? CountedBlocks::find(*Header) : std::nullopt;
  if (!Blocks || !isWholeBody(*Blocks) || !findLimits(*Blocks))
    return false;
  moveLimits(*Blocks);
  for (Operation &Op : llvm::make_early_inc_range(Entry->without_terminator()))
    if (!Blocks->isStart(&Op))
      Op.moveBefore(Execute);
  Block &Body = Loop.getRegion().front();
  OpBuilder Builder(Execute);
  Value Counter = Body.addArgument(Lower.back().getType(), Loop.getLoc());
  scf::ExecuteRegionOp New =
      Blocks->takeBody(Builder, Counter, Blocks->index());
  Execute.erase();
  Execute = New;
  return true;
}

bool Nest::recover() {
  Block *Header = successorOf(Loop.getRegion().front());
  auto Blocks = Header ? CountedBlocks::find(*Header) : std::nullopt;
  if (!Blocks || !isWholeBody(*Blocks) || !findLimits(*Blocks))
    return false;
  recoverOuter(*Blocks);
  size_t Loops = std::max<size_t>(Loop.getCollapseValue().value_or(1),
                                  Loop.getTileValues().size());
  while (Lower.size() < Loops && recoverInner())
    ;
  openacc::inlineOnlyBlock(Execute);
  Loop.getLowerboundMutable().assign(Lower);
  Loop.getUpperboundMutable().assign(Upper);
  Loop.getStepMutable().assign(Step);
  Loop.setInclusiveUpperbound(llvm::SmallVector<bool>(Lower.size(), true));
  Loop.removeUnstructuredAttr();
  return true;
}

//===-- Loops without a directive -----------------------------------------===//

/// Where code uses the variables that are indices of loops.
class IndexUses {
public:
  enum Kind { Unused, Used, Unknown };

  explicit IndexUses(func::FuncOp Function);
  /// What code outside of the loop does with the index that it has at its end.
  Kind find(CountedBlocks &Blocks) const;

private:
  void note(Value Index, llvm::function_ref<bool(Operation *)> IsInLoop);
  static void forEachUse(Value Memory,
                         llvm::function_ref<void(OpOperand &)> Visit);

  /// What uses the index that its own loop gives it.
  llvm::DenseSet<Operation *> InLoops;
};

IndexUses::IndexUses(func::FuncOp Function) {
  Function.walk([&](Block *B) {
    if (auto Blocks = CountedBlocks::find(*B))
      note(Blocks->index(),
           [&](Operation *User) { return Blocks->contains(User); });
  });
  Function.walk([&](fir::DoLoopOp Loop) {
    for (Operation &Op : *Loop.getBody()) {
      auto Store = dyn_cast<fir::StoreOp>(Op);
      if (!Store && !isa<fir::ConvertOp>(Op))
        break;
      if (Store && isa<BlockArgument>(Store.getValue()))
        note(Store.getMemref(),
             [&](Operation *User) { return Loop->isProperAncestor(User); });
    }
  });
}

void IndexUses::note(Value Index,
                     llvm::function_ref<bool(Operation *)> IsInLoop) {
  forEachUse(rootOf(Index), [&](OpOperand &Use) {
    if (IsInLoop(Use.getOwner()))
      InLoops.insert(Use.getOwner());
  });
}

void IndexUses::forEachUse(Value Memory,
                           llvm::function_ref<void(OpOperand &)> Visit) {
  for (OpOperand &Use : Memory.getUses()) {
    if (!isa<hlfir::DeclareOp>(Use.getOwner())) {
      Visit(Use);
      continue;
    }
    for (Value Name : Use.getOwner()->getResults())
      forEachUse(Name, Visit);
  }
}

IndexUses::Kind IndexUses::find(CountedBlocks &Blocks) const {
  Kind Result = Unused;
  forEachUse(rootOf(Blocks.index()), [&](OpOperand &Use) {
    Operation *Op = Use.getOwner();
    bool IsAssigned =
        isa<fir::StoreOp, hlfir::AssignOp>(Op) && Use.getOperandNumber() == 1;
    if (IsAssigned || Blocks.contains(Op) ||
        isa<acc::PrivateOp, ACC_COMPUTE_CONSTRUCT_AND_LOOP_OPS>(Op))
      return;
    if (!isa<fir::LoadOp, fir::CallOp, ACC_DATA_ENTRY_OPS, ACC_DATA_EXIT_OPS>(
            Op))
      Result = Unknown;
    else if (Result == Unused && !InLoops.contains(Op))
      Result = Used;
  });
  return Result;
}

/// The recipe that Flang makes for private scalars of type \p T.
llvm::StringRef getPrivateRecipe(ModuleOp Module, Type T) {
  Type Number = fir::unwrapRefType(T);
  std::string Name =
      "privatization_ref_i" + std::to_string(Number.getIntOrFloatBitWidth());
  if (auto Known = Module.lookupSymbol<acc::PrivateRecipeOp>(Name))
    return Known.getSymName();
  Location Loc = Module.getLoc();
  OpBuilder Builder = OpBuilder::atBlockBegin(Module.getBody());
  auto Recipe = acc::PrivateRecipeOp::create(Builder, Loc, Name, T);
  Builder.createBlock(&Recipe.getInitRegion(), {}, T, Loc);
  Value Memory = fir::AllocaOp::create(Builder, Loc, Number);
  auto Declare =
      hlfir::DeclareOp::create(Builder, Loc, Memory, "acc.private.init");
  acc::YieldOp::create(Builder, Loc, Declare.getBase());
  return Recipe.getSymName();
}

/// Stores what the index is at the end of the loop, before it: the loop has a
/// variable of its own.
void storeLast(OpBuilder &Builder, CountedBlocks &Blocks) {
  Location Loc = Blocks.getLoc();
  // The span of limits may be wider than their type.
  Type Wide = Builder.getI64Type(), T = Blocks.Lower.getType();
  auto Convert = [&](Type To, Value V) -> Value {
    return To == V.getType() ? V : fir::ConvertOp::create(Builder, Loc, To, V);
  };
  Value Lower = Convert(Wide, Blocks.Lower), Step = Convert(Wide, Blocks.Step);
  Value Span =
      arith::SubIOp::create(Builder, Loc, Convert(Wide, Blocks.Upper), Lower);
  Value Trips = arith::DivSIOp::create(
      Builder, Loc, arith::AddIOp::create(Builder, Loc, Span, Step), Step);
  Value Zero = arith::ConstantIntOp::create(Builder, Loc, Wide, 0);
  Trips = arith::MaxSIOp::create(Builder, Loc, Trips, Zero);
  Value Way = arith::MulIOp::create(Builder, Loc, Trips, Step);
  Value Last = arith::AddIOp::create(Builder, Loc, Lower, Way);
  fir::StoreOp::create(Builder, Loc, Convert(T, Last), Blocks.index());
}

/// Whether it is a variable that only its procedure knows, or a construct.
bool isOwnVariable(Value Index) {
  auto Declare = Index.getDefiningOp<hlfir::DeclareOp>();
  return Declare && Index == Declare.getBase() && !Declare.getFortranAttrs() &&
         !Declare.getStorage() &&
         isa_and_nonnull<fir::AllocaOp, acc::PrivateOp, acc::FirstprivateOp>(
             Declare.getMemref().getDefiningOp()) &&
         isa<IntegerType>(fir::unwrapRefType(Index.getType()));
}

/// Moves the counts of loops that are in a loop's body there: as variables from
/// before the loop, iterations would share them.
void moveCountsInside(acc::LoopOp Loop) {
  llvm::SetVector<Operation *> Counts;
  Loop.walk([&](fir::LoadOp Load) {
    auto Alloca = Load.getMemref().getDefiningOp<fir::AllocaOp>();
    if (Alloca && !Loop->isProperAncestor(Alloca) && !Alloca.getUniqName() &&
        !Alloca.getBindcName() && Alloca->getNumOperands() == 0 &&
        llvm::all_of(Alloca->getUsers(), [&](Operation *User) {
          return Loop->isProperAncestor(User) &&
                 (isa<fir::LoadOp>(User) ||
                  (isa<fir::StoreOp>(User) &&
                   User->getOperand(1) == Alloca.getResult()));
        }))
      Counts.insert(Alloca);
  });
  Block &Body = Loop.getRegion().front();
  for (Operation *Op : Counts)
    Op->moveBefore(&Body, Body.begin());
}

/// Makes the acc.loop that Flang makes of a loop in a compute construct that no
/// directive names.
void makeLoop(CountedBlocks &Blocks) {
  Block *Entry = Blocks.Entry, *End = Blocks.End;
  Location Loc = Blocks.getLoc();
  OpBuilder Builder(Entry->getTerminator());
  auto Declare = Blocks.index().getDefiningOp<hlfir::DeclareOp>();
  auto Module = Declare->getParentOfType<ModuleOp>();
  auto Private = acc::PrivateOp::create(
      Builder, Loc, Declare.getBase(), /*structured=*/true, /*implicit=*/true,
      fir::NameUniquer::deconstruct(Declare.getUniqName()).second.name);
  Private.setRecipeAttr(SymbolRefAttr::get(
      Builder.getContext(),
      getPrivateRecipe(Module, Declare.getBase().getType())));
  auto Loop = acc::LoopOp::create(Builder, Loc, Blocks.Lower, Blocks.Upper,
                                  Blocks.Step, acc::LoopParMode::loop_auto);
  Loop.setInclusiveUpperbound(llvm::SmallVector<bool>{true});
  Loop.getPrivateOperandsMutable().append(Private.getAccVar());
  Region &Body = Loop.getRegion();
  Body.getBlocks().clear();
  Builder.createBlock(&Body, {}, Blocks.Lower.getType(), Loc);
  auto Own = cast<hlfir::DeclareOp>(Builder.clone(*Declare));
  Own.getMemrefMutable().assign(Private.getAccVar());
  (void)Blocks.takeBody(Builder, Body.getArgument(0), Own.getBase());
  Builder.setInsertionPointToEnd(&Body.front());
  acc::YieldOp::create(Builder, Loc);
  for (auto [Old, New] : llvm::zip(Declare.getResults(), Own.getResults()))
    replaceAllUsesInRegionWith(Old, New, Body);
  moveCountsInside(Loop);
  Builder.setInsertionPointToEnd(Entry);
  cf::BranchOp::create(Builder, Loc, End);
}

/// Makes loops of those of a construct that are blocks.
void recoverPlainLoops(Operation *Construct, const IndexUses &Uses) {
  llvm::SmallVector<Block *> Headers;
  Construct->walk([&](Block *B) {
    // Headers stay when loops are made of others; other blocks may not.
    if (isa<acc::ParallelOp, acc::KernelsOp, scf::ExecuteRegionOp>(
            B->getParentOp()) &&
        CountedBlocks::find(*B))
      Headers.push_back(B);
  });
  bool Changed = false;
  for (Block *B : Headers) {
    auto Blocks = CountedBlocks::find(*B);
    if (!Blocks || !Blocks->isClosed() || !isOwnVariable(Blocks->index()))
      continue;
    IndexUses::Kind Kind = Uses.find(*Blocks);
    if (Kind == IndexUses::Unknown)
      continue;
    if (Kind == IndexUses::Used) {
      OpBuilder Builder(Blocks->start());
      storeLast(Builder, *Blocks);
    }
    makeLoop(*Blocks);
    Changed = true;
  }
  if (!Changed)
    return;
  openacc::mergeBlocks(Construct->getRegion(0));
  llvm::SmallVector<scf::ExecuteRegionOp> Bodies;
  Construct->walk([&](scf::ExecuteRegionOp Op) { Bodies.push_back(Op); });
  for (scf::ExecuteRegionOp Execute : Bodies) {
    openacc::mergeBlocks(Execute.getRegion());
    openacc::inlineOnlyBlock(Execute);
  }
}

class RecoverLoops : public impl::RecoverLoopsPassBase<RecoverLoops> {
public:
  void runOnOperation() override {
    llvm::SmallVector<acc::LoopOp> Loops;
    getOperation().walk([&](acc::LoopOp Loop) {
      if (Loop.getUnstructured() && Loop.getLowerbound().empty())
        Loops.push_back(Loop);
    });
    for (acc::LoopOp Loop : Loops)
      (void)Nest(Loop).recover();
    for (auto Function : getOperation().getOps<func::FuncOp>()) {
      llvm::SmallVector<Operation *> Constructs;
      Function.walk([&](Operation *Op) {
        if (isa<acc::ParallelOp, acc::KernelsOp>(Op))
          Constructs.push_back(Op);
      });
      if (Constructs.empty())
        continue;
      IndexUses Uses(Function);
      for (Operation *Construct : Constructs)
        recoverPlainLoops(Construct, Uses);
    }
  }
};

} // namespace
} // namespace warpfort
