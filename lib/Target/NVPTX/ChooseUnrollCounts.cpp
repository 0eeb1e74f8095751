//===-- ChooseUnrollCounts.cpp - Iterations taken at once -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that walks through arrays waits for each load unless those of later
// iterations are under way, too. LLVM unrolls such a loop up to 75 instructions
// on this target, which is two iterations of a sum of forces; ptxas does not
// unroll what LLVM has marked. On an H200, of walks through 65,536 elements
// with 22 to 33 instructions an iteration, four at once took 0.81 to 0.93 of
// the time of two, and eight up to 0.11 less, but 0.03 more where eight keep 64
// registers of loads. Shorter iterations are four at once for LLVM, and ptxas
// takes four of those.
//
// Lengths that are read from data are left to LLVM: rows of a sparse matrix are
// short, and what is in front of an unrolled loop costs more than it saves. So
// are loops whose step is a variable number of threads, which have few
// iterations each. Where that number is a constant, as that of a gang's lanes
// is, four at once are taken: of eight, LLVM runs what is left of them one by
// one, which with a thousand elements for 256 lanes was all of them.
//
//===----------------------------------------------------------------------===//
#include "ChooseUnrollCounts.h"
#include "LoopEnds.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace warpfort {
namespace {

/// Up to this size LLVM takes four iterations or more.
constexpr unsigned LeftToLLVM = 18;
/// Of the unrolled loop.
constexpr unsigned MostInstructions = 280;
/// Bytes that the loads of the unrolled loop may keep: 48 registers.
constexpr unsigned MostLoaded = 192;

/// What one iteration consists of.
struct Iteration {
  unsigned Instructions = 0;
  unsigned Loaded = 0; ///< bytes
  bool Plain = true;   ///< calls nothing, and meets no other thread

  Iteration(const Loop &L, const DataLayout &DL);
  /// 8, 4, or 1 to leave the loop as it is. \p IsShared: threads share the
  /// loop's iterations.
  unsigned unrollCount(bool IsShared) const;
};

} // namespace

Iteration::Iteration(const Loop &L, const DataLayout &DL) {
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB) {
      if (isa<PHINode>(I) || I.isDebugOrPseudoInst())
        continue;
      ++Instructions;
      if (isa<LoadInst>(I))
        Loaded += DL.getTypeStoreSize(I.getType()).getFixedValue();
      const auto *Call = dyn_cast<CallBase>(&I);
      Plain &= !I.isAtomic() && !I.isVolatile() &&
               (!Call || (!Call->isConvergent() && Call->getCalledFunction() &&
                          Call->getCalledFunction()->isIntrinsic()));
    }
}

unsigned Iteration::unrollCount(bool IsShared) const {
  if (!Plain || Loaded == 0 || (Instructions <= LeftToLLVM && !IsShared))
    return 1;
  for (unsigned Count : {8, 4})
    if ((Count == 4 || !IsShared) && Count * Instructions <= MostInstructions &&
        Count * Loaded <= MostLoaded)
      return Count;
  return 1;
}

/// Whether the loop's iterations are a step of a number of threads apart, which
/// is a constant of a warp or more if \p IsConstant, else a variable.
static bool stepsByThreads(const SCEV *Count, bool IsConstant) {
  constexpr unsigned WarpSize = 32;
  return SCEVExprContains(Count, [&](const SCEV *Part) {
    const auto *Quotient = dyn_cast<SCEVUDivExpr>(Part);
    if (!Quotient)
      return false;
    const auto *Step = dyn_cast<SCEVConstant>(Quotient->getRHS());
    return IsConstant ? Step && Step->getAPInt().uge(WarpSize) : !Step;
  });
}

/// Whether LLVM unrolls a short loop; ptxas unrolls one whose count takes more
/// to compute.
static bool isUnrolledByLLVM(Loop &L, ScalarEvolution &SE,
                             const TargetTransformInfo &Transforms) {
  const BasicBlock *Before = L.getLoopPreheader();
  SCEVExpander Expander(SE, "unroll");
  return Before &&
         !Expander.isHighCostExpansion(SE.getBackedgeTakenCount(&L), &L,
                                       SCEVCheapExpansionBudget, &Transforms,
                                       Before->getTerminator());
}

static bool mayBeLong(const Loop &L, ScalarEvolution &SE) {
  const SCEV *Count = SE.getBackedgeTakenCount(&L);
  return !isa<SCEVCouldNotCompute, SCEVConstant>(Count) &&
         !isReadFromData(Count) && !stepsByThreads(Count, /*IsConstant=*/false);
}

PreservedAnalyses ChooseUnrollCountsPass::run(Function &F,
                                              FunctionAnalysisManager &FAM) {
  ScalarEvolution &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &Transforms = FAM.getResult<TargetIRAnalysis>(F);
  LLVMContext &Context = F.getContext();
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    if (!L->isInnermost() || !L->getExitingBlock() || !mayBeLong(*L, SE) ||
        hasUnrollTransformation(L) != TM_Unspecified)
      continue;
    bool IsShared =
        stepsByThreads(SE.getBackedgeTakenCount(L), /*IsConstant=*/true) &&
        isUnrolledByLLVM(*L, SE, Transforms);
    unsigned Count =
        Iteration(*L, F.getParent()->getDataLayout()).unrollCount(IsShared);
    if (Count == 1)
      continue;
    Metadata *Operands[] = {MDString::get(Context, "llvm.loop.unroll.count"),
                            ConstantAsMetadata::get(ConstantInt::get(
                                Type::getInt32Ty(Context), Count))};
    L->setLoopID(makePostTransformationMetadata(
        Context, L->getLoopID(), {}, {MDNode::get(Context, Operands)}));
  }
  return PreservedAnalyses::all();
}

} // namespace warpfort
