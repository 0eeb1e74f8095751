//===-- FreezeMaskedLoads.cpp - Masked loads in front of stores -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// InstCombine of LLVM 22 makes one load of a masked load and a selection by the
// same mask, and puts it where the selection is, behind what was stored in
// between (llvm/llvm-project#215453):
//
//     x = load b where m                 store 7 to b where m
//     store 7 to b where m          ->   y = load b where m, -1 elsewhere
//     y = select m, x, -1
//
// A freeze of the loaded value keeps it from that: it costs nothing, and memory
// has a value anyway. It is added right behind the vectoriser, which makes all
// such loads: later passes may find only then that the masks are the same.
//
//===----------------------------------------------------------------------===//
#include "FreezeMaskedLoads.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassInstrumentation.h"

using namespace llvm;

namespace warpfort {

/// Whether something that uses \p Load comes behind a store.
static bool isUsedBehindStores(const IntrinsicInst &Load) {
  size_t Near = 0;
  for (const Instruction *I = Load.getNextNode(); I; I = I->getNextNode()) {
    Near += is_contained(I->operand_values(), &Load);
    if (I->mayWriteToMemory())
      break;
  }
  SmallPtrSet<const User *, 4> Users(Load.user_begin(), Load.user_end());
  return Near < Users.size();
}

static void freezeIn(Function &F) {
  for (Instruction &I : instructions(F)) {
    auto *Load = dyn_cast<IntrinsicInst>(&I);
    if (!Load || Load->getIntrinsicID() != Intrinsic::masked_load ||
        !isUsedBehindStores(*Load))
      continue;
    auto *Frozen = new FreezeInst(Load, "", std::next(Load->getIterator()));
    Load->replaceUsesWithIf(Frozen,
                            [&](Use &U) { return U.getUser() != Frozen; });
  }
}

void freezeMaskedLoads(PassInstrumentationCallbacks &Callbacks) {
  Callbacks.registerAfterPassCallback(
      [](StringRef Pass, Any IR, const PreservedAnalyses &) {
        const auto *F = any_cast<const Function *>(&IR);
        // The pass manager's function is not constant.
        if (F && Pass == "LoopVectorizePass")
          freezeIn(const_cast<Function &>(**F));
      });
}

} // namespace warpfort
