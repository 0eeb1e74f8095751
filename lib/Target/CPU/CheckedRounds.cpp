//===-- CheckedRounds.cpp - In which rounds accesses are made -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CheckedRounds.h.
//
//===----------------------------------------------------------------------===//
#include "CheckedRounds.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort::cpu {

LoopConditions::LoopConditions(Loop &L, ScalarEvolution &SE, DominatorTree &DT,
                               LoopInfo &LI)
    : L(L), SE(SE), DT(DT), LI(LI), Expander(SE, "checked"),
      I64(Type::getInt64Ty(L.getHeader()->getContext())) {}

bool LoopConditions::isKnownBefore(const SCEV *S) {
  return SE.isLoopInvariant(S, &L) && Expander.isSafeToExpandAt(S, At);
}

/// Whether the test for \p P, which multiplies the step by the number of
/// rounds, can be made before the loop; \p P may be null.
bool LoopConditions::isKnownBefore(const SCEVWrapPredicate *P) {
  if (!P)
    return false;
  const SCEVAddRecExpr *Sum = P->getExpr();
  const SCEV *Rounds = SE.getBackedgeTakenCount(Sum->getLoop());
  return !isa<SCEVCouldNotCompute>(Rounds) && isKnownBefore(Rounds) &&
         isKnownBefore(Sum->getStart()) &&
         isKnownBefore(Sum->getStepRecurrence(SE));
}

namespace {

struct SafeDivisions : SCEVRewriteVisitor<SafeDivisions> {
  using SCEVRewriteVisitor::SCEVRewriteVisitor;
  const SCEV *visitUDivExpr(const SCEVUDivExpr *S) {
    const SCEV *By = visit(S->getRHS());
    if (!SE.isKnownNonZero(By))
      By = SE.getUMaxExpr(By, SE.getOne(By->getType()));
    return SE.getUDivExpr(visit(S->getLHS()), By);
  }
};

} // namespace

/// The same where the program divides. Where it does not, as the access is not
/// made, a divisor may be zero.
const SCEV *LoopConditions::withSafeDivisions(const SCEV *S) {
  return SafeDivisions(SE).visit(S);
}

/// Takes what a round of \p Of adds off \p Place; null if that varies.
const SCEV *LoopConditions::takeStep(const SCEV *&Place, Loop &Of) {
  if (SE.isLoopInvariant(Place, &Of))
    return SE.getZero(I64);
  auto *Sum = dyn_cast<SCEVAddRecExpr>(Place);
  if (!Sum || Sum->getLoop() != &Of) {
    SmallVector<const SCEVPredicate *, 4> Needed;
    Sum = SE.convertSCEVToAddRecWithPredicates(Place, &Of, Needed);
    if (!Sum || Sum->getLoop() != &Of) // it may grow in a loop further in
      return nullptr;
    for (const SCEVPredicate *P : Needed) {
      if (!isKnownBefore(dyn_cast<SCEVWrapPredicate>(P)))
        return nullptr;
    }
    append_range(Granted, Needed);
  }
  if (!Sum->isAffine())
    return nullptr;
  Place = Sum->getStart();
  return SE.getTruncateOrSignExtend(Sum->getStepRecurrence(SE), I64);
}

void LoopConditions::limit(StrideLimits New) {
  if (!is_contained(Limits, New))
    Limits.push_back(New);
}

/// Whether all ways from \p From to the end of a round, \p Latch, pass \p BB.
static bool comesTo(const BasicBlock &From, const BasicBlock &BB,
                    const BasicBlock &Latch) {
  SmallPtrSet<const BasicBlock *, 8> Seen{&BB};
  SmallVector<const BasicBlock *, 8> Next{&From};
  while (!Next.empty()) {
    const BasicBlock *Here = Next.pop_back_val();
    if (Here == &Latch)
      return false;
    for (const BasicBlock *To : successors(Here))
      if (Seen.insert(To).second)
        Next.push_back(To);
  }
  return true;
}

