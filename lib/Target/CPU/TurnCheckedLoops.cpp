//===-- TurnCheckedLoops.cpp - Rounds outside, threads inside -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See TurnCheckedLoops.h. The nest has loops of its own that count rounds:
//
//     enter -> head.2 -> head.1 -> the copy's loop over threads -> latch.1
//              ^         ^                                          |
//              |         +-----------------------------------------+
//              +------------------------- latch.2 <----------------+ -> exit
//
// In the copy, the loops of a thread are left after one round, whose number is
// the nest's: a counter is what it was before the loop, and that often its
// step.
//
//===----------------------------------------------------------------------===//
#include "TurnCheckedLoops.h"
#include "CheckAccesses.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warpfort::cpu {

/// Whether nothing of \p Of is needed behind it.
static bool hasNoResults(const Loop &Of) {
  for (const BasicBlock *BB : Of.blocks())
    for (const Instruction &I : *BB)
      if (any_of(I.users(), [&](const User *U) {
            return !Of.contains(cast<Instruction>(U));
          }))
        return false;
  return true;
}

/// Whether \p I may be done again in each round.
static bool isRepeatable(const Instruction &I) {
  if (checkOf(I) != Check::None) // the copy does not have it
    return true;
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
      Intrinsic && Intrinsic->isAssumeLikeIntrinsic())
    return true;
  if (isa<LoadInst>(I) && I.hasMetadata(LLVMContext::MD_invariant_load))
    return true;
  return !I.mayReadOrWriteMemory() && !I.mayHaveSideEffects();
}

/// Whether \p I may access memory that a thread has for itself, which the
/// runtime is not asked about: all threads would have the same.
static bool mayTouchOwn(const Instruction &I, bool AnyEscapes) {
  auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
  if (checkOf(I) != Check::None || !I.mayReadOrWriteMemory() ||
      (Intrinsic && Intrinsic->isAssumeLikeIntrinsic()))
    return false;
  const Value *Pointer = getLoadStorePointerOperand(&I);
  if (!Pointer)
    return true;
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, nullptr, /*MaxLookup=*/0);
  return any_of(Objects, [&](const Value *Object) {
    return isa<AllocaInst>(Object) ||
           (AnyEscapes && !isa<Argument, GlobalVariable>(Object));
  });
}

bool ThreadNest::hasForm() const {
  const Loop &Innermost = innermost();
  const Function &F = *L.getHeader()->getParent();
  const bool AnyEscapes = any_of(instructions(F), [](const Instruction &I) {
    return isa<AllocaInst>(I) &&
           PointerMayBeCaptured(&I, /*ReturnCaptures=*/true);
  });
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (isa<AllocaInst>(I) || mayTouchOwn(I, AnyEscapes) ||
          (!Innermost.contains(BB) && !isRepeatable(I)))
        return false;
  return true;
}

bool ThreadNest::analyze(Loop &Innermost, ScalarEvolution &SE,
                         function_ref<bool(const SCEV *)> IsKnown) {
  for (Loop *Of = &Innermost;; Of = Of->getParentLoop()) {
    if (!Of->getLoopLatch() || Of->getExitingBlock() != Of->getLoopLatch() ||
        !Of->getLoopPreheader() || !Of->getExitBlock() || !hasNoResults(*Of) ||
        !isa<BranchInst>(Of->getLoopLatch()->getTerminator()))
      return false;
    for (PHINode &Phi : Of->getHeader()->phis()) {
      auto *Sum = SE.isSCEVable(Phi.getType())
                      ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi))
                      : nullptr;
      if (!Sum || Sum->getLoop() != Of || !Sum->isAffine() ||
          !IsKnown(Sum->getStepRecurrence(SE)))
        return false;
      if (Of != &L)
        Counters.push_back({&Phi, Sum->getStepRecurrence(SE)});
    }
    if (Of == &L)
      break;
    Inner.push_back(Of);
  }
  return !Inner.empty() && Innermost.isInnermost() && hasForm();
}

void ThreadNest::expandSteps(function_ref<Value *(const SCEV *)> Expand) {
  for (Counter &C : Counters)
    C.Added = Expand(C.Step);
}

/// Leaves the copy's loop over threads after the first ones.
void ThreadNest::countThreads(ValueToValueMapTy &Map, BasicBlock *Before,
                              BasicBlock *Behind, Value *Threads) {
  auto *Header = cast<BasicBlock>(&*Map[L.getHeader()]);
  auto *Latch = cast<BasicBlock>(&*Map[L.getLoopLatch()]);
  for (PHINode &Phi : Header->phis())
    Phi.setIncomingBlock(1 - Phi.getBasicBlockIndex(Latch), Before);
  Type *T = Threads->getType();
  IRBuilder<> B(Header, Header->begin());
  PHINode *Thread = B.CreatePHI(T, 2, "thread");
  Instruction *Old = Latch->getTerminator();
  B.SetInsertPoint(Old);
  Value *Next = B.CreateAdd(Thread, ConstantInt::get(T, 1), "", true);
  Thread->addIncoming(ConstantInt::get(T, 0), Before);
  Thread->addIncoming(Next, Latch);
  BranchInst *New =
      B.CreateCondBr(B.CreateICmpULT(Next, Threads), Header, Behind);
  New->copyMetadata(*Old);
  New->setMetadata(LLVMContext::MD_prof, nullptr);
  Old->eraseFromParent();
}

