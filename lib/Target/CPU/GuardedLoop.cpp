//===-- GuardedLoop.cpp - Loops of which a guard stops iterations ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See GuardedLoop.h.
//
//===----------------------------------------------------------------------===//
#include "GuardedLoop.h"
#include "CheckLoops.h"
#include "LoopRewrites.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort::cpu {

/// More code than this is not worth having twice.
static constexpr size_t MaxInstructions = 1000;

/// What is not done for an iteration is not missed.
static bool isQuiet(const BasicBlock &BB) {
  return none_of(BB,
                 [](const Instruction &I) { return I.mayHaveSideEffects(); });
}

bool GuardedLoop::hasForm() {
  BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch();
  BasicBlock *Exit = L.getExitBlock();
  if (getBooleanLoopAttribute(&L, LoopKeepsChecks) || !L.getLoopPreheader() ||
      !Latch || Latch == Header || !Exit || L.getExitingBlock() != Latch ||
      !Exit->phis().empty() || !isa<BranchInst>(Latch->getTerminator()))
    return false;
  auto *Guard = dyn_cast<BranchInst>(Header->getTerminator());
  if (!Guard || !Guard->isConditional() ||
      Guard->getSuccessor(0) == Guard->getSuccessor(1))
    return false;
  for (PHINode &Phi : Header->phis()) {
    auto *Number = Phi.getType()->isIntegerTy()
                       ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi))
                       : nullptr;
    if (!Number || Number->getLoop() != &L || !Number->isAffine())
      return false;
  }
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      ++Size;
      for (User *U : I.users())
        if (!L.contains(cast<Instruction>(U)))
          return false;
    }
  Trips = SE.getBackedgeTakenCount(&L);
  if (Size > MaxInstructions || isa<SCEVCouldNotCompute>(Trips) ||
      !Trips->getType()->isIntegerTy() ||
      Trips->getType()->getIntegerBitWidth() > 64 ||
      SE.getUnsignedRangeMax(Trips).getActiveBits() > 32)
    return false;
  Condition = Guard->getCondition();
  PassesIfTrue = is_contained(successors(Header), Latch)
                     ? Guard->getSuccessor(1) == Latch
                     : !match(Condition, m_LogicalOr(m_Value(), m_Value()));
  Work = Guard->getSuccessor(PassesIfTrue ? 0 : 1);
  OnlyWork = is_contained(successors(Header), Latch) && Latch->phis().empty() &&
             isQuiet(*Header) && isQuiet(*Latch);
  return true;
}

Value *GuardedLoop::expandLength(IRBuilder<> &B, SCEVExpander &Expander) {
  IntegerType *I64 = B.getInt64Ty();
  return Expander.expandCodeFor(
      SE.getAddExpr(SE.getTruncateOrZeroExtend(Trips, I64), SE.getOne(I64)),
      I64, &*B.GetInsertPoint());
}

BasicBlock *GuardedLoop::copyBlocks(ValueToValueMapTy &Map, const Twine &Name,
                                    BasicBlock *Before, BasicBlock *After) {
  Function &F = *L.getHeader()->getParent();
  BasicBlock *Enter =
      BasicBlock::Create(F.getContext(), Name, &F, L.getHeader());
  SmallVector<BasicBlock *> Copies;
  for (BasicBlock *BB : L.blocks()) {
    Copies.push_back(CloneBasicBlock(BB, Map, "." + Name, &F));
    Copies.back()->moveBefore(L.getHeader());
    Map[BB] = Copies.back();
  }
  Map[Before] = Enter;
  Map[L.getExitBlock()] = After;
  remapInstructionsInBlocks(Copies, Map);
  BranchInst::Create(Copies.front(), Enter); // L's header
  return Enter;
}

PreservedAnalyses transformParallelLoops(
    Function &F, FunctionAnalysisManager &FAM,
    function_ref<bool(Loop &, ScalarEvolution &)> Transform) {
  return transformLoops(F, FAM, [&](Loop &L) {
    if (!L.isAnnotatedParallel())
      return false;
    auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
    bool Changed = simplifyLoop(&L, &FAM.getResult<DominatorTreeAnalysis>(F),
                                &FAM.getResult<LoopAnalysis>(F), &SE,
                                &FAM.getResult<AssumptionAnalysis>(F), nullptr,
                                /*PreserveLCSSA=*/false);
    return Transform(L, SE) || Changed;
  });
}

} // namespace warpfort::cpu
