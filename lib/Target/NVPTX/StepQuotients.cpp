//===-- StepQuotients.cpp - Quotients without divisions -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the threads of a grid share the iterations of a nest in steps of the
// number of threads, they get the numbers of a row and of an element from that
// of the iteration, by a division, for which a GPU has no instruction: it costs
// more than the loads of a sum. Both are stepped here, as minutes and seconds
// of a clock are by so many minutes and seconds:
//
//     do                        q = i / n;  r = i % n
//       q = i / n               dq = step / n;  dr = step % n
//       r = i % n               do
//       ...               ->      ...
//       i += step                 carry = r + dr >= n
//     while (i < end)             q += dq + carry
//                                 r += dr - (carry ? n : 0)
//                                 i += step
//                               while (i < end)
//
// Quotients are divided in turn where there are three loops: they are such
// counters themselves, whose step is one more where there is a carry. A
// remainder of a divisor that is below 2^31 is kept in 32 bits, and so is a
// quotient that the loop's end shows to be less than that.
//
// In front of the loop there are two divisions for one, so it must have several
// iterations: it is a reduction's, which writes nothing. Others have a thread
// for each iteration or nearly so.
//
//===----------------------------------------------------------------------===//
#include "StepQuotients.h"
#include "LoopEnds.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort {
namespace {

/// A number without sign that each iteration increases by a step or, where
/// there is a carry, by one more.
struct Number {
  Value *First, *Step;    ///< in front of the loop
  Value *Carry = nullptr; ///< at its end
  Value *Below = nullptr; ///< more than any of its values, if known
};

class DividingLoop {
public:
  DividingLoop(Loop &L, LoopInfo &Loops, ScalarEvolution &SE,
               DominatorTree &Tree)
      : L(L), Loops(Loops), SE(SE), Tree(Tree) {
    Safety.computeLoopSafetyInfo(&L);
  }
  bool run();

private:
  using Divisions = SmallVector<BinaryOperator *, 2>;

  bool onlyReads() const;
  bool find(PHINode &Counter, Number &Result) const;
  MapVector<Value *, Divisions> findDivisions(Value *Dividend) const;
  bool stepQuotients(Value *Dividend, const Number &Of);
  void step(const Number &Of, Value *Divisor, ArrayRef<BinaryOperator *> Uses);
  Type *typeBelow(Value *End, Type *Wide) const;

  Loop &L;
  LoopInfo &Loops;
  ScalarEvolution &SE;
  DominatorTree &Tree;
  SimpleLoopSafetyInfo Safety;
};

} // namespace

bool DividingLoop::onlyReads() const {
  return all_of(L.blocks(), [](const BasicBlock *Block) {
    return none_of(*Block,
                   [](const Instruction &I) { return I.mayWriteToMemory(); });
  });
}

/// Whether a phi is the loop's counter, which does not wrap around, and whose
/// step is not known here. (Neither it nor the step is undefined: the loop's
/// test would have no meaning.)
bool DividingLoop::find(PHINode &Counter, Number &Result) const {
  std::optional<LoopEnd> Ends = findLoopEnd(L);
  if (!Ends || Counter.getIncomingValueForBlock(L.getLoopLatch()) != Ends->Next)
    return false;
  auto *Sum = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Counter));
  if (!Sum || Sum->getLoop() != &L || !Sum->hasNoUnsignedWrap() ||
      !match(Ends->Next, m_c_Add(m_Specific(&Counter), m_Value(Result.Step))) ||
      isa<Constant>(Result.Step) || !L.isLoopInvariant(Result.Step))
    return false;
  Result.First = Counter.getIncomingValueForBlock(L.getLoopPredecessor());
  if (SE.isLoopEntryGuardedByCond(&L, ICmpInst::ICMP_ULT, Sum->getStart(),
                                  SE.getSCEV(Ends->End)))
    Result.Below = Ends->End;
  return true;
}

/// The divisions of a number that each iteration makes, by what it is divided
/// by. That is less than half of what its type can hold.
MapVector<Value *, DividingLoop::Divisions>
DividingLoop::findDivisions(Value *Dividend) const {
  MapVector<Value *, Divisions> Found;
  SmallVector<Value *> Names = {Dividend};
  for (size_t I = 0; I < Names.size(); ++I)
    for (User *U : Names[I]->users()) {
      auto *User = cast<Instruction>(U);
      if (!L.contains(User))
        continue;
      if (isa<FreezeInst, ZExtInst>(User) ||
          (isa<TruncInst>(User) && cast<TruncInst>(User)->hasNoUnsignedWrap()))
        Names.push_back(User);
      Value *Divisor =
          User->getNumOperands() == 2 ? User->getOperand(1) : nullptr;
      if ((User->getOpcode() == Instruction::UDiv ||
           User->getOpcode() == Instruction::URem) &&
          Divisor != Names[I] && L.isLoopInvariant(Divisor) &&
          SE.isKnownNonNegative(SE.getSCEV(Divisor)) &&
          Safety.isGuaranteedToExecute(*User, &Tree, &L))
        Found[Divisor].push_back(cast<BinaryOperator>(User));
    }
  return Found;
}

/// The type for numbers less than \p End.
Type *DividingLoop::typeBelow(Value *End, Type *Wide) const {
  Type *I32 = Type::getInt32Ty(Wide->getContext());
  bool IsNarrow = End && Wide->getIntegerBitWidth() > 32 &&
                  SE.getUnsignedRangeMax(SE.getSCEV(End))
                      .ule(APInt::getSignedMaxValue(32).getZExtValue());
  return IsNarrow ? I32 : Wide;
}

