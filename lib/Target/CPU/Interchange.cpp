//===-- Interchange.cpp - Loops to run outside of the loop over threads ---===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop gains when neighbouring threads touch neighbouring memory in it (or
// the same), as in a matrix product with one element a thread, in the sum of
// what all bodies do to one, or in what SplitStrideLoops.cpp made of a
// grid-stride loop. It loses when each thread walks through memory of its own,
// which stays a loop that LLVM vectorises by itself. Accesses that go anywhere
// do not matter where there are others that go to neighbours. Loops under
// divergent branches stay, too: there, the threads would be run one at a time,
// iteration by iteration. The usual test for threads beyond the end of the data
// is no such branch.
//
//===----------------------------------------------------------------------===//
#include "Interchange.h"
#include "CheckAccesses.h"
#include "EvenRounds.h"
#include "LoopAnalyses.h"
#include "SyncOps.h"
#include "ThreadSteps.h"
#include "Uniformity.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace warpfort::cpu {
namespace {

class Interchanger : LoopAnalyses {
public:
  explicit Interchanger(const KernelBody &K)
      : LoopAnalyses(*K.Body), K(K), F(*K.Body), PDT(F),
        Uni(computeUniformity(K)) {}

  Interchanged run();

private:
  bool hasPrivateMemory() const;
  void collectDivergentCode();
  bool isGuard(const BasicBlock &BB) const;
  bool gains(const Loop &L);
  bool formsSum(const Loop &L) const;
  bool meetsWholeBlock(BasicBlock *Header) const;
  bool allowsBarriers() const;
  bool touchesNeighbours(Value *Pointer, Type *T);
  BasicBlock *behind(const Loop &L) const;
  bool leadsToLoop(BasicBlock *BB, ArrayRef<BasicBlock *> Headers) const;
  void setApartDivergentLoops(SetVector<BasicBlock *> &Splits);

  const KernelBody &K;
  Function &F;
  PostDominatorTree PDT;
  Uniformity Uni;
  DenseSet<const BasicBlock *> Divergent; ///< code not all threads run
};

bool Interchanger::hasPrivateMemory() const {
  return any_of(instructions(F),
                [](const Instruction &I) { return isa<AllocaInst>(I); });
}

/// Does one side of the branch at the end of `BB` only return?
bool Interchanger::isGuard(const BasicBlock &BB) const {
  return any_of(successors(&BB), [](const BasicBlock *Succ) {
    return isa<ReturnInst>(&*Succ->getFirstNonPHIIt());
  });
}

void Interchanger::collectDivergentCode() {
  for (const BasicBlock *BB : Uni.DivergentBranches) {
    if (isGuard(*BB) && !LI.getLoopFor(BB))
      continue;
    const DomTreeNode *Node = PDT.getNode(BB);
    const DomTreeNode *Join = Node ? Node->getIDom() : nullptr;
    const BasicBlock *JoinBlock = Join ? Join->getBlock() : nullptr;
    // Anew for each branch: what is behind the join of a branch within this
    // one's sides is reached only through that branch.
    DenseSet<const BasicBlock *> Seen;
    SmallVector<const BasicBlock *> Work(successors(BB));
    while (!Work.empty()) {
      const BasicBlock *Next = Work.pop_back_val();
      if (Next != JoinBlock && Seen.insert(Next).second)
        append_range(Work, successors(Next));
    }
    Divergent.insert_range(Seen);
  }
}

bool Interchanger::touchesNeighbours(Value *Pointer, Type *T) {
  auto *Step = dyn_cast<SCEVConstant>(
      stepToNextThread(SE, Pointer, K.env(EnvThread, 0)));
  if (!Step)
    return false;
  uint64_t Size = F.getDataLayout().getTypeStoreSize(T);
  return Step->isZero() || Step->getAPInt() == Size;
}

bool Interchanger::gains(const Loop &L) {
  if (!L.isInnermost() || Divergent.contains(L.getHeader()))
    return false;
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  if (Exiting.empty() || any_of(Exiting, [&](BasicBlock *BB) {
        return Uni.DivergentBranches.contains(BB);
      }))
    return false;
  // Its rounds are as many for all only so that they may be taken together.
  if (getBooleanLoopAttribute(&L, LoopIsEven))
    return true;
  bool DiffersByThread = false, GoesAnywhere = false, GoesOn = false;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      if (auto *Call = dyn_cast<CallBase>(&I);
          Call && (classifySync(*Call) ||
                   (!isa<IntrinsicInst>(Call) && !isAccessCheck(I) &&
                    (K.IsChecked || !onlyComputes(*Call)))))
        return false;
      if (isa<AtomicRMWInst>(I) && !I.isVolatile())
        continue;
      if (I.isAtomic() || I.isVolatile())
        return false;
      // Sums that LLVM may not reorder are vectors over threads only.
      DiffersByThread |= isa<FPMathOperator>(I) && !Uni.Uniform.contains(&I);
      Value *Pointer = getLoadStorePointerOperand(&I);
      if (!Pointer)
        continue;
      if (touchesNeighbours(Pointer, getLoadStoreType(&I)))
        GoesOn |= !Uni.Uniform.contains(&I);
      else if (walks(SE, Pointer, L))
        return false;
      else
        GoesAnywhere = true;
    }
  return GoesOn || (DiffersByThread && !GoesAnywhere);
}

/// Whether a real that differs by thread goes from round to round of \p L.
bool Interchanger::formsSum(const Loop &L) const {
  return any_of(L.getHeader()->phis(), [&](const PHINode &Phi) {
    return Phi.getType()->isFloatingPointTy() && !Uni.Uniform.contains(&Phi);
  });
}

