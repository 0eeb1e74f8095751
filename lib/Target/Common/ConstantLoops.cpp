//===-- ConstantLoops.cpp - Short loops of known length -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM unrolls a loop fully up to a few hundred instructions. A nest that holds
// a tile in an array of the thread's own is longer, and is worth it: with all
// subscripts known the array becomes registers, and loads move ahead.
//
//===----------------------------------------------------------------------===//
#include "ConstantLoops.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace warpfort {

/// Instructions that are left when subscripts are known.
static unsigned sizeWithoutSubscripts(const BasicBlock &BB,
                                      unsigned BarrierSize) {
  unsigned Size = 0;
  for (const Instruction &I : BB) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (Call && Call->isConvergent())
      Size += BarrierSize;
    else if (!isa<PHINode, CastInst, GetElementPtrInst>(I) &&
             !(isa<BinaryOperator>(I) && I.getType()->isIntegerTy()))
      ++Size;
  }
  return Size;
}

void unrollConstantLoops(Function &F, FunctionAnalysisManager &FAM,
                         unsigned BarrierSize) {
  constexpr unsigned MaxTrips = 32, MaxInstructions = 2500;
  LoopInfo &LI = FAM.getResult<LoopAnalysis>(F);
  ScalarEvolution &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  // Innermost first: the size of a loop counts its unrolled inner loops.
  DenseMap<Loop *, unsigned> Cost;
  SmallVector<Loop *, 8> Loops = LI.getLoopsInPreorder();
  for (Loop *L : reverse(Loops)) {
    unsigned Size = 0;
    bool Inner = true;
    for (BasicBlock *BB : L->blocks())
      if (LI.getLoopFor(BB) == L)
        Size += sizeWithoutSubscripts(*BB, BarrierSize);
    for (Loop *Sub : L->getSubLoops()) {
      if (!Cost.count(Sub)) {
        Inner = false;
        break;
      }
      Size += Cost[Sub];
    }
    unsigned Trips = SE.getSmallConstantTripCount(L);
    if (!Inner || !Trips || Trips > MaxTrips ||
        Trips * Size > MaxInstructions || getBooleanLoopAttribute(L, LoopStays))
      continue;
    BasicBlock *Latch = L->getLoopLatch();
    if (!Latch)
      continue;
    Cost[L] = Trips * Size;
    L->setLoopID(makePostTransformationMetadata(
        F.getContext(), L->getLoopID(), {"llvm.loop.unroll."},
        {MDNode::get(F.getContext(),
                     MDString::get(F.getContext(), "llvm.loop.unroll.full"))}));
  }
}

} // namespace warpfort