/// Replaces divisions of a number by one divisor.
void DividingLoop::step(const Number &Of, Value *Divisor,
                        ArrayRef<BinaryOperator *> Uses) {
  IRBuilder<> Before(L.getLoopPreheader()->getTerminator());
  Type *Wide = Of.First->getType();
  if (Divisor->getType()->getIntegerBitWidth() > Wide->getIntegerBitWidth())
    Wide = Divisor->getType();
  Value *N = Before.CreateZExt(Divisor, Wide);
  Value *First = Before.CreateZExt(Of.First, Wide);
  Value *Step = Before.CreateZExt(Of.Step, Wide);
  Value *FirstQuotient = Before.CreateUDiv(First, N);
  Value *StepQuotient = Before.CreateUDiv(Step, N);
  auto Remainder = [&](Value *V, Value *Quotient) {
    return Before.CreateSub(V, Before.CreateMul(Quotient, N));
  };
  // A quotient by a factor of the end is less than the other factor.
  Number Result;
  Value *Other;
  if (Of.Below &&
      match(Of.Below, m_c_Mul(m_Specific(Divisor), m_Value(Other))) &&
      cast<OverflowingBinaryOperator>(Of.Below)->hasNoSignedWrap() &&
      SE.isKnownNonNegative(SE.getSCEV(Other)))
    Result.Below = Other;
  Type *Narrow = typeBelow(Divisor, Wide),
       *OfQuotient = typeBelow(Result.Below ? Result.Below : Of.Below, Wide);
  Value *StepRemainder =
      Before.CreateTrunc(Remainder(Step, StepQuotient), Narrow);
  Result.First = Before.CreateTrunc(FirstQuotient, OfQuotient);
  Result.Step = Before.CreateTrunc(StepQuotient, OfQuotient);
  Value *Limit = Before.CreateTrunc(N, Narrow);

  IRBuilder<> Head(&*L.getHeader()->begin());
  PHINode *R = Head.CreatePHI(Narrow, 2, "remainder");
  PHINode *Q = Head.CreatePHI(OfQuotient, 2, "quotient");
  R->addIncoming(Before.CreateTrunc(Remainder(First, FirstQuotient), Narrow),
                 L.getLoopPreheader());
  Q->addIncoming(Result.First, L.getLoopPreheader());

  IRBuilder<> End(L.getLoopLatch()->getTerminator());
  auto WithCarry = [&](Value *V, Value *Carry) {
    return Carry ? End.CreateAdd(V, End.CreateZExt(Carry, V->getType())) : V;
  };
  Value *Sum = WithCarry(End.CreateAdd(R, StepRemainder), Of.Carry);
  Result.Carry = End.CreateICmpUGE(Sum, Limit);
  R->addIncoming(End.CreateSelect(Result.Carry, End.CreateSub(Sum, Limit), Sum),
                 L.getLoopLatch());
  Q->addIncoming(WithCarry(End.CreateAdd(Q, Result.Step), Result.Carry),
                 L.getLoopLatch());

  for (BinaryOperator *Use : Uses) {
    IRBuilder<> At(Use);
    Value *Stepped = Use->getOpcode() == Instruction::UDiv ? Q : R;
    bool IsCut = Use->getType()->getIntegerBitWidth() <
                 Stepped->getType()->getIntegerBitWidth();
    Use->replaceAllUsesWith(
        IsCut ? At.CreateTrunc(Stepped, Use->getType(), "", /*IsNUW=*/true)
              : At.CreateZExt(Stepped, Use->getType(), "", /*IsNonNeg=*/true));
    Use->eraseFromParent();
  }
  stepQuotients(Q, Result);
  RecursivelyDeleteDeadPHINode(Q);
}

bool DividingLoop::stepQuotients(Value *Dividend, const Number &Of) {
  MapVector<Value *, Divisions> Found = findDivisions(Dividend);
  if (!Found.empty() && !L.getLoopPreheader())
    InsertPreheaderForLoop(&L, &Tree, &Loops, /*MSSAU=*/nullptr,
                           /*PreserveLCSSA=*/false);
  for (auto &[Divisor, Uses] : Found)
    step(Of, Divisor, Uses);
  return !Found.empty();
}

bool DividingLoop::run() {
  if (!L.getLoopPredecessor() || !L.getLoopLatch() || !onlyReads())
    return false;
  SmallVector<std::pair<PHINode *, Number>> Counters;
  for (PHINode &Phi : L.getHeader()->phis())
    if (Number Of; find(Phi, Of))
      Counters.push_back({&Phi, Of});
  bool Changed = false;
  for (auto &[Counter, Of] : Counters)
    Changed |= stepQuotients(Counter, Of);
  return Changed;
}

PreservedAnalyses StepQuotientsPass::run(Function &F,
                                         FunctionAnalysisManager &FAM) {
  ScalarEvolution &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  LoopInfo &Loops = FAM.getResult<LoopAnalysis>(F);
  DominatorTree &Tree = FAM.getResult<DominatorTreeAnalysis>(F);
  bool Changed = false;
  for (Loop *L : Loops.getLoopsInPreorder())
    Changed |= DividingLoop(*L, Loops, SE, Tree).run();
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace warpfort
