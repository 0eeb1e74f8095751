//===-- CheckLoops.cpp - One check for a loop's accesses ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For -gpu=check. The accesses of a loop, that over the threads of a block
// above all, are mostly at addresses that grow evenly with each round, as a
// thread's word does. All of them are looked at before the loop:
//
//     for (t = 0; t < n; ++t) {         if (warprt_cpu_check_loop(
//       check_access(&x[t], w + t*T);         {{&x[0], w, {{n, 4, T}}},
//       check_store(&y[t], w + t*T);   ->      {&y[0], w|WRITE, {{n, 4, T}}}}))
//       y[t] = x[t];                      for (t = 0; t < n; ++t)
//     }                                     y[t] = x[t];
//                                       else
//                                         ... // the loop as it was
//
// Where the runtime finds nothing to tell of, the loop runs without checks, as
// vectors if it can. Otherwise nothing has happened, and the checks of the loop
// tell what there is, in the order in which the threads run.
//
// This is right whatever the order of the accesses is, as long as those of a
// thread are all before the next barrier or operation that orders them with
// others, and nothing is read that the loop writes first: what is read must
// have been written before the loop.
//
// Accesses that stay in the loop, as those at addresses that are read, are
// compared with those that other threads make later. For two writes it is known
// only then whether the values differ, so the runtime is told of the end of the
// loop. Its threads run one after the other, as it has calls.
//
// That all threads of a loop pass a barrier is one call before it, too,
// even where accesses stay in it.
//
// In loops over a grid's threads, the last threads may have a round less:
//
//     for (t = 0; t < T; ++t)
//       for (i = begin + t; i <= n; i += stride)
//         check_access(&x[i], w + t*T);
//
// All threads have those rounds whose last i is at most n, if the stride is no
// shorter than the row. Some have one more. That makes two descriptions of an
// access. Loops that count such rounds down, as those of OpenACC's vectors do,
// are seen as loops of an index.
//
// Where addresses are quotients and remainders of a thread's number, threads
// are neighbours in a round, as long as the quotient stays: the loops change
// places at once, and one over threads that have the same quotient is asked
// about (SplitQuotientLoops.cpp).
//
// What stops the program for all threads or for none, such as a barrier for
// which their rows are too long, is asked before the loop.
//
//===----------------------------------------------------------------------===//
#include "CheckLoops.h"
#include "CheckAccesses.h"
#include "DescribeAccesses.h"
#include "EndIdleRounds.h"
#include "LoopRewrites.h"
#include "SeparateReadChecks.h"
#include "SplitQuotientLoops.h"
#include "TurnCheckedLoops.h"
#include "warprt/CpuCheck.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort::cpu {
namespace {

/// More code than this is not worth having twice.
constexpr size_t MaxInstructions = 2000;
/// The runtime is asked about so many at a time.
constexpr size_t MaxAccesses = 32;
/// Loops of fewer accesses stay as they are; those to neighbours are one entry.
constexpr uint64_t FewestRounds = 8, FewestNeighbours = 1;

class CheckedLoop : AccessDescriber {
public:
  CheckedLoop(Loop &L, ScalarEvolution &SE, DominatorTree &DT, LoopInfo &LI)
      : AccessDescriber(L, SE, DT, LI), Nest(L) {}
  bool joinPasses();
  bool analyze(bool AsItIs, bool IsFirst);
  void transform();
  /// The same for a loop that is only to change places with its rounds.
  bool analyzeQuotients();
  void turnOnly();
  /// Whether it is over threads whose numbers are divided.
  bool hasQuotients();

private:
  void passAll(const CheckedAccess &Which);
  bool turns();
  bool analyzeNest(Loop &Innermost);
  bool isOfThreads(const CallInst &Call, const Loop &Innermost);
  void describeAccess(IRBuilder<> &B, const CheckedAccess &Which, Value *Into);
  Value *mostRounds(IRBuilder<> &B);
  bool touchesNeighbours() const;
  Value *describeAll(IRBuilder<> &B, ArrayRef<const CheckedAccess *> Which,
                     Value *Into);
  Value *ask(IRBuilder<> &B);
  BasicBlock *addEnd(BasicBlock *Exit);
  BasicBlock *copyWithout();
  bool isGrantedNotToWrap(const SCEVAddRecExpr &Sum) const;
  PHINode *countRoundsOf(const Loop &Of, const ValueToValueMapTy &Map);
  void widenIndices(const ValueToValueMapTy &Map);
  void deleteUnused(const ValueToValueMapTy &Map);
  void countNest(IRBuilder<> &B);

