//===-- SplitGuardedLoops.cpp - Loops over the threads that pass a guard --===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most kernels begin with `if (i <= n)`. LLVM makes masked accesses of that,
// which take several times as long as plain ones, and many processors do masked
// stores one element at a time. The iterations that pass are neighbours:
//
//     for (t = 0; t < threads; ++t)        low, high = those that pass
//       if (first + t <= n)          ->    for (t = low; t < high; ++t)
//         ...                                ...
//
// Where something is done before the guard, behind it or if it does not hold,
// as in
//
//     if (t >= w) v = v + s[t - w]
//     kept[t] = v
//
// the iterations before and behind those that pass are two more loops, in which
// it does not hold. The number may also grow by a step that is computed before
// the loop, as in the rounds of a tree: `if (2*w*t <= n)`. Loops that have
// loops inside are divided only where nothing is done for the iterations that
// do not pass; see VectorizeOuterLoops.cpp for what comes of them.
//
// A loop of constant length stays as long as it is, so that it is vectors only:
// it is done without the guard where all iterations pass, not at all (or as if
// the guard did not hold) where none does, and as it was otherwise. So is any
// loop in which what the guard asks about would wrap around.
//
//===----------------------------------------------------------------------===//
#include "SplitGuardedLoops.h"
#include "GuardedLoop.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort::cpu {
namespace {

/// More code than this is not worth having four times.
constexpr size_t MaxSplitInstructions = 200;

/// Of a loop that has been divided and is left for when it could not be.
constexpr StringLiteral Guarded = "warpfort.loop.guarded";

/// Part of a guard: a number that grows by a step or falls by one with each
/// iteration, compared.
struct Limit {
  CmpInst::Predicate Predicate;
  const SCEVAddRecExpr *Number;
  Value *Bound;
  bool Falls = false;
  Value *First = nullptr; ///< of the numbers, as i64
  Value *Step = nullptr;  ///< as i64, if it is not one
};

class DividedLoop : GuardedLoop {
public:
  using GuardedLoop::GuardedLoop;
  bool analyze();
  void transform();

private:
  void takeApart(Value *Condition, bool Holds);
  bool takeLimit(const ICmpInst &Compare, bool Holds);
  bool canStep(const SCEV *Step, CmpInst::Predicate Predicate) const;
  Value *expandStep(IRBuilder<> &B, SCEVExpander &Expander, Limit &By);
  void requireNoWrap(IRBuilder<> &B, SCEVExpander &Expander, const Limit &By,
                     bool IsSigned);
  void narrow(IRBuilder<> &B, SCEVExpander &Expander, Limit &By);
  void findRange(IRBuilder<> &B);
  BasicBlock *copyLoop(BasicBlock *Before, BasicBlock *After, bool Passes,
                       Value *From = nullptr, Value *To = nullptr);
  void answerGuard(ValueToValueMapTy &Map, bool Passes);
  void setRange(ValueToValueMapTy &Map, BasicBlock *Before, Value *From,
                Value *To);
  void widenNumbers(ValueToValueMapTy &Map, IRBuilder<> &B, Value *Iteration);
  void chooseWhole(IRBuilder<> &B, BasicBlock *Before);
  void chooseRanges(IRBuilder<> &B, BasicBlock *Before);

  SmallVector<Limit, 4> Limits;
  /// Other conditions, and whether they must hold: of all iterations, of one.
  SmallVector<std::pair<Value *, bool>, 4> Same, Others;

  // The iterations that pass, as i64, if Sound and if there are Any.
  Value *Low = nullptr, *High = nullptr, *Sound = nullptr, *Any = nullptr;
  Value *Length = nullptr; ///< all iterations, as i64
  SmallVector<BasicBlock *, 3> CopiedHeaders;
};

} // namespace

/// Whether numbers may grow by \p Step. Where that is not positive, the loop
/// stays as it was.
bool DividedLoop::canStep(const SCEV *Step,
                          CmpInst::Predicate Predicate) const {
  return Step->isOne() ||
         (CmpInst::isRelational(Predicate) && !SE.isKnownNonPositive(Step) &&
          SCEVExpander(SE, "").isSafeToExpandAt(
              Step, L.getLoopPreheader()->getTerminator()));
}

