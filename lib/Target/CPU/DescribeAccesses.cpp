//===-- DescribeAccesses.cpp - What loops access, before they run ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See DescribeAccesses.h.
//
//===----------------------------------------------------------------------===//
#include "DescribeAccesses.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include <utility>

using namespace llvm;

namespace warpfort::cpu {

/// Whether an atomic operation orders nothing else.
static bool isRelaxed(const Instruction &I) {
  if (auto *Operation = dyn_cast<AtomicRMWInst>(&I))
    return Operation->getOrdering() == AtomicOrdering::Monotonic;
  auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I);
  return Exchange && Exchange->getMergedOrdering() == AtomicOrdering::Monotonic;
}

bool mayRunBeforeChecks(const Instruction &I, Check Kind) {
  if (Kind != Check::None)
    return Kind != Check::Other;
  // What is read behind an atomic operation may have been handed over: it is
  // looked at again where there is something to tell.
  if (I.isVolatile())
    return false;
  if (I.isAtomic())
    return isRelaxed(I);
  auto *Call = dyn_cast<CallBase>(&I);
  return !Call || Call->doesNotAccessMemory() || isa<MemIntrinsic>(Call) ||
         (isa<IntrinsicInst>(Call) &&
          cast<IntrinsicInst>(Call)->isAssumeLikeIntrinsic());
}

/// Numbers beyond this and its negative are not taken for indices.
constexpr uint64_t MostIndex = uint64_t(1) << 61;

/// The rounds of \p Of, if they are the same whenever it is entered.
const SCEV *AccessDescriber::countRounds(Loop &Of) {
  const SCEV *Back = SE.getBackedgeTakenCount(&Of);
  if (isa<SCEVCouldNotCompute>(Back))
    return nullptr;
  Back = withSafeDivisions(Back);
  if (SE.getTypeSizeInBits(Back->getType()) > 64 || !isKnownBefore(Back))
    return nullptr;
  return SE.getAddExpr(SE.getNoopOrZeroExtend(Back, I64), SE.getOne(I64));
}

/// Those of a loop that compares an index.
Strides AccessDescriber::stridesOf(Loop &Of) {
  auto *Branch = dyn_cast<BranchInst>(Of.getLoopLatch()->getTerminator());
  if (!Branch || !Branch->isConditional())
    return {};
  Strides S = comparisonOf(Branch->getCondition(),
                           Branch->getSuccessor(0) == Of.getHeader());
  auto *Next = dyn_cast_or_null<SCEVAddRecExpr>(S.Begin);
  if (!Next || Next->getLoop() != &Of || !Next->isAffine())
    return {};
  S.Stride = Next->getStepRecurrence(SE);
  S.Begin = SE.getMinusSCEV(Next->getStart(), S.Stride);
  return S;
}

/// The division that makes \p Count; null: it is none of the loop's.
const BinaryOperator *AccessDescriber::findQuotient(const SCEV *Count) {
  if (auto *Unknown = dyn_cast<SCEVUnknown>(Count))
    return dyn_cast<BinaryOperator>(Unknown->getValue());
  // Of numbers that are known not to be negative.
  if (isa<SCEVUDivExpr>(Count))
    for (BasicBlock *BB : L.blocks())
      for (Instruction &I : *BB)
        if (I.getOpcode() == Instruction::SDiv && SE.getSCEV(&I) == Count)
          return cast<BinaryOperator>(&I);
  return nullptr;
}

