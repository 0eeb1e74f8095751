//===-- EndIdleRounds.cpp - Loops that only begin with work ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For -gpu=check. What only the first thread of a block does, such as adding up
// what the others have left in shared memory, is in a loop over all of them:
//
//     for (t = 0; t < T; ++t)              if (first == 0)
//       if (first + t == 0)          ->      r = s[0];
//         r = s[0];
//
// Where the rounds behind the first one do nothing, the loop is left after it.
//
//===----------------------------------------------------------------------===//
#include "EndIdleRounds.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort::cpu {
namespace {

class IdleRounds {
public:
  IdleRounds(Loop &L, ScalarEvolution &SE, DominatorTree &DT, LoopInfo &LI)
      : L(L), SE(SE), DT(DT), LI(LI) {}
  bool analyze();
  void end();

private:
  bool isZeroFirstOnly(Value &V);
  bool holdsFirstOnly(Value &Condition, bool Holds);
  bool areIdleBut(const BasicBlockEdge &Work) const;

  Loop &L;
  ScalarEvolution &SE;
  DominatorTree &DT;
  LoopInfo &LI;
};

} // namespace

/// Whether \p V is not zero in any round but the first one.
bool IdleRounds::isZeroFirstOnly(Value &V) {
  Value *A, *B;
  if (match(&V, m_Or(m_Value(A), m_Value(B))))
    return isZeroFirstOnly(*A) || isZeroFirstOnly(*B);
  const SCEV *Number = SE.getSCEV(&V);
  // What cannot be longer is no shorter for being cut off.
  ConstantInt *Mask;
  if (match(&V, m_And(m_Value(A), m_ConstantInt(Mask))) &&
      Mask->getValue().isMask() &&
      SE.getUnsignedRangeMax(SE.getSCEV(A)).ule(Mask->getValue()))
    return isZeroFirstOnly(*A);
  if (match(&V, m_Trunc(m_Value(A))) &&
      SE.getUnsignedRangeMax(SE.getSCEV(A)).getActiveBits() <=
          V.getType()->getScalarSizeInBits())
    return isZeroFirstOnly(*A);
  auto *Sum = dyn_cast<SCEVAddRecExpr>(Number);
  return Sum && Sum->getLoop() == &L && Sum->isAffine() &&
         (Sum->hasNoSignedWrap() || Sum->hasNoUnsignedWrap()) &&
         SE.isKnownPositive(Sum->getStepRecurrence(SE)) &&
         (Sum->hasNoUnsignedWrap() || SE.isKnownNonNegative(Sum->getStart()));
}

/// Whether nothing has an effect that is not behind \p Work, and all of that
/// ends.
bool IdleRounds::areIdleBut(const BasicBlockEdge &Work) const {
  for (BasicBlock *BB : L.blocks()) {
    if (LI.getLoopFor(BB) != &L && !DT.dominates(Work, BB))
      return false;
    for (Instruction &I : *BB) {
      if (I.mayHaveSideEffects() && !DT.dominates(Work, BB))
        return false;
      if (any_of(I.users(), [&](const User *U) {
            return !L.contains(cast<Instruction>(U));
          }))
        return false;
    }
  }
  return true;
}

/// Whether \p Condition is \p Holds in no round but the first one.
bool IdleRounds::holdsFirstOnly(Value &Condition, bool Holds) {
  Value *A, *B;
  if (Holds ? match(&Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
            : match(&Condition, m_LogicalOr(m_Value(A), m_Value(B))))
    return holdsFirstOnly(*A, Holds) || holdsFirstOnly(*B, Holds);
  auto *Compare = dyn_cast<ICmpInst>(&Condition);
  return Compare && Compare->isEquality() &&
         (Compare->getPredicate() == CmpInst::ICMP_EQ) == Holds &&
         match(Compare->getOperand(1), m_Zero()) &&
         Compare->getOperand(0)->getType()->isIntegerTy() &&
         isZeroFirstOnly(*Compare->getOperand(0));
}

bool IdleRounds::analyze() {
  BasicBlock *Latch = L.getLoopLatch();
  auto *Back = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
  if (!Back || !Back->isConditional() || L.getExitingBlock() != Latch ||
      !L.getLoopPreheader())
    return false;
  for (BasicBlock *BB : L.blocks()) {
    auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
    if (!Branch || !Branch->isConditional() || BB == Latch ||
        Branch->getSuccessor(0) == Branch->getSuccessor(1))
      continue;
    for (unsigned To : {0, 1})
      if (areIdleBut({BB, Branch->getSuccessor(To)}) &&
          holdsFirstOnly(*Branch->getCondition(), To == 0))
        return true;
  }
  return false;
}

void IdleRounds::end() {
  BasicBlock *Latch = L.getLoopLatch(), *Header = L.getHeader();
  auto *Back = cast<BranchInst>(Latch->getTerminator());
  BasicBlock *Exit = L.getExitBlock();
  Header->removePredecessor(Latch);
  Value *Condition = Back->getCondition(); // not one of the header's phis
  BranchInst::Create(Exit, Back->getIterator())
      ->setDebugLoc(Back->getDebugLoc());
  Back->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Condition);
}

bool endIdleRounds(Loop &L, ScalarEvolution &SE, DominatorTree &DT,
                   LoopInfo &LI) {
  IdleRounds Candidate(L, SE, DT, LI);
  if (!Candidate.analyze())
    return false;
  Candidate.end();
  return true;
}

} // namespace warpfort::cpu