bool DividedLoop::takeLimit(const ICmpInst &Compare, bool Holds) {
  Limit New{Holds ? Compare.getPredicate() : Compare.getInversePredicate(),
            nullptr, Compare.getOperand(1)};
  Value *Number = Compare.getOperand(0);
  if (L.isLoopInvariant(Number)) {
    std::swap(Number, New.Bound);
    New.Predicate = CmpInst::getSwappedPredicate(New.Predicate);
  }
  if (!L.isLoopInvariant(New.Bound) || !Number->getType()->isIntegerTy() ||
      New.Predicate == CmpInst::ICMP_NE)
    return false;
  New.Number = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Number));
  if (!New.Number || New.Number->getLoop() != &L || !New.Number->isAffine())
    return false;
  const SCEV *Step = New.Number->getStepRecurrence(SE);
  New.Falls = Step->isAllOnesValue();
  if (!New.Falls && !canStep(Step, New.Predicate))
    return false;
  unsigned Bits = Number->getType()->getIntegerBitWidth();
  // What has one sign compares alike either way.
  if (Bits == 64 && CmpInst::isUnsigned(New.Predicate) &&
      (Compare.hasSameSign() || (SE.isKnownNonNegative(New.Number) &&
                                 SE.isKnownNonNegative(SE.getSCEV(New.Bound)))))
    New.Predicate = ICmpInst::getSignedPredicate(New.Predicate);
  bool IsWide = Bits == 64 && !CmpInst::isUnsigned(New.Predicate);
  if (Bits > 32 && !IsWide)
    return false;
  Limits.push_back(New);
  return true;
}

/// Sorts the conditions that must all hold for \p Condition to be \p Holds.
void DividedLoop::takeApart(Value *Condition, bool Holds) {
  Value *A, *B;
  if (match(Condition, m_Not(m_Value(A))))
    return takeApart(A, !Holds);
  if (Holds ? match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
            : match(Condition, m_LogicalOr(m_Value(A), m_Value(B)))) {
    takeApart(A, Holds);
    takeApart(B, Holds);
    return;
  }
  auto *Compare = dyn_cast<ICmpInst>(Condition);
  if (L.isLoopInvariant(Condition))
    Same.push_back({Condition, Holds});
  else if (!Compare || !takeLimit(*Compare, Holds))
    Others.push_back({Condition, Holds});
}

bool DividedLoop::analyze() {
  if (getBooleanLoopAttribute(&L, Guarded) || !hasForm() ||
      (!OnlyWork && (!L.isInnermost() || Size > MaxSplitInstructions)))
    return false;
  takeApart(Condition, PassesIfTrue);
  return !Limits.empty();
}

/// How often \p Step must be added to come to \p Distance or beyond.
static Value *roundsTo(IRBuilder<> &B, Value *Distance, Value *Step) {
  Value *Left =
      B.CreateBinaryIntrinsic(Intrinsic::smax, Distance, B.getInt64(0));
  Value *Rest = B.CreateSub(Step, B.getInt64(1));
  return B.CreateUDiv(B.CreateAdd(Left, Rest), Step);
}

/// The step of \p By as a positive number; Sound if it is that. Null for one.
Value *DividedLoop::expandStep(IRBuilder<> &B, SCEVExpander &Expander,
                               Limit &By) {
  const SCEV *Step = By.Number->getStepRecurrence(SE);
  if (By.Falls || Step->isOne())
    return nullptr;
  Value *V = B.CreateFreeze(
      Expander.expandCodeFor(Step, By.Bound->getType(), &*B.GetInsertPoint()));
  V = B.CreateSExt(V, B.getInt64Ty());
  Value *IsPositive = B.CreateICmpSGT(V, B.getInt64(0));
  Sound = B.CreateAnd(Sound, IsPositive);
  return B.CreateSelect(IsPositive, V, B.getInt64(1));
}