/// Those of a loop that goes round as often as a quotient says, which falls by
/// one from a thread's dividend to the next one's. Its index is made up: with t
/// for the thread, (d - t)/s rounds are those of
///
///     for (i = t; i <= d - s; i += s)
Strides AccessDescriber::stridesOfQuotient(const SCEV *Count) {
  if (auto *Wide = dyn_cast<SCEVIntegralCastExpr>(Count);
      Wide && !isa<SCEVTruncateExpr>(Wide))
    Count = Wide->getOperand();
  const BinaryOperator *Quotient = findQuotient(Count);
  if (!Quotient || Quotient->getOpcode() != Instruction::SDiv ||
      Quotient->getType()->getIntegerBitWidth() > 64)
    return {};
  auto Operand = [&](unsigned Which) {
    return SE.getNoopOrSignExtend(SE.getSCEV(Quotient->getOperand(Which)), I64);
  };
  const SCEV *Dividend = Operand(0), *Step = takeStep(Dividend, L);
  if (!Step || !Step->isAllOnesValue())
    return {};
  Strides S;
  S.Stride = Operand(1);
  S.Bound = SE.getMinusSCEV(Dividend, S.Stride);
  if (!isKnownBefore(S.Bound))
    return {};
  S.Count = Quotient;
  S.Begin =
      SE.getAddRecExpr(SE.getZero(I64), SE.getOne(I64), &L, SCEV::FlagAnyWrap);
  return S;
}

/// Those of a loop that counts down from such a quotient.
Strides AccessDescriber::stridesOfCount(Loop &Of) {
  auto *Branch = dyn_cast<BranchInst>(Of.getLoopLatch()->getTerminator());
  auto *Compare = Branch && Branch->isConditional() &&
                          Branch->getSuccessor(0) == Of.getHeader()
                      ? dyn_cast<ICmpInst>(Branch->getCondition())
                      : nullptr;
  if (!Compare || !Compare->getOperand(0)->getType()->isIntegerTy(64) ||
      !(Compare->getPredicate() == ICmpInst::ICMP_SGT ||
        (Compare->getPredicate() == ICmpInst::ICMP_UGT &&
         Compare->hasSameSign())))
    return {};
  auto *Left = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Compare->getOperand(0)));
  if (!Left || Left->getLoop() != &Of ||
      !Left->getStepRecurrence(SE)->isAllOnesValue())
    return {};
  // As long as one is left.
  const SCEV *Least =
      SE.getAddExpr(SE.getSCEV(Compare->getOperand(1)), SE.getMinusOne(I64));
  return stridesOfQuotient(SE.getMinusSCEV(Left->getStart(), Least));
}

/// The rounds of a loop, or of a call for one, that compares an index or
/// counts. If they depend on the thread, they are those of all threads, and
/// divide() sees to the last one.
const SCEV *AccessDescriber::countStrides(CheckedAccess &New,
                                          const Strides &S) {
  if (!S.Begin || !isKnownBefore(S.Stride))
    return nullptr;
  const SCEV *One = SE.getOne(I64), *First = S.Begin, *Least = One;
  const bool IsSame = isKnownBefore(S.Begin);
  if (!IsSame) {
    auto *OfThread = dyn_cast<SCEVAddRecExpr>(S.Begin);
    const SCEV *Threads = countRounds(L);
    if (New.SideBySide.Begin || !OfThread || OfThread->getLoop() != &L ||
        !OfThread->isAffine() || !OfThread->getStepRecurrence(SE)->isOne() ||
        !Threads)
      return nullptr;
    First = OfThread->getStart();
    Least = SE.getUMaxExpr(Threads, One);
    New.SideBySide = S;
    New.StridePlace = New.Loops.size();
  }
  limit({First, S.Bound, S.Stride, Least});
  // Where all threads have the last round as well, it is none of the first
  // ones.
  const SCEV *Way = SE.getMinusSCEV(S.Bound, First);
  Way = SE.getSMaxExpr(IsSame ? Way : SE.getAddExpr(Way, One), SE.getZero(I64));
  const SCEV *More = SE.getUDivExpr(Way, SE.getUMaxExpr(S.Stride, One));
  return IsSame ? SE.getAddExpr(More, One) : More;
}

namespace {

/// Finds the call of warprt_cpu_check_place in an expression.
struct PlaceFinder {
  const SCEVUnknown *Found = nullptr;
  bool AreMore = false;
  bool follow(const SCEV *S) {
    auto *U = dyn_cast<SCEVUnknown>(S);
    auto *Call = U ? dyn_cast<CallInst>(U->getValue()) : nullptr;
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (Callee && Callee->getName() == "warprt_cpu_check_place") {
      AreMore |= Found && Found != U;
      Found = U;
    }
    return true;
  }
  bool isDone() const { return false; }
};

} // namespace

