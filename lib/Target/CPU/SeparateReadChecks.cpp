//===-- SeparateReadChecks.cpp - Checks of reads, in loops of their own ---===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See SeparateReadChecks.h.
//
//===----------------------------------------------------------------------===//
#include "SeparateReadChecks.h"
#include "CheckAccesses.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace warpfort::cpu {

using Instructions = SmallSetVector<Instruction *, 32>;

/// What goes round the loop as it is, and its checks; empty if they need what
/// the loop reads, or are not all of reads.
static Instructions findNeeded(const Loop &L) {
  Instructions Needed;
  for (BasicBlock *BB : L.blocks()) {
    for (Instruction &I : *BB) {
      const Check Kind = checkOf(I);
      if (Kind != Check::None && Kind != Check::Read)
        return {};
      if (Kind == Check::Read)
        Needed.insert(&I);
    }
    Needed.insert(BB->getTerminator());
  }
  for (size_t Next = 0; Next < Needed.size(); ++Next)
    for (Value *V : Needed[Next]->operands()) {
      auto *I = dyn_cast<Instruction>(V);
      if (!I || !L.contains(I))
        continue;
      if (I->mayReadOrWriteMemory() &&
          !I->hasMetadata(LLVMContext::MD_invariant_load))
        return {};
      Needed.insert(I);
    }
  return Needed;
}

/// Puts a copy of \p L before it.
static Loop *copyBefore(Loop &L, ValueToValueMapTy &Map, DominatorTree &DT,
                        LoopInfo &LI) {
  BasicBlock *Before = L.getLoopPreheader();
  BasicBlock *Enter = SplitBlock(Before, Before->getTerminator(), &DT, &LI);
  SmallVector<BasicBlock *, 8> Blocks;
  Loop *Copy = cloneLoopWithPreheader(Enter, Before, &L, Map, ".reads", &LI,
                                      &DT, Blocks);
  remapInstructionsInBlocks(Blocks, Map);
  Before->getTerminator()->replaceSuccessorWith(Enter,
                                                Copy->getLoopPreheader());
  BasicBlock *Latch = Copy->getLoopLatch();
  Latch->getTerminator()->replaceSuccessorWith(L.getExitBlock(), Enter);
  DT.changeImmediateDominator(Enter, Latch);
  return Copy;
}

Loop *separateReadChecks(Loop &L, DominatorTree &DT, LoopInfo &LI) {
  if (!L.getLoopPreheader() || !L.getLoopLatch() || !L.getExitBlock() ||
      L.getExitingBlock() != L.getLoopLatch())
    return nullptr;
  const Instructions Needed = findNeeded(L);
  if (Needed.empty())
    return nullptr;
  ValueToValueMapTy Map;
  Loop *Copy = copyBefore(L, Map, DT, LI);
  SmallVector<Instruction *> Unneeded;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      if (checkOf(I) != Check::None)
        Unneeded.push_back(&I);
      else if (!Needed.contains(&I))
        Unneeded.push_back(cast<Instruction>(Map.lookup(&I)));
    }
  for (Instruction *I : Unneeded) {
    if (!I->use_empty())
      I->replaceAllUsesWith(PoisonValue::get(I->getType()));
    I->eraseFromParent();
  }
  return Copy;
}

} // namespace warpfort::cpu
