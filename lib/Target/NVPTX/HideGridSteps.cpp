//===-- HideGridSteps.cpp - Loops that a grid shares ----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that the threads of a grid share goes from the thread's number in
// steps of the number of threads, so most threads take one iteration. LLVM's
// strength reduction does not know: it makes a pointer of each address, whose
// first value costs more than the address did, and whose step is never used
// (a stencil: 56 registers and some forty multiplications before the first
// load). Behind an empty assembly statement the next value of such a counter
// is not a recurrence any more, so addresses stay where they are used.
//
//===----------------------------------------------------------------------===//
#include "HideGridSteps.h"
#include "KeptAnalyses.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace warpfort {

/// The addition that steps \p Counter by a number known at run time alone.
static BinaryOperator *openStep(PHINode &Counter, const Loop &L) {
  auto *Next = dyn_cast<BinaryOperator>(
      Counter.getIncomingValueForBlock(L.getLoopLatch()));
  if (!Next || Next->getOpcode() != Instruction::Add)
    return nullptr;
  for (unsigned I : {0u, 1u})
    if (Next->getOperand(I) == &Counter) {
      Value *Step = Next->getOperand(1 - I);
      return !isa<Constant>(Step) && L.isLoopInvariant(Step) ? Next : nullptr;
    }
  return nullptr;
}

PreservedAnalyses HideGridStepsPass::run(Function &F,
                                         FunctionAnalysisManager &FAM) {
  SmallVector<BinaryOperator *> Steps;
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (L->getLoopLatch())
      for (PHINode &Counter : L->getHeader()->phis())
        if (Counter.getType()->isIntegerTy(64) ||
            Counter.getType()->isIntegerTy(32))
          if (BinaryOperator *Next = openStep(Counter, *L))
            Steps.push_back(Next);
  for (BinaryOperator *Next : Steps) {
    IRBuilder<> B(Next->getNextNode());
    Type *Ty = Next->getType();
    InlineAsm *Nothing = InlineAsm::get(FunctionType::get(Ty, {Ty}, false), "",
                                        Ty->isIntegerTy(64) ? "=l,0" : "=r,0",
                                        /*hasSideEffects=*/false);
    CallInst *Hidden = B.CreateCall(Nothing, {Next});
    Hidden->setDoesNotAccessMemory();
    Hidden->setDoesNotThrow();
    Next->replaceUsesWithIf(Hidden,
                            [&](Use &U) { return U.getUser() != Hidden; });
  }
  return keptWithBlocks(!Steps.empty());
}

} // namespace warpfort
