//===-- ACCOutline.cpp - Kernels from compute constructs ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes a kernel (KernelOutliner.cpp) of each parallel and serial construct
/// and of each run of statements of a kernels construct that ends with a loop.
///
//===----------------------------------------------------------------------===//
#include "KernelOutliner.h"
#include "Transforms/Common/LoopKernel.h"
#include "Transforms/OpenACC/Clauses/ArrayReductions.h"
#include "Transforms/OpenACC/Clauses/SharedScalars.h"
#include "Transforms/OpenACC/Facts/RuntimeData.h"
#include "Transforms/OpenACC/Plan/KernelRuns.h"
#include "Transforms/OpenACC/Plan/LastValues.h"
#include "Transforms/OpenACC/Plan/LoopPlan.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/Transforms/CUF/Passes.h"
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_ACCOUTLINEPASS
#include "warpfort/Transforms/OpenACC/Passes.h.inc"
} // namespace warpfort

namespace warpfort::openacc {
namespace {

/// Puts the blocks of a construct with branches between its statements into one
/// operation.
void wrapBlocks(Operation *Construct) {
  Region &Body = Construct->getRegion(0);
  OpBuilder Builder(Construct);
  auto Execute =
      scf::ExecuteRegionOp::create(Builder, Construct->getLoc(), TypeRange{});
  Execute.getRegion().takeBody(Body);
  for (Block &B : Execute.getRegion()) {
    Operation *End = B.getTerminator();
    if (!isa<acc::YieldOp, acc::TerminatorOp>(End))
      continue;
    Builder.setInsertionPoint(End);
    scf::YieldOp::create(Builder, End->getLoc());
    End->erase();
  }
  Block *Only = Builder.createBlock(&Body);
  Execute->moveBefore(Only, Only->end());
  Builder.setInsertionPointToEnd(Only);
  acc::YieldOp::create(Builder, Construct->getLoc());
}

class ACCOutline : public impl::ACCOutlinePassBase<ACCOutline> {
public:
  using ACCOutlinePassBase::ACCOutlinePassBase;

  TripCountMode tripCounts() const { return {HostTrips, CompareTrips}; }

  /// Whether the operations of a block can be split into runs, and those of the
  /// loops in it that the host runs. \p Outer is what comes before the block.
  bool canSplit(Operation *Construct, Block &Body, const Run &Outer) {
    llvm::SmallVector<Run> Runs = {Outer};
    splitBlock(Body, Runs);
    if (failed(completeRuns(Runs, !Outer.empty())))
      return false;
    Run Before = Outer;
    for (Operation &Op : Body.without_terminator()) {
      if (isHostLoop(&Op, Construct) &&
          !canSplit(Construct, cast<acc::LoopOp>(Op).getRegion().front(),
                    Before))
        return false;
      Before.push_back(&Op);
    }
    return true;
  }

  LogicalResult outlineBlock(Operation *Construct, Block &Body,
                             const Run &Outer, Operation *Before,
                             llvm::function_ref<std::string()> NextName) {
    llvm::SmallVector<Run> Runs = {Outer};
    splitBlock(Body, Runs);
    // Found possible before.
    llvm::SmallVector<Operation *> Last;
    for (const Run &R : Runs) {
      bool Alone = !R.empty() && !needsKernel(llvm::ArrayRef(R).drop_back());
      Last.push_back(Alone ? R.back() : nullptr);
    }
    (void)completeRuns(Runs, !Outer.empty());
    for (unsigned I = 1; I < Runs.size(); ++I) {
      if (!isHostLoop(Last[I], Construct)) {
        if (needsKernel(Runs[I]) &&
            failed(outlineKernel(getOperation(), Construct, Runs[I], Before,
                                 NextName(), tripCounts())))
          return failure();
        continue;
      }
      Run Former = Outer;
      for (Operation &Op : Body) {
        if (&Op == Last[I])
          break;
        Former.push_back(&Op);
      }
      if (failed(outlineHostLoop(Construct, cast<acc::LoopOp>(Last[I]), Former,
                                 Before, NextName)))
        return failure();
    }
    return success();
  }

