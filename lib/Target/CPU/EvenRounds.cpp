//===-- EvenRounds.cpp - As many rounds for all threads -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For -gpu=check. A block fills a tile with its halo by loops whose rounds
// differ by thread, under conditions of what both loops count:
//
//     for (j = ty - 2; j <= 10; j += 8)
//       for (i = tx - 2; i <= 34; i += 32)
//         s[j][i] = is_inside(i, j) ? a[j][i] : 0;
//
// In which of its rounds a thread makes such an access is not known before
// them, but which threads make it in a round is: they are neighbours. So all
// threads get the rounds of those that have most, and go through them together
// (Interchange.cpp):
//
//     for (q = 0; 8*(q + 1) <= 20; ++q)
//       for (p = 0; 32*(p + 1) <= 68; ++p)
//         if (ty <= 20 - 8*(q + 1) && tx <= 68 - 32*(p + 1)) {
//           j = ty - 2 + 8*q, i = tx - 2 + 32*p
//           ...
//         }
//
// CheckLoops.cpp then asks about the threads of each round. The thread's number
// is all in which its rounds may differ from those of the first thread, and
// must not make them more.
//
//===----------------------------------------------------------------------===//
#include "EvenRounds.h"
#include "ConstantLoops.h"
#include "LoopRewrites.h"
#include "SyncOps.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort::cpu {
namespace {

/// More code than this is not worth asking about in pieces.
constexpr size_t MaxInstructions = 500;

/// A loop of rounds that differ by thread: as many as there are strides in Room
/// less Place, all of them i64.
struct ThreadRounds {
  Loop *L;
  const SCEV *Room = nullptr;  ///< the same for all threads
  const SCEV *Place = nullptr; ///< of a thread: zero or more
  const SCEV *Stride = nullptr;
  struct {
    Value *Room, *Place, *Stride;
  } Values = {};
  /// Each with its first value and its step.
  SmallVector<std::tuple<PHINode *, Value *, Value *>, 2> Indices = {};
};

class RoundsEvener {
public:
  RoundsEvener(Loop &L, ScalarEvolution &SE, LoopInfo &LI)
      : L(L), SE(SE), LI(LI),
        I64(Type::getInt64Ty(L.getHeader()->getContext())) {}
  bool analyze();
  void transform();

private:
  bool hasForm(const Loop &Of, const Loop *Inner) const;
  bool mayDivideByZero(const Instruction &I) const;
  bool hasWork() const;
  const SCEV *distanceOf(Loop &Of, const SCEV *&Stride);
  const SCEV *countedDistance(Loop &Of, Value &Count, const SCEV *&Stride);
  bool divide(ThreadRounds &Of, const SCEV *Distance);
  void expand();
  Value *countRounds(const ThreadRounds &Of, BasicBlock *Body);

  Loop &L; ///< the innermost one
  ScalarEvolution &SE;
  LoopInfo &LI;
  IntegerType *I64;
  SmallVector<ThreadRounds, 3> Nest; ///< from that one on
};

/// A thread's number in its block replaced by zero.
struct OfFirstThread : SCEVRewriteVisitor<OfFirstThread> {
  using SCEVRewriteVisitor::SCEVRewriteVisitor;
  const SCEV *visitUnknown(const SCEVUnknown *U);
};

} // namespace

static Intrinsic::ID intrinsicOf(const SCEVUnknown &U) {
  auto *Call = dyn_cast<IntrinsicInst>(U.getValue());
  return Call ? Call->getIntrinsicID() : Intrinsic::not_intrinsic;
}

static bool isThreadNumber(const SCEVUnknown &U) {
  switch (intrinsicOf(U)) {
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
  case Intrinsic::nvvm_read_ptx_sreg_tid_y:
  case Intrinsic::nvvm_read_ptx_sreg_tid_z:
    return true;
  default:
    return false;
  }
}

const SCEV *OfFirstThread::visitUnknown(const SCEVUnknown *U) {
  return isThreadNumber(*U) ? SE.getZero(U->getType()) : U;
}

