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
#include "LaunchBuilder.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace warpfort::cpu {

/// Whether a value of a thread goes from round to round of all loops, and
/// nothing of it is needed in between.
bool ThreadNest::takeCarried(PHINode &Phi,
                             function_ref<bool(const SCEV *)> IsKnown,
                             ScalarEvolution &SE) {
  Carry New;
  New.Next = Phi.getIncomingValueForBlock(innermost().getLoopLatch());
  if (!innermost().contains(dyn_cast<Instruction>(New.Next)))
    return false;
  PHINode *Here = &Phi;
  Value *Last = New.Next;
  for (Loop *Of : Inner) {
    if (!Here || Here->getParent() != Of->getHeader() ||
        Here->getIncomingValueForBlock(Of->getLoopLatch()) != Last)
      return false;
    // All users outside are one phi behind the loop.
    BasicBlock *Exit = Of->getExitBlock();
    PHINode *Result = nullptr;
    for (User *U : Last->users())
      if (auto *I = cast<Instruction>(U); !Of->contains(I)) {
        if (Result || !isa<PHINode>(I) || I->getParent() != Exit ||
            !Exit->getSinglePredecessor())
          return false;
        Result = cast<PHINode>(I);
      }
    if (!Result)
      return false;
    New.Phis.push_back(Here);
    New.Results.push_back(Result);
    New.First = Here->getIncomingValueForBlock(Of->getLoopPreheader());
    Here = dyn_cast<PHINode>(New.First);
    Last = Result;
  }
  // Outer values are for the inner loop only.
  for (PHINode *Outer : drop_begin(New.Phis))
    if (!Outer->hasOneUse())
      return false;
  if (!L.isLoopInvariant(New.First) ||
      (!isa<Constant, Argument>(New.First) && !IsKnown(SE.getSCEV(New.First))))
    return false;
  Carried.push_back(std::move(New));
  return true;
}

/// Whether nothing but what is carried is needed behind a loop.
bool ThreadNest::hasNoOtherResults() const {
  for (const Loop *Of : Inner)
    for (const BasicBlock *BB : Of->blocks())
      for (const Instruction &I : *BB)
        for (const User *U : I.users())
          if (!Of->contains(cast<Instruction>(U)) &&
              none_of(Carried, [&](const Carry &C) {
                return is_contained(C.Results, U);
              }))
            return false;
  return true;
}

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

/// The argument of the run function in whose memory \p Pointer is; null: it is
/// in none's.
static const Argument *runMemoryOf(const Value *Pointer, const Function &F) {
  auto *Into = dyn_cast<Argument>(getUnderlyingObject(Pointer, 0));
  return F.arg_size() == RunContext + 1 ? Into : nullptr;
}

/// Whether \p Load reads what does not change while the kernel runs. Loads of
/// what is passed by value are no longer said to once LLVM has moved them to
/// where not all threads would come.
static bool isInvariant(const LoadInst &Load) {
  if (Load.hasMetadata(LLVMContext::MD_invariant_load))
    return true;
  auto *Passed =
      dyn_cast<LoadInst>(getUnderlyingObject(Load.getPointerOperand(), 0));
  const Argument *From =
      Passed ? runMemoryOf(Passed->getPointerOperand(), *Load.getFunction())
             : nullptr;
  return From && From->getArgNo() == RunArgs && Load.isSimple();
}

/// Whether \p I may be done again in each round.
static bool isRepeatable(const Instruction &I) {
  if (checkOf(I) != Check::None) // the copy does not have it
    return true;
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
      Intrinsic && Intrinsic->isAssumeLikeIntrinsic())
    return true;
  if (auto *Load = dyn_cast<LoadInst>(&I); Load && isInvariant(*Load))
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
  // What was there before the kernel leads to nothing of a thread's own.
  return any_of(Objects, [&](const Value *Object) {
    auto *Load = dyn_cast<LoadInst>(Object);
    return isa<AllocaInst>(Object) ||
           (AnyEscapes && !isa<Argument, GlobalVariable>(Object) &&
            !(Load && isInvariant(*Load)));
  });
}

/// Whether \p Pointer leads to what is there before the kernel and after it.
static bool isOfProgram(const Value *Pointer) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, nullptr, /*MaxLookup=*/0);
  return all_of(Objects, [](const Value *Object) {
    auto *Load = dyn_cast<LoadInst>(Object);
    return isa<GlobalVariable>(Object) || (Load && isInvariant(*Load));
  });
}