/// Sound if the numbers of \p By do not wrap around; those of 64 bits, if they
/// grow by small steps from a small one.
void DividedLoop::requireNoWrap(IRBuilder<> &B, SCEVExpander &Expander,
                                const Limit &By, bool IsSigned) {
  IntegerType *I64 = B.getInt64Ty();
  unsigned Bits = By.Bound->getType()->getIntegerBitWidth();
  if (Bits < 64) {
    Value *Passed = Expander.expandCodeFor(
        SE.getTruncateOrZeroExtend(Trips, I64), I64, &*B.GetInsertPoint());
    APInt Most = IsSigned ? APInt::getSignedMaxValue(Bits).sext(64)
                          : APInt::getMaxValue(Bits).zext(64);
    APInt Least =
        IsSigned ? APInt::getSignedMinValue(Bits).sext(64) : APInt::getZero(64);
    if (By.Step)
      Passed = B.CreateMul(Passed, By.Step);
    Value *Fits =
        By.Falls
            ? B.CreateICmpSGE(B.CreateSub(By.First, Passed), B.getInt(Least))
            : B.CreateICmpSLE(B.CreateAdd(By.First, Passed), B.getInt(Most));
    Sound = B.CreateAnd(Sound, Fits);
  } else if (!By.Number->hasNoSignedWrap()) {
    // There are at most 2**32 iterations.
    uint64_t Far = uint64_t(1) << 61;
    Value *IsNear = B.CreateICmpULT(B.CreateAdd(By.First, B.getInt64(Far)),
                                    B.getInt64(2 * Far));
    Sound = B.CreateAnd(Sound, IsNear);
    if (By.Step)
      Sound =
          B.CreateAnd(Sound, B.CreateICmpULT(By.Step, B.getInt64(1u << 29)));
  }
}

/// Low and High by one more condition.
void DividedLoop::narrow(IRBuilder<> &B, SCEVExpander &Expander, Limit &By) {
  IntegerType *I64 = B.getInt64Ty();
  unsigned Bits = By.Bound->getType()->getIntegerBitWidth();
  bool IsSigned = CmpInst::isSigned(By.Predicate) || Bits == 64;
  auto Wide = [&](Value *V) {
    V = B.CreateFreeze(V);
    return IsSigned ? B.CreateSExt(V, I64) : B.CreateZExt(V, I64);
  };
  Value *First = Wide(Expander.expandCodeFor(
      By.Number->getStart(), By.Bound->getType(), &*B.GetInsertPoint()));
  By.First = First;
  By.Step = expandStep(B, Expander, By);
  Value *Bound = Wide(By.Bound);
  requireNoWrap(B, Expander, By, IsSigned);
  // What falls is less than its bound behind the iterations in which it is not.
  Value *At = By.Falls
                  ? B.CreateBinaryIntrinsic(Intrinsic::ssub_sat, First, Bound)
                  : B.CreateBinaryIntrinsic(Intrinsic::ssub_sat, Bound, First);
  Value *Behind =
      B.CreateBinaryIntrinsic(Intrinsic::sadd_sat, At, B.getInt64(1));
  if (By.Step) {
    At = roundsTo(B, At, By.Step);
    Behind = roundsTo(B, Behind, By.Step);
  }
  auto Before = [&](Value *End) {
    High = B.CreateBinaryIntrinsic(Intrinsic::smin, High, End);
  };
  auto From = [&](Value *Begin) {
    Low = B.CreateBinaryIntrinsic(Intrinsic::smax, Low, Begin);
  };
  switch (By.Falls ? CmpInst::getSwappedPredicate(By.Predicate)
                   : By.Predicate) {
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_ULT:
    Before(At);
    break;
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_ULE:
    Before(Behind);
    break;
  case CmpInst::ICMP_SGT:
  case CmpInst::ICMP_UGT:
    From(Behind);
    break;
  case CmpInst::ICMP_SGE:
  case CmpInst::ICMP_UGE:
    From(At);
    break;
  default: // equal
    From(At);
    Before(Behind);
  }
}

/// Has the copy's guard go where it leads if it holds, or where it does not.
void DividedLoop::answerGuard(ValueToValueMapTy &Map, bool Passes) {
  auto *Header = cast<BasicBlock>(&*Map[L.getHeader()]);
  auto *Guard = cast<BranchInst>(Header->getTerminator());
  auto *Inside = cast<BasicBlock>(&*Map[Work]);
  BasicBlock *Outside =
      Guard->getSuccessor(Guard->getSuccessor(0) == Inside ? 1 : 0);
  IRBuilder<> B(Guard);
  if (Passes && !Others.empty()) {
    Value *Rest = nullptr;
    for (auto [Condition, Holds] : Others) {
      Value *Copy = Map[Condition];
      Copy = Holds ? Copy : B.CreateNot(Copy);
      Rest = Rest ? B.CreateLogicalAnd(Rest, Copy) : Copy;
    }
    B.CreateCondBr(Rest, Inside, Outside);
  } else {
    B.CreateBr(Passes ? Inside : Outside);
    (Passes ? Outside : Inside)->removePredecessor(Header, true);
  }
  Guard->eraseFromParent();
}