/// Whether it is the same for all threads of a block.
static bool isOfBlock(const SCEV *S) {
  return !SCEVExprContains(S, [](const SCEV *Part) {
    auto *U = dyn_cast<SCEVUnknown>(Part);
    if (isa<SCEVAddRecExpr>(Part))
      return true;
    if (!U || isa<Argument>(U->getValue()))
      return false;
    switch (intrinsicOf(*U)) {
    case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
    case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
    case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
    case Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
    case Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
    case Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
      return false;
    default:
      return true;
    }
  });
}

/// Threads that have no such round would find that, or an overflow.
bool RoundsEvener::mayDivideByZero(const Instruction &I) const {
  if (!I.isIntDivRem())
    return false;
  const SCEV *By = SE.getSCEV(I.getOperand(1));
  return !(I.getOpcode() == Instruction::SDiv ||
                   I.getOpcode() == Instruction::SRem
               ? SE.isKnownPositive(By)
               : SE.isKnownNonZero(By));
}

/// The header alone leaves the loop, and all that goes round are indices. The
/// blocks around \p Inner follow each other and have no effect.
bool RoundsEvener::hasForm(const Loop &Of, const Loop *Inner) const {
  BasicBlock *Header = Of.getHeader(), *Latch = Of.getLoopLatch();
  auto *Branch = dyn_cast<BranchInst>(Header->getTerminator());
  if (!Of.getLoopPreheader() || !Latch || Latch == Header ||
      Of.getExitingBlock() != Header || !Of.getExitBlock() || !Branch ||
      !Branch->isConditional() ||
      !cast<BranchInst>(Latch->getTerminator())->isUnconditional())
    return false;
  for (BasicBlock *BB : Of.blocks()) {
    if (Inner && Inner->contains(BB))
      continue;
    if (Inner && BB != Header && !BB->getUniqueSuccessor())
      return false;
    for (Instruction &I : *BB) {
      auto *Call = dyn_cast<CallBase>(&I);
      const bool IsQuiet = !I.mayReadOrWriteMemory() &&
                           !I.mayHaveSideEffects() && !mayDivideByZero(I);
      if (isa<AllocaInst>(I) || ((Inner || BB == Header) && !IsQuiet) ||
          (Call && (classifySync(*Call) || !isa<IntrinsicInst>(Call))) ||
          any_of(I.users(), [&](const User *U) {
            return !Of.contains(cast<Instruction>(U));
          }))
        return false;
    }
  }
  return all_of(Header->phis(), [&](PHINode &Phi) {
    auto *Sum = SE.isSCEVable(Phi.getType())
                    ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi))
                    : nullptr;
    return Phi.getType()->isIntegerTy() && Sum && Sum->getLoop() == &Of &&
           Sum->isAffine();
  });
}

/// Of a loop that goes round as often as a quotient says.
const SCEV *RoundsEvener::countedDistance(Loop &Of, Value &Count,
                                          const SCEV *&Stride) {
  auto *Phi = dyn_cast<PHINode>(&Count);
  Value *Distance, *By;
  if (!Phi || Phi->getParent() != Of.getHeader() ||
      !match(Phi->getIncomingValueForBlock(Of.getLoopLatch()),
             m_Add(m_Specific(Phi), m_AllOnes())) ||
      !match(Phi->getIncomingValueForBlock(Of.getLoopPreheader()),
             m_SExtOrSelf(m_SDiv(m_Value(Distance), m_Value(By)))))
    return nullptr;
  Stride = SE.getNoopOrSignExtend(SE.getSCEV(By), I64);
  return SE.getNoopOrSignExtend(SE.getSCEV(Distance), I64);
}

/// As many strides as there are in the result, so many rounds \p Of has.
const SCEV *RoundsEvener::distanceOf(Loop &Of, const SCEV *&Stride) {
  auto *Branch = cast<BranchInst>(Of.getHeader()->getTerminator());
  auto *Compare = dyn_cast<ICmpInst>(Branch->getCondition());
  if (!Compare || !Compare->getOperand(0)->getType()->isIntegerTy(64))
    return nullptr;
  CmpInst::Predicate Predicate = Of.contains(Branch->getSuccessor(0))
                                     ? Compare->getPredicate()
                                     : Compare->getInversePredicate();
  Value *Left = Compare->getOperand(0), *Right = Compare->getOperand(1);
  if (Predicate == CmpInst::ICMP_SGT && match(Right, m_Zero()))
    return countedDistance(Of, *Left, Stride);
  const bool IsBelow = Predicate == CmpInst::ICMP_SLT;
  auto *Index = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Left));
  if ((!IsBelow && Predicate != CmpInst::ICMP_SLE) || !Index ||
      Index->getLoop() != &Of || !isa<PHINode>(Left) ||
      !Of.isLoopInvariant(Right))
    return nullptr;
  Stride = Index->getStepRecurrence(SE);
  const SCEV *Way = SE.getMinusSCEV(SE.getSCEV(Right), Index->getStart());
  if (IsBelow)
    Way = SE.getMinusSCEV(Way, SE.getOne(I64));
  return SE.getAddExpr(Way, Stride);
}

