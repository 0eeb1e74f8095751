//===-- NarrowProducts.cpp - Products of 32-bit factors -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A subscript less the lower bound is a sum of 64 bits, though it is below 2^32
// where the subscript is. Its product with a stride of 32 bits is one
// instruction of a GPU if the sum, too, is seen to have 32 bits, and four if
// not:
//
//   zext(i) + c   ->   zext(i + c)    where the sum is from 0 to 2^32-1
//
//===----------------------------------------------------------------------===//
#include "NarrowProducts.h"
#include "KeptAnalyses.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort {

/// \p V as an extension of 32 bits, if it is a sum that may be one.
static Value *narrowSum(Value *V) {
  Value *Narrow;
  const APInt *C;
  if (!match(V, m_Add(m_ZExt(m_Value(Narrow)), m_APInt(C))) ||
      !Narrow->getType()->isIntegerTy(32) || !V->getType()->isIntegerTy(64))
    return nullptr;
  ConstantRange Sum = computeConstantRange(Narrow, /*ForSigned=*/false)
                          .zeroExtend(64)
                          .add(ConstantRange(*C));
  if (Sum.isWrappedSet() || Sum.getUnsignedMax().getActiveBits() > 32)
    return nullptr;
  IRBuilder<> B(cast<Instruction>(V));
  uint64_t More = C->getZExtValue();
  // What is there may be a sum itself.
  Value *Rest;
  if (match(Narrow, m_Add(m_Value(Rest), m_APInt(C)))) {
    Narrow = Rest;
    More += C->getZExtValue();
  }
  Value *Low = B.CreateAdd(Narrow, B.getInt32(static_cast<uint32_t>(More)));
  return B.CreateZExt(Low, V->getType());
}

PreservedAnalyses NarrowProductsPass::run(Function &F,
                                          FunctionAnalysisManager &) {
  SmallVector<WeakTrackingVH> Unused;
  for (Instruction &I : instructions(F)) {
    if (I.getOpcode() != Instruction::Mul)
      continue;
    for (Use &Factor : I.operands())
      if (Value *Narrow = narrowSum(Factor)) {
        Unused.push_back(Factor.get());
        Factor.set(Narrow);
      }
  }
  bool Changed = !Unused.empty();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Unused);
  return keptWithBlocks(Changed);
}

} // namespace warpfort
