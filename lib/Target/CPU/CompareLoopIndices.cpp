//===-- CompareLoopIndices.cpp - Loops that compare in place of counting --===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang counts the iterations of a DO loop beforehand. In a grid-stride loop
// that costs each thread a division of 64 bits, and hides that the threads
// begin side by side (SplitStrideLoops.cpp):
//
//     i = begin                                    i = begin
//     count = (n - begin + step)/step              wide = begin
//     while (count > 0) {                    ->    while (wide <= n) {
//       ...                                          ...
//       i += step; count -= 1                        i += step; wide += step
//     }                                            }
//
// That is the same for steps greater than zero: the quotient is greater than k
// exactly if begin + k*step <= n. Loops that do not begin at the thread's index
// or its lane, or have a constant step shorter than a warp, keep the count, by
// which LLVM vectorises them. The index has up to 32 bits
// and the new one 64, which do not wrap around. In the body, where it is at
// most n, it is the old index, and takes its place wherever that is extended.
//
//===----------------------------------------------------------------------===//
#include "CompareLoopIndices.h"
#include "LoopRewrites.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort {
namespace {

constexpr unsigned ThreadsOfWarp = 32;

class CountedLoop {
public:
  explicit CountedLoop(Loop &L) : L(L) {}
  bool analyze();
  void rewrite(const DominatorTree &DT);

private:
  bool findCount();
  bool takeTripCount(Value *Count);
  bool takeTerm(Value *V);
  bool findIndex();

  Loop &L;
  BasicBlock *Body = nullptr;
  PHINode *Count = nullptr, *Index = nullptr;
  Instruction *Last = nullptr; ///< the count's decrement
  /// What the count was made from, as i64: the bound is this one, if any, plus
  /// Offset.
  Value *Bound = nullptr, *Begin = nullptr, *Step = nullptr;
  Value *NarrowBegin = nullptr; ///< if it is not there as i64
  int64_t Offset = 0;
  bool HasStep = false; ///< met in the sum
};

} // namespace

/// while (count > 0), and nothing else asks for the count.
bool CountedLoop::findCount() {
  BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch();
  auto *Branch = dyn_cast<BranchInst>(Header->getTerminator());
  if (!L.getLoopPreheader() || !Latch || !Branch || !Branch->isConditional() ||
      L.contains(Branch->getSuccessor(0)) ==
          L.contains(Branch->getSuccessor(1)))
    return false;
  CmpPredicate Predicate;
  Value *Counter;
  if (!match(Branch->getCondition(),
             m_OneUse(m_ICmp(Predicate, m_Value(Counter), m_Zero()))))
    return false;
  bool Stays = L.contains(Branch->getSuccessor(0));
  if (Predicate != (Stays ? CmpInst::ICMP_SGT : CmpInst::ICMP_SLE))
    return false;
  Body = Branch->getSuccessor(Stays ? 0 : 1);
  Count = dyn_cast<PHINode>(Counter);
  if (!Count || Count->getParent() != Header || Count->getNumUses() != 2 ||
      !Count->getType()->isIntegerTy(64))
    return false;
  Last = dyn_cast<Instruction>(Count->getIncomingValueForBlock(Latch));
  return Last && Last->hasOneUse() &&
         match(Last, m_Add(m_Specific(Count), m_AllOnes()));
}

/// Whether threads that begin side by side would go through each other's
/// elements. LLVM vectorises such loops by their counts.
static bool isShortStep(const Value &Step) {
  auto *C = dyn_cast<ConstantInt>(&Step);
  return C ? C->getValue().slt(ThreadsOfWarp) : isa<Constant>(Step);
}

/// (bound - begin + step)/step, where the step is greater than zero: it is not
/// negative, and what divides by zero is no program.
bool CountedLoop::takeTripCount(Value *Trips) {
  Value *Distance;
  if (!match(Trips, m_SDiv(m_Value(Distance), m_Value(Step))) ||
      isShortStep(*Step) ||
      !isKnownNonNegative(Step, SimplifyQuery(L.getHeader()->getDataLayout())))
    return false;
  if (auto *C = dyn_cast<ConstantInt>(Step))
    Offset -= C->getSExtValue();
  return takeTerm(Distance) && (Begin || NarrowBegin) &&
         (HasStep || isa<ConstantInt>(Step));
}

/// Part of the sum bound - begin + step, as LLVM may have rearranged it: with
/// -1 - begin for a difference, or with several constants.
bool CountedLoop::takeTerm(Value *V) {
  Value *A, *B;
  const APInt *C;
  if (match(V, m_NSWAdd(m_Value(A), m_Value(B))))
    return takeTerm(A) && takeTerm(B);
  if (match(V, m_APInt(C)) && C->abs().ult(UINT32_MAX)) {
    Offset += C->getSExtValue();
    return true;
  }
  if (V == Step && !HasStep) {
    HasStep = true;
    return true;
  }
  bool HasBegin = Begin || NarrowBegin;
  if (!HasBegin && match(V, m_NSWSub(m_Value(A), m_Value(B)))) {
    Begin = B;
    return takeTerm(A);
  }
  if (!HasBegin && match(V, m_SExtLike(m_Not(m_Value(A))))) {
    NarrowBegin = A;
    --Offset;
    return true;
  }
  if (Bound)
    return false;
  Bound = V;
  return true;
}