/// Takes \p Distance apart.
bool RoundsEvener::divide(ThreadRounds &Of, const SCEV *Distance) {
  Of.Room = OfFirstThread(SE).visit(Distance);
  Of.Place = SE.getMinusSCEV(Of.Room, Distance);
  SCEVExpander Expander(SE, "even");
  Instruction *At = Of.L->getLoopPreheader()->getTerminator();
  return isOfBlock(Of.Room) &&
         !SCEVExprContains(
             Of.Place, [](const SCEV *S) { return isa<SCEVAddRecExpr>(S); }) &&
         isOfBlock(Of.Stride) && !Of.Place->isZero() &&
         SE.isKnownNonNegative(Of.Place) && SE.isKnownNonNegative(Of.Stride) &&
         !Of.Stride->isZero() && Expander.isSafeToExpandAt(Of.Room, At) &&
         Expander.isSafeToExpandAt(Of.Place, At) &&
         Expander.isSafeToExpandAt(Of.Stride, At);
}

/// Whether rounds are not known as they are.
bool RoundsEvener::hasWork() const {
  size_t Size = 0;
  bool HasAccess = false, IsHard = Nest.size() > 1;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      ++Size;
      HasAccess |= isa<LoadInst, StoreInst>(I);
      if (I.isAtomic() || I.isVolatile())
        return false;
      auto *Branch = dyn_cast<BranchInst>(&I);
      IsHard |= (Branch && Branch->isConditional() && BB != L.getHeader()) ||
                isa<SelectInst, MinMaxIntrinsic>(I) ||
                (I.isIntDivRem() && !L.isLoopInvariant(&I));
    }
  return HasAccess && IsHard && Size <= MaxInstructions;
}

bool RoundsEvener::analyze() {
  if (!L.isInnermost())
    return false;
  Loop *Inner = nullptr;
  for (Loop *Of = &L; Of; Inner = Of, Of = Of->getParentLoop()) {
    ThreadRounds New{Of};
    const SCEV *Distance = Of->getSubLoops().size() <= 1 && hasForm(*Of, Inner)
                               ? distanceOf(*Of, New.Stride)
                               : nullptr;
    if (!Distance || !divide(New, Distance))
      break;
    Nest.push_back(New);
  }
  return !Nest.empty() && hasWork();
}

/// Where the header of \p L leads to in the loop.
static BasicBlock *insideOf(const Loop &L) {
  const Instruction *Branch = L.getHeader()->getTerminator();
  return Branch->getSuccessor(!L.contains(Branch->getSuccessor(0)));
}

/// Computes before each loop what is needed in it.
void RoundsEvener::expand() {
  SCEVExpander Expander(SE, "even");
  for (ThreadRounds &Of : Nest) {
    BasicBlock *Before = Of.L->getLoopPreheader();
    auto Expand = [&](const SCEV *S) {
      return Expander.expandCodeFor(S, S->getType(), Before->getTerminator());
    };
    Of.Values = {Expand(Of.Room), Expand(Of.Place), Expand(Of.Stride)};
    for (PHINode &Phi : Of.L->getHeader()->phis()) {
      auto *Sum = cast<SCEVAddRecExpr>(SE.getSCEV(&Phi));
      Of.Indices.push_back({&Phi, Phi.getIncomingValueForBlock(Before),
                            Expand(Sum->getStepRecurrence(SE))});
    }
  }
}

