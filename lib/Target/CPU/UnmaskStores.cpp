//===-- UnmaskStores.cpp - Vectors that are stored whole ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What
//
//     s(t) = max(s(t), s(t + w))
//
// makes in a vector is a load, a selection and a store to where the load was
// from. LLVM's code generator takes the selection for a mask of the store and
// so misses that it is one instruction; and processors from AMD do masked
// stores one element at a time. A freeze of the loaded value keeps it from
// that: it costs nothing, and memory has a value anyway.
//
//===----------------------------------------------------------------------===//
#include "UnmaskStores.h"
#include "KeptAnalyses.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpfort::cpu {

/// The operand of the selection that is loaded from \p Address.
static LoadInst *loadedOperand(SelectInst &Select, const Value *Address) {
  for (Value *Operand : {Select.getTrueValue(), Select.getFalseValue()})
    if (auto *Load = dyn_cast<LoadInst>(Operand);
        Load && Load->getPointerOperand() == Address)
      return Load;
  return nullptr;
}

PreservedAnalyses UnmaskStoresPass::run(Function &F,
                                        FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : instructions(F)) {
    auto *Store = dyn_cast<StoreInst>(&I);
    auto *Select =
        Store ? dyn_cast<SelectInst>(Store->getValueOperand()) : nullptr;
    if (!Select || !Select->getType()->isVectorTy())
      continue;
    LoadInst *Load = loadedOperand(*Select, Store->getPointerOperand());
    if (!Load)
      continue;
    auto *Frozen = new FreezeInst(Load, "", std::next(Load->getIterator()));
    Load->replaceUsesWithIf(Frozen,
                            [&](Use &U) { return U.getUser() != Frozen; });
    Changed = true;
  }
  return keptWithBlocks(Changed);
}

} // namespace warpfort::cpu