/// Whether the thread's index in x, or its place in a warp that is formed from
/// it, is part of the sum \p V.
static bool hasThreadIndex(const Value *V, unsigned Depth = 0) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth > 6)
    return false;
  if (auto *Call = dyn_cast<IntrinsicInst>(I))
    return Call->getIntrinsicID() == Intrinsic::nvvm_read_ptx_sreg_tid_x;
  bool IsLane = match(I, m_And(m_Value(), m_SpecificInt(ThreadsOfWarp - 1)));
  return (IsLane || isa<CastInst>(I) || I->getOpcode() == Instruction::Add) &&
         any_of(I->operands(), [&](const Value *Operand) {
           return hasThreadIndex(Operand, Depth + 1);
         });
}

static bool isExtensionOf(Value *Wide, Value *V) {
  const APInt *WideValue, *Narrow;
  if (match(Wide, m_APInt(WideValue)) && match(V, m_APInt(Narrow)))
    return Narrow->sext(WideValue->getBitWidth()) == *WideValue;
  return match(Wide, m_SExtLike(m_Specific(V)));
}

bool CountedLoop::findIndex() {
  for (PHINode &Phi : L.getHeader()->phis()) {
    Type *T = Phi.getType();
    Value *First = Phi.getIncomingValueForBlock(L.getLoopPreheader());
    Value *By;
    if (T->isIntegerTy() && T->getIntegerBitWidth() <= 32 &&
        (Begin ? isExtensionOf(Begin, First) : First == NarrowBegin) &&
        match(Phi.getIncomingValueForBlock(L.getLoopLatch()),
              m_c_Add(m_Specific(&Phi), m_Value(By))) &&
        isExtensionOf(Step, By)) {
      Index = &Phi;
      return true;
    }
  }
  return false;
}

bool CountedLoop::analyze() {
  // Bounds that the index reaches, or that are too small for any round.
  auto IsReached = [&] {
    if (!Bound)
      return isIntN(Index->getType()->getIntegerBitWidth(), Offset);
    return Offset <= 0 &&
           ComputeNumSignBits(Bound, L.getHeader()->getDataLayout()) >
               64 - Index->getType()->getIntegerBitWidth();
  };
  return findCount() &&
         takeTripCount(Count->getIncomingValueForBlock(L.getLoopPreheader())) &&
         hasThreadIndex(Begin ? Begin : NarrowBegin) &&
         (!Bound || L.isLoopInvariant(Bound)) && findIndex() && IsReached();
}

void CountedLoop::rewrite(const DominatorTree &DT) {
  BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch();
  auto *Branch = cast<BranchInst>(Header->getTerminator());
  IRBuilder<> B(L.getLoopPreheader()->getTerminator());
  if (!Begin)
    Begin = B.CreateSExt(NarrowBegin, Count->getType());
  if (!Bound)
    Bound = B.getInt64(Offset);
  else if (Offset)
    Bound = B.CreateNSWAdd(Bound, B.getInt64(Offset));
  B.SetInsertPoint(Count);
  PHINode *Wide = B.CreatePHI(Count->getType(), 2, "wide");
  Wide->addIncoming(Begin, L.getLoopPreheader());
  B.SetInsertPoint(Latch->getTerminator());
  Wide->addIncoming(B.CreateNSWAdd(Wide, Step), Latch);
  B.SetInsertPoint(Branch);
  Value *Counted = Branch->getCondition();
  Branch->setCondition(Body == Branch->getSuccessor(0)
                           ? B.CreateICmpSLE(Wide, Bound)
                           : B.CreateICmpSGT(Wide, Bound));
  RecursivelyDeleteTriviallyDeadInstructions(Counted);
  Count->replaceAllUsesWith(PoisonValue::get(Count->getType()));
  Count->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Last);

  BasicBlockEdge Inside(Header, Body);
  for (User *U : make_early_inc_range(Index->users())) {
    auto *Extension = dyn_cast<CastInst>(U);
    if (!Extension || !Extension->getType()->isIntegerTy(64) ||
        !match(Extension, m_SExtLike(m_Specific(Index))))
      continue;
    Extension->replaceUsesWithIf(
        Wide, [&](Use &Use) { return DT.dominates(Inside, Use); });
  }
  B.SetInsertPoint(Body, Body->getFirstInsertionPt());
  Value *Narrow = B.CreateTrunc(Wide, Index->getType(), "", /*IsNUW=*/false,
                                /*IsNSW=*/true);
  Index->replaceUsesWithIf(Narrow,
                           [&](Use &Use) { return DT.dominates(Inside, Use); });
}

PreservedAnalyses CompareLoopIndicesPass::run(Function &F,
                                              FunctionAnalysisManager &FAM) {
  return rewriteLoops(F, FAM, [&](Loop &L) {
    CountedLoop Candidate(L);
    if (!Candidate.analyze())
      return false;
    Candidate.rewrite(FAM.getResult<DominatorTreeAnalysis>(F));
    return true;
  });
}

} // namespace warpfort
