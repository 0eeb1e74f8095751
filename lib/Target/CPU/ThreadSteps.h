//===-- ThreadSteps.h - How far apart neighbouring threads are -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The distance between what a thread accesses and what its neighbour in x
// accesses, or what it accesses itself in the next iteration of a loop. This
// decides which order of threads and iterations is fast, so index arithmetic is
// taken not to wrap around.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_THREADSTEPS_H
#define WARPFORT_LIB_TARGET_CPU_THREADSTEPS_H

#include "llvm/Analysis/ScalarEvolutionExpressions.h"

namespace warpfort::cpu {

/// Of a cache line.
constexpr int64_t LineBytes = 64;

/// Rewrites an expression to the value that it has one step further: with a
/// number that is greater by one, or in the next iteration of a loop.
class NextStep : public llvm::SCEVRewriteVisitor<NextStep> {
public:
  NextStep(llvm::ScalarEvolution &SE, const llvm::Value *Number,
           const llvm::Loop *L = nullptr)
      : SCEVRewriteVisitor(SE), Number(Number), L(L) {}

  const llvm::SCEV *visitUnknown(const llvm::SCEVUnknown *U) {
    return Number && U->getValue() == Number
               ? SE.getAddExpr(U, SE.getOne(U->getType()))
               : U;
  }
  const llvm::SCEV *visitAddRecExpr(const llvm::SCEVAddRecExpr *E) {
    if (L && E->getLoop() == L)
      return E->getPostIncExpr(SE);
    return SCEVRewriteVisitor::visitAddRecExpr(E);
  }
  const llvm::SCEV *visitSignExtendExpr(const llvm::SCEVSignExtendExpr *E) {
    return extend(E, /*IsSigned=*/true);
  }
  const llvm::SCEV *visitZeroExtendExpr(const llvm::SCEVZeroExtendExpr *E) {
    return extend(E, /*IsSigned=*/false);
  }

private:
  /// ext(a + d) is taken as ext(a) + ext(d).
  const llvm::SCEV *extend(const llvm::SCEVCastExpr *E, bool IsSigned) {
    const llvm::SCEV *Old = E->getOperand(), *New = visit(Old);
    const llvm::SCEV *Step = SE.getMinusSCEV(New, Old);
    if (Step->isZero())
      return E;
    const llvm::SCEV *Wide = IsSigned
                                 ? SE.getSignExtendExpr(Step, E->getType())
                                 : SE.getZeroExtendExpr(Step, E->getType());
    return SE.getAddExpr(E, Wide);
  }

  const llvm::Value *Number;
  const llvm::Loop *L;
};

/// What `Pointer` grows by from a thread to the next one in x, whose number is
/// `X`.
inline const llvm::SCEV *stepToNextThread(llvm::ScalarEvolution &SE,
                                          llvm::Value *Pointer,
                                          const llvm::Value *X) {
  const llvm::SCEV *Here = SE.getSCEV(Pointer);
  return SE.getMinusSCEV(NextStep(SE, X).visit(Here), Here);
}

/// What `Pointer` grows by from an iteration of `L` to the next.
inline const llvm::SCEV *stepToNextIteration(llvm::ScalarEvolution &SE,
                                             llvm::Value *Pointer,
                                             const llvm::Loop &L) {
  const llvm::SCEV *Here = SE.getSCEV(Pointer);
  return SE.getMinusSCEV(NextStep(SE, nullptr, &L).visit(Here), Here);
}

/// Whether \p Step leads to the same or the next cache line.
inline bool isNear(const llvm::SCEV *Step) {
  auto *Bytes = llvm::dyn_cast<llvm::SCEVConstant>(Step);
  return Bytes && Bytes->getAPInt().abs().ule(uint64_t(LineBytes));
}

/// Whether \p Pointer goes on in the same or the next cache line with each
/// iteration of \p L.
inline bool walks(llvm::ScalarEvolution &SE, llvm::Value *Pointer,
                  const llvm::Loop &L) {
  const llvm::SCEV *Step = stepToNextIteration(SE, Pointer, L);
  return isNear(Step) && !Step->isZero();
}

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_THREADSTEPS_H
