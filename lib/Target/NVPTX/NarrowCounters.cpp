//===-- NarrowCounters.cpp - Loops that count in 32 bits ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A DO loop counts its iterations down in 64 bits:
//
//     do {                                do {
//       ...                                 ...
//       more = count > 1            ->      more = count != 1
//       count -= 1                          count -= 1     // in 32 bits
//     } while (more)                      } while (more)
//
// A GPU has 32-bit registers, so that one addition and one comparison become
// two of each. Most counts come from bounds of 32 bits: where one is known to
// be from 1 to 2^31-1 when the loop begins, it is kept in 32 bits and compared
// for equality. ptxas takes such a loop for a counted one: it then unrolls it
// with one test for four iterations and has their loads go first.
//
// Counts from data, such as the lengths of a sparse matrix's rows, are left:
// they are small, and there the code before such a loop costs more than it
// saves (1.10 times the time on an H100).
//
//===----------------------------------------------------------------------===//
#include "NarrowCounters.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort {
namespace {

/// The parts of a loop that counts down.
struct CountDown {
  PHINode *Count = nullptr;
  Instruction *Next = nullptr; ///< the count less one
  ICmpInst *More = nullptr;    ///< true as long as the loop goes on

  bool find(const Loop &L);
  bool fits(const Loop &L, ScalarEvolution &SE) const;
  void narrow(const Loop &L);
};

} // namespace

bool CountDown::find(const Loop &L) {
  BasicBlock *Latch = L.getLoopLatch();
  auto *Branch = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
  if (!L.getLoopPredecessor() || !Branch || !Branch->isConditional() ||
      Branch->getSuccessor(0) != L.getHeader() ||
      L.contains(Branch->getSuccessor(1)))
    return false;
  More = dyn_cast<ICmpInst>(Branch->getCondition());
  if (!More || !More->hasOneUse() ||
      (More->getPredicate() != ICmpInst::ICMP_SGT &&
       More->getPredicate() != ICmpInst::ICMP_UGT) ||
      !match(More->getOperand(1), m_One()))
    return false;
  Count = dyn_cast<PHINode>(More->getOperand(0));
  if (!Count || Count->getParent() != L.getHeader() ||
      !Count->getType()->isIntegerTy(64) || !Count->hasNUses(2))
    return false;
  Next = dyn_cast<Instruction>(Count->getIncomingValueForBlock(Latch));
  return Next && Next->hasOneUse() &&
         match(Next, m_Add(m_Specific(Count), m_AllOnes()));
}

/// Whether the value is in memory that is no scalar or descriptor of the
/// launch's.
static bool isFromData(const SCEV *S) {
  return SCEVExprContains(S, [](const SCEV *Part) {
    auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    auto *Load = Unknown ? dyn_cast<LoadInst>(Unknown->getValue()) : nullptr;
    return Load &&
           !isa<Argument>(
               Load->getPointerOperand()->stripInBoundsConstantOffsets());
  });
}

/// Whether the loop begins with a count from 1 to 2^31-1.
bool CountDown::fits(const Loop &L, ScalarEvolution &SE) const {
  const SCEV *Start =
      SE.getSCEV(Count->getIncomingValueForBlock(L.getLoopPredecessor()));
  if (isFromData(Start))
    return false;
  // A bound that is extended without its sign is below 2^31 because of the
  // test that it is above zero.
  const SCEV *Guarded = SE.applyLoopGuards(Start, &L);
  return SE.isKnownPositive(Guarded) &&
         SE.getSignedRangeMax(Guarded).sle(INT32_MAX);
}

void CountDown::narrow(const Loop &L) {
  BasicBlock *Before = L.getLoopPredecessor();
  IRBuilder<> B(Before->getTerminator());
  Type *I32 = B.getInt32Ty();
  Value *Start = B.CreateTrunc(Count->getIncomingValueForBlock(Before), I32);
  B.SetInsertPoint(Count);
  PHINode *Narrow = B.CreatePHI(I32, 2, "count");
  B.SetInsertPoint(Next);
  Value *Less = B.CreateNSWAdd(Narrow, B.getInt32(-1));
  Narrow->addIncoming(Start, Before);
  Narrow->addIncoming(Less, L.getLoopLatch());
  B.SetInsertPoint(More);
  More->replaceAllUsesWith(B.CreateICmpNE(Narrow, B.getInt32(1)));
  More->eraseFromParent();
  Count->replaceAllUsesWith(PoisonValue::get(Count->getType()));
  Count->eraseFromParent();
  Next->eraseFromParent();
}

PreservedAnalyses NarrowCountersPass::run(Function &F,
                                          FunctionAnalysisManager &FAM) {
  ScalarEvolution &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  SmallVector<std::pair<Loop *, CountDown>> Found;
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    CountDown Counter;
    if (Counter.find(*L) && Counter.fits(*L, SE))
      Found.emplace_back(L, Counter);
  }
  for (auto &[L, Counter] : Found)
    Counter.narrow(*L);
  if (Found.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace warpfort