/// Whether \p BB is executed once in each round of \p Of, or only if something
/// holds that is known before, or only in rounds that follow each other.
bool LoopConditions::takeConditions(CheckedAccess &New, const BasicBlock *BB,
                                    Loop &Of) {
  New.From = New.To = New.Every = nullptr;
  New.IsInOne = false;
  for (auto [Condition, Holds] : std::exchange(New.Later, {}))
    if (!takeCondition(New, Condition, Holds, Of))
      return false;
  const BasicBlock *Latch = Of.getLoopLatch();
  while (!DT.dominates(BB, Latch)) {
    const auto *Node = DT.getNode(BB)->getIDom();
    const BasicBlock *Above = Node->getBlock();
    auto *Branch = dyn_cast<BranchInst>(Above->getTerminator());
    if (!Of.contains(Above) || LI.getLoopFor(Above) != &Of || !Branch)
      return false;
    if (!Branch->isConditional()) {
      BB = Above;
      continue;
    }
    auto Leads = [&](unsigned To) {
      return DT.dominates(BasicBlockEdge(Above, Branch->getSuccessor(To)), BB);
    };
    bool IfTrue = Leads(0);
    const bool IsEither = !IfTrue && !Leads(1);
    if (IsEither && !comesTo(*Above, *BB, *Latch))
      return false;
    BB = Above;
    if (IsEither)
      continue;
    New.Way.push_back({Branch, IfTrue ? 0u : 1u});
    if (!takeCondition(New, Branch->getCondition(), IfTrue, Of))
      return false;
  }
  return true;
}

bool LoopConditions::takeCondition(CheckedAccess &New, Value *Condition,
                                   bool Holds, Loop &Of) {
  Value *A, *B;
  if (Holds ? match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
            : match(Condition, m_LogicalOr(m_Value(A), m_Value(B))))
    return takeCondition(New, A, Holds, Of) && takeCondition(New, B, Holds, Of);
  auto *I = dyn_cast<Instruction>(Condition);
  if (!I || DT.dominates(I, At)) {
    New.Conditions.push_back({Condition, Holds});
    return true;
  }
  if (isGuard(*I, Holds, New.SideBySide)) {
    New.IsGuarded = true;
    return true;
  }
  if (takeMultiples(New, *I, Holds, Of) || takeRange(New, *I, Holds, Of) ||
      isImplied(New, I, Holds, Of))
    return true;
  if (&Of == &L || !SE.isSCEVable(I->getType()) ||
      !SE.isLoopInvariant(SE.getSCEV(I), &Of))
    return false;
  New.Later.push_back({Condition, Holds});
  return true;
}

/// A comparison as one of signed numbers, if it \p Holds: of an index that
/// varies in \p Of, and may be one of those from zero only. Null: it is none.
LoopConditions::Comparison
LoopConditions::readComparison(const Value &Condition, bool Holds, Loop &Of) {
  auto *Compare = dyn_cast<ICmpInst>(&Condition);
  if (!Compare || !Compare->getOperand(0)->getType()->isIntegerTy() ||
      Compare->getOperand(0)->getType()->getIntegerBitWidth() > 64)
    return {};
  Comparison C = {
      SE.getSCEV(Compare->getOperand(0)), SE.getSCEV(Compare->getOperand(1)),
      Holds ? Compare->getPredicate() : Compare->getInversePredicate()};
  if (SE.isLoopInvariant(C.Index, &Of)) {
    std::swap(C.Index, C.Bound);
    C.Predicate = CmpInst::getSwappedPredicate(C.Predicate);
  }
  if (CmpInst::isUnsigned(C.Predicate)) {
    if (!Compare->hasSameSign() &&
        !(SE.isKnownNonNegative(C.Index) && SE.isKnownNonNegative(C.Bound))) {
      C.IsFromZero = ICmpInst::isLT(C.Predicate) || ICmpInst::isLE(C.Predicate);
      if (!C.IsFromZero || !SE.isKnownNonNegative(C.Bound))
        return {};
    }
    C.Predicate = ICmpInst::getSignedPredicate(C.Predicate);
  }
  C.Index = SE.getNoopOrSignExtend(C.Index, I64);
  C.Bound = SE.getNoopOrSignExtend(C.Bound, I64);
  return C;
}

