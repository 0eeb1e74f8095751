//===-- StepOverGuards.cpp - Loops over every second thread ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A red-black step does its work for every second thread:
//
//     for (t = 0; t < threads; ++t)            t = first one that passes
//       if ((number + t) % 2 == color)   ->    for (; t < threads; t += 2)
//         ...                                    ...
//
// LLVM makes vectors with a mask of that, half of whose lanes do nothing. Loads
// and stores with a mask cost less than such with gaps, though. Steps pay where
// lanes compute what takes long, and where a vector loads what the one before
// may have stored, as u(i-1) and u(i+1) of a stencil in place: what is stored
// with a mask is not forwarded, so that the load waits for the cache.
//
// Remainders of signed numbers are those of unsigned ones as long as the
// numbers are not negative. That is asked before the loop, which is as it was
// if they are.
//
//===----------------------------------------------------------------------===//
#include "StepOverGuards.h"
#include "GuardedLoop.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort::cpu {
namespace {

/// Elements farther apart are gathered, which costs more than a mask.
constexpr uint64_t LongestStep = 4;
/// What a vector may have in common with the next one, in bytes.
constexpr int64_t LongestVector = 64;

/// A number that grows by one with each iteration, and its remainder.
struct Remainder {
  const SCEVAddRecExpr *Number = nullptr;
  uint64_t Divisor = 0;
  Value *Wanted = nullptr;  ///< null: one
  bool IsSigned = false;    ///< right for numbers that are not negative
  Value *Compare = nullptr; ///< true for iterations that pass
};

class SteppedLoop : GuardedLoop {
public:
  using GuardedLoop::GuardedLoop;
  bool analyze();
  void transform();

private:
  bool takeRemainder(Value *Condition, bool Holds);
  bool takeNumber(Value *Divided, Value *Compared, bool Holds);
  bool gains() const;
  bool loadsNeighbours() const;
  Value *findFirst(IRBuilder<> &B, Value *Length);
  BasicBlock *copyLoop(BasicBlock *Before, Value *First, Value *Rounds);

  Remainder By;
  bool Passing = true;    ///< what Compare is then
  Value *Sound = nullptr; ///< whether the numbers are not negative
};

} // namespace

/// A remainder that is, or is not, what is compared with it.
bool SteppedLoop::takeNumber(Value *Divided, Value *Compared, bool Holds) {
  Value *Number;
  const APInt *Divisor;
  if (match(Divided, m_SRem(m_Value(Number), m_APInt(Divisor)))) {
    By.IsSigned = !SE.isKnownNonNegative(SE.getSCEV(Number));
  } else if (match(Divided, m_And(m_Value(Number), m_APInt(Divisor)))) {
    if (!Divisor->isMask())
      return false;
  } else if (!match(Divided, m_URem(m_Value(Number), m_APInt(Divisor)))) {
    return false;
  }
  if (Divisor->ugt(LongestStep))
    return false;
  By.Divisor = Divisor->getZExtValue();
  if (match(Divided, m_And(m_Value(), m_Value())))
    ++By.Divisor;
  if (By.Divisor < 2 || By.Divisor > LongestStep)
    return false;
  // One remainder is left only if there are two: the other one.
  if (!Holds) {
    const APInt *Other;
    if (By.Divisor != 2 || !match(Compared, m_APInt(Other)) || Other->ugt(1))
      return false;
    Compared = ConstantInt::get(Compared->getType(), *Other ^ 1);
    // A remainder of -1 is none of both.
    if (By.IsSigned)
      return false;
  }
  By.Wanted = Compared;
  By.Number = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Number));
  return L.isLoopInvariant(Compared) && By.Number &&
         By.Number->getLoop() == &L && By.Number->isAffine() &&
         By.Number->getStepRecurrence(SE)->isOne() &&
         By.Number->getType()->getIntegerBitWidth() <= 64 &&
         SCEVExpander(SE, "").isSafeToExpandAt(
             By.Number->getStart(), L.getLoopPreheader()->getTerminator());
}

/// Looks for a remainder among what must all hold for \p Condition to be
/// \p Holds.
bool SteppedLoop::takeRemainder(Value *Condition, bool Holds) {
  Value *A, *B;
  if (match(Condition, m_Not(m_Value(A))))
    return takeRemainder(A, !Holds);
  if (Holds ? match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
            : match(Condition, m_LogicalOr(m_Value(A), m_Value(B))))
    return takeRemainder(A, Holds) || takeRemainder(B, Holds);
  By = Remainder();
  By.Compare = Condition;
  Passing = Holds;
  if (match(Condition, m_Trunc(m_Value(A)))) {
    By.Divisor = 2;
    By.Wanted = ConstantInt::get(A->getType(), Holds);
    By.Number = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(A));
    return By.Number && By.Number->getLoop() == &L && By.Number->isAffine() &&
           By.Number->getStepRecurrence(SE)->isOne() &&
           By.Number->getType()->getIntegerBitWidth() <= 64 &&
           SCEVExpander(SE, "").isSafeToExpandAt(
               By.Number->getStart(), L.getLoopPreheader()->getTerminator());
  }
  auto *Compare = dyn_cast<ICmpInst>(Condition);
  if (!Compare || !Compare->isEquality() ||
      !Compare->getOperand(0)->getType()->isIntegerTy())
    return false;
  bool IsEqual = (Compare->getPredicate() == CmpInst::ICMP_EQ) == Holds;
  return takeNumber(Compare->getOperand(0), Compare->getOperand(1), IsEqual) ||
         takeNumber(Compare->getOperand(1), Compare->getOperand(0), IsEqual);
}

