//===-- LowerLocalAtomics.cpp - Atomic operations on local memory ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX has no atomic operations on local memory, and ptxas refuses them:
//
//     %old = atomicrmw add ptr %alloca, i32 1 monotonic
//  -> %old = load i32, ptr %alloca
//     store (%old + 1), ptr %alloca
//
// LLVM has a pass of this kind, too, which runs after all optimisations and
// knows atomicrmw only.
//
//===----------------------------------------------------------------------===//
#include "LowerLocalAtomics.h"
#include "KeptAnalyses.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace warpfort {

PreservedAnalyses LowerLocalAtomicsPass::run(Function &F,
                                             FunctionAnalysisManager &) {
  auto IsLocal = [](const Value *Address) {
    return isa<AllocaInst>(getUnderlyingObject(Address));
  };
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (!I.isAtomic())
      continue;
    if (auto *Load = dyn_cast<LoadInst>(&I);
        Load && IsLocal(Load->getPointerOperand())) {
      Load->setAtomic(AtomicOrdering::NotAtomic);
      Changed = true;
    } else if (auto *Store = dyn_cast<StoreInst>(&I);
               Store && IsLocal(Store->getPointerOperand())) {
      Store->setAtomic(AtomicOrdering::NotAtomic);
      Changed = true;
    } else if (auto *Update = dyn_cast<AtomicRMWInst>(&I);
               Update && IsLocal(Update->getPointerOperand())) {
      Changed |= lowerAtomicRMWInst(Update);
    } else if (auto *Swap = dyn_cast<AtomicCmpXchgInst>(&I);
               Swap && IsLocal(Swap->getPointerOperand())) {
      Changed |= lowerAtomicCmpXchgInst(Swap);
    }
  }
  return keptWithBlocks(Changed);
}

} // namespace warpfort
