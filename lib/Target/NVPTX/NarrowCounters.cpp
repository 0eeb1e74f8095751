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
#include "KeptAnalyses.h"
#include "LoopEnds.h"
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

/// What a loop counts its iterations by, and nothing else uses.
struct Counter {
  PHINode *Count = nullptr;
  Instruction *Next = nullptr; ///< the count and a constant
  const APInt *Step = nullptr;
  ICmpInst *More = nullptr; ///< whether the loop goes on, or ends
  Value *End = nullptr;     ///< what More compares with

  bool find(const Loop &L);
  bool fits(const Loop &L, ScalarEvolution &SE) const;
  void narrow(const Loop &L);

private:
  bool isDown() const {
    return More->getPredicate() == ICmpInst::ICMP_SGT ||
           More->getPredicate() == ICmpInst::ICMP_UGT;
  }
};

} // namespace

bool Counter::find(const Loop &L) {
  BasicBlock *Latch = L.getLoopLatch();
  auto *Branch = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
  if (!L.getLoopPredecessor() || !Branch || !Branch->isConditional())
    return false;
  bool GoesOnIfTrue = Branch->getSuccessor(0) == L.getHeader();
  if (L.contains(Branch->getSuccessor(GoesOnIfTrue)))
    return false;
  More = dyn_cast<ICmpInst>(Branch->getCondition());
  if (!More || !More->hasOneUse())
    return false;
  Value *Compared = More->getOperand(0);
  End = More->getOperand(1);
  if (L.isLoopInvariant(Compared))
    std::swap(Compared, End);
  Count = dyn_cast<PHINode>(Compared);
  if (!Count && match(Compared, m_c_Add(m_Value(), m_APInt(Step))))
    Count = dyn_cast<PHINode>(cast<Instruction>(Compared)->getOperand(0));
  if (!Count || Count->getParent() != L.getHeader() ||
      !Count->getType()->isIntegerTy(64) || !L.isLoopInvariant(End))
    return false;
  Next = dyn_cast<Instruction>(Count->getIncomingValueForBlock(Latch));
  if (!Next || !match(Next, m_Add(m_Specific(Count), m_APInt(Step))) ||
      (Compared != Count && Compared != Next) ||
      Count->getNumUses() + Next->getNumUses() != 3)
    return false;
  if (More->isEquality())
    return GoesOnIfTrue == (More->getPredicate() == ICmpInst::ICMP_NE);
  return GoesOnIfTrue && isDown() && Compared == Count && match(End, m_One()) &&
         Step->isAllOnes();
}

/// Whether another number of 64 bits goes along with the count, of which the
/// back end would then take the lower half.
static bool hasCompanion(PHINode &Count, const Loop &L, ScalarEvolution &SE) {
  const auto *Steps = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Count));
  return any_of(L.getHeader()->phis(), [&](PHINode &Phi) {
    if (&Phi == &Count || Phi.getType() != Count.getType())
      return false;
    const auto *Other = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi));
    return Steps && Other &&
           Other->getStepRecurrence(SE) == Steps->getStepRecurrence(SE);
  });
}

/// Whether the loop's iterations can be told from each other by 32 bits: one
/// that counts down begins with a count from 1 to 2^31-1, and one that ends
/// where its count equals a value passes by no other of the same lower bits.
bool Counter::fits(const Loop &L, ScalarEvolution &SE) const {
  if (!isDown()) {
    const SCEV *Taken = SE.getBackedgeTakenCount(&L);
    const auto *Most =
        dyn_cast<SCEVConstant>(SE.getConstantMaxBackedgeTakenCount(&L));
    if (!Most || isa<SCEVCouldNotCompute>(Taken) || isReadFromData(Taken) ||
        hasCompanion(*Count, L, SE))
      return false;
    bool Overflows;
    APInt Distance =
        Most->getAPInt().zextOrTrunc(64).umul_ov(Step->abs(), Overflows);
    return !Overflows && Distance.isIntN(32);
  }
  const SCEV *Start =
      SE.getSCEV(Count->getIncomingValueForBlock(L.getLoopPredecessor()));
  if (isReadFromData(Start))
    return false;
  // A bound that is extended without its sign is below 2^31 because of the
  // test that it is above zero.
  const SCEV *Guarded = SE.applyLoopGuards(Start, &L);
  return SE.isKnownPositive(Guarded) &&
         SE.getSignedRangeMax(Guarded).sle(INT32_MAX);
}

void Counter::narrow(const Loop &L) {
  BasicBlock *Before = L.getLoopPredecessor();
  IRBuilder<> B(Before->getTerminator());
  Type *I32 = B.getInt32Ty();
  Value *Start = B.CreateTrunc(Count->getIncomingValueForBlock(Before), I32);
  Value *NarrowEnd = B.CreateTrunc(End, I32);
  B.SetInsertPoint(Count);
  PHINode *Narrow = B.CreatePHI(I32, 2, "count");
  B.SetInsertPoint(Next);
  Value *NarrowNext = B.CreateAdd(Narrow, B.getInt32(Step->getSExtValue()), "",
                                  /*HasNUW=*/false, /*HasNSW=*/isDown());
  Narrow->addIncoming(Start, Before);
  Narrow->addIncoming(NarrowNext, L.getLoopLatch());
  B.SetInsertPoint(More);
  bool OfNext = is_contained(More->operands(), Next);
  More->replaceAllUsesWith(
      B.CreateICmp(isDown() ? ICmpInst::ICMP_NE : More->getPredicate(),
                   OfNext ? NarrowNext : Narrow, NarrowEnd));
  More->eraseFromParent();
  Count->replaceAllUsesWith(PoisonValue::get(Count->getType()));
  Count->eraseFromParent();
  Next->eraseFromParent();
}

PreservedAnalyses NarrowCountersPass::run(Function &F,
                                          FunctionAnalysisManager &FAM) {
  ScalarEvolution &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  SmallVector<std::pair<Loop *, Counter>> Found;
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    Counter Of;
    if (Of.find(*L) && Of.fits(*L, SE))
      Found.emplace_back(L, Of);
  }
  for (auto &[L, Of] : Found)
    Of.narrow(*L);
  return keptWithBlocks(/*Changed=*/!Found.empty());
}

} // namespace warpfort
