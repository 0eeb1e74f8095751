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
//===----------------------------------------------------------------------===//
#include "ArrayLoops.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"

using namespace mlir;

namespace warpfort::openacc {
namespace {

bool mayConvert(fir::DoLoopOp Loop) {
  return Loop.getNumResults() == 0 && !Loop.getFinalValue();
}

/// The loop that is all there is in \p Outer.
fir::DoLoopOp onlyLoopIn(fir::DoLoopOp Outer) {
  Block &Body = *Outer.getBody();
  auto Inner = dyn_cast<fir::DoLoopOp>(Body.front());
  return Inner && Inner->getNextNode() == Body.getTerminator()
             ? Inner
             : fir::DoLoopOp();
}

void convert(fir::DoLoopOp Loop) {
  OpBuilder Builder(Loop);
  llvm::SmallVector<fir::DoLoopOp> Nest = {Loop};
  auto IsDefinedIn = [&](Value V) {
    return Loop.getRegion().isAncestor(V.getParentRegion());
  };
  while (Loop.getUnordered()) {
    fir::DoLoopOp Inner = onlyLoopIn(Nest.back());
    if (!Inner || !mayConvert(Inner) || !Inner.getUnordered() ||
        llvm::any_of(Inner->getOperands(), IsDefinedIn))
      break;
    Nest.push_back(Inner);
  }
  llvm::SmallVector<Value> Lower, Upper, Step;
  for (fir::DoLoopOp Each : Nest) {
    Lower.push_back(Each.getLowerBound());
    Upper.push_back(Each.getUpperBound());
    Step.push_back(Each.getStep());
  }
  auto Made = acc::LoopOp::create(Builder, Loop.getLoc(), Lower, Upper, Step,
                                  Loop.getUnordered()
                                      ? acc::LoopParMode::loop_independent
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

} // namespace

void makeArrayLoops(ModuleOp Module) {
  Module.walk([](acc::KernelsOp Construct) {
    llvm::SmallVector<fir::DoLoopOp> Loops;
    Construct.getRegion().walk<WalkOrder::PreOrder>([&](Operation *Op) {
      if (isa<acc::LoopOp, fir::IfOp>(Op))
        return WalkResult::advance();
      auto Loop = dyn_cast<fir::DoLoopOp>(Op);
      if (!Loop)
        return WalkResult::advance();
      // Of a nest only the outermost: the others are part of it, or sequential.
      if (mayConvert(Loop))
        Loops.push_back(Loop);
      return WalkResult::skip();
    });
    for (fir::DoLoopOp Loop : Loops)
      convert(Loop);
  });
}

} // namespace warpfort::openacc
