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
// are loops whose step is a number of threads, which have few iterations each.
//
//===----------------------------------------------------------------------===//
#include "ChooseUnrollCounts.h"
#include "LoopEnds.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

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
  /// 8, 4, or 1 to leave the loop as it is.
  unsigned unrollCount() const;
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

unsigned Iteration::unrollCount() const {
  if (!Plain || Loaded == 0 || Instructions <= LeftToLLVM)
    return 1;
  for (unsigned Count : {8, 4})
    if (Count * Instructions <= MostInstructions &&
        Count * Loaded <= MostLoaded)
      return Count;
  return 1;
}

/// Whether the loop's iterations are a step of a number of threads apart.
static bool dividesByNumber(const SCEV *Count) {
  return SCEVExprContains(Count, [](const SCEV *Part) {
    const auto *Quotient = dyn_cast<SCEVUDivExpr>(Part);
    return Quotient && !isa<SCEVConstant>(Quotient->getRHS());
  });
}

static bool mayBeLong(const Loop &L, ScalarEvolution &SE) {
  const SCEV *Count = SE.getBackedgeTakenCount(&L);
  return !isa<SCEVCouldNotCompute, SCEVConstant>(Count) &&
         !isReadFromData(Count) && !dividesByNumber(Count);
}

PreservedAnalyses ChooseUnrollCountsPass::run(Function &F,
                                              FunctionAnalysisManager &FAM) {
  ScalarEvolution &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  LLVMContext &Context = F.getContext();
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    if (!L->isInnermost() || !L->getExitingBlock() || !mayBeLong(*L, SE) ||
        hasUnrollTransformation(L) != TM_Unspecified)
      continue;
    unsigned Count =
        Iteration(*L, F.getParent()->getDataLayout()).unrollCount();
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