/// Whether \p I stores to memory of the run function's own, or to shared memory
/// of the device library, which the rounds do not touch: it is done behind
/// them. One of a loop around them is done again in each of its rounds.
bool ThreadNest::isLater(const Instruction &I) const {
  auto *Store = dyn_cast<StoreInst>(&I);
  if (Carried.empty() || !Store || !Store->isSimple() ||
      Inner.back()->contains(Store))
    return false;
  const Function &F = *I.getFunction();
  const Argument *Into = runMemoryOf(Store->getPointerOperand(), F);
  if (!Into ||
      (Into->getArgNo() != RunContext && Into->getArgNo() != RunShared))
    return false;
  const bool IsOnlyThere =
      Into->getArgNo() == RunContext && Into->hasNoCaptureAttr();
  return none_of(innermost().blocks(), [&](BasicBlock *BB) {
    return any_of(*BB, [&](const Instruction &Other) {
      const Value *Pointer = getLoadStorePointerOperand(&Other);
      return Pointer && (IsOnlyThere ? runMemoryOf(Pointer, F) == Into
                                     : !isOfProgram(Pointer));
    });
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
          (!Innermost.contains(BB) && !isRepeatable(I) && !isLater(I)))
        return false;
  return true;
}

bool ThreadNest::analyze(Loop &Innermost, ScalarEvolution &SE,
                         function_ref<bool(const SCEV *)> IsKnown) {
  SmallVector<PHINode *, 4> Others;
  for (Loop *Of = &Innermost;; Of = Of->getParentLoop()) {
    if (!Of->getLoopLatch() || Of->getExitingBlock() != Of->getLoopLatch() ||
        !Of->getLoopPreheader() || !Of->getExitBlock() ||
        (Of == &L && !hasNoResults(*Of)) ||
        !isa<BranchInst>(Of->getLoopLatch()->getTerminator()))
      return false;
    for (PHINode &Phi : Of->getHeader()->phis()) {
      auto *Sum = SE.isSCEVable(Phi.getType())
                      ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi))
                      : nullptr;
      if (!Sum || Sum->getLoop() != Of || !Sum->isAffine() ||
          !IsKnown(Sum->getStepRecurrence(SE))) {
        if (Of == &L)
          return false;
        Others.push_back(&Phi);
        continue;
      }
      if (Of != &L)
        Counters.push_back({&Phi, Sum->getStepRecurrence(SE)});
    }
    if (Of == &L)
      break;
    Inner.push_back(Of);
  }
  if (Inner.empty() || !Innermost.isInnermost())
    return false;
  for (PHINode *Phi : Others)
    if (Phi->getParent() == Innermost.getHeader() &&
        !takeCarried(*Phi, IsKnown, SE))
      return false;
  return Others.size() == Carried.size() * Inner.size() &&
         hasNoOtherResults() && hasForm();
}

void ThreadNest::expandSteps(function_ref<Value *(const SCEV *)> Expand) {
  for (Counter &C : Counters)
    C.Added = Expand(C.Step);
}

/// The array's element of a thread.
static Value *elementOf(IRBuilder<> &B, AllocaInst *Values, Value *Thread) {
  return B.CreateInBoundsGEP(
      cast<ArrayType>(Values->getAllocatedType())->getElementType(), Values,
      Thread);
}

/// Sets what is carried for all threads, behind \p Before, which has no branch
/// yet. The result has none either.
BasicBlock *ThreadNest::keepFirst(BasicBlock *Before, Value *Threads) {
  Function &F = *Before->getParent();
  IRBuilder<> AtEntry(&F.getEntryBlock(), F.getEntryBlock().begin());
  for (Carry &C : Carried)
    C.Values = AtEntry.CreateAlloca(
        ArrayType::get(C.Next->getType(), MostThreads), nullptr, "carried");
  auto *Each = BasicBlock::Create(F.getContext(), "first", &F, L.getHeader());
  auto *Behind = BasicBlock::Create(F.getContext(), "kept", &F, L.getHeader());
  IRBuilder<> B(Before);
  Value *Zero = B.getInt64(0);
  B.CreateCondBr(B.CreateICmpNE(Threads, Zero), Each, Behind);
  B.SetInsertPoint(Each);
  PHINode *Thread = B.CreatePHI(B.getInt64Ty(), 2, "thread");
  for (Carry &C : Carried)
    B.CreateStore(C.First, elementOf(B, C.Values, Thread));
  Value *Next = B.CreateAdd(Thread, B.getInt64(1), "", true);
  Thread->addIncoming(Zero, Before);
  Thread->addIncoming(Next, Each);
  B.CreateCondBr(B.CreateICmpULT(Next, Threads), Each, Behind);
  return Behind;
}

