//===-- LimitVectorization.cpp - Loops LLVM takes forever for -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's vectoriser asks of a value whether all iterations have the same, and
// for that of its operands, without a memory of the answers:
//
//     x1 = c1 ? f(x0) : x0
//     x2 = c2 ? f(x1) : x1
//     ...
//
// takes a time that doubles with each line if the answer is yes. Loops with so
// many ways from a value to those that it is made of are not vectorised.
//
// Nor are those with hundreds of integer divisions, which processors have no
// vectors for: each lane's is an instruction of its own between others that
// take vectors apart and put them together, in blocks of tens of thousands.
//
//===----------------------------------------------------------------------===//
#include "LimitVectorization.h"
#include "KeptAnalyses.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace warpfort::cpu {
namespace {

constexpr unsigned MostDivisions = 128;

bool hasTooManyDivisions(const Loop &L) {
  unsigned Count = 0;
  for (const BasicBlock *Block : L.blocks())
    Count += count_if(*Block, [](const Instruction &I) {
      return I.isIntDivRem() && !I.getType()->isVectorTy();
    });
  return Count > MostDivisions;
}

/// Ways that a loop may have; asked several times, they take some seconds.
constexpr uint64_t MostWays = 1 << 20;

class WayCounter {
public:
  WayCounter(Loop &L, LoopInfo &LI, DominatorTree &DT) : L(L), LI(LI), DT(DT) {}

  bool hasTooMany() {
    LoopBlocksRPO Blocks(&L);
    Blocks.perform(&LI);
    uint64_t Sum = 0;
    for (BasicBlock *Block : Blocks)
      for (Instruction &I : *Block) {
        uint64_t Ways = countOf(I);
        if (Ways)
          Known[&I] = Ways;
        Sum = SaturatingAdd(Sum, Ways);
        if (Sum > MostWays)
          return true;
      }
    return false;
  }

private:
  /// The values that the answer for \p I looks at, each time anew; 0 if
  /// iterations have other ones.
  uint64_t countOf(const Instruction &I) const {
    bool IsBlend = isa<PHINode>(I) && !LI.isLoopHeader(I.getParent()) &&
                   !isMasked(*I.getParent());
    if (!IsBlend && !isa<BinaryOperator, CastInst, GetElementPtrInst, CmpInst,
                         SelectInst, FreezeInst, LoadInst>(I))
      return 0;
    uint64_t Result = 1;
    for (const Value *Operand : I.operands()) {
      uint64_t Ways = 1;
      if (auto *Inner = dyn_cast<Instruction>(Operand);
          Inner && L.contains(Inner)) {
        auto It = Known.find(Inner);
        if (It == Known.end())
          return 0;
        Ways = It->second;
      }
      Result = SaturatingAdd(Result, Ways);
    }
    return isa<LoadInst>(I) ? 1 : Result;
  }

  /// Whether iterations come to \p Block in other ways: LLVM asks for the masks
  /// of a blend, too.
  bool isMasked(const BasicBlock &Block) const {
    const auto *Branch = dyn_cast<BranchInst>(
        DT.getNode(&Block)->getIDom()->getBlock()->getTerminator());
    if (!Branch || Branch->isUnconditional())
      return false;
    const auto *Condition = dyn_cast<Instruction>(Branch->getCondition());
    return Condition && L.contains(Condition) && !Known.contains(Condition);
  }

  Loop &L;
  LoopInfo &LI;
  DominatorTree &DT;
  DenseMap<const Instruction *, uint64_t> Known;
};

} // namespace

PreservedAnalyses LimitVectorizationPass::run(Function &F,
                                              FunctionAnalysisManager &FAM) {
  LoopInfo &LI = FAM.getResult<LoopAnalysis>(F);
  DominatorTree &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  bool Changed = false;
  for (Loop *L : LI.getLoopsInPreorder())
    if (hasTooManyDivisions(*L) || WayCounter(*L, LI, DT).hasTooMany()) {
      addStringMetadataToLoop(L, "llvm.loop.vectorize.enable", 0);
      Changed = true;
    }
  return keptWithBlocks(Changed);
}

} // namespace warpfort::cpu