/// Whether \p Condition \p Holds in rounds that follow each other: it compares
/// an index that grows by one.
bool LoopConditions::takeRange(CheckedAccess &New, const Value &Condition,
                               bool Holds, Loop &Of) {
  auto [Index, Bound, Predicate, IsFromZero] =
      readComparison(Condition, Holds, Of);
  if (!Index)
    return false;
  const SCEV *One = SE.getOne(I64), *Step = takeStep(Index, Of);
  if (!Step || !Step->isOne() || !isKnownBefore(Index) || !isKnownBefore(Bound))
    return false;
  limit({Index, Bound, One, One});
  const SCEV *At = SE.getMinusSCEV(Bound, Index), *From = nullptr,
             *To = nullptr;
  switch (Predicate) {
  case CmpInst::ICMP_SLT:
    To = At;
    break;
  case CmpInst::ICMP_SLE:
    To = SE.getAddExpr(At, One);
    break;
  case CmpInst::ICMP_SGT:
    From = SE.getAddExpr(At, One);
    break;
  case CmpInst::ICMP_SGE:
    From = At;
    break;
  case CmpInst::ICMP_EQ:
    From = At;
    To = SE.getAddExpr(At, One);
    New.IsInOne = true;
    break;
  case CmpInst::ICMP_NE:
    // All but the first one.
    if (!SE.isKnownNonPositive(At))
      return false;
    From = SE.getAddExpr(At, One);
    break;
  default:
    return false;
  }
  if (IsFromZero)
    From = SE.getNegativeSCEV(Index);
  if (From)
    New.From = New.From ? SE.getSMaxExpr(New.From, From) : From;
  if (To)
    New.To = New.To ? SE.getSMinExpr(New.To, To) : To;
  return New.IsInSomeRounds = true;
}

/// Whether \p Condition \p Holds in each round of \p Of whose number is a
/// multiple of something, up to a constant.
bool LoopConditions::takeMultiples(CheckedAccess &New, Value &Condition,
                                   bool Holds, Loop &Of) {
  CmpPredicate Predicate;
  Value *Left, *X, *By = nullptr;
  const APInt *Mask, *Rest;
  if (New.Every || !Condition.getType()->isIntegerTy(1) ||
      !match(&Condition, m_ICmp(Predicate, m_Value(Left), m_APInt(Rest))) ||
      Predicate != (Holds ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE) ||
      Left->getType()->getIntegerBitWidth() > 64)
    return false;
  const bool IsMask = match(Left, m_And(m_Value(X), m_APInt(Mask))) &&
                      Mask->isMask() && Mask->getActiveBits() < 32 &&
                      Rest->ule(*Mask);
  const bool IsSigned = match(Left, m_SRem(m_Value(X), m_Value(By)));
  if (!IsMask && !(Rest->isZero() &&
                   (IsSigned || match(Left, m_URem(m_Value(X), m_Value(By))))))
    return false;
  const SCEV *Number = SE.getNoopOrSignExtend(SE.getSCEV(X), I64),
             *Every = IsMask ? SE.getConstant(I64, Mask->getZExtValue() + 1)
                             : SE.getNoopOrSignExtend(SE.getSCEV(By), I64);
  const SCEV *Step = takeStep(Number, Of);
  if (!Step || !Step->isOne() || !isKnownBefore(Number) ||
      !isKnownBefore(Every) || (!IsMask && !SE.isKnownNonNegative(Number)))
    return false;
  limit({Number, Number, Every, SE.getOne(I64)});
  New.Every = SE.getUMaxExpr(Every, SE.getOne(I64));
  New.Number =
      IsMask
          ? SE.getMinusSCEV(Number, SE.getConstant(I64, Rest->getZExtValue()))
          : Number;
  return New.IsInSomeRounds = true;
}

/// Whether \p Condition \p Holds in those rounds of \p Of that are known so
/// far: what one of two conditions excludes is not asked about again by the
/// other.
bool LoopConditions::isImplied(const CheckedAccess &By, Value *Condition,
                               bool Holds, Loop &Of) {
  Value *A, *B;
  if (Holds ? match(Condition, m_LogicalOr(m_Value(A), m_Value(B)))
            : match(Condition, m_LogicalAnd(m_Value(A), m_Value(B))))
    return isImplied(By, A, Holds, Of) || isImplied(By, B, Holds, Of);
  CheckedAccess Otherwise = By;
  Otherwise.From = Otherwise.To = nullptr;
  if (!takeRange(Otherwise, *Condition, !Holds, Of))
    return false;
  auto IsBehind = [&](const SCEV *From, const SCEV *To) {
    return From && To && SE.isKnownPredicate(ICmpInst::ICMP_SGE, From, To);
  };
  return IsBehind(By.From, Otherwise.To) || IsBehind(Otherwise.From, By.To);
}

