//===-- UnrollGridLoops.cpp - Several rounds of a grid at once ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction whose iterations the threads of a grid share, in steps of the
// number of threads, has one iteration's loads under way in each thread. One
// array does not use the memory's bandwidth so: loads of several iterations
// must be under way. LLVM and ptxas unroll loops whose iterations they can
// count, and these they cannot without a division. Here four iterations, or two
// where each loads two elements, are taken at once while so many are left, in
// the old order, so that sums are rounded as before:
//
//     do                        while (i < n && n - i > 3*step)
//       s += x[i]         ->      s += x[i]; ... s += x[i + 3*step]
//       i += step                 i += 4*step
//     while (i < n)             while (i < n) as before
//
// The iterations that run are the same ones: where i < n, the difference is
// right as a number without sign, and three steps are known not to wrap around.
// Loops that write memory or meet other threads are left alone: to keep loads
// in front of earlier stores is not possible, and most such loops have one
// iteration a thread.
//
//===----------------------------------------------------------------------===//
#include "UnrollGridLoops.h"
#include "LoopEnds.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort {
namespace {

/// As many rounds as have this many loads.
constexpr unsigned LoadsAtOnce = 4;
/// More than that has loads enough, or work enough to hide them; registers for
/// more of either leave less threads on a multiprocessor.
constexpr unsigned MostInstructions = 40, MostLoads = 2, MostCarried = 4;

class GridLoop {
public:
  GridLoop(Loop &L, const DataLayout &DL) : L(L), DL(DL) {}
  /// True if the loop is one that this pass is for.
  bool analyze();
  /// Needs the loop with a preheader, and in LCSSA form.
  void unroll();

private:
  bool findCounter();
  bool onlyReads();
  Value *less(IRBuilder<> &B, Value *I) const;
  Value *manyLeft(IRBuilder<> &B, Value *I) const;
  void emitRound(IRBuilder<> &B, unsigned Round);
  void emitRounds(IRBuilder<> &B, BasicBlock *Preheader);

  Loop &L;
  const DataLayout &DL;
  BasicBlock *Body = nullptr, *Exit = nullptr;
  PHINode *Counter = nullptr;
  Value *Next = nullptr, *Step = nullptr, *End = nullptr;
  bool Signed = true;
  unsigned Rounds = 0;
  Value *Steps[LoadsAtOnce + 1] = {};    ///< multiples of the step
  ValueToValueMapTy OfRound;             ///< the body's values in a round
  ValueToValueMapTy OfLast;              ///< those of the last round
  DenseMap<PHINode *, PHINode *> Firsts; ///< in front of the first round
};

} // namespace

bool GridLoop::findCounter() {
  std::optional<LoopEnd> Ends = findLoopEnd(L);
  if (!Ends)
    return false;
  Signed = Ends->Signed;
  End = Ends->End;
  Next = Ends->Next;
  for (PHINode &Phi : Body->phis())
    if (Phi.getIncomingValueForBlock(Body) == Next &&
        match(Next, m_c_Add(m_Specific(&Phi), m_Value(Step))))
      Counter = &Phi;
  return Counter && !isa<Constant>(Step) && L.isLoopInvariant(Step);
}

bool GridLoop::onlyReads() {
  unsigned Instructions = 0, Loads = 0;
  for (const Instruction &I : *Body) {
    if (isa<PHINode>(I) || I.isTerminator())
      continue;
    if (I.mayHaveSideEffects() || I.getType()->isTokenTy())
      return false;
    if (const auto *Call = dyn_cast<CallBase>(&I))
      if (Call->isConvergent() || Call->isInlineAsm())
        return false;
    if (const auto *Load = dyn_cast<LoadInst>(&I)) {
      if (!Load->isSimple())
        return false;
      ++Loads;
    }
    ++Instructions;
  }
  if (!Loads || Loads > MostLoads || Instructions > MostInstructions)
    return false;
  Rounds = LoadsAtOnce / Loads;
  // Counters of three loops take registers, too.
  if (range_size(Body->phis()) > MostCarried)
    Rounds = std::min(Rounds, 2u);
  return true;
}

bool GridLoop::analyze() {
  Body = L.getHeader();
  Exit = L.getUniqueExitBlock();
  if (L.getNumBlocks() != 1 || !Exit || !findCounter() || !onlyReads())
    return false;
  // Rounds steps are a number without wrapping around, and greater than zero.
  APInt Most = computeKnownBits(Step, DL).getMaxValue();
  return Most.ule(APInt::getSignedMaxValue(Most.getBitWidth()).udiv(Rounds));
}

