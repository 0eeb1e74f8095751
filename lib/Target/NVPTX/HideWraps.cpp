//===-- HideWraps.cpp - Loop variables that wrap --------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas 13.0 computes how often a loop runs from a comparison of its variable
// as if that never went beyond the largest number, although PTX says that sums
// wrap: a 16-bit loop variable of C, kept in the upper half of a register, ran
// twice for 919 times. Where LLVM does not know the number either, the sign of
// both operands is inverted, and that of the comparison: ptxas does not look
// through the former. It is hidden from LLVM, which would do it to the
// variable's first value.
//
//===----------------------------------------------------------------------===//
#include "HideWraps.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpfort {

/// Whether a number may be one that \p L steps through, beyond its type's ends.
static bool maySkipEnd(Value *V, bool IsSigned, Loop &L, ScalarEvolution &SE) {
  auto *Steps = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(V));
  return Steps && Steps->getLoop() == &L &&
         !(IsSigned ? Steps->hasNoSignedWrap() : Steps->hasNoUnsignedWrap());
}

/// \p X with its sign inverted; null if there is no register of its type.
static Value *invertSign(IRBuilder<> &B, Value *X) {
  Type *T = X->getType();
  const char *Text, *Registers;
  if (T->isIntegerTy(16))
    Text = "xor.b16 $0, $1, 0x8000;", Registers = "=h,h";
  else if (T->isIntegerTy(32))
    Text = "xor.b32 $0, $1, 0x80000000;", Registers = "=r,r";
  else if (T->isIntegerTy(64))
    Text = "xor.b64 $0, $1, 0x8000000000000000;", Registers = "=l,l";
  else
    return nullptr;
  if (isa<Constant>(X))
    return B.CreateXor(
        X, ConstantInt::get(T, APInt::getSignMask(T->getIntegerBitWidth())));
  CallInst *Call = B.CreateCall(InlineAsm::get(FunctionType::get(T, {T}, false),
                                               Text, Registers,
                                               /*hasSideEffects=*/false),
                                {X});
  Call->setDoesNotAccessMemory();
  Call->setDoesNotThrow();
  return Call;
}

PreservedAnalyses HideWrapsPass::run(Function &F,
                                     FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  if (LI.empty())
    return PreservedAnalyses::all();
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  SmallSetVector<ICmpInst *, 4> Wrapping;
  for (Loop *L : LI.getLoopsInPreorder()) {
    SmallVector<BasicBlock *> Exiting;
    L->getExitingBlocks(Exiting);
    for (BasicBlock *BB : Exiting) {
      auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
      if (!Branch || !Branch->isConditional() ||
          !isa<SCEVCouldNotCompute>(SE.getExitCount(L, BB)))
        continue;
      auto *Compare = dyn_cast<ICmpInst>(Branch->getCondition());
      if (Compare && Compare->isRelational() &&
          llvm::any_of(Compare->operands(), [&](Value *V) {
            return maySkipEnd(V, Compare->isSigned(), *L, SE);
          }))
        Wrapping.insert(Compare);
    }
  }
  for (ICmpInst *Compare : Wrapping) {
    IRBuilder<> Builder(Compare);
    Value *Left = invertSign(Builder, Compare->getOperand(0));
    Value *Right = invertSign(Builder, Compare->getOperand(1));
    if (!Left || !Right)
      continue;
    Compare->setOperand(0, Left);
    Compare->setOperand(1, Right);
    Compare->setPredicate(Compare->getFlippedSignednessPredicate());
  }
  if (Wrapping.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace warpfort