/// Has the copy of a thread's loop do one round.
void ThreadNest::keepOneRound(ValueToValueMapTy &Map, Loop &Of, Value *Round) {
  auto *Header = cast<BasicBlock>(&*Map[Of.getHeader()]);
  auto *Latch = cast<BasicBlock>(&*Map[Of.getLoopLatch()]);
  auto *Before = cast<BasicBlock>(&*Map[Of.getLoopPreheader()]);
  IRBuilder<> B(Header, Header->getFirstInsertionPt());
  for (const Counter &C : Counters) {
    if (C.Phi->getParent() != Of.getHeader())
      continue;
    auto *Phi = cast<PHINode>(&*Map[C.Phi]);
    Value *First = Phi->getIncomingValueForBlock(Before);
    Value *Way =
        B.CreateMul(B.CreateZExtOrTrunc(Round, C.Added->getType()), C.Added);
    Value *Place = Phi->getType()->isPointerTy() ? B.CreatePtrAdd(First, Way)
                                                 : B.CreateAdd(First, Way);
    Phi->replaceAllUsesWith(Place);
    Phi->eraseFromParent();
  }
  Instruction *Old = Latch->getTerminator();
  B.SetInsertPoint(Old);
  B.CreateBr(cast<BasicBlock>(&*Map[Of.getExitBlock()]));
  Old->eraseFromParent();
}

using Branches = ArrayRef<std::pair<const BranchInst *, unsigned>>;

/// Has copies of branches go the given way.
static void followWay(const ValueToValueMapTy &Map, Branches Way) {
  for (auto [Branch, Taken] : Way) {
    auto *Copy = cast<BranchInst>(Map.lookup(Branch));
    BasicBlock *To = Copy->getSuccessor(Taken);
    Copy->getSuccessor(1 - Taken)->removePredecessor(Copy->getParent());
    BranchInst::Create(To, Copy->getIterator());
    Copy->eraseFromParent();
  }
}

void ThreadNest::turn(ValueToValueMapTy &Map, BasicBlock *Enter,
                      const Counts &Of, Branches Way) {
  Function &F = *Enter->getParent();
  BasicBlock *Exit = L.getExitBlock(), *Before = Enter, *Behind = Exit;
  IRBuilder<> B(Enter);
  Type *I64 = B.getInt64Ty();
  Value *Zero = B.getInt64(0), *One = B.getInt64(1);
  SmallVector<PHINode *> Rounds(Inner.size());
  Value *IsEntered = Of.IsEntered;
  SmallVector<Value *> Most;
  for (auto [Place, Count] : enumerate(Of.Rounds)) {
    bool HasLast = Of.LastThreads && Place == Of.LastPlace;
    Most.push_back(HasLast ? B.CreateAdd(Count, One) : Count);
    IsEntered = B.CreateAnd(IsEntered, B.CreateICmpNE(Most.back(), Zero));
  }
  auto *OutermostHead =
      BasicBlock::Create(F.getContext(), "rounds", &F, L.getHeader());
  B.CreateCondBr(IsEntered, OutermostHead, Exit);
  SmallVector<BasicBlock *> Leaving{Enter};
  for (size_t Place = Inner.size(); Place-- > 0;) {
    BasicBlock *Head =
        Before == Enter
            ? OutermostHead
            : BasicBlock::Create(F.getContext(), "rounds", &F, L.getHeader());
    auto *Latch =
        BasicBlock::Create(F.getContext(), "rounds.latch", &F, L.getHeader());
    if (Before != Enter) {
      B.SetInsertPoint(Before);
      B.CreateBr(Head);
    } else {
      Leaving.push_back(Latch);
    }
    B.SetInsertPoint(Head);
    Rounds[Place] = B.CreatePHI(I64, 2, "round");
    Rounds[Place]->addIncoming(Zero, Before);
    B.SetInsertPoint(Latch);
    Value *Next = B.CreateAdd(Rounds[Place], One, "", true);
    Rounds[Place]->addIncoming(Next, Latch);
    B.CreateCondBr(B.CreateICmpULT(Next, Most[Place]), Head, Behind);
    Before = Head;
    Behind = Latch;
  }
  B.SetInsertPoint(Before);
  Value *Threads = Of.Threads;
  if (Of.LastThreads)
    Threads = B.CreateSelect(
        B.CreateICmpULT(Rounds[Of.LastPlace], Of.Rounds[Of.LastPlace]), Threads,
        Of.LastThreads);
  B.CreateCondBr(B.CreateICmpNE(Threads, Zero),
                 cast<BasicBlock>(&*Map[L.getHeader()]), Behind);
  countThreads(Map, Before, Behind, Threads);
  for (auto [Place, Loop] : enumerate(Inner))
    keepOneRound(Map, *Loop, Rounds[Place]);
  followWay(Map, Way);
  for (PHINode &Phi : Exit->phis()) {
    Value *V = Phi.getIncomingValueForBlock(L.getLoopLatch());
    for (BasicBlock *From : Leaving)
      Phi.addIncoming(V, From);
  }
}

} // namespace warpfort::cpu
