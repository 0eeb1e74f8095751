//===-- ExpandNegations.cpp - Minima of negated numbers -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fault of ptxas, and of the driver's compiler, for processors from sm_90 on
// (seen with ptxas 13.0 and driver 580.159.04; not with ptxas -O0): of
//
//     min(min(a, -b), c), max(max(a, -b), c)
//
// they make one instruction of three operands, and lose the negation. The same
// holds for what they themselves find to be a negation: 0 - b, b*(-1). A
// negation that may come to a minimum or a maximum is written as ~b + 1, which
// they leave as it is. It is hidden from LLVM, which would make -b of it.
//
//===----------------------------------------------------------------------===//
#include "ExpandNegations.h"
#include "KeptAnalyses.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort {

static bool isExtreme(Instruction &I) {
  if (isa<MinMaxIntrinsic>(I))
    return true;
  Value *Left, *Right;
  return isa<SelectInst>(I) && SelectPatternResult::isMinOrMax(
                                   matchSelectPattern(&I, Left, Right).Flavor);
}

/// Whether the value, or what it becomes without arithmetic, is an operand of a
/// minimum or a maximum.
static bool comesToExtreme(Instruction &Negation) {
  SmallVector<Instruction *> Work{&Negation};
  SmallPtrSet<Instruction *, 16> Seen{&Negation};
  while (!Work.empty())
    for (User *U : Work.pop_back_val()->users()) {
      auto *I = cast<Instruction>(U);
      if (isExtreme(*I))
        return true;
      if (isa<PHINode, SelectInst, CastInst, FreezeInst>(I) &&
          I->getType()->isIntegerTy() && Seen.insert(I).second)
        Work.push_back(I);
    }
  return false;
}

/// ~X + 1, of 16 or 32 bits.
static Value *expand(IRBuilder<> &B, Value *X) {
  Type *T = X->getType();
  bool IsShort = T->isIntegerTy(16);
  InlineAsm *Text =
      InlineAsm::get(FunctionType::get(T, {T}, false),
                     IsShort ? "not.b16 $0, $1; add.s16 $0, $0, 1;"
                             : "not.b32 $0, $1; add.s32 $0, $0, 1;",
                     IsShort ? "=h,h" : "=r,r", /*hasSideEffects=*/false);
  CallInst *Call = B.CreateCall(Text, {X});
  Call->setDoesNotAccessMemory();
  Call->setDoesNotThrow();
  return Call;
}

PreservedAnalyses ExpandNegationsPass::run(Function &F,
                                           FunctionAnalysisManager &) {
  SmallVector<std::pair<Instruction *, Value *>> Negations;
  for (Instruction &I : instructions(F)) {
    Value *X;
    bool IsNegation = match(&I, m_Neg(m_Value(X))) ||
                      match(&I, m_Mul(m_Value(X), m_AllOnes()));
    // Numbers of 64 bits have no such instruction.
    if (IsNegation && I.getType()->isIntegerTy() &&
        I.getType()->getIntegerBitWidth() <= 32 && comesToExtreme(I))
      Negations.push_back({&I, X});
  }
  for (auto [Negation, X] : Negations) {
    IRBuilder<> B(Negation);
    Type *T = Negation->getType();
    unsigned Width = T->getIntegerBitWidth();
    Type *Wider = B.getIntNTy(Width <= 16 ? 16 : 32);
    Value *New = expand(B, B.CreateSExt(X, Wider));
    Negation->replaceAllUsesWith(B.CreateTrunc(New, T));
    Negation->eraseFromParent();
  }
  return keptWithBlocks(!Negations.empty());
}

} // namespace warpfort
