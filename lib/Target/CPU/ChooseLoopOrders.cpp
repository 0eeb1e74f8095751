//===-- ChooseLoopOrders.cpp - Threads outside of loops or inside
//------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread's sum can be formed in either order:
//
//     for (t : threads)                 for (k = 0; k < n; ++k)
//       for (k = 0; k < n; ++k)           for (t : threads)
//         s += a[k][t]                      s[t] += a[k][t]
//
// The first is better where VectorizeOuterLoops.cpp makes vectors of the
// threads: sums stay in registers, and blocks in a row run as one. If it
// cannot, the second is much better than one thread after the other. Only
// LLVM's simplifications show which it will be, so kernels have both until
// then, and a question that stands for the answer.
//
//===----------------------------------------------------------------------===//
#include "ChooseLoopOrders.h"
#include "VectorizeOuterLoops.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace warpfort::cpu {

/// Of a question: the name of the function it is about.
static constexpr StringLiteral About = "warpfort-about";

Value *askForVectors(IRBuilderBase &B, Function &ByThread) {
  Module &M = *ByThread.getParent();
  ByThread.addFnAttr(Attribute::NoInline);
  FunctionCallee Question =
      M.getOrInsertFunction(VectorsQuestion, B.getInt1Ty());
  CallInst *Call = B.CreateCall(Question);
  Call->addFnAttr(Attribute::NoUnwind);
  Call->addFnAttr(Attribute::get(B.getContext(), About, ByThread.getName()));
  return Call;
}

PreservedAnalyses ChooseLoopOrdersPass::run(Module &M,
                                            ModuleAnalysisManager &) {
  Function *Question = M.getFunction(VectorsQuestion);
  if (!Question)
    return PreservedAnalyses::all();
  for (User *U : make_early_inc_range(Question->users())) {
    auto *Call = cast<CallInst>(U);
    const Function *ByThread =
        M.getFunction(Call->getFnAttr(About).getValueAsString());
    bool IsVector = ByThread && ByThread->hasFnAttribute(WideThreads);
    BasicBlock *BB = Call->getParent();
    Call->replaceAllUsesWith(ConstantInt::getBool(M.getContext(), IsVector));
    Call->eraseFromParent();
    ConstantFoldTerminator(BB, /*DeleteDeadConditions=*/true);
    removeUnreachableBlocks(*BB->getParent());
  }
  Question->eraseFromParent();
  return PreservedAnalyses::none();
}

} // namespace warpfort::cpu