  /// The value before \p Upper on the way of \p Step.
  static Value lastBefore(OpBuilder &Builder, Location Loc, Value Upper,
                          Value Step) {
    auto Constant = [&](int64_t N) {
      return arith::ConstantIndexOp::create(Builder, Loc, N);
    };
    Value IsDown = arith::CmpIOp::create(
        Builder, Loc, arith::CmpIPredicate::slt, Step, Constant(0));
    return arith::AddIOp::create(Builder, Loc, Upper,
                                 arith::SelectOp::create(Builder, Loc, IsDown,
                                                         Constant(1),
                                                         Constant(-1)));
  }

  LogicalResult outlineHostLoop(Operation *Construct, acc::LoopOp Loop,
                                const Run &Former, Operation *Before,
                                llvm::function_ref<std::string()> NextName) {
    reportHostLoop(Construct, Loop);
    OpBuilder Builder(Before);
    Location Loc = Loop.getLoc();
    Type Index = Builder.getIndexType();
    auto Bound = [&](Value V) -> Value {
      Value Known = computeOnHost(Builder, V, Construct);
      return fir::ConvertOp::create(Builder, Loc, Index, Known);
    };
    Value Lower = Bound(Loop.getLowerbound()[0]);
    Value Upper = Bound(Loop.getUpperbound()[0]);
    Value Step = Bound(Loop.getStep()[0]);
    if (!isClosed(Loop, 0))
      Upper = lastBefore(Builder, Loc, Upper, Step);
    auto Host = fir::DoLoopOp::create(Builder, Loc, Lower, Upper, Step);
    Operation *End = Host.getBody()->getTerminator();
    Builder.setInsertionPoint(End);
    Block &Body = Loop.getRegion().front();
    fir::StoreOp Store = storeOfIndex(Loop);
    Value IV = fir::ConvertOp::create(
        Builder, Loc, Body.getArgument(0).getType(), Host.getInductionVar());
    llvm::SmallVector<fir::LoadOp> Loads;
    for (Operation *User : Store.getMemref().getUsers())
      if (auto Load = dyn_cast<fir::LoadOp>(User))
        Loads.push_back(Load);
    for (fir::LoadOp Load : Loads) {
      Load.replaceAllUsesWith(IV);
      Load.erase();
    }
    Store.erase();
    Body.getArgument(0).replaceAllUsesWith(IV);
    return outlineBlock(Construct, Body, Former, End, NextName);
  }

  void outline(Operation *Construct, unsigned &Number) {
    auto Parent = Construct->getParentOfType<func::FuncOp>();
    auto NextName = [&] {
      return kernelSymbol(Parent, "_acc_" + Twine(Number++));
    };
    dropDeclarations(Construct);
    // Also where nothing is launched.
    fir::FirOpBuilder Host(Construct, fir::getKindMapping(getOperation()));
    createWaitsBeforeData(Host, Construct);
    prepareArrayReductions(Construct);
    readByValue(Construct);
    Region &Body = Construct->getRegion(0);
    if (auto Kernels = dyn_cast<acc::KernelsOp>(Construct);
        Kernels && llvm::hasSingleElement(Body)) {
      if (!OtherVersionAttr.isOn(Kernels))
        warnOfAssumptions(Kernels);
      keepLastValues(Kernels);
    }
    LogicalResult Result = success();
    auto Parallel = dyn_cast<acc::ParallelOp>(Construct);
    if ((Parallel ? passesDataOn(Parallel) : llvm::hasSingleElement(Body)) &&
        canSplit(Construct, Body.front(), {})) {
      if (Parallel)
        SplitConstructAttr.set(Parallel);
      Result = outlineBlock(Construct, Body.front(), {}, Construct, NextName);
    } else {
      // Loops that cannot be kernels of their own are not the kernel's either.
      if (!llvm::hasSingleElement(Body) || isa<acc::KernelsOp>(Construct))
        wrapBlocks(Construct);
      Run All;
      for (Operation &Op : Body.front().without_terminator())
        All.push_back(&Op);
      if (needsKernel(All))
        Result = outlineKernel(getOperation(), Construct, All, Construct,
                               NextName(), tripCounts());
    }
    // There may be errors in others.
    if (failed(Result))
      IncompleteAttr.set(getOperation());
    Construct->erase();
  }

  void runOnOperation() override {
    llvm::SmallVector<Operation *> Constructs;
    getOperation().walk([&](Operation *Op) {
      if (isa<acc::ParallelOp, acc::KernelsOp>(Op))
        Constructs.push_back(Op);
    });
    unsigned Number = 0;
    for (Operation *Construct : Constructs)
      outline(Construct, Number);
  }
};

} // namespace
} // namespace warpfort::openacc