/// Whether an iteration loads what is stored near its own element.
bool SteppedLoop::loadsNeighbours() const {
  SmallVector<const SCEV *> Loads, Stores;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (Value *Pointer = getLoadStorePointerOperand(&I))
        (isa<LoadInst>(I) ? Loads : Stores).push_back(SE.getSCEV(Pointer));
  return any_of(Stores, [&](const SCEV *Store) {
    return any_of(Loads, [&](const SCEV *Load) {
      auto *Distance = dyn_cast<SCEVConstant>(SE.getMinusSCEV(Load, Store));
      return Distance && !Distance->isZero() &&
             Distance->getAPInt().abs().slt(LongestVector);
    });
  });
}

static bool takesLong(const Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    auto *II = dyn_cast<IntrinsicInst>(Call);
    if (!II)
      return true;
    switch (II->getIntrinsicID()) {
    case Intrinsic::sqrt:
    case Intrinsic::sin:
    case Intrinsic::cos:
    case Intrinsic::exp:
    case Intrinsic::exp2:
    case Intrinsic::log:
    case Intrinsic::log2:
    case Intrinsic::log10:
    case Intrinsic::pow:
      return true;
    default:
      return false;
    }
  }
  return I.getOpcode() == Instruction::FDiv ||
         I.getOpcode() == Instruction::FRem;
}

bool SteppedLoop::gains() const {
  return any_of(L.blocks(),
                [](BasicBlock *BB) { return any_of(*BB, takesLong); }) ||
         loadsNeighbours();
}

bool SteppedLoop::analyze() {
  return getOptionalBoolLoopAttribute(&L, "llvm.loop.vectorize.enable")
             .value_or(true) &&
         hasForm() && OnlyWork && takeRemainder(Condition, PassesIfTrue) &&
         gains();
}

/// The first iteration that passes, as i64, not before \p Length if none does;
/// and Sound.
Value *SteppedLoop::findFirst(IRBuilder<> &B, Value *Length) {
  IntegerType *I64 = B.getInt64Ty();
  auto *T = cast<IntegerType>(By.Number->getType());
  SCEVExpander Expander(SE, "step");
  Value *Start = B.CreateFreeze(
      Expander.expandCodeFor(By.Number->getStart(), T, &*B.GetInsertPoint()));
  Value *Wanted = B.CreateFreeze(By.Wanted);
  Value *Divisor = ConstantInt::get(T, By.Divisor);
  // Where numbers wrap around, so do remainders of powers of two only. There
  // are at most 2**32 iterations.
  Sound = B.getTrue();
  bool IsPower = isPowerOf2_64(By.Divisor);
  if (By.IsSigned || !IsPower) {
    APInt Most = By.IsSigned ? APInt::getSignedMaxValue(T->getBitWidth())
                             : APInt::getMaxValue(T->getBitWidth());
    Value *Left = B.CreateZExtOrTrunc(B.CreateSub(B.getInt(Most), Start), I64);
    Value *Last = B.CreateSub(Length, B.getInt64(1));
    Sound = B.CreateICmpULE(Last, Left);
    if (By.IsSigned)
      Sound = B.CreateAnd(Sound,
                          B.CreateICmpSGE(Start, ConstantInt::getNullValue(T)));
  }
  Value *Here = B.CreateURem(Start, Divisor);
  Value *First =
      B.CreateURem(B.CreateAdd(B.CreateSub(Wanted, Here), Divisor), Divisor);
  return B.CreateSelect(B.CreateICmpULT(Wanted, Divisor),
                        B.CreateZExtOrTrunc(First, I64), Length);
}

