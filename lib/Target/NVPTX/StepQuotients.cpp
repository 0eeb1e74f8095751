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
// An address of which row and element are multiplied is stepped itself, where
// no more than two are: it grows by what a step and, where there is one, a
// carry change. Most quotients are gone then.
//
// Quotients are divided in turn where there are three loops: they are such
// counters themselves, whose step is one more where there is a carry. A
// remainder of a divisor that is below 2^31 is kept in 32 bits, and so is a
// quotient that the loop's end shows to be less than that.
//
// In front of the loop there are two divisions for one, so it must have several
// iterations: that is said of its kernel, or it is a reduction's, which writes
// nothing. Others have a thread for each iteration or nearly so.
//
//===----------------------------------------------------------------------===//
#include "StepQuotients.h"
#include "LoopEnds.h"
#include "warpfort/Support/BitcodeAttributes.h"
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
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort {
namespace {

/// Each address takes two registers, and so do its step and what a carry
/// changes: in a nest of three loops, one can be stepped, in one of two, two.
constexpr size_t MostChanges = 2;

/// A number without sign that each iteration increases by a step or, where
/// there is a carry, by one more.
struct Number {
  Value *First, *Step;    ///< in front of the loop
  Value *Carry = nullptr; ///< at its end
  Value *Below = nullptr; ///< more than any of its values, if known
};

/// A quotient or remainder that is stepped: what it gets from the carry of the
/// number before it, and what it loses where it has one itself.
struct SteppedNumber {
  PHINode *Phi;
  Value *First, *Step, *CarryIn;
  Value *CarryOut = nullptr, *Limit = nullptr;
};

/// An address of a loop as multiples of stepped numbers.
struct SteppedAddress {
  const SCEV *Whole;
  SmallVector<const SCEV *> Factors; ///< of each number, null for none
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
  bool multiply(const SCEV *Part, const SCEV *Factor,
                SmallVectorImpl<const SCEV *> &Factors);
  const SCEV *wide(Value *V, Type *T);
  PHINode *stepAddress(const SteppedAddress &Address, Type *T);
  void stepAddresses();

  Loop &L;
  LoopInfo &Loops;
  ScalarEvolution &SE;
  DominatorTree &Tree;
  SimpleLoopSafetyInfo Safety;
  SmallVector<SteppedNumber> Stepped;
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

static void replaceDivisions(ArrayRef<BinaryOperator *> Divisions,
                             Value *Quotient, Value *Remainder) {
  for (BinaryOperator *Division : Divisions) {
    IRBuilder<> At(Division);
    Value *By =
        Division->getOpcode() == Instruction::UDiv ? Quotient : Remainder;
    Type *T = Division->getType();
    bool IsCut = T->getIntegerBitWidth() < By->getType()->getIntegerBitWidth();
    Division->replaceAllUsesWith(
        IsCut ? At.CreateTrunc(By, T, "", /*IsNUW=*/true)
              : At.CreateZExt(By, T, "", /*IsNonNeg=*/true));
    Division->eraseFromParent();
  }
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

  replaceDivisions(Uses, Q, R);
  Stepped.push_back({R, R->getIncomingValueForBlock(L.getLoopPreheader()),
                     StepRemainder, Of.Carry, Result.Carry, Limit});
  stepQuotients(Q, Result);
  if (!RecursivelyDeleteDeadPHINode(Q))
    Stepped.push_back({Q, Result.First, Result.Step, Result.Carry});
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

const SCEV *DividingLoop::wide(Value *V, Type *T) {
  return SE.getTruncateOrZeroExtend(SE.getSCEV(V), T);
}

/// Adds what \p Part times \p Factor has of the stepped numbers to \p Factors;
/// false if they are not multiplied by what the loop leaves alone.
bool DividingLoop::multiply(const SCEV *Part, const SCEV *Factor,
                            SmallVectorImpl<const SCEV *> &Factors) {
  if (SE.isLoopInvariant(Part, &L))
    return true;
  if (auto *Sum = dyn_cast<SCEVAddExpr>(Part))
    return all_of(Sum->operands(), [&](const SCEV *Each) {
      return multiply(Each, Factor, Factors);
    });
  if (auto *Product = dyn_cast<SCEVMulExpr>(Part)) {
    const SCEV *Variable = nullptr;
    for (const SCEV *Each : Product->operands())
      if (SE.isLoopInvariant(Each, &L))
        Factor = SE.getMulExpr(Factor, Each);
      else if (!std::exchange(Variable, Each))
        continue;
      else
        return false;
    return multiply(Variable, Factor, Factors);
  }
  if (auto *Wide = dyn_cast<SCEVZeroExtendExpr>(Part))
    Part = Wide->getOperand();
  for (auto [Number, Of] : zip(Stepped, Factors))
    if (Part == SE.getSCEV(Number.Phi)) {
      Of = Of ? SE.getAddExpr(Of, Factor) : Factor;
      return true;
    }
  return false;
}

/// Makes the address a number of its own.
PHINode *DividingLoop::stepAddress(const SteppedAddress &Address, Type *T) {
  Type *Index = SE.getEffectiveSCEVType(T);
  ValueToSCEVMapTy Firsts;
  const SCEV *Step = SE.getZero(Index);
  SmallMapVector<Value *, const SCEV *, 4> OfCarry;
  auto AddCarry = [&](Value *Carry, const SCEV *Change) {
    const SCEV *&Sum = OfCarry[Carry];
    Sum = Sum ? SE.getAddExpr(Sum, Change) : Change;
  };
  for (auto [Number, Factor] : zip(Stepped, Address.Factors)) {
    Firsts[Number.Phi] = SE.getSCEV(Number.First);
    if (!Factor)
      continue;
    Step = SE.getAddExpr(Step, SE.getMulExpr(Factor, wide(Number.Step, Index)));
    if (Number.CarryIn)
      AddCarry(Number.CarryIn, Factor);
    if (Number.CarryOut)
      AddCarry(Number.CarryOut, SE.getNegativeSCEV(SE.getMulExpr(
                                    Factor, wide(Number.Limit, Index))));
  }
  SCEVExpander Expander(SE, "address");
  Instruction *Before = L.getLoopPreheader()->getTerminator();
  auto Expand = [&](const SCEV *S) {
    return Expander.expandCodeFor(S, S->getType(), Before);
  };
  PHINode *Phi =
      IRBuilder<>(&*L.getHeader()->begin()).CreatePHI(T, 2, "address");
  Phi->addIncoming(
      Expand(SCEVParameterRewriter::rewrite(Address.Whole, SE, Firsts)),
      L.getLoopPreheader());
  IRBuilder<> End(L.getLoopLatch()->getTerminator());
  Value *Change = Expand(Step);
  for (auto [Carry, Sum] : OfCarry)
    Change =
        End.CreateAdd(Change, End.CreateSelect(Carry, Expand(Sum),
                                               Constant::getNullValue(Index)));
  Phi->addIncoming(End.CreatePtrAdd(Phi, Change), L.getLoopLatch());
  return Phi;
}

/// Steps the addresses of accesses, unless there are more than a thread has
/// registers for.
void DividingLoop::stepAddresses() {
  SmallMapVector<const SCEV *, SteppedAddress, 4> Found;
  SmallVector<std::pair<Use *, const SCEV *>> Uses;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      const Value *Place = getLoadStorePointerOperand(&I);
      if (!Place || L.isLoopInvariant(Place))
        continue;
      Use &Of = I.getOperandUse(isa<LoadInst>(I)
                                    ? LoadInst::getPointerOperandIndex()
                                    : StoreInst::getPointerOperandIndex());
      const SCEV *Whole = SE.getSCEV(Of);
      SmallVector<const SCEV *> Factors(Stepped.size());
      Type *Index = SE.getEffectiveSCEVType(Place->getType());
      if (!multiply(Whole, SE.getOne(Index), Factors))
        return;
      Found.insert({Whole, {Whole, Factors}});
      Uses.push_back({&Of, Whole});
    }
  size_t Carries = count_if(Stepped, [](const SteppedNumber &Number) {
    return Number.CarryOut != nullptr;
  });
  if (Found.size() * Carries > MostChanges)
    return;
  DenseMap<const SCEV *, PHINode *> Phis;
  for (auto &[Whole, Address] : Found)
    Phis[Whole] = stepAddress(Address, Whole->getType());
  for (auto [Of, Whole] : Uses) {
    Value *Place = *Of;
    Of->set(Phis[Whole]);
    RecursivelyDeleteTriviallyDeadInstructions(Place);
  }
  SmallVector<WeakVH> Numbers;
  for (SteppedNumber &Number : Stepped)
    Numbers.push_back(Number.Phi);
  for (WeakVH &Number : Numbers)
    if (auto *Phi = cast_or_null<PHINode>(Number))
      RecursivelyDeleteDeadPHINode(Phi);
}

bool DividingLoop::run() {
  if (!L.getLoopPredecessor() || !L.getLoopLatch() ||
      !(onlyReads() ||
        L.getHeader()->getParent()->hasFnAttribute(bitcode::FlatLoopAttr)))
    return false;
  SmallVector<std::pair<PHINode *, Number>> Counters;
  for (PHINode &Phi : L.getHeader()->phis())
    if (Number Of; find(Phi, Of))
      Counters.push_back({&Phi, Of});
  bool Changed = false;
  for (auto &[Counter, Of] : Counters)
    Changed |= stepQuotients(Counter, Of);
  if (!Stepped.empty())
    stepAddresses();
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