  SmallVector<CheckedAccess, 0> Accesses;
  bool AreAll = true;          ///< the loop's accesses
  bool BeginsInterval = false; ///< its threads have just passed a barrier
  /// The loops change places where nothing is to be told.
  bool IsTurned = false;
  Loop *Checked = nullptr; ///< the one in it that has all checks
  ThreadNest Nest;
  CheckedAccess NestRounds,
      NestLast; ///< how often its innermost loop goes round
  ThreadNest::Counts InNest;
};

} // namespace

/// All threads of the loop pass a barrier before it, by one call.
bool CheckedLoop::joinPasses() {
  if (!findPlace())
    return false;
  SmallVector<CheckedAccess, 0> Passes;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      Check Kind = checkOf(I);
      if (!mayRunBeforeChecks(I, Kind))
        return false;
      if (Kind != Check::Pass)
        continue;
      CheckedAccess New{cast<CallInst>(&I), Kind, nullptr, nullptr, {}, {}};
      if (describe(New) && !New.BlockWidth && Granted.empty() &&
          Limits.empty() && isa<Constant>(New.Call->getArgOperand(1)))
        Passes.push_back(std::move(New));
      Granted.clear();
      Limits.clear();
    }
  for (const CheckedAccess &Which : Passes)
    passAll(Which);
  return !Passes.empty();
}

void CheckedLoop::passAll(const CheckedAccess &Which) {
  IRBuilder<> B(At);
  FunctionCallee Callee = At->getModule()->getOrInsertFunction(
      "warprt_cpu_check_pass_all", B.getVoidTy(), I64, B.getInt32Ty(), I64);
  auto *F = cast<Function>(Callee.getCallee());
  F->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  F->addFnAttr(Attribute::NoUnwind);
  F->addFnAttr(Attribute::WillReturn);
  Value *Threads = B.getInt64(1);
  for (const Rounds &R : Which.Loops)
    Threads = B.CreateMul(Threads, expand(R.Count, I64));
  B.CreateCall(
      Callee, {expand(Which.Word, I64), Which.Call->getArgOperand(1), Threads});
  Which.Call->eraseFromParent();
}

bool CheckedLoop::analyze(bool AsItIs, bool IsFirst) {
  BeginsInterval = IsFirst;
  if (!findPlace())
    return false;
  if (auto *Back = dyn_cast<SCEVConstant>(SE.getBackedgeTakenCount(&L));
      Back && L.isInnermost() && Back->getAPInt().ult(FewestRounds - 1))
    return false;
  size_t Size = 0;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      Check Kind = checkOf(I);
      if (!mayRunBeforeChecks(I, Kind) || ++Size > MaxInstructions)
        return false;
      if (Kind == Check::None || Kind == Check::Pass)
        continue;
      CheckedAccess New{cast<CallInst>(&I), Kind, nullptr, nullptr, {}, {}};
      size_t Before = Granted.size(), LimitsBefore = Limits.size();
      CheckedAccess Last = New;
      if (Kind != Check::Atomic && describe(New) &&
          (!New.SideBySide.Begin || divide(New, Last))) {
        if (New.SideBySide.Begin)
          Accesses.push_back(std::move(Last));
        Accesses.push_back(std::move(New));
        continue;
      }
      Granted.truncate(Before);
      Limits.truncate(LimitsBefore);
      AreAll = false;
    }
  if (!AreAll && (AsItIs || !L.getExitingBlock()))
    return false;
  // Of a loop that keeps checks, inner ones that keep none are better.
  if (!AreAll && !L.isInnermost())
    erase_if(Accesses, [](const CheckedAccess &A) { return A.IsInSomeRounds; });
  if (Accesses.empty() || Accesses.size() > MaxAccesses)
    return false;
  // Of several blocks, the runtime would see what a later one writes before
  // what an earlier one writes in the loop.
  if (!AreAll &&
      any_of(Accesses, [](const CheckedAccess &A) { return A.BlockWidth; }))
    return false;
  IsTurned = AreAll && turns();
  return true;
}

/// The loops around an access. A few reads of neighbours at a time are one.
static ArrayRef<Rounds> roundsOf(const CheckedAccess &A) {
  constexpr uint64_t MostAtATime = 8;
  if (A.Kind != Check::Reads)
    return A.Loops;
  auto *Count = dyn_cast<SCEVConstant>(A.Loops.front().Count);
  return Count && Count->getAPInt().ule(MostAtATime)
             ? ArrayRef(A.Loops).drop_front()
             : ArrayRef<Rounds>();
}