/// Takes what a thread of a row of blocks adds off the word, if \p Of goes
/// along the row; false if what it adds is not known.
bool AccessDescriber::takeBlocks(CheckedAccess &New, const Loop &Of) {
  PlaceFinder Finder;
  visitAll(New.Word, Finder);
  if (!Finder.Found)
    return true;
  auto *Call = cast<CallInst>(Finder.Found->getValue());
  auto *X = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Call->getArgOperand(1)));
  if (!X || X->getLoop() != &Of)
    return true;
  const SCEV *First = SE.getSCEV(Call->getArgOperand(0));
  ValueToSCEVMapTy Replaced;
  Replaced[Call] = First;
  if (Finder.AreMore || !X->isAffine() || !X->getStepRecurrence(SE)->isOne())
    return false;
  New.Word = SCEVParameterRewriter::rewrite(New.Word, SE, Replaced);
  New.FirstThread = SE.getZeroExtendExpr(X->getStart(), I64);
  New.BlockWidth =
      SE.getZeroExtendExpr(SE.getSCEV(Call->getArgOperand(2)), I64);
  New.BlockPlace = New.Loops.size();
  return true;
}

bool AccessDescriber::takeRounds(CheckedAccess &New, Loop &Of) {
  // The runtime may need one more for blocks.
  if (New.Loops.size() == WARPRT_CHECK_LOOPS - 1 || !Of.getLoopLatch() ||
      Of.getExitingBlock() != Of.getLoopLatch())
    return false;
  const SCEV *Count = countRounds(Of);
  if (!Count && &Of != &L && New.Kind != Check::Pass) {
    const Strides S = stridesOf(Of);
    Count = countStrides(New, S.Begin ? S : stridesOfCount(Of));
  }
  if (!Count)
    return false;
  const SCEV *Step = takeStep(New.Address, Of);
  if (!Step && New.IsInOne) {
    const SCEV *Zero = Step = SE.getZero(I64);
    LoopToScevMapT There = {{&Of, SE.getSMinExpr(SE.getSMaxExpr(New.From, Zero),
                                                 SE.getSMaxExpr(Count, Zero))}};
    New.Address = SCEVLoopAddRecRewriter::rewrite(New.Address, There, SE);
  }
  const bool WasOfBlock = !New.BlockWidth;
  if (!Step || !takeBlocks(New, Of))
    return false;
  const SCEV *WordStep = takeStep(New.Word, Of);
  if (!WordStep)
    return false;
  if (WasOfBlock && New.BlockWidth) {
    if (!WordStep->isZero())
      return false;
    WordStep = SE.getConstant(I64, uint64_t(1) << WARPRT_CHECK_THREAD_SHIFT);
  }
  New.Loops.push_back({Count, Step, WordStep});
  if (New.Every && New.BlockWidth)
    return false; // its threads are not neighbours
  if (New.From || New.To || New.Every)
    narrow(New, WasOfBlock && New.BlockWidth);
  return true;
}

/// Makes \p Last of the round that only the first threads have.
bool AccessDescriber::divide(CheckedAccess &New, CheckedAccess &Last) {
  // Of the first threads, some may be left out.
  if (New.IsInSomeRounds)
    return false;
  const Strides &S = New.SideBySide;
  Rounds &Full = New.Loops[New.StridePlace];
  // A negative count of less than 64 bits may be one of many rounds.
  if (!New.IsGuarded && S.Count && !S.Count->getType()->isIntegerTy(64))
    return false;
  // A loop without a guard has a first round for all.
  if (!New.IsGuarded)
    Full.Count = SE.getUMaxExpr(Full.Count, SE.getOne(I64));
  const SCEV *First = cast<SCEVAddRecExpr>(S.Begin)->getStart();
  Last = New;
  Last.IsLast = true;
  auto Behind = [&](const SCEV *Place, const SCEV *Step) {
    return SE.getAddExpr(Place, SE.getMulExpr(Full.Count, Step));
  };
  Last.Address = Behind(New.Address, Full.Step);
  Last.Word = Behind(New.Word, Full.WordStep);
  Last.Loops[New.StridePlace].Count = SE.getOne(I64);
  const SCEV *Some = SE.getAddExpr(
      SE.getMinusSCEV(S.Bound, Behind(First, S.Stride)), SE.getOne(I64));
  const SCEV *&Threads = Last.Loops.back().Count;
  Threads = SE.getSMinExpr(SE.getSMaxExpr(Some, SE.getZero(I64)), Threads);
  return areAllKnown(Last);
}

