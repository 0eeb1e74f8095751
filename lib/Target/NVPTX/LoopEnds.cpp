//===-- LoopEnds.cpp - What a counter is compared with --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See LoopEnds.h. LLVM writes `<=` with the last number where the end is a
// constant.
//
//===----------------------------------------------------------------------===//
#include "LoopEnds.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort {

std::optional<LoopEnd> findLoopEnd(const Loop &L) {
  BasicBlock *Latch = L.getLoopLatch();
  auto *Branch = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
  CmpPredicate Predicate;
  Value *Left, *Right;
  if (!Branch || !Branch->isConditional() ||
      !match(Branch->getCondition(),
             m_ICmp(Predicate, m_Value(Left), m_Value(Right))))
    return std::nullopt;
  CmpInst::Predicate Continue = Branch->getSuccessor(0) == L.getHeader()
                                    ? CmpInst::Predicate(Predicate)
                                    : CmpInst::getInversePredicate(Predicate);
  if (L.isLoopInvariant(Left)) {
    std::swap(Left, Right);
    Continue = CmpInst::getSwappedPredicate(Continue);
  }
  if (!L.isLoopInvariant(Right))
    return std::nullopt;
  bool Signed = CmpInst::isSigned(Continue);
  if (Continue == CmpInst::ICMP_SLT || Continue == CmpInst::ICMP_ULT)
    return LoopEnd{Left, Right, Signed};
  auto *Last = dyn_cast<ConstantInt>(Right);
  if ((Continue == CmpInst::ICMP_SLE || Continue == CmpInst::ICMP_ULE) &&
      Last && !Last->isMaxValue(Signed))
    return LoopEnd{
        Left, ConstantInt::get(Last->getType(), Last->getValue() + 1), Signed};
  return std::nullopt;
}

bool isReadFromData(const SCEV *Number) {
  return SCEVExprContains(Number, [](const SCEV *Part) {
    auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    auto *Load = Unknown ? dyn_cast<LoadInst>(Unknown->getValue()) : nullptr;
    return Load &&
           !isa<Argument>(
               Load->getPointerOperand()->stripInBoundsConstantOffsets());
  });
}

} // namespace warpfort