/// Whether the loop over threads is better inside of their rounds, and can be.
bool CheckedLoop::turns() {
  auto Is = [](const Rounds &R, uint64_t Least, uint64_t Most) {
    auto *Step = dyn_cast<SCEVConstant>(R.Step);
    return Step && Step->getAPInt().abs().uge(Least) &&
           Step->getAPInt().abs().ule(Most);
  };
  // Nothing is told of what one thread does in a loop of its own, whatever the
  // order.
  auto IsOverThreads = [](const CheckedAccess &A) {
    auto *Step = dyn_cast<SCEVConstant>(A.Loops.back().WordStep);
    return Step && !Step->isZero() &&
           Step->getAPInt().countr_zero() >= WARPRT_CHECK_THREAD_SHIFT;
  };
  if (!all_of(Accesses, IsOverThreads))
    return false;
  // Neighbours of a thread are vectors as they are.
  if (none_of(
          Accesses,
          [&](const CheckedAccess &A) { return Is(A.Loops.back(), 1, 8); }) ||
      any_of(Accesses, [&](const CheckedAccess &A) {
        const ArrayRef<Rounds> Own = roundsOf(A);
        return Own.size() < 2 || Is(Own.front(), 1, 8);
      }))
    return false;
  const size_t LimitsBefore = Limits.size();
  // What is taken for granted has been for the accesses.
  return analyzeNest(*LI.getLoopFor(Accesses.front().Call->getParent())) &&
         Limits.size() == LimitsBefore;
}

/// Whether it is known how often the loops around \p Innermost go round.
bool CheckedLoop::analyzeNest(Loop &Innermost) {
  if (!Nest.analyze(Innermost, SE,
                    [&](const SCEV *S) { return isKnownBefore(S); }))
    return false;
  NestRounds = {nullptr, Check::Read, SE.getZero(I64), SE.getZero(I64), {}, {}};
  if (!describeLoops(NestRounds, Innermost.getHeader()) ||
      NestRounds.IsInSomeRounds)
    return false;
  NestLast = NestRounds;
  return !NestRounds.SideBySide.Begin || divide(NestRounds, NestLast);
}

/// Whether \p Call checks a plain access of \p Innermost, and each round of
/// the loop makes it for another thread.
bool CheckedLoop::isOfThreads(const CallInst &Call, const Loop &Innermost) {
  const Check Kind = checkOf(Call);
  if ((Kind != Check::Read && Kind != Check::Write) ||
      LI.getLoopFor(Call.getParent()) != &Innermost)
    return false;
  const SCEV *Word = SE.getSCEV(Call.getArgOperand(1));
  auto *OfThread = dyn_cast<SCEVAddRecExpr>(Word);
  auto *Step = OfThread && OfThread->getLoop() == &L && OfThread->isAffine()
                   ? dyn_cast<SCEVConstant>(OfThread->getStepRecurrence(SE))
                   : nullptr;
  return Step && !Step->isZero() &&
         Step->getAPInt().countr_zero() >= WARPRT_CHECK_THREAD_SHIFT;
}

bool CheckedLoop::hasQuotients() {
  if (!findPlace())
    return false;
  size_t Size = 0;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      Check Kind = checkOf(I);
      if (!mayRunBeforeChecks(I, Kind) || ++Size > MaxInstructions)
        return false;
      if (Kind == Check::None)
        continue;
      Checked = Checked ? Checked : LI.getLoopFor(BB);
      if (Checked == &L || !isOfThreads(cast<CallInst>(I), *Checked))
        return false;
    }
  return Checked && areOfQuotients(*Checked, L, SE);
}

/// Threads whose numbers are divided are neighbours as long as the quotient
/// stays: of one round, not of one thread.
bool CheckedLoop::analyzeQuotients() {
  return IsTurned = hasQuotients() && analyzeNest(*Checked) && !Nest.carries();
}

/// Whether some accesses go from one element to the next.
bool CheckedLoop::touchesNeighbours() const {
  auto IsNext = [](const Rounds &R) {
    auto *Step = dyn_cast<SCEVConstant>(R.Step);
    return Step && !Step->isZero() && Step->getAPInt().abs().ule(8);
  };
  return any_of(Accesses, [&](const CheckedAccess &Which) {
    return any_of(Which.Loops, IsNext);
  });
}