/// Whether a barrier of the block that is not in the source changes nothing: no
/// thread waits for what others might do behind it, and all threads come to
/// each barrier of the source, so that none meets the new one there.
bool Interchanger::allowsBarriers() const {
  return none_of(instructions(F), [&](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    SyncOp Op = Call ? classifySync(*Call) : SyncOp();
    return Op.isWarpLevel() || Op.Kind == WARPCPU_WAIT ||
           (Op && Divergent.contains(I.getParent()));
  });
}

/// Whether no thread can have returned before \p Header, to which those that
/// are left come together.
bool Interchanger::meetsWholeBlock(BasicBlock *Header) const {
  return none_of(Uni.DivergentBranches, [&](const BasicBlock *BB) {
    return isGuard(*BB) &&
           isPotentiallyReachable(BB, Header, nullptr, &DT, &LI);
  });
}

/// Where ways through the loop and past it meet, if all lanes come there.
BasicBlock *Interchanger::behind(const Loop &L) const {
  const DomTreeNode *Node = PDT.getNode(L.getHeader());
  while (Node && Node->getBlock() &&
         (L.contains(Node->getBlock()) ||
          Node->getBlock()->getSinglePredecessor()))
    Node = Node->getIDom();
  BasicBlock *BB = Node ? Node->getBlock() : nullptr;
  return BB && !Divergent.contains(BB) && !isa<ReturnInst>(BB->front())
             ? BB
             : nullptr;
}

/// Whether a loop that stays inside of the loop over threads may follow behind
/// \p BB: in one piece with the last round of a loop before, it would keep all
/// of its rounds from being vectors.
bool Interchanger::leadsToLoop(BasicBlock *BB,
                               ArrayRef<BasicBlock *> Headers) const {
  SmallVector<BasicBlock *> Work{BB};
  DenseSet<const BasicBlock *> Seen{BB};
  while (!Work.empty()) {
    BasicBlock *Next = Work.pop_back_val();
    if (is_contained(Headers, Next))
      continue;
    const Loop *Around = LI.getLoopFor(Next);
    if (Around && !Around->contains(BB))
      return true;
    for (BasicBlock *Succ : successors(Next))
      if (Seen.insert(Succ).second)
        Work.push_back(Succ);
  }
  return false;
}

/// Loops that lanes go through one by one would keep what is around them from
/// becoming vectors of whole warps: they get pieces of their own.
void Interchanger::setApartDivergentLoops(SetVector<BasicBlock *> &Splits) {
  for (Loop *L : LI.getLoopsInPreorder()) {
    if (!Divergent.contains(L->getHeader()))
      continue;
    // The branch by which lanes come to differ, and where they meet again.
    const DomTreeNode *Node = DT.getNode(L->getHeader());
    while (Node && Divergent.contains(Node->getBlock()))
      Node = Node->getIDom();
    if (!Node || !Uni.DivergentBranches.contains(Node->getBlock()))
      continue;
    const DomTreeNode *Place = PDT.getNode(Node->getBlock());
    const DomTreeNode *Join = Place ? Place->getIDom() : nullptr;
    if (!Join || !Join->getBlock() || Divergent.contains(Join->getBlock()))
      continue;
    Splits.insert(Node->getBlock());
    Splits.insert(Join->getBlock());
  }
}

Interchanged Interchanger::run() {
  if (LI.empty() || hasPrivateMemory() || K.MayWait)
    return Interchanged::None;
  collectDivergentCode();
  SmallVector<BasicBlock *> Headers;
  bool AnySum = false;
  for (Loop *L : LI.getLoopsInPreorder())
    if (gains(*L)) {
      Headers.push_back(L->getHeader());
      AnySum |= formsSum(*L);
    }
  // More make the kernel large without being its core. Sums that are checked
  // are checked for all rounds of a loop at once.
  if (Headers.empty() || Headers.size() > 6 || (K.IsChecked && AnySum))
    return Interchanged::None;
  SetVector<BasicBlock *> Splits(Headers.begin(), Headers.end());
  if (K.HasWholeWarps) {
    for (BasicBlock *Header : Headers)
      if (BasicBlock *Behind = behind(*LI.getLoopFor(Header)))
        Splits.insert(Behind);
    setApartDivergentLoops(Splits);
  } else {
    for (BasicBlock *Header : Headers)
      if (BasicBlock *Behind = behind(*LI.getLoopFor(Header));
          Behind && leadsToLoop(Behind, Headers))
        Splits.insert(Behind);
  }
  // Sums stay in registers for the threads of a warp, not of a block.
  bool OfBlock =
      !AnySum && allowsBarriers() &&
      all_of(K.HasWholeWarps ? ArrayRef(Headers) : Splits.getArrayRef(),
             [&](BasicBlock *BB) { return meetsWholeBlock(BB); });
  for (BasicBlock *BB : Splits) {
    IRBuilder<> B(&*BB->getFirstInsertionPt());
    if (OfBlock)
      B.CreateIntrinsic(Intrinsic::nvvm_barrier_cta_sync_aligned_all,
                        {B.getInt32(0)});
    else
      B.CreateIntrinsic(Intrinsic::nvvm_bar_warp_sync, {B.getInt32(~0u)});
  }
  if (OfBlock)
    return Interchanged::BlockLoops;
  return AnySum ? Interchanged::Sums : Interchanged::Loops;
}

} // namespace

Interchanged interchangeLoops(const KernelBody &K) {
  return Interchanger(K).run();
}

} // namespace warpfort::cpu
