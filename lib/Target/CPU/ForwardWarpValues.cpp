//===-- ForwardWarpValues.cpp - Vectors of whole warps --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between two warp operations the values of a warp's threads go through the
// context, an array each, since regions are loops over the threads. Once these
// are vectors of 32 elements, what one region stores is what the next one
// loads, and LLVM's scalar passes take both for what they are; but the
// vectoriser runs behind them. So they run once more, on functions that have
// such vectors.
//
//===----------------------------------------------------------------------===//
#include "ForwardWarpValues.h"
#include "Support/WarpSupport.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"

using namespace llvm;

namespace warpfort::cpu {

/// Time to compile grows with the square of the length of straight code.
static constexpr unsigned MaxInstructions = 10000;

static bool isOfWholeWarp(const Instruction &I) {
  auto *T = dyn_cast<FixedVectorType>(I.getType());
  return T && T->getNumElements() == WARPCPU_WARP && isa<LoadInst>(I);
}

PreservedAnalyses ForwardWarpValuesPass::run(Function &F,
                                             FunctionAnalysisManager &FAM) {
  if (F.getInstructionCount() > MaxInstructions ||
      none_of(instructions(F), isOfWholeWarp))
    return PreservedAnalyses::all();
  FunctionPassManager Passes;
  Passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  Passes.addPass(GVNPass());
  Passes.addPass(DSEPass());
  Passes.addPass(InstCombinePass());
  return Passes.run(F, FAM);
}

} // namespace warpfort::cpu