/// Keeps those rounds of the newest loop in which the access is made.
void LoopConditions::narrow(CheckedAccess &New, bool IsAlongBlocks) {
  Rounds &R = New.Loops.back();
  const SCEV *Zero = SE.getZero(I64), *From = New.From;
  if (New.To)
    R.Count = SE.getSMinExpr(R.Count, New.To);
  if (New.Every) {
    From = From ? SE.getSMaxExpr(From, Zero) : Zero;
    const SCEV *Behind =
        SE.getURemExpr(SE.getAddExpr(New.Number, From), New.Every);
    From = SE.getAddExpr(
        From, SE.getURemExpr(SE.getMinusSCEV(New.Every, Behind), New.Every));
  }
  if (From) {
    // Where no round makes the access, its description stays in its row: what
    // reads it takes the block from the word.
    From = SE.getSMinExpr(SE.getSMaxExpr(From, Zero),
                          SE.getSMaxExpr(R.Count, Zero));
    R.Count = SE.getMinusSCEV(R.Count, From);
    New.Address = SE.getAddExpr(New.Address, SE.getMulExpr(From, R.Step));
    // The word is that of the row's first thread.
    const SCEV *&Place = IsAlongBlocks ? New.FirstThread : New.Word;
    Place = SE.getAddExpr(
        Place, IsAlongBlocks ? From : SE.getMulExpr(From, R.WordStep));
  }
  R.Count = SE.getSMaxExpr(R.Count, Zero);
  if (!New.Every)
    return;
  const SCEV *Most = SE.getMinusSCEV(New.Every, SE.getOne(I64));
  R.Count = SE.getUDivExpr(SE.getAddExpr(R.Count, Most), New.Every);
  R.Step = SE.getMulExpr(R.Step, New.Every);
  R.WordStep = SE.getMulExpr(R.WordStep, New.Every);
}

/// Whether the loop has a first round if \p Condition \p Holds, and only then.
bool LoopConditions::isGuard(const Value &Condition, bool Holds,
                             const Strides &Of) {
  if (!Of.Count) {
    Strides Guard = comparisonOf(&Condition, Holds);
    return Guard.Begin && Guard.Begin == Of.Begin && Guard.Bound == Of.Bound;
  }
  auto *Compare = dyn_cast<ICmpInst>(&Condition);
  if (!Compare || Compare->getOperand(0) != Of.Count)
    return false;
  auto *Least = dyn_cast<ConstantInt>(Compare->getOperand(1));
  return Least && Least->isZero() &&
         (Holds ? Compare->getPredicate() : Compare->getInversePredicate()) ==
             ICmpInst::ICMP_SGT;
}

/// What \p Condition says of an index that is at most what is known before, if
/// it \p Holds.
Strides LoopConditions::comparisonOf(const Value *Condition, bool Holds) {
  auto *Compare = dyn_cast<ICmpInst>(Condition);
  if (!Compare || !Compare->getOperand(0)->getType()->isIntegerTy(64))
    return {};
  CmpInst::Predicate Predicate =
      Holds ? Compare->getPredicate() : Compare->getInversePredicate();
  const SCEV *Index = SE.getSCEV(Compare->getOperand(0)),
             *Bound = SE.getSCEV(Compare->getOperand(1));
  if (isKnownBefore(Index)) {
    std::swap(Index, Bound);
    Predicate = CmpInst::getSwappedPredicate(Predicate);
  }
  if (CmpInst::isUnsigned(Predicate) && Compare->hasSameSign())
    Predicate = ICmpInst::getSignedPredicate(Predicate);
  if (Predicate == CmpInst::ICMP_SLT)
    Bound = SE.getMinusSCEV(Bound, SE.getOne(I64));
  else if (Predicate != CmpInst::ICMP_SLE)
    return {};
  if (!isKnownBefore(Bound))
    return {};
  return {Index, Bound, nullptr};
}

bool divideComparisons(Function &F) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    CmpPredicate Predicate;
    Value *A, *B;
    const APInt *C;
    if (!match(&I, m_ICmp(Predicate, m_Or(m_Value(A), m_Value(B)), m_APInt(C))))
      continue;
    const bool AreBoth = (Predicate == CmpInst::ICMP_EQ && C->isZero()) ||
                         (Predicate == CmpInst::ICMP_ULT && C->isPowerOf2()) ||
                         (Predicate == CmpInst::ICMP_SGT && C->isAllOnes());
    const bool IsOne = (Predicate == CmpInst::ICMP_NE && C->isZero()) ||
                       (Predicate == CmpInst::ICMP_UGT && C->isMask()) ||
                       (Predicate == CmpInst::ICMP_SLT && C->isZero());
    if (!AreBoth && !IsOne)
      continue;
    // Each of them is known as early as its number.
    auto Compare = [&](Value *Number) {
      auto *Made = dyn_cast<Instruction>(Number);
      BasicBlock &BB = Made ? *Made->getParent() : F.getEntryBlock();
      IRBuilder<> Here(&BB, Made && !isa<PHINode>(Made)
                                ? std::next(Made->getIterator())
                                : BB.getFirstInsertionPt());
      return Here.CreateICmp(Predicate, Number, I.getOperand(1));
    };
    Value *First = Compare(A), *Second = Compare(B);
    IRBuilder<> At(&I);
    I.replaceAllUsesWith(AreBoth ? At.CreateAnd(First, Second)
                                 : At.CreateOr(First, Second));
    I.eraseFromParent();
    Changed = true;
  }
  return Changed;
}