Value *GridLoop::less(IRBuilder<> &B, Value *I) const {
  return Signed ? B.CreateICmpSLT(I, End) : B.CreateICmpULT(I, End);
}

/// True where at least Rounds iterations begin with \p I.
Value *GridLoop::manyLeft(IRBuilder<> &B, Value *I) const {
  return B.CreateAnd(less(B, I),
                     B.CreateICmpUGT(B.CreateSub(End, I), Steps[Rounds - 1]));
}

void GridLoop::emitRound(IRBuilder<> &B, unsigned Round) {
  for (PHINode &Phi : Body->phis())
    OfLast[&Phi] = OfRound[&Phi];
  for (Instruction &I : *Body) {
    if (isa<PHINode>(I) || I.isTerminator())
      continue;
    if (&I == Next) {
      // From the first index, which leaves one step to the counter.
      OfRound[&I] = B.CreateAdd(Firsts.lookup(Counter), Steps[Round + 1]);
    } else {
      Instruction *Copy = I.clone();
      RemapInstruction(Copy, OfRound,
                       RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      OfRound[&I] = B.Insert(Copy, I.getName());
    }
    OfLast[&I] = OfRound[&I];
  }
  SmallVector<std::pair<PHINode *, Value *>> Values;
  for (PHINode &Phi : Body->phis()) {
    Value *V = Phi.getIncomingValueForBlock(Body);
    Value *Copy = OfRound.lookup(V);
    Values.push_back({&Phi, Copy ? Copy : V});
  }
  for (auto [Phi, V] : Values)
    OfRound[Phi] = V;
}

/// Fills the block of \p B, a loop of Rounds iterations each behind \p
/// Preheader.
void GridLoop::emitRounds(IRBuilder<> &B, BasicBlock *Preheader) {
  for (PHINode &Phi : Body->phis()) {
    PHINode *First = B.CreatePHI(Phi.getType(), 2, Phi.getName());
    First->addIncoming(Phi.getIncomingValueForBlock(Preheader), Preheader);
    Firsts[&Phi] = First;
    OfRound[&Phi] = First;
  }
  for (unsigned Round = 0; Round < Rounds; ++Round)
    emitRound(B, Round);
  for (auto [Phi, First] : Firsts)
    First->addIncoming(OfRound[Phi], B.GetInsertBlock());
}

void GridLoop::unroll() {
  BasicBlock *Preheader = L.getLoopPreheader();
  Function &F = *Body->getParent();
  auto *Many = BasicBlock::Create(F.getContext(), "rounds", &F, Body);
  auto *Few = BasicBlock::Create(F.getContext(), "rest", &F, Body);

  IRBuilder<> B(Preheader->getTerminator());
  for (unsigned I = 1; I <= Rounds; ++I)
    Steps[I] = I == 1 ? Step : B.CreateAdd(Steps[I - 1], Step);
  Value *Enter = manyLeft(B, Counter->getIncomingValueForBlock(Preheader));
  Preheader->getTerminator()->eraseFromParent();
  B.SetInsertPoint(Preheader);
  B.CreateCondBr(Enter, Many, Body);

  B.SetInsertPoint(Many);
  emitRounds(B, Preheader);
  Value *Index = OfRound[Counter];
  Value *More = less(B, Index);
  B.CreateCondBr(manyLeft(B, Index), Many, Few);
  B.SetInsertPoint(Few);
  B.CreateCondBr(More, Body, Exit);

  for (PHINode &Phi : Exit->phis()) {
    Value *V = Phi.getIncomingValueForBlock(Body);
    Value *Copy = OfLast.lookup(V);
    Phi.addIncoming(Copy ? Copy : V, Few);
  }
  for (PHINode &Phi : Body->phis())
    Phi.addIncoming(OfRound[&Phi], Few);
}

PreservedAnalyses UnrollGridLoopsPass::run(Function &F,
                                           FunctionAnalysisManager &FAM) {
  LoopInfo &Loops = FAM.getResult<LoopAnalysis>(F);
  DominatorTree &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  const DataLayout &DL = F.getDataLayout();
  SmallVector<Loop *> Found;
  for (Loop *L : Loops.getLoopsInPreorder())
    if (L->isInnermost() && GridLoop(*L, DL).analyze()) {
      simplifyLoop(L, &DT, &Loops, /*SE=*/nullptr, /*AC=*/nullptr,
                   /*MSSAU=*/nullptr, /*PreserveLCSSA=*/false);
      formLCSSA(*L, DT, &Loops, /*SE=*/nullptr);
      Found.push_back(L);
    }
  for (Loop *L : Found) {
    GridLoop Each(*L, DL);
    if (Each.analyze())
      Each.unroll();
  }
  return Found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace warpfort
