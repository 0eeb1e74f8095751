//===-- SeparateInnerSums.cpp - Sums of rows, each for itself -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum over several loops goes through the innermost one in each round of the
// loop around it:
//
//     for (j...)                           for (j...) {
//       for (i...)                   ->      row = 0
//         s += x[j][i]                       for (i...) row += x[j][i]
//                                            s += row
//                                          }
//
// LLVM vectorises the inner loop, puts what comes in into the vector, and adds
// up the vector's elements behind it: with short rows each waits for the one
// before through all of this. The row's own sum needs only one addition for
// that. Its terms are added in another order, so the sum must allow it.
//
//===----------------------------------------------------------------------===//
#include "SeparateInnerSums.h"
#include "LoopRewrites.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpfort::cpu {

/// Whether \p Phi is a sum in any order that goes on from round to round of the
/// loop around \p L.
static bool isSumOfBoth(PHINode &Phi, Loop &L, RecurrenceDescriptor &Sum) {
  auto *Before =
      dyn_cast<PHINode>(Phi.getIncomingValueForBlock(L.getLoopPreheader()));
  if (!Before || Before->getParent() != L.getParentLoop()->getHeader() ||
      !RecurrenceDescriptor::isReductionPHI(&Phi, &L, Sum))
    return false;
  // One addition in every round: it is told that it may wrap around.
  if (Sum.getRecurrenceKind() == RecurKind::Add)
    return Sum.getRecurrenceType() == Phi.getType() &&
           isa<BinaryOperator>(Sum.getLoopExitInstr()) &&
           is_contained(Sum.getLoopExitInstr()->operands(), &Phi);
  return Sum.getRecurrenceKind() == RecurKind::FAdd && !Sum.isOrdered() &&
         Sum.getFastMathFlags().allowReassoc();
}

/// Has the loop begin at zero, and what it began with added behind it.
static void separate(PHINode &Phi, Loop &L, const RecurrenceDescriptor &Sum) {
  BasicBlock *Exit = L.getExitBlock();
  Type *T = Phi.getType();
  bool IsReal = T->isFloatingPointTy();
  int Entry = Phi.getBasicBlockIndex(L.getLoopPreheader());
  Value *Before = Phi.getIncomingValue(Entry);
  Phi.setIncomingValue(Entry, IsReal ? ConstantFP::getNegativeZero(T)
                                     : Constant::getNullValue(T));
  Instruction *Last = Sum.getLoopExitInstr();
  if (!IsReal)
    Last->dropPoisonGeneratingFlags();
  IRBuilder<> B(Exit, Exit->begin());
  PHINode *Row = B.CreatePHI(T, 1, "row");
  B.SetInsertPoint(Exit, Exit->getFirstInsertionPt());
  B.setFastMathFlags(Sum.getFastMathFlags());
  Value *All = IsReal ? B.CreateFAdd(Before, Row) : B.CreateAdd(Before, Row);
  for (PHINode &Other : make_early_inc_range(Exit->phis()))
    if (&Other != Row && Other.getIncomingValue(0) == Last) {
      Other.replaceAllUsesWith(All);
      Other.eraseFromParent();
    }
  Last->replaceUsesWithIf(
      All, [&](Use &U) { return !L.contains(cast<Instruction>(U.getUser())); });
  Row->addIncoming(Last, Exit->getSinglePredecessor());
}

static bool separateSums(Loop &L) {
  if (!L.isInnermost() || !L.getParentLoop() || !L.getLoopPreheader() ||
      !L.getLoopLatch() || !L.getExitBlock() ||
      !L.getExitBlock()->getSinglePredecessor())
    return false;
  bool Changed = false;
  for (PHINode &Phi : L.getHeader()->phis()) {
    RecurrenceDescriptor Sum;
    if (!isSumOfBoth(Phi, L, Sum))
      continue;
    separate(Phi, L, Sum);
    Changed = true;
  }
  return Changed;
}

PreservedAnalyses SeparateInnerSumsPass::run(Function &F,
                                             FunctionAnalysisManager &FAM) {
  return rewriteLoops(F, FAM, separateSums);
}

} // namespace warpfort::cpu