/// How often the access that is made most often is made, about.
Value *CheckedLoop::mostRounds(IRBuilder<> &B) {
  const CallInst *Most =
      llvm::max_element(Accesses, [](const CheckedAccess &A,
                                     const CheckedAccess &B) {
        return std::pair(!A.IsInSomeRounds, A.Loops.size()) <
               std::pair(!B.IsInSomeRounds, B.Loops.size());
      })->Call;
  Value *Sum = B.getInt64(0);
  for (const CheckedAccess &Which : Accesses) {
    if (Which.Call != Most)
      continue;
    Value *Product = B.getInt64(1);
    for (const Rounds &R : Which.Loops)
      Product = B.CreateMul(Product, expand(R.Count, I64));
    Sum = B.CreateAdd(Sum, Product);
  }
  return Sum;
}

/// Writes the description of an access.
void CheckedLoop::describeAccess(IRBuilder<> &B, const CheckedAccess &Which,
                                 Value *Into) {
  unsigned Field = 0;
  auto Put = [&](Value *V) {
    B.CreateStore(V, B.CreateConstInBoundsGEP1_64(I64, Into, Field++));
  };
  Put(expand(Which.Address, B.getPtrTy()));
  Put(expand(Which.Word, I64));
  Value *Zero = B.getInt64(0);
  const bool HasBlocks = Which.BlockWidth;
  Put(HasBlocks ? expand(Which.BlockWidth, I64) : Zero);
  Put(B.getInt64(Which.BlockPlace));
  Put(HasBlocks ? expand(Which.FirstThread, I64) : Zero);
  Put(B.getInt64(Which.Loops.size()));
  bool IsInnermost = true;
  for (const Rounds &R : Which.Loops) {
    Value *Count = expand(R.Count, I64);
    if (std::exchange(IsInnermost, false))
      for (auto [Condition, Holds] : Which.Conditions) {
        Value *Frozen = B.CreateFreeze(Condition);
        Count = Holds ? B.CreateSelect(Frozen, Count, Zero)
                      : B.CreateSelect(Frozen, Zero, Count);
      }
    Put(Count);
    Put(expand(R.Step, I64));
    Put(expand(R.WordStep, I64));
  }
}

/// Computes how often the loops of the nest go round.
void CheckedLoop::countNest(IRBuilder<> &B) {
  Nest.expandSteps([&](const SCEV *S) { return expand(S, S->getType()); });
  auto Count = [&](const Rounds &R) { return expand(R.Count, I64); };
  for (const Rounds &R : ArrayRef(NestRounds.Loops).drop_back())
    InNest.Rounds.push_back(Count(R));
  InNest.Threads = Count(NestRounds.Loops.back());
  if (NestRounds.SideBySide.Begin) {
    InNest.LastThreads = Count(NestLast.Loops.back());
    InNest.LastPlace = NestRounds.StridePlace;
  }
  InNest.IsEntered = B.getTrue();
  for (auto [Condition, Holds] : NestRounds.Conditions) {
    Value *Frozen = B.CreateFreeze(Condition);
    InNest.IsEntered =
        B.CreateAnd(InNest.IsEntered, Holds ? Frozen : B.CreateNot(Frozen));
  }
}

/// How many threads have a last round that others do not have, if that is the
/// same for all accesses that are made in one; null: it is not.
static const SCEV *threadsOfLastRound(ArrayRef<const CheckedAccess *> Of) {
  const SCEV *Threads = nullptr;
  for (const CheckedAccess *Which : Of)
    if (Which->IsLast) {
      const SCEV *Here = Which->Loops.back().Count;
      if (Threads && Threads != Here)
        return nullptr;
      Threads = Here;
    }
  return Threads;
}

/// Writes the descriptions; the result is how many there are.
Value *CheckedLoop::describeAll(IRBuilder<> &B,
                                ArrayRef<const CheckedAccess *> Which,
                                Value *Into) {
  constexpr size_t Words = sizeof(WarprtCheckAccesses) / 8;
  for (auto [Index, Access] : enumerate(Which))
    describeAccess(B, *Access,
                   B.CreateConstInBoundsGEP1_64(I64, Into, Index * Words));
  return B.getInt64(Which.size());
}