/// The group that accesses of a block are in, if any is.
static MDNode *accessGroupOf(const BasicBlock &BB) {
  MDNode *Group = nullptr;
  for (const Instruction &I : BB)
    if (MDNode *Here = I.getMetadata(LLVMContext::MD_access_group))
      Group = Here;
  return Group;
}

/// In the copy, what is carried is the array's, and what is done behind the
/// rounds is not done.
void ThreadNest::carryInCopy(ValueToValueMapTy &Map, Value *Thread) {
  const Loop &Of = innermost();
  MDNode *Group = nullptr;
  for (BasicBlock *BB : Of.blocks())
    if (MDNode *Here = accessGroupOf(*BB))
      Group = Here;
  auto *Header = cast<BasicBlock>(&*Map[Of.getHeader()]);
  auto *Latch = cast<BasicBlock>(&*Map[Of.getLoopLatch()]);
  for (Carry &C : Carried) {
    IRBuilder<> B(Header, Header->getFirstInsertionPt());
    Value *Place = elementOf(B, C.Values, Thread);
    LoadInst *Value = B.CreateLoad(C.Next->getType(), Place, "carried");
    for (auto [Depth, Phi] : enumerate(C.Phis)) {
      auto *Copy = cast<PHINode>(&*Map[Phi]);
      if (Depth == 0)
        Copy->replaceAllUsesWith(Value);
      else
        Copy->replaceAllUsesWith(PoisonValue::get(Copy->getType()));
      Copy->eraseFromParent();
    }
    B.SetInsertPoint(Latch->getTerminator());
    StoreInst *Kept = B.CreateStore(Map.lookup(C.Next), Place);
    Value->setMetadata(LLVMContext::MD_access_group, Group);
    Kept->setMetadata(LLVMContext::MD_access_group, Group);
  }
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (!Of.contains(BB) && isLater(I))
        cast<Instruction>(Map.lookup(&I))->eraseFromParent();
}

using Branches = ThreadNest::Branches;

/// Has copies of branches go the given way.
static void followWay(const ValueToValueMapTy &Map, Branches Way) {
  for (auto [Branch, Taken] : Way) {
    auto *Copy = cast<BranchInst>(Map.lookup(Branch));
    BasicBlock *To = Copy->getSuccessor(Taken);
    Copy->getSuccessor(1 - Taken)->removePredecessor(Copy->getParent());
    BranchInst::Create(To, Copy->getIterator());
    Value *Condition = Copy->getCondition();
    Copy->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(Condition);
  }
}

/// Whether a thread that \p Branch keeps from its rounds could go around them
/// just as well: what it carries is what it begins with then.
bool ThreadNest::isGuardOfResults(const BranchInst &Branch,
                                  unsigned Taken) const {
  const Loop &Rounds = *Inner.back();
  const BasicBlock *Join = Branch.getSuccessor(1 - Taken),
                   *Before = Rounds.getLoopPreheader(),
                   *Behind = Rounds.getExitBlock();
  auto HasEffects = [&](const BasicBlock &BB) {
    return any_of(BB, [&](const Instruction &I) {
      return isLater(I) ||
             (I.mayHaveSideEffects() && checkOf(I) == Check::None);
    });
  };
  if (Branch.getSuccessor(Taken) != Before ||
      Behind->getSingleSuccessor() != Join || HasEffects(*Before) ||
      HasEffects(*Behind))
    return false;
  return all_of(Join->phis(), [&](const PHINode &Phi) {
    const Value *Result = Phi.getIncomingValueForBlock(Behind),
                *Otherwise = Phi.getIncomingValueForBlock(Branch.getParent());
    return Result == Otherwise || any_of(Carried, [&](const Carry &C) {
             return C.Results.back() == Result && C.First == Otherwise;
           });
  });
}

/// Copies the loop's blocks to where \p Place is, entered from \p Enter.
static SmallVector<BasicBlock *>
copyBlocks(const Loop &L, ValueToValueMapTy &Map, BasicBlock *Enter,
           BasicBlock *Place, StringRef Suffix) {
  SmallVector<BasicBlock *> Copies;
  for (BasicBlock *BB : L.blocks()) {
    BasicBlock *Copy = CloneBasicBlock(BB, Map, Suffix, Place->getParent());
    Copy->moveBefore(Place);
    Map[BB] = Copy;
    Copies.push_back(Copy);
  }
  Map[L.getLoopPreheader()] = Enter;
  remapInstructionsInBlocks(Copies, Map);
  return Copies;
}