/// A copy of the loop between \p Before and \p After, over the iterations from
/// \p From to \p To if these are given. The result leads to it.
BasicBlock *DividedLoop::copyLoop(BasicBlock *Before, BasicBlock *After,
                                  bool Passes, Value *From, Value *To) {
  ValueToValueMapTy Map;
  BasicBlock *Enter =
      copyBlocks(Map, Passes ? "passing" : "others", Before, After);
  CopiedHeaders.push_back(cast<BasicBlock>(&*Map[L.getHeader()]));
  answerGuard(Map, Passes);
  if (From)
    setRange(Map, Enter, From, To);
  return Enter;
}

/// Whether \p I extends a number as a guard of such a sign does.
/// Non-negative ones, which LLVM extends by zeros, are alike either way.
static bool extends(const Instruction &I, bool IsSigned) {
  return IsSigned ? isa<SExtInst>(I) || (isa<ZExtInst>(I) && I.hasNonNeg())
                  : isa<ZExtInst>(I);
}

/// Has what a copy extends to 64 bits grow or fall with each \p Iteration.
/// Elsewhere LLVM cannot know that such a number does not wrap around.
void DividedLoop::widenNumbers(ValueToValueMapTy &Map, IRBuilder<> &B,
                               Value *Iteration) {
  for (const Limit &By : Limits) {
    Value *Wide = nullptr;
    for (BasicBlock *BB : L.blocks())
      for (Instruction &I : *BB) {
        if (!I.getType()->isIntegerTy(64) ||
            !extends(I, CmpInst::isSigned(By.Predicate)) ||
            SE.getSCEV(I.getOperand(0)) != By.Number)
          continue;
        if (!Wide) {
          Value *Far = By.Step
                           ? B.CreateMul(Iteration, By.Step, "", false, true)
                           : Iteration;
          Wide = By.Falls ? B.CreateSub(By.First, Far, "", false, true)
                          : B.CreateAdd(By.First, Far, "", false, true);
        }
        // Another limit's number made way with all that it replaced.
        if (Map[&I] != Wide)
          Map[&I]->replaceAllUsesWith(Wide);
      }
  }
}

/// Has the copy behind \p Before run from \p From to \p To.
void DividedLoop::setRange(ValueToValueMapTy &Map, BasicBlock *Before,
                           Value *From, Value *To) {
  auto *Header = cast<BasicBlock>(&*Map[L.getHeader()]);
  auto *Latch = cast<BasicBlock>(&*Map[L.getLoopLatch()]);
  IRBuilder<> B(Before->getTerminator());
  // At least one and at most all: for what looks at the copy later.
  Value *Count = B.CreateBinaryIntrinsic(
      Intrinsic::umin, Length,
      B.CreateBinaryIntrinsic(Intrinsic::umax, B.CreateSub(To, From),
                              B.getInt64(1)));
  for (PHINode &Phi : L.getHeader()->phis()) {
    auto *Number = cast<SCEVAddRecExpr>(SE.getSCEV(&Phi));
    auto *Copy = cast<PHINode>(&*Map[&Phi]);
    SCEVExpander Expander(SE, "passing");
    Value *Step = Expander.expandCodeFor(Number->getStepRecurrence(SE),
                                         Phi.getType(), &*B.GetInsertPoint());
    Value *Start = Copy->getIncomingValueForBlock(Before);
    Value *Passed = B.CreateMul(B.CreateZExtOrTrunc(From, Phi.getType()), Step);
    Copy->setIncomingValueForBlock(Before, B.CreateAdd(Start, Passed));
  }
  IRBuilder<> AtBegin(Header, Header->begin());
  PHINode *Turn = AtBegin.CreatePHI(B.getInt64Ty(), 2, "passing");
  auto *Again = cast<BranchInst>(Latch->getTerminator());
  IRBuilder<> AtEnd(Again);
  Value *Next = AtEnd.CreateAdd(Turn, B.getInt64(1), "", true, true);
  AtBegin.SetInsertPoint(Header, Header->getFirstInsertionPt());
  widenNumbers(Map, AtBegin, AtBegin.CreateAdd(From, Turn, "", true, true));
  Turn->addIncoming(B.getInt64(0), Before);
  Turn->addIncoming(Next, Latch);
  bool StaysIfTrue = Again->getSuccessor(0) == Header;
  Again->setCondition(StaysIfTrue ? AtEnd.CreateICmpNE(Next, Count)
                                  : AtEnd.CreateICmpEQ(Next, Count));
}