/// Whether the loop needs no checks.
Value *CheckedLoop::ask(IRBuilder<> &B) {
  SmallVector<const CheckedAccess *> Asked, OfAll;
  for (const CheckedAccess &Which : Accesses)
    if (!isGranted(*Which.Call)) {
      Asked.push_back(&Which);
      if (!Which.IsLast)
        OfAll.push_back(&Which);
    }
  if (Asked.empty())
    return B.CreateNot(findWrapping(B));
  BasicBlock &Entry = B.GetInsertBlock()->getParent()->getEntryBlock();
  IRBuilder<> AtEntry(&Entry, Entry.begin());
  constexpr size_t Words = sizeof(WarprtCheckAccesses) / 8;
  Value *All = AtEntry.CreateAlloca(ArrayType::get(I64, Words * Asked.size()),
                                    nullptr, "accesses");
  Value *Count = nullptr;
  if (const SCEV *Threads = threadsOfLastRound(Asked)) {
    // Mostly there is no such round.
    Value *IsThere = B.CreateIsNotNull(expand(Threads, I64));
    Instruction *With, *Without, *End = &*B.GetInsertPoint();
    SplitBlockAndInsertIfThenElse(IsThere, B.GetInsertPoint(), &With, &Without);
    B.SetInsertPoint(End);
    PHINode *Phi = B.CreatePHI(I64, 2);
    IRBuilder<> AtWith(With), AtWithout(Without);
    Phi->addIncoming(describeAll(AtWith, Asked, All), With->getParent());
    Phi->addIncoming(describeAll(AtWithout, OfAll, All), Without->getParent());
    Count = Phi;
  } else {
    Count = describeAll(B, Asked, All);
  }
  Count = B.CreateSelect(findWrapping(B), B.getInt64(0), Count);
  FunctionCallee Callee = B.GetInsertBlock()->getModule()->getOrInsertFunction(
      "warprt_cpu_check_loop", B.getInt32Ty(), B.getPtrTy(), I64,
      B.getInt32Ty());
  auto *F = cast<Function>(Callee.getCallee());
  F->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  F->addFnAttr(Attribute::NoUnwind);
  F->addFnAttr(Attribute::WillReturn);
  F->addParamAttr(
      0, Attribute::getWithCaptureInfo(B.getContext(), CaptureInfo::none()));
  F->addParamAttr(0, Attribute::ReadOnly);
  return B.CreateIsNotNull(
      B.CreateCall(Callee, {All, Count, B.getInt32(AreAll)}));
}

/// What follows the loop before \p Exit if the runtime is to know of its end.
BasicBlock *CheckedLoop::addEnd(BasicBlock *Exit) {
  BasicBlock *End = BasicBlock::Create(Exit->getContext(), "checked.end",
                                       Exit->getParent(), L.getHeader());
  IRBuilder<> B(End);
  B.CreateCall(End->getModule()->getOrInsertFunction(
      "warprt_cpu_check_loop_end", B.getVoidTy()));
  B.CreateBr(Exit);
  return End;
}

bool CheckedLoop::isGrantedNotToWrap(const SCEVAddRecExpr &Sum) const {
  return any_of(Granted, [&](const SCEVPredicate *P) {
    auto *Wrap = cast<SCEVWrapPredicate>(P);
    return Wrap->getExpr() == &Sum &&
           (Wrap->getFlags() & SCEVWrapPredicate::IncrementNSSW);
  });
}

/// Adds a counter of its rounds to the copy of \p Of.
PHINode *CheckedLoop::countRoundsOf(const Loop &Of,
                                    const ValueToValueMapTy &Map) {
  auto *Header = cast<BasicBlock>(Map.lookup(Of.getHeader()));
  auto *Latch = cast<BasicBlock>(Map.lookup(Of.getLoopLatch()));
  IRBuilder<> B(Header, Header->begin());
  PHINode *Round = B.CreatePHI(I64, 2, "round");
  B.SetInsertPoint(Latch->getTerminator());
  Value *Next = B.CreateAdd(Round, B.getInt64(1), "", true, true);
  for (BasicBlock *From : predecessors(Header))
    Round->addIncoming(From == Latch ? Next : B.getInt64(0), From);
  return Round;
}