/// A copy of the loop in which the rounds are over: the result leads to it.
BasicBlock *ThreadNest::copyLast(Branches Way) {
  Function &F = *L.getHeader()->getParent();
  BasicBlock *Exit = L.getExitBlock(), *Header = L.getHeader(),
             *Latch = L.getLoopLatch();
  auto *Enter = BasicBlock::Create(F.getContext(), "results", &F, Header);
  ValueToValueMapTy Map;
  SmallVector<BasicBlock *> Copies =
      copyBlocks(L, Map, Enter, Header, ".results");
  auto *Begin = cast<BasicBlock>(&*Map[Header]);
  BranchInst::Create(Begin, Enter);
  auto *End = cast<BasicBlock>(&*Map[Latch]);
  for (PHINode &Phi : Begin->phis())
    Phi.setIncomingBlock(1 - Phi.getBasicBlockIndex(End), Enter);
  IRBuilder<> B(Begin, Begin->begin());
  PHINode *Thread = B.CreatePHI(B.getInt64Ty(), 2, "thread");
  B.SetInsertPoint(End->getTerminator());
  Thread->addIncoming(B.getInt64(0), Enter);
  Thread->addIncoming(B.CreateAdd(Thread, B.getInt64(1), "", true), End);
  for (PHINode &Phi : Exit->phis())
    Phi.addIncoming(Phi.getIncomingValueForBlock(Latch), End);
  // From before the rounds to behind them.
  const Loop &Rounds = *Inner.back();
  auto *Before = cast<BasicBlock>(&*Map[Rounds.getLoopPreheader()]);
  auto *Behind = cast<BasicBlock>(&*Map[Rounds.getExitBlock()]);
  B.SetInsertPoint(Behind, Behind->getFirstInsertionPt());
  for (Carry &C : Carried) {
    auto *Result = cast<PHINode>(&*Map[C.Results.back()]);
    Result->replaceAllUsesWith(B.CreateLoad(
        Result->getType(), elementOf(B, C.Values, Thread), "carried"));
    Result->eraseFromParent();
  }
  Before->getTerminator()->eraseFromParent();
  BranchInst::Create(Behind, Before);
  for (BasicBlock *BB : Copies)
    for (Instruction &I : make_early_inc_range(*BB))
      if (checkOf(I) != Check::None)
        I.eraseFromParent();
  for (auto Guard : Way)
    if (isGuardOfResults(*Guard.first, Guard.second))
      followWay(Map, Guard);
  return Enter;
}

