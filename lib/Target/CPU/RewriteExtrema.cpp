//===-- RewriteExtrema.cpp - Greatest and least reals of loops ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM finds the greatest of several reals in vectors only if none of them is a
// NaN and the sign of a zero does not matter. A reduction can be written so
// that both hold:
//
//     m = -infinity                        m = -infinity
//     for (i...)                     ->    for (i...) {
//       m = x[i] > m ? x[i] : m;             y = x[i] > -infinity ? x[i]
//                                                                 : -infinity;
//                                            m = y > m ? y : m;  // nnan, nsz
//                                          }
//
// y is no NaN, because a comparison with a NaN does not hold, and m is none,
// because it only takes what a comparison held for and does not begin as one.
// Each line is one instruction of x86-64. A different zero may remain only
// where the order is free: the comparison says so (nsz), or the loop has
// independent iterations (llvm.loop.parallel_accesses), in which a value that
// lives on from one to the next is a reduction's.
//
//===----------------------------------------------------------------------===//
#include "RewriteExtrema.h"
#include "LoopRewrites.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpfort::cpu {
namespace {

/// `Select` takes the new value where it is greater (or less) than the old.
struct Extremum {
  SelectInst *Select = nullptr;
  FCmpInst *Compare = nullptr;
  Value *New = nullptr, *Old = nullptr;
  bool IsGreatest = false;
};

} // namespace

/// The extremum that \p V is, if a comparison with a NaN leaves the old value.
static std::optional<Extremum> asExtremum(Value *V) {
  Extremum E;
  E.Select = dyn_cast<SelectInst>(V);
  E.Compare = E.Select ? dyn_cast<FCmpInst>(E.Select->getCondition()) : nullptr;
  if (!E.Compare || E.Select->getType()->isVectorTy())
    return std::nullopt;
  CmpInst::Predicate P = E.Compare->getPredicate();
  E.New = E.Select->getTrueValue();
  E.Old = E.Select->getFalseValue();
  // x <= m or NaN ? m : x
  if (FCmpInst::isUnordered(P)) {
    P = FCmpInst::getInversePredicate(P);
    std::swap(E.New, E.Old);
  }
  if (E.Compare->getOperand(0) == E.Old && E.Compare->getOperand(1) == E.New)
    P = FCmpInst::getSwappedPredicate(P);
  else if (E.Compare->getOperand(0) != E.New ||
           E.Compare->getOperand(1) != E.Old)
    return std::nullopt;
  E.IsGreatest = P == FCmpInst::FCMP_OGT || P == FCmpInst::FCMP_OGE;
  if (!E.IsGreatest && P != FCmpInst::FCMP_OLT && P != FCmpInst::FCMP_OLE)
    return std::nullopt;
  return E;
}

/// Whether \p V cannot be a NaN, given that those in \p Assumed are none: of
/// several values that form each other, none is the first to become one.
static bool isNoNaN(Value *V, SmallPtrSetImpl<Value *> &Assumed,
                    const SimplifyQuery &Query) {
  if (auto *Phi = dyn_cast<PHINode>(V))
    return !Assumed.insert(Phi).second ||
           all_of(Phi->incoming_values(), [&](Value *Incoming) {
             return isNoNaN(Incoming, Assumed, Query);
           });
  if (std::optional<Extremum> E = asExtremum(V))
    return isNoNaN(E->Old, Assumed, Query);
  return isKnownNeverNaN(V, Query);
}

/// The extrema, all of one kind, through which the value of \p Phi goes in an
/// iteration of \p L; empty if it is used for anything else.
static SmallVector<Extremum, 4> reductionOf(PHINode &Phi, const Loop &L) {
  SmallVector<Extremum, 4> Chain;
  Value *Last = Phi.getIncomingValueForBlock(L.getLoopLatch());
  for (Value *V = Last; V != &Phi;) {
    std::optional<Extremum> E = asExtremum(V);
    if (!E || !L.contains(E->Select) ||
        (!Chain.empty() && E->IsGreatest != Chain.front().IsGreatest))
      return {};
    Chain.push_back(*E);
    V = E->Old;
  }
  for (const Extremum &E : Chain)
    if (!E.Compare->hasOneUse() || !E.Old->hasNUses(2))
      return {};
  for (User *U : Last->users())
    if (U != &Phi && L.contains(cast<Instruction>(U)))
      return {};
  return Chain;
}

/// Makes one step of \p Chain: LLVM takes no reduction of minima or maxima in
/// several.
static void rewrite(PHINode &Phi, ArrayRef<Extremum> Chain) {
  SelectInst *Last = Chain.front().Select;
  bool IsGreatest = Chain.front().IsGreatest;
  IRBuilder<> B(Last);
  Type *T = Phi.getType();
  Constant *Worst = ConstantFP::getInfinity(T, /*Negative=*/IsGreatest);
  CmpInst::Predicate P = IsGreatest ? CmpInst::FCMP_OGT : CmpInst::FCMP_OLT;
  FastMathFlags Flags;
  Flags.setNoNaNs();
  Flags.setNoSignedZeros();
  auto Better = [&](Value *A, Value *Than) {
    return B.CreateSelectFMF(B.CreateFCmpFMF(P, A, Than, Flags), A, Than,
                             Flags);
  };
  Value *Best = nullptr;
  for (const Extremum &E : Chain) {
    Value *Number = B.CreateSelect(B.CreateFCmp(P, E.New, Worst), E.New, Worst);
    Best = Best ? Better(Number, Best) : Number;
  }
  Value *Result = Better(Best, &Phi);
  Result->takeName(Last);
  Last->replaceAllUsesWith(Result);
  for (const Extremum &E : Chain) {
    E.Select->eraseFromParent();
    E.Compare->eraseFromParent();
  }
}

static bool rewriteLoop(Loop &L, const SimplifyQuery &Query) {
  if (!L.isInnermost() || !L.getLoopLatch())
    return false;
  bool AnyOrder = L.isAnnotatedParallel(), Changed = false;
  for (PHINode &Phi : L.getHeader()->phis()) {
    if (!Phi.getType()->isFloatingPointTy())
      continue;
    SmallVector<Extremum, 4> Chain = reductionOf(Phi, L);
    SmallPtrSet<Value *, 8> Assumed;
    if (Chain.empty() || !isNoNaN(&Phi, Assumed, Query) ||
        !(AnyOrder || all_of(Chain, [](const Extremum &E) {
            return E.Compare->hasNoSignedZeros();
          })))
      continue;
    rewrite(Phi, Chain);
    Changed = true;
  }
  return Changed;
}

PreservedAnalyses RewriteExtremaPass::run(Function &F,
                                          FunctionAnalysisManager &FAM) {
  SimplifyQuery Query(F.getDataLayout());
  return rewriteLoops(F, FAM, [&](Loop &L) { return rewriteLoop(L, Query); });
}

} // namespace warpfort::cpu