/// \p V, which has few bits, in 64 bits: a sum of what has been cut off without
/// being changed; null: it is none.
static Value *withoutCut(IRBuilder<> &B, Value *V, ScalarEvolution &SE,
                         bool &IsCut) {
  const unsigned Bits = V->getType()->getIntegerBitWidth();
  auto Fits = [&](Value *Wide) {
    const ConstantRange Range = SE.getSignedRange(SE.getSCEV(Wide));
    return Range.getSignedMin().isSignedIntN(Bits) &&
           Range.getSignedMax().isSignedIntN(Bits);
  };
  if (auto *C = dyn_cast<ConstantInt>(V))
    return B.getInt64(C->getSExtValue());
  if (auto *Cut = dyn_cast<TruncInst>(V)) {
    Value *Whole = Cut->getOperand(0);
    IsCut = true;
    return Whole->getType()->getIntegerBitWidth() <= 64 &&
                   (Cut->hasNoSignedWrap() || Fits(Whole))
               ? B.CreateSExt(Whole, B.getInt64Ty())
               : nullptr;
  }
  auto *Sum = dyn_cast<BinaryOperator>(V);
  if (!Sum || (Sum->getOpcode() != Instruction::Add &&
               Sum->getOpcode() != Instruction::Sub))
    return nullptr;
  Value *Left = withoutCut(B, Sum->getOperand(0), SE, IsCut);
  Value *Right = Left ? withoutCut(B, Sum->getOperand(1), SE, IsCut) : nullptr;
  if (!Right)
    return nullptr;
  Value *Wide = Sum->getOpcode() == Instruction::Add
                    ? B.CreateNSWAdd(Left, Right)
                    : B.CreateNSWSub(Left, Right);
  return Sum->hasNoSignedWrap() || Fits(Wide) ? Wide : nullptr;
}

/// Has users of \p Narrow take \p Wide, which is the same number.
static void takeWide(Instruction &Narrow, Value *Wide) {
  IRBuilder<> AtIt(&Narrow);
  Value *Cut = nullptr;
  for (Use &U : make_early_inc_range(Narrow.uses())) {
    auto *User = cast<Instruction>(U.getUser());
    IRBuilder<> B(User);
    Value *New = nullptr;
    auto *Cast = dyn_cast<CastInst>(User);
    auto *Compare = dyn_cast<ICmpInst>(User);
    const APInt *C;
    if (Cast &&
        (isa<SExtInst>(Cast) ||
         (isa<ZExtInst>(Cast) && cast<ZExtInst>(Cast)->hasNonNeg())) &&
        Cast->getType()->getIntegerBitWidth() >= 32)
      New = B.CreateSExtOrTrunc(Wide, Cast->getType());
    else if (Compare && Compare->isSigned() && U.getOperandNo() == 0 &&
             match(Compare->getOperand(1), m_APInt(C)))
      New = B.CreateICmp(
          Compare->getPredicate(), Wide,
          ConstantInt::getSigned(Wide->getType(), C->getSExtValue()));
    if (New) {
      User->replaceAllUsesWith(New);
      User->eraseFromParent();
      continue;
    }
    if (!Cut)
      Cut = AtIt.CreateTrunc(Wide, Narrow.getType());
    U.set(Cut);
  }
}

bool widenQuotients(Function &F, ScalarEvolution &SE) {
  SmallVector<Instruction *> Narrow;
  for (Instruction &I : instructions(F))
    if (I.getOpcode() == Instruction::SDiv && I.getType()->isIntegerTy() &&
        I.getType()->getIntegerBitWidth() < 32)
      Narrow.push_back(&I);
  bool Changed = false;
  for (Instruction *I : Narrow) {
    IRBuilder<> B(I);
    bool IsCut = false;
    Value *Dividend = withoutCut(B, I->getOperand(0), SE, IsCut);
    Value *By = Dividend && IsCut ? withoutCut(B, I->getOperand(1), SE, IsCut)
                                  : nullptr;
    if (!By)
      continue;
    takeWide(*I, B.CreateSDiv(Dividend, By));
    I->eraseFromParent();
    Changed = true;
  }
  return Changed;
}

} // namespace warpfort::cpu