/// In the copy, indices that were taken not to wrap around are computed in 64
/// bits: only so it is seen that the threads access neighbours.
void CheckedLoop::widenIndices(const ValueToValueMapTy &Map) {
  SmallDenseMap<const Loop *, PHINode *> Counters;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      auto *Narrow = isa<SExtInst>(I) && I.getType() == I64
                         ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(I.getOperand(0)))
                         : nullptr;
      if (!Narrow || !isGrantedNotToWrap(*Narrow))
        continue;
      const Loop *Of = Narrow->getLoop();
      PHINode *&Round = Counters[Of];
      if (!Round)
        Round = countRoundsOf(*Of, Map);
      auto Wide = [&](const SCEV *S) {
        return expand(SE.getSignExtendExpr(S, I64), I64);
      };
      auto *Copy = cast<Instruction>(Map.lookup(&I));
      IRBuilder<> B(Copy);
      Value *Way = B.CreateNSWMul(Round, Wide(Narrow->getStepRecurrence(SE)));
      Copy->replaceAllUsesWith(
          B.CreateNSWAdd(Wide(Narrow->getStart()), Way, "wide"));
      Copy->eraseFromParent();
    }
}

/// Deletes what only the checks needed.
void CheckedLoop::deleteUnused(const ValueToValueMapTy &Map) {
  SmallVector<WeakTrackingVH> Copies;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (Value *Copy = Map.lookup(&I))
        Copies.push_back(Copy);
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Copies);
}

/// What is described may become other loops.
static void allowUnrolling(ArrayRef<BasicBlock *> Blocks) {
  for (BasicBlock *BB : Blocks)
    if (MDNode *Hints = BB->getTerminator()->getMetadata(LLVMContext::MD_loop))
      BB->getTerminator()->setMetadata(
          LLVMContext::MD_loop,
          makePostTransformationMetadata(
              BB->getContext(), Hints,
              {"llvm.loop.unroll.disable", LoopKeepsChecks}, {}));
}

/// The loop without the checks that are made before it. The result leads to it.
BasicBlock *CheckedLoop::copyWithout() {
  Function &F = *L.getHeader()->getParent();
  BasicBlock *Before = At->getParent();
  BasicBlock *Enter =
      BasicBlock::Create(F.getContext(), "checked", &F, L.getHeader());
  ValueToValueMapTy Map;
  SmallVector<BasicBlock *> Copies;
  for (BasicBlock *BB : L.blocks()) {
    BasicBlock *Copy = CloneBasicBlock(BB, Map, ".checked", &F);
    Copy->moveBefore(L.getHeader());
    Map[BB] = Copy;
    Copies.push_back(Copy);
  }
  for (const CheckedAccess &I : Accesses) {
    Value *Copy = Map.lookup(I.Call);
    Map.erase(I.Call);
    if (Copy)
      cast<Instruction>(Copy)->eraseFromParent();
  }
  Map[Before] = Enter;
  BasicBlock *Exit = L.getExitBlock();
  BasicBlock *End = AreAll ? nullptr : addEnd(Exit);
  if (End)
    Map[Exit] = End;
  remapInstructionsInBlocks(Copies, Map);
  allowUnrolling(Copies);
  if (IsTurned) {
    Nest.turn(Map, Enter, InNest, NestRounds.Way);
    deleteUnused(Map);
    return Enter;
  }
  BranchInst::Create(cast<BasicBlock>(&*Map[L.getHeader()]), Enter);
  widenIndices(Map);
  for (PHINode &Phi : Exit->phis())
    for (unsigned I = 0, Count = Phi.getNumIncomingValues(); I < Count; ++I) {
      Value *V = Phi.getIncomingValue(I);
      if (!L.contains(Phi.getIncomingBlock(I)))
        continue;
      Value *Copy = Map.lookup(V);
      Phi.addIncoming(Copy ? Copy : V,
                      End ? End
                          : cast<BasicBlock>(&*Map[Phi.getIncomingBlock(I)]));
    }
  deleteUnused(Map);
  return Enter;
}

void CheckedLoop::transform() {
  BasicBlock *Before = At->getParent(), *Header = L.getHeader();
  BasicBlock *Ask = BasicBlock::Create(Header->getContext(), "ask",
                                       Header->getParent(), Header);
  // All that is computed stands before the question, where analyses know it.
  IRBuilder<> B(At), AtAsk(BranchInst::Create(Header, Ask));
  // A few accesses are checked one by one for less, but for those between two
  // barriers, which blocks repeat.
  Value *Fewest =
      B.getInt64(touchesNeighbours() ? FewestNeighbours : FewestRounds);
  Value *Enough =
      BeginsInterval ? B.getTrue() : B.CreateICmpUGE(mostRounds(B), Fewest);
  if (IsTurned) {
    countNest(B);
    if (Nest.carries())
      Enough = B.CreateAnd(
          Enough,
          B.CreateICmpULE(InNest.Threads, B.getInt64(ThreadNest::MostThreads)));
  }
  Value *IsRight = ask(AtAsk);
  BasicBlock *Enter = copyWithout();
  BasicBlock *Asked = AtAsk.GetInsertBlock();
  for (PHINode &Phi : Header->phis())
    Phi.addIncoming(Phi.getIncomingValueForBlock(Before), Asked);
  Asked->getTerminator()->eraseFromParent();
  AtAsk.SetInsertPoint(Asked);
  AtAsk.CreateCondBr(IsRight, Enter, Header);
  B.CreateCondBr(Enough, Ask, Header);
  At->eraseFromParent();
}