/// Has the loop count the rounds that the first thread has. The result is
/// whether a thread has one, in \p Body. There it is computed, as the indices
/// and all that is made of them are: what the header made would go from round
/// to round.
Value *RoundsEvener::countRounds(const ThreadRounds &Of, BasicBlock *Body) {
  BasicBlock *Header = Of.L->getHeader(), *Latch = Of.L->getLoopLatch(),
             *Before = Of.L->getLoopPreheader();
  auto [Room, Place, Stride] = Of.Values;
  IRBuilder<> B(Header, Header->begin());
  PHINode *Round = B.CreatePHI(I64, 2, "round");
  Round->addIncoming(B.getInt64(0), Before);
  B.SetInsertPoint(Latch->getTerminator());
  Round->addIncoming(B.CreateAdd(Round, B.getInt64(1), "", true, true), Latch);
  auto CountLeft = [&, Room = Room, Stride = Stride] {
    Value *Next = B.CreateAdd(Round, B.getInt64(1), "", true, true);
    return B.CreateSub(Room, B.CreateMul(Next, Stride), "left");
  };
  B.SetInsertPoint(Body, Body->getFirstInsertionPt());
  Value *HasRound = B.CreateICmpSLE(Place, CountLeft(), "has.round");
  auto *Branch = cast<BranchInst>(Header->getTerminator());
  Value *Old = Branch->getCondition();
  Branch->setCondition(B.getTrue());
  RecursivelyDeleteTriviallyDeadInstructions(Old);
  for (auto [Phi, First, Step] : Of.Indices) {
    Value *Way = B.CreateMul(B.CreateZExtOrTrunc(Round, Phi->getType()), Step);
    Phi->replaceAllUsesWith(B.CreateAdd(First, Way));
    Phi->eraseFromParent();
  }
  for (Instruction &I : make_early_inc_range(*Header))
    if (&I != Round && &I != Branch)
      I.moveBefore(B.GetInsertPoint());
  B.SetInsertPoint(Branch);
  Value *Stays = B.CreateICmpSGE(CountLeft(), B.getInt64(0));
  Branch->setCondition(
      Of.L->contains(Branch->getSuccessor(0)) ? Stays : B.CreateNot(Stays));
  return HasRound;
}

void RoundsEvener::transform() {
  expand();
  for (const ThreadRounds &Of : Nest) {
    addStringMetadataToLoop(Of.L, LoopIsEven.data(), true);
    // A few rounds would be one loop over threads.
    addStringMetadataToLoop(Of.L, LoopStays.data(), true);
    addStringMetadataToLoop(Of.L, "llvm.loop.unroll.disable", true);
  }
  BasicBlock *Header = L.getHeader(), *Body = insideOf(L);
  BasicBlock *OldLatch = L.getLoopLatch();
  BasicBlock *Latch = SplitBlock(OldLatch, OldLatch->getTerminator());
  BasicBlock *Guard = BasicBlock::Create(Header->getContext(), "guard",
                                         Header->getParent(), Body);
  Header->getTerminator()->replaceSuccessorWith(Body, Guard);
  Body->replacePhiUsesWith(Header, Guard);
  BranchInst *Branch = BranchInst::Create(
      Body, Latch, ConstantInt::getTrue(I64->getContext()), Guard);
  L.addBasicBlockToLoop(Guard, LI);
  L.addBasicBlockToLoop(Latch, LI);
  Value *HasRounds = nullptr;
  for (const ThreadRounds &Of : Nest) {
    Value *HasRound = countRounds(Of, insideOf(*Of.L));
    HasRounds = HasRounds ? IRBuilder<>(Branch).CreateAnd(HasRound, HasRounds)
                          : HasRound;
  }
  Branch->setCondition(HasRounds);
}

PreservedAnalyses EvenRoundsPass::run(Function &F,
                                      FunctionAnalysisManager &FAM) {
  if (F.getCallingConv() != CallingConv::PTX_Kernel ||
      !F.hasFnAttribute(Attribute::SanitizeThread) ||
      F.hasFnAttribute(bitcode::ChunkedLoopAttr))
    return PreservedAnalyses::all();
  return transformLoops(F, FAM, [&](Loop &L) {
    RoundsEvener Candidate(L, FAM.getResult<ScalarEvolutionAnalysis>(F),
                           FAM.getResult<LoopAnalysis>(F));
    if (!Candidate.analyze())
      return false;
    Candidate.transform();
    return true;
  });
}

} // namespace warpfort::cpu