/// Leaves the copy's loop over threads after the first ones.
PHINode *ThreadNest::countThreads(ValueToValueMapTy &Map, BasicBlock *Before,
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
  return Thread;
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

/// Whether the rounds are one loop of one block that stores nothing.
bool ThreadNest::onlyReads() const {
  return Inner.size() == 1 && innermost().getNumBlocks() == 1 &&
         none_of(*innermost().getHeader(), [](const Instruction &I) {
           return checkOf(I) == Check::None && I.mayHaveSideEffects();
         });
}

/// A copy of the loop in which each thread does the rounds that all have, one
/// after the other, and keeps what comes of them: that is in registers all the
/// time, where the loop becomes vectors (VectorizeOuterLoops.cpp). The \p Other
/// copy has its hints. \p Before has no branch yet, nor has the result.
BasicBlock *ThreadNest::copyFull(const ValueToValueMapTy &Other,
                                 BasicBlock *Before, const Counts &Of,
                                 Branches Way) {
  Function &F = *L.getHeader()->getParent();
  auto *Behind = BasicBlock::Create(F.getContext(), "full", &F, L.getHeader());
  ValueToValueMapTy Map;
  copyBlocks(L, Map, Before, Behind, ".full");
  for (BasicBlock *BB : L.blocks()) {
    auto EndOf = [BB](const ValueToValueMapTy &Copies) {
      return cast<BasicBlock>(Copies.lookup(BB))->getTerminator();
    };
    EndOf(Map)->setMetadata(LLVMContext::MD_loop,
                            EndOf(Other)->getMetadata(LLVMContext::MD_loop));
  }
  IRBuilder<> B(Before);
  Value *Zero = B.getInt64(0), *Full = Of.Rounds.front();
  Value *AreAny =
      B.CreateAnd(B.CreateICmpNE(Full, Zero), B.CreateICmpNE(Of.Threads, Zero));
  B.CreateCondBr(B.CreateAnd(Of.IsEntered, AreAny),
                 cast<BasicBlock>(&*Map[L.getHeader()]), Behind);
  PHINode *Thread = countThreads(Map, Before, Behind, Of.Threads);
  auto *Rounds = cast<BasicBlock>(&*Map[innermost().getHeader()]);
  B.SetInsertPoint(Rounds, Rounds->begin());
  PHINode *Round = B.CreatePHI(B.getInt64Ty(), 2, "round");
  auto *Back = cast<BranchInst>(Rounds->getTerminator());
  B.SetInsertPoint(Back);
  Value *Next = B.CreateAdd(Round, B.getInt64(1), "", true, true);
  for (BasicBlock *From : predecessors(Rounds))
    Round->addIncoming(From == Rounds ? Next : Zero, From);
  Value *AreMore = B.CreateICmpULT(Next, Full);
  Back->setCondition(Back->getSuccessor(0) == Rounds ? AreMore
                                                     : B.CreateNot(AreMore));
  MDNode *Group = accessGroupOf(*innermost().getHeader());
  auto *Done = cast<BasicBlock>(&*Map[innermost().getExitBlock()]);
  B.SetInsertPoint(Done, Done->getFirstInsertionPt());
  for (Carry &C : Carried)
    B.CreateStore(Map.lookup(C.Results.back()), elementOf(B, C.Values, Thread))
        ->setMetadata(LLVMContext::MD_access_group, Group);
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (checkOf(I) != Check::None ||
          (!innermost().contains(BB) && isLater(I)))
        cast<Instruction>(Map.lookup(&I))->eraseFromParent();
  followWay(Map, Way);
  return Behind;
}

/// How often the loops go round for some thread at least, and whether each
/// does.
static std::pair<SmallVector<Value *>, Value *>
mostRounds(IRBuilder<> &B, const ThreadNest::Counts &Of) {
  SmallVector<Value *> Most;
  Value *IsEntered = Of.IsEntered;
  for (auto [Place, Count] : enumerate(Of.Rounds)) {
    bool HasLast = Of.LastThreads && Place == Of.LastPlace;
    Most.push_back(HasLast ? B.CreateAdd(Count, B.getInt64(1)) : Count);
    IsEntered =
        B.CreateAnd(IsEntered, B.CreateICmpNE(Most.back(), B.getInt64(0)));
  }
  return {Most, IsEntered};
}

/// How many threads do a round.
static Value *threadsOf(IRBuilder<> &B, const ThreadNest::Counts &Of,
                        ArrayRef<PHINode *> Rounds) {
  if (!Of.LastThreads)
    return Of.Threads;
  return B.CreateSelect(
      B.CreateICmpULT(Rounds[Of.LastPlace], Of.Rounds[Of.LastPlace]),
      Of.Threads, Of.LastThreads);
}

void ThreadNest::turn(ValueToValueMapTy &Map, BasicBlock *Enter,
                      const Counts &Of, Branches Way) {
  Function &F = *Enter->getParent();
  BasicBlock *Exit = L.getExitBlock();
  if (carries()) {
    Enter = keepFirst(Enter, Of.Threads);
    Exit = copyLast(Way);
  }
  IRBuilder<> B(Enter);
  Value *First = B.getInt64(0), *Zero = First, *One = B.getInt64(1);
  SmallVector<PHINode *> Rounds(Inner.size());
  auto [Most, IsEntered] = mostRounds(B, Of);
  if (carries() && onlyReads()) {
    Enter = copyFull(Map, Enter, Of, Way);
    B.SetInsertPoint(Enter);
    First = Of.Rounds.front();
    IsEntered = B.CreateAnd(Of.IsEntered, B.CreateICmpULT(First, Most.front()));
  }
  BasicBlock *Before = Enter, *Behind = Exit;
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
    Rounds[Place] = B.CreatePHI(B.getInt64Ty(), 2, "round");
    Rounds[Place]->addIncoming(First, Before);
    B.SetInsertPoint(Latch);
    Value *Next = B.CreateAdd(Rounds[Place], One, "", true);
    Rounds[Place]->addIncoming(Next, Latch);
    B.CreateCondBr(B.CreateICmpULT(Next, Most[Place]), Head, Behind);
    Before = Head;
    Behind = Latch;
  }
  B.SetInsertPoint(Before);
  Value *Threads = threadsOf(B, Of, Rounds);
  B.CreateCondBr(B.CreateICmpNE(Threads, Zero),
                 cast<BasicBlock>(&*Map[L.getHeader()]), Behind);
  PHINode *Thread = countThreads(Map, Before, Behind, Threads);
  if (carries())
    carryInCopy(Map, Thread);
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