/// The checks stay, for loops over those of one quotient
/// (SplitQuotientLoops.cpp).
void CheckedLoop::turnOnly() {
  IRBuilder<> B(At);
  countNest(B);
  Value *Wraps = findWrapping(B);
  B.CreateCondBr(Wraps, L.getHeader(), copyWithout());
  At->eraseFromParent();
}

/// Where \p BB leaves \p L to stop the program, for all threads or for none;
/// null: it does not.
static BasicBlock *stopBehind(BasicBlock &BB, const Loop &L) {
  auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
  if (!Branch || !Branch->isConditional() ||
      !L.isLoopInvariant(Branch->getCondition()))
    return nullptr;
  for (BasicBlock *To : Branch->successors())
    if (!L.contains(To) && To->phis().empty() &&
        isa<UnreachableInst>(To->getTerminator()) &&
        match(&*To->getFirstNonPHIOrDbg(), m_Intrinsic<Intrinsic::trap>()))
      return To;
  return nullptr;
}

/// Has \p L stop the program before it where each round would: then the loop
/// has one exit.
static bool stopBefore(Loop &L, const DominatorTree &DT) {
  SmallVector<std::pair<BranchInst *, BasicBlock *>, 2> Found;
  BasicBlock *Latch = L.getLoopLatch();
  if (!L.getLoopPreheader() || !Latch)
    return false;
  for (BasicBlock *BB : L.blocks()) {
    if (any_of(*BB, [](const Instruction &I) {
          return !mayRunBeforeChecks(I, checkOf(I));
        }))
      return false;
    BasicBlock *Stop = DT.dominates(BB, Latch) ? stopBehind(*BB, L) : nullptr;
    if (Stop)
      Found.push_back({cast<BranchInst>(BB->getTerminator()), Stop});
    else if (BB != Latch && L.isLoopExiting(BB))
      return false; // the first round may not come there
  }
  for (auto [Branch, Stop] : Found) {
    const bool StopsIf = Branch->getSuccessor(0) == Stop;
    BasicBlock *Next = Branch->getSuccessor(StopsIf);
    Instruction *Before = L.getLoopPreheader()->getTerminator();
    BasicBlock *Enter = SplitBlock(Before->getParent(), Before);
    ReplaceInstWithInst(Enter->getSinglePredecessor()->getTerminator(),
                        BranchInst::Create(StopsIf ? Stop : Enter,
                                           StopsIf ? Enter : Stop,
                                           Branch->getCondition()));
    ReplaceInstWithInst(Branch, BranchInst::Create(Next));
  }
  return !Found.empty();
}

/// Whether \p Exit does not need to know which block of \p L led to it.
static bool isOneExit(const Loop &L, const BasicBlock &Exit) {
  for (const PHINode &Phi : Exit.phis()) {
    SmallPtrSet<const Value *, 2> Results;
    for (auto [From, Result] : zip(Phi.blocks(), Phi.incoming_values()))
      if (L.contains(From))
        Results.insert(Result);
    if (Results.size() > 1)
      return false;
  }
  return true;
}

/// Whether going round \p L does nothing, but may not end for all that LLVM
/// knows.
static bool isIdle(const Loop &L) {
  const BasicBlock *Exit = L.getUniqueExitBlock();
  return Exit && isOneExit(L, *Exit) && all_of(L.blocks(), [&](BasicBlock *BB) {
           return all_of(*BB, [&](const Instruction &I) {
             return !I.mayHaveSideEffects() &&
                    all_of(I.users(), [&](const User *U) {
                      return L.contains(cast<Instruction>(U));
                    });
           });
         });
}