/// A copy of the loop behind \p Before, over every \p By.Divisor-th iteration
/// from \p First on. The result leads to it.
BasicBlock *SteppedLoop::copyLoop(BasicBlock *Before, Value *First,
                                  Value *Rounds) {
  BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch();
  ValueToValueMapTy Map;
  BasicBlock *Enter = copyBlocks(Map, "stepping", Before, L.getExitBlock());
  auto *CopiedHeader = cast<BasicBlock>(&*Map[Header]);
  auto *CopiedLatch = cast<BasicBlock>(&*Map[Latch]);
  IRBuilder<> B(Enter->getTerminator());

  // Counters are made of the number of the iteration.
  SmallVector<std::pair<PHINode *, Value *>> Starts;
  SCEVExpander Expander(SE, "step");
  SmallVector<Value *> Steps;
  for (PHINode &Phi : Header->phis()) {
    auto *Copy = cast<PHINode>(&*Map[&Phi]);
    Starts.push_back({Copy, Copy->getIncomingValueForBlock(Enter)});
    Steps.push_back(Expander.expandCodeFor(
        cast<SCEVAddRecExpr>(SE.getSCEV(&Phi))->getStepRecurrence(SE),
        Phi.getType(), &*B.GetInsertPoint()));
  }
  IRBuilder<> AtBegin(CopiedHeader, CopiedHeader->begin());
  PHINode *Round = AtBegin.CreatePHI(B.getInt64Ty(), 2, "round");
  AtBegin.SetInsertPoint(CopiedHeader, CopiedHeader->getFirstInsertionPt());
  Value *Passed =
      AtBegin.CreateMul(Round, AtBegin.getInt64(By.Divisor), "", true, true);
  Value *Iteration = AtBegin.CreateAdd(First, Passed, "iteration", true, true);
  for (auto [Start, Step, Phi] : zip(Starts, Steps, Header->phis())) {
    auto *Number = cast<SCEVAddRecExpr>(SE.getSCEV(&Phi));
    // Without wrapping around themselves, small steps are too few to do so.
    auto *Constant = dyn_cast<ConstantInt>(Step);
    bool IsSmall = Constant && Constant->getBitWidth() == 64 &&
                   Constant->getValue().sgt(0) &&
                   Constant->getValue().slt(1u << 30);
    bool Unsigned = IsSmall && Number->hasNoUnsignedWrap(),
         Signed = IsSmall && Number->hasNoSignedWrap();
    Value *Far =
        AtBegin.CreateMul(AtBegin.CreateZExtOrTrunc(Iteration, Phi.getType()),
                          Step, "", Unsigned, Signed);
    Value *New = AtBegin.CreateAdd(Start.second, Far, "", Unsigned, Signed);
    Start.first->replaceAllUsesWith(New);
    Start.first->eraseFromParent();
  }

  IRBuilder<> AtEnd(CopiedLatch->getTerminator());
  Value *Next = AtEnd.CreateAdd(Round, B.getInt64(1), "", true, true);
  Round->addIncoming(B.getInt64(0), Enter);
  Round->addIncoming(Next, CopiedLatch);
  auto *Again = cast<BranchInst>(CopiedLatch->getTerminator());
  Again->setCondition(Again->getSuccessor(0) == CopiedHeader
                          ? AtEnd.CreateICmpNE(Next, Rounds)
                          : AtEnd.CreateICmpEQ(Next, Rounds));

  replaceAndRecursivelySimplify(cast<Instruction>(&*Map[By.Compare]),
                                B.getInt1(Passing));
  ConstantFoldTerminator(CopiedHeader);
  for (BasicBlock *BB : L.blocks())
    if (auto *Copy = cast<BasicBlock>(&*Map[BB]);
        BB != Header && pred_size(Copy) == 1)
      MergeBlockIntoPredecessor(Copy);
  return Enter;
}

void SteppedLoop::transform() {
  BasicBlock *Before = L.getLoopPreheader(), *Header = L.getHeader();
  BasicBlock *Exit = L.getExitBlock();
  Function &F = *Header->getParent();
  Instruction *End = Before->getTerminator();
  IRBuilder<> B(End);
  SCEVExpander Expander(SE, "step");
  Value *Length = expandLength(B, Expander);
  Value *First = findFirst(B, Length);
  Value *Any = B.CreateICmpULT(First, Length);
  Value *Left = B.CreateSub(Length, First);
  // At least one: for what looks at the copy later.
  Value *Rounds =
      B.CreateSelect(Any,
                     B.CreateUDiv(B.CreateAdd(Left, B.getInt64(By.Divisor - 1)),
                                  B.getInt64(By.Divisor)),
                     B.getInt64(1));
  BasicBlock *Choose = BasicBlock::Create(F.getContext(), "guard", &F, Header);
  BasicBlock *Enter = copyLoop(Before, First, Rounds);
  B.CreateCondBr(Sound, Choose, Header);
  End->eraseFromParent();
  B.SetInsertPoint(Choose);
  B.CreateCondBr(Any, Enter, Exit);
  addStringMetadataToLoop(&L, "llvm.loop.vectorize.enable", false);
}

PreservedAnalyses StepOverGuardsPass::run(Function &F,
                                          FunctionAnalysisManager &FAM) {
  return transformParallelLoops(F, FAM, [&](Loop &L, ScalarEvolution &SE) {
    SteppedLoop Candidate(L, SE);
    if (!L.isInnermost() || !Candidate.analyze())
      return false;
    Candidate.transform();
    return true;
  });
}

} // namespace warpfort::cpu