bool AccessDescriber::areAllKnown(const CheckedAccess &New) {
  return isKnownBefore(New.Address) && isKnownBefore(New.Word) &&
         (!New.BlockWidth ||
          (isKnownBefore(New.BlockWidth) && isKnownBefore(New.FirstThread))) &&
         all_of(New.Loops, [&](const Rounds &R) {
           return isKnownBefore(R.Count) && isKnownBefore(R.Step) &&
                  isKnownBefore(R.WordStep);
         });
}

/// Whether \p New, which is a call so far, is one that can be made for all
/// rounds.
bool AccessDescriber::describe(CheckedAccess &New) {
  CallInst &Call = *New.Call;
  auto Operand = [&](unsigned Which) {
    return withSafeDivisions(SE.getSCEV(Call.getArgOperand(Which)));
  };
  bool IsPass = New.Kind == Check::Pass;
  New.Address = IsPass ? SE.getZero(I64) : Operand(0);
  New.Word = Operand(IsPass ? 0 : New.Kind == Check::Reads ? 3 : 1);
  if (New.Kind == Check::Reads) {
    const SCEV *Count = Operand(1);
    if (!isKnownBefore(Count))
      Count = countStrides(New, stridesOfQuotient(Count));
    if (!Count)
      return false;
    New.Loops.push_back({Count, Operand(2), SE.getZero(I64)});
  }
  return describeLoops(New, Call.getParent()) &&
         (!IsPass || (New.Conditions.empty() && !New.IsInSomeRounds));
}

/// The loops around \p BB.
bool AccessDescriber::describeLoops(CheckedAccess &New, const BasicBlock *BB) {
  for (Loop *Of = LI.getLoopFor(BB);; Of = Of->getParentLoop()) {
    if (!takeConditions(New, BB, *Of) || !takeRounds(New, *Of))
      return false;
    if (Of == &L)
      break;
    BB = Of->getHeader();
  }
  return areAllKnown(New);
}

bool AccessDescriber::findPlace() {
  if (!L.getLoopPreheader() || !L.getLoopLatch() || !L.getExitBlock())
    return false;
  At = L.getLoopPreheader()->getTerminator();
  return true;
}

/// Whether what is taken for granted does not hold.
Value *AccessDescriber::findWrapping(IRBuilder<> &B) {
  Value *Wraps = B.getFalse();
  for (const SCEVPredicate *P : Granted)
    Wraps = B.CreateOr(Wraps, Expander.expandCodeForPredicate(P, At));
  auto IsIn = [&](const SCEV *S, Value *Least, uint64_t Length) {
    return B.CreateICmpULT(B.CreateSub(expand(S, I64), Least),
                           B.getInt64(Length));
  };
  for (const StrideLimits &S : Limits) {
    Value *Low = B.getInt64(-MostIndex);
    Value *AreRight = B.CreateAnd(
        IsIn(S.First, Low, 2 * MostIndex),
        B.CreateAnd(IsIn(S.Bound, Low, 2 * MostIndex),
                    IsIn(S.Stride, expand(S.Least, I64), MostIndex)));
    Wraps = B.CreateOr(Wraps, B.CreateNot(AreRight));
  }
  return Wraps;
}

} // namespace warpfort::cpu