/// Takes away what is left of loops where what is in them is not done. A nest
/// beside them has no other in its loop over threads then.
static bool deleteIdleLoops(Function &F, FunctionAnalysisManager &FAM) {
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  bool Changed = false;
  SmallVector<Loop *, 8> Loops(LI.begin(), LI.end());
  while (!Loops.empty()) {
    Loop *L = Loops.pop_back_val();
    if (!isIdle(*L)) {
      append_range(Loops, *L);
      continue;
    }
    simplifyLoop(L, &DT, &LI, &SE, &FAM.getResult<AssumptionAnalysis>(F),
                 nullptr, /*PreserveLCSSA=*/false);
    if (L->getLoopPreheader() && L->hasDedicatedExits())
      deleteDeadLoop(L, &DT, &SE, &LI);
    Changed = true;
  }
  if (Changed)
    FAM.invalidate(F, PreservedAnalyses::none());
  return Changed;
}

/// Has a loop of quotients change places with its rounds. The result is whether
/// it did; \p Changed, whether anything did.
static bool turnQuotients(Loop &L, ScalarEvolution &SE, DominatorTree &DT,
                          LoopInfo &LI, bool &Changed,
                          function_ref<void(Loop &)> Keep) {
  Loop *Turned = &L;
  if (CheckedLoop Whole(L, SE, DT, LI);
      Whole.hasQuotients() && !Whole.analyzeQuotients()) {
    Turned = separateReadChecks(L, DT, LI);
    Changed |= Turned != nullptr;
  }
  if (!Turned)
    return false;
  CheckedLoop Divided(*Turned, SE, DT, LI);
  if (!Divided.analyzeQuotients())
    return false;
  Keep(*Turned);
  Divided.turnOnly();
  return true;
}

PreservedAnalyses CheckLoopsPass::run(Function &F,
                                      FunctionAnalysisManager &FAM) {
  const Module &M = *F.getParent();
  if (!M.getFunction("warprt_cpu_check_access") &&
      !M.getFunction("warprt_cpu_check_store") &&
      !M.getFunction("warprt_cpu_check_reads") &&
      !M.getFunction("warprt_cpu_check_granted"))
    return PreservedAnalyses::all();
  const bool AnyIdle = deleteIdleLoops(F, FAM);
  const bool Widened =
      widenQuotients(F, FAM.getResult<ScalarEvolutionAnalysis>(F));
  if (Widened)
    FAM.invalidate(F, PreservedAnalyses::none());
  const bool Compared = divideComparisons(F) || Widened;
  const PreservedAnalyses Stopping = transformLoops(F, FAM, [&](Loop &L) {
    return stopBefore(L, FAM.getResult<DominatorTreeAnalysis>(F));
  });
  SmallPtrSet<const BasicBlock *, 16> Inside; // of loops that are checked
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (getBooleanLoopAttribute(L, LoopKeepsChecks))
      Inside.insert_range(L->blocks());
  PreservedAnalyses Kept = transformLoops(F, FAM, [&](Loop &L) {
    if (Inside.contains(L.getHeader()))
      return false;
    auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
    auto &LI = FAM.getResult<LoopAnalysis>(F);
    auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
    bool Changed = simplifyLoop(&L, &DT, &LI, &SE,
                                &FAM.getResult<AssumptionAnalysis>(F), nullptr,
                                /*PreserveLCSSA=*/false);
    Changed |= formLCSSARecursively(L, DT, &LI, &SE);
    const bool IsFirst = CheckedLoop(L, SE, DT, LI).joinPasses();
    Changed |= IsFirst;
    if (endIdleRounds(L, SE, DT, LI))
      return true;
    auto Keep = [&](Loop &Kept) {
      formLCSSARecursively(Kept, DT, &LI, &SE);
      Inside.insert_range(Kept.blocks());
      for (Loop *Of : Kept.getLoopsInPreorder())
        addStringMetadataToLoop(Of, LoopKeepsChecks.data(), true);
    };
    if (CheckedLoop Candidate(L, SE, DT, LI);
        Candidate.analyze(AsTheyAre, IsFirst)) {
      Keep(L);
      Candidate.transform();
      return true;
    }
    const bool IsTurned = turnQuotients(L, SE, DT, LI, Changed, Keep);
    return IsTurned || Changed;
  });
  // What is behind guards of loops that have changed places.
  if (!Inside.empty())
    EliminateUnreachableBlocks(F);
  Kept.intersect(Stopping);
  const bool AnyGranted = !AsTheyAre && dropGranted(F);
  if (AnyIdle)
    Kept.intersect(PreservedAnalyses::none());
  if (Compared || AnyGranted) {
    PreservedAnalyses Blocks;
    Blocks.preserveSet<CFGAnalyses>();
    Kept.intersect(Blocks);
  }
  return Kept;
}

} // namespace warpfort::cpu