/// Low, High, Sound and Any.
void DividedLoop::findRange(IRBuilder<> &B) {
  SCEVExpander Expander(SE, "guard");
  Length = expandLength(B, Expander);
  Low = B.getInt64(0);
  High = Length;
  Sound = B.getTrue();
  for (Limit &By : Limits)
    narrow(B, Expander, By);
  Any = B.CreateICmpSLT(Low, High);
  for (auto [Condition, Holds] : Same) {
    Value *Frozen = B.CreateFreeze(Condition);
    Any = B.CreateAnd(Any, Holds ? Frozen : B.CreateNot(Frozen));
  }
}

/// All iterations or none, or the loop as it was.
void DividedLoop::chooseWhole(IRBuilder<> &B, BasicBlock *Before) {
  BasicBlock *Exit = L.getExitBlock(), *Header = L.getHeader();
  BasicBlock *Some =
      BasicBlock::Create(B.getContext(), "some", Header->getParent(), Header);
  BasicBlock *None = OnlyWork ? Exit : copyLoop(Before, Exit, false);
  Value *All = B.CreateAnd(B.CreateICmpEQ(Low, B.getInt64(0)),
                           B.CreateICmpEQ(High, Length));
  B.CreateCondBr(Any, Some, None);
  B.SetInsertPoint(Some);
  B.CreateCondBr(All, copyLoop(Before, Exit, true), Header);
  for (PHINode &Phi : Header->phis())
    Phi.addIncoming(Phi.getIncomingValueForBlock(Before), Some);
}

/// The iterations that pass, and those before and behind them.
void DividedLoop::chooseRanges(IRBuilder<> &B, BasicBlock *Before) {
  BasicBlock *Exit = L.getExitBlock(), *Header = L.getHeader();
  if (OnlyWork) {
    B.CreateCondBr(Any, copyLoop(Before, Exit, true, Low, High), Exit);
    return;
  }
  // Without any, all are before those that pass.
  Value *From = B.CreateSelect(Any, Low, Length);
  Value *To = B.CreateSelect(Any, High, Length);
  Value *AnyBefore = B.CreateICmpNE(From, B.getInt64(0));
  Value *AnyBehind = B.CreateICmpNE(To, Length);
  auto MakeBlock = [&](const Twine &Name) {
    return BasicBlock::Create(B.getContext(), Name, Header->getParent(),
                              Header);
  };
  BasicBlock *Middle = MakeBlock("from"), *Rest = MakeBlock("to");
  B.CreateCondBr(AnyBefore,
                 copyLoop(Before, Middle, false, B.getInt64(0), From), Middle);
  B.SetInsertPoint(Middle);
  B.CreateCondBr(Any, copyLoop(Before, Rest, true, From, To), Rest);
  B.SetInsertPoint(Rest);
  B.CreateCondBr(AnyBehind, copyLoop(Before, Exit, false, To, Length), Exit);
}

void DividedLoop::transform() {
  BasicBlock *Before = L.getLoopPreheader(), *Header = L.getHeader();
  Function &F = *Header->getParent();
  Instruction *End = Before->getTerminator();
  IRBuilder<> B(End);
  findRange(B);
  BasicBlock *Choose = BasicBlock::Create(F.getContext(), "guard", &F, Header);
  B.CreateCondBr(Sound, Choose, Header);
  End->eraseFromParent();
  B.SetInsertPoint(Choose);
  if (isa<SCEVConstant>(Trips)) {
    chooseWhole(B, Before);
  } else {
    chooseRanges(B, Before);
    addStringMetadataToLoop(&L, "llvm.loop.vectorize.enable", false);
  }
  addStringMetadataToLoop(&L, Guarded.data(), true);
  EliminateUnreachableBlocks(F);
  // The header ends with the next guard, if there is one.
  for (BasicBlock *Copy : CopiedHeaders)
    while (BasicBlock *Next = Copy->getUniqueSuccessor())
      if (Next == Copy || !MergeBlockIntoPredecessor(Next))
        break;
}

PreservedAnalyses SplitGuardedLoopsPass::run(Function &F,
                                             FunctionAnalysisManager &FAM) {
  return transformParallelLoops(F, FAM, [&](Loop &L, ScalarEvolution &SE) {
    DividedLoop Candidate(L, SE);
    if (!Candidate.analyze())
      return false;
    Candidate.transform();
    return true;
  });
}

} // namespace warpfort::cpu
