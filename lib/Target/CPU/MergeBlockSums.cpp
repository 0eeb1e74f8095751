//===-- MergeBlockSums.cpp - Sums that blocks form one after another ------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A histogram has three phases between barriers that all threads come to:
//
//     s(k) = 0                                    begin: clear
//     call syncthreads()
//     old = atomicAdd(s(b(i)), 1)                 middle: count
//     call syncthreads()
//     if (s(k) /= 0) old = atomicAdd(h(k), s(k))  end: add up
//
// On the CPU the last one locks each element of the result for each block,
// which takes longer than what the block counts, and much longer where several
// threads do so. The blocks of a run have one shared memory: the first one
// clears it, and the last one adds up. The runtime gives a thread its part of
// such a launch in few runs (WARPRT_CPU_KERNEL_LONG_CALLS): all threads come to
// the locks at the same time.
//
// This gives the same result, because
//
//   - the sums are integers, whose addition may wrap around and be regrouped:
//     all accesses to shared memory are clearing, atomic additions without
//     result of one type, and loads at the end, and no address of it goes
//     elsewhere;
//   - what a block adds at the end is linear in the sums: values that are added
//     are sums as they were loaded, and nothing else depends on them, but that
//     one that is zero may be left out;
//   - which elements are cleared and added, and where to, is the same for all
//     blocks of a launch: no address and no branch of these phases depends on
//     the block or on memory that kernels can write;
//   - nobody can tell when a block adds: the end does nothing else, and the
//     kernel has no fence, no volatile access, no result of an atomic operation
//     and no unknown call, with which blocks could wait for each other. Without
//     these, what else accesses the result while the kernel runs is a race.
//
// Blocks that run alone, as in cooperative launches, are the first and the last
// of their run. In clusters and under -gpu=check nothing is merged.
//
//===----------------------------------------------------------------------===//
#include "MergeBlockSums.h"
#include "DebugInfo.h"
#include "SyncOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort::cpu {
namespace {

enum class Phase { Begin, Middle, End };

class BlockSums {
public:
  explicit BlockSums(KernelBody &K) : K(K), F(*K.Body), DT(F) {}
  bool analyze();
  void rewrite();

private:
  bool isSum(Type *T, Align Alignment);
  bool collect(Value *Pointer);
  bool isPassedOnce(const Instruction &Barrier) const;
  bool findBarriers();
  Phase phaseOf(const Instruction &I) const;
  bool isSame(const Value *V);
  bool skipsZero(const BranchInst &Branch) const;
  bool isUsedAsSum(const LoadInst &Sum) const;
  bool canLeaveBegin(Instruction &I);
  bool allowsInBegin(Instruction &I);
  bool allowsInMiddle(const Instruction &I) const;
  bool allowsInEnd(Instruction &I);
  Value *isAt(IRBuilder<> &B, RunEnd End);

  KernelBody &K;
  Function &F;
  DominatorTree DT;
  SmallPtrSet<const Instruction *, 16> Accesses; ///< of shared memory
  Type *SumType = nullptr;
  CallInst *First = nullptr, *Last = nullptr; ///< barriers between the phases
  DenseSet<const Value *> Same; ///< what was asked about: mostly for all blocks
  SetVector<Instruction *> Leaving; ///< for the first block of the code
};

} // namespace

/// All sums are numbers of one type at their places, so that two of them are
/// one or apart.
bool BlockSums::isSum(Type *T, Align Alignment) {
  if (!SumType)
    SumType = T;
  return T == SumType && T->isIntegerTy() &&
         Alignment >= F.getDataLayout().getTypeStoreSize(T).getFixedValue();
}

/// An addition whose result nobody asks for, and which publishes nothing.
static bool isAddition(const AtomicRMWInst &RMW) {
  return RMW.getOperation() == AtomicRMWInst::Add && RMW.use_empty() &&
         RMW.getOrdering() == AtomicOrdering::Monotonic && !RMW.isVolatile();
}

/// Notes the accesses by \p Pointer, an address in shared memory. False if some
/// are none of those above, or if it goes elsewhere.
bool BlockSums::collect(Value *Pointer) {
  for (User *U : Pointer->users()) {
    auto *I = cast<Instruction>(U);
    if (isa<GetElementPtrInst>(I)) {
      if (!collect(I))
        return false;
      continue;
    }
    bool IsAllowed = false;
    if (auto *Store = dyn_cast<StoreInst>(I))
      IsAllowed =
          match(Store->getValueOperand(), m_ZeroInt()) && Store->isSimple();
    else if (auto *Load = dyn_cast<LoadInst>(I))
      IsAllowed = Load->isSimple() && isSum(Load->getType(), Load->getAlign());
    else if (auto *RMW = dyn_cast<AtomicRMWInst>(I))
      IsAllowed = isAddition(*RMW) && isSum(RMW->getType(), RMW->getAlign());
    if (!IsAllowed)
      return false;
    Accesses.insert(I);
  }
  return true;
}

/// Whether each thread comes to \p Barrier exactly once.
bool BlockSums::isPassedOnce(const Instruction &Barrier) const {
  const BasicBlock *BB = Barrier.getParent();
  for (const BasicBlock &Other : F)
    if (isa<ReturnInst>(Other.getTerminator()) &&
        DT.isReachableFromEntry(&Other) &&
        !DT.dominates(&Barrier, Other.getTerminator()))
      return false;
  return none_of(successors(BB), [&](const BasicBlock *Next) {
    return isPotentiallyReachable(Next, BB, nullptr, &DT);
  });
}

/// The first and the last barrier that all threads come to. False if there are
/// no two, or other things to wait for.
bool BlockSums::findBarriers() {
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallInst>(&I);
    SyncOp Op = Call ? classifySync(*Call) : SyncOp();
    if (!Op)
      continue;
    if (Op.Kind != WARPCPU_BARRIER)
      return false;
    if (!isPassedOnce(I))
      continue;
    if (!First || DT.dominates(&I, First))
      First = Call;
    if (!Last || DT.dominates(Last, &I))
      Last = Call;
  }
  return First != Last;
}

Phase BlockSums::phaseOf(const Instruction &I) const {
  if (DT.dominates(Last, &I))
    return Phase::End;
  return &I == First || isPotentiallyReachable(First, &I, nullptr, &DT)
             ? Phase::Middle
             : Phase::Begin;
}

/// Whether a thread has the same \p V in all blocks of a launch. Where all
/// branches are the same, so are the values that come around loops. After the
/// first value that is not the same, no more are asked about.
bool BlockSums::isSame(const Value *V) {
  if (isa<Constant>(V) || !Same.insert(V).second)
    return true;
  if (auto *Arg = dyn_cast<Argument>(V)) {
    unsigned Env = K.Params.size(), Index = Arg->getArgNo();
    return Index < Env ||
           (Index >= Env + EnvShared && Index <= Env + EnvDynamicBytes) ||
           (Index >= Env + EnvBlockDim && Index <= Env + EnvWarp);
  }
  auto *I = dyn_cast<Instruction>(V);
  if (!I || (isa<PHINode>(I) && phaseOf(*I) == Phase::Middle))
    return false;
  if (I->mayReadOrWriteMemory()) {
    // What the launch copied.
    auto *Load = dyn_cast<LoadInst>(I);
    if (!Load || !Load->isSimple() ||
        !Load->hasMetadata(LLVMContext::MD_invariant_load) ||
        !isa<Argument>(getUnderlyingObject(Load->getPointerOperand())))
      return false;
  }
  return all_of(I->operands(), [&](const Value *Op) {
    return isa<BasicBlock, Function>(Op) || isSame(Op);
  });
}

/// Whether \p Branch goes around additions of a sum if that is zero, and
/// around nothing else.
bool BlockSums::skipsZero(const BranchInst &Branch) const {
  CmpPredicate Predicate;
  Value *Sum;
  if (!Branch.isConditional() ||
      !match(Branch.getCondition(),
             m_ICmp(Predicate, m_Value(Sum), m_ZeroInt())) ||
      !ICmpInst::isEquality(Predicate) || !isa<LoadInst>(Sum) ||
      !Accesses.contains(cast<Instruction>(Sum)))
    return false;
  unsigned Other = Predicate == ICmpInst::ICMP_EQ ? 1 : 0;
  const BasicBlock *Adds = Branch.getSuccessor(Other);
  const BasicBlock *Behind = Branch.getSuccessor(1 - Other);
  if (Adds == Behind || Adds->getSinglePredecessor() != Branch.getParent() ||
      Adds->getSingleSuccessor() != Behind)
    return false;
  for (const PHINode &Phi : Behind->phis())
    if (Phi.getIncomingValueForBlock(Adds) !=
        Phi.getIncomingValueForBlock(Branch.getParent()))
      return false;
  return all_of(*Adds, [&](const Instruction &I) {
    auto *RMW = dyn_cast<AtomicRMWInst>(&I);
    return !I.mayHaveSideEffects() || (RMW && RMW->getValOperand() == Sum);
  });
}

/// Whether \p Sum is added, or asked whether there is anything to add, only.
bool BlockSums::isUsedAsSum(const LoadInst &Sum) const {
  return all_of(Sum.users(), [&](const User *U) {
    if (auto *RMW = dyn_cast<AtomicRMWInst>(U))
      return RMW->getValOperand() == &Sum && RMW->getPointerOperand() != &Sum;
    return isa<ICmpInst>(U) && all_of(U->users(), [&](const User *User) {
             auto *Branch = dyn_cast<BranchInst>(User);
             return Branch && skipsZero(*Branch);
           });
  });
}

static bool isHint(const Instruction &I) {
  auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
  return Intrinsic && Intrinsic->isAssumeLikeIntrinsic();
}

/// Whether \p I and what it is computed from can stand in the first block of
/// the code, in front of the branch around the beginning; notes what leaves.
bool BlockSums::canLeaveBegin(Instruction &I) {
  if (I.getParent() == &F.getEntryBlock() || Leaving.contains(&I))
    return true;
  if (phaseOf(I) != Phase::Begin || isa<PHINode>(I) ||
      I.mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(&I) ||
      !all_of(I.operands(), [&](Value *Op) {
        auto *From = dyn_cast<Instruction>(Op);
        return !From || canLeaveBegin(*From);
      }))
    return false;
  Leaving.insert(&I);
  return true;
}

/// The first block of a run does this for the others.
bool BlockSums::allowsInBegin(Instruction &I) {
  if (I.isTerminator())
    return all_of(I.operands(),
                  [&](Value *Op) { return isa<BasicBlock>(Op) || isSame(Op); });
  if (isa<StoreInst>(I))
    return Accesses.contains(&I) && isSame(getLoadStorePointerOperand(&I));
  if (isHint(I))
    return true;
  if (I.mayHaveSideEffects() || Accesses.contains(&I))
    return false;
  // Nothing but what stands in the first block of the code is there without it.
  return all_of(I.users(),
                [&](User *U) {
                  return phaseOf(*cast<Instruction>(U)) == Phase::Begin;
                }) ||
         canLeaveBegin(I);
}

bool BlockSums::allowsInMiddle(const Instruction &I) const {
  if (Accesses.contains(&I))
    return isa<AtomicRMWInst>(I);
  if (auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    return isAddition(*RMW);
  if (isa<LoadInst, StoreInst>(I))
    return !I.isVolatile() && !I.isAtomic();
  if (auto *Call = dyn_cast<CallInst>(&I); Call && classifySync(*Call))
    return true;
  return !I.mayReadOrWriteMemory() || isHint(I);
}

/// The last block of a run does this for the others.
bool BlockSums::allowsInEnd(Instruction &I) {
  if (isa<ReturnInst>(I))
    return true;
  if (auto *Branch = dyn_cast<BranchInst>(&I); Branch && skipsZero(*Branch))
    return true;
  if (I.isTerminator())
    return all_of(I.operands(),
                  [&](Value *Op) { return isa<BasicBlock>(Op) || isSame(Op); });
  if (auto *Load = dyn_cast<LoadInst>(&I); Load && Accesses.contains(Load))
    return isUsedAsSum(*Load) && isSame(Load->getPointerOperand());
  if (auto *RMW = dyn_cast<AtomicRMWInst>(&I)) {
    auto *Sum = dyn_cast<LoadInst>(RMW->getValOperand());
    return isAddition(*RMW) && !Accesses.contains(RMW) && Sum &&
           Accesses.contains(Sum) && isSame(RMW->getPointerOperand());
  }
  return !I.mayReadOrWriteMemory() || isHint(I) || isSame(&I);
}

bool BlockSums::analyze() {
  if (!collect(K.env(EnvShared)) || !collect(K.env(EnvDynamicShared)) ||
      !SumType || !findBarriers())
    return false;
  for (BasicBlock &BB : F) {
    if (!DT.isReachableFromEntry(&BB))
      return false;
    for (Instruction &I : BB) {
      if (isa<AllocaInst>(I))
        return false;
      Phase P = phaseOf(I);
      if (!(P == Phase::Begin    ? allowsInBegin(I)
            : P == Phase::Middle ? allowsInMiddle(I)
                                 : allowsInEnd(I)))
        return false;
    }
  }
  return true;
}

/// Whether this block is the first or the last of its run.
Value *BlockSums::isAt(IRBuilder<> &B, RunEnd End) {
  return B.CreateIsNotNull(B.CreateAnd(K.env(EnvRunEnds), uint64_t(End)));
}

void BlockSums::rewrite() {
  for (Instruction *I : Leaving)
    I->moveBefore(F.getEntryBlock().getTerminator()->getIterator());
  // The end, all of it.
  BasicBlock *Before = Last->getParent();
  BasicBlock *End = SplitBlock(Before, Last->getNextNode());
  BasicBlock *Done = BasicBlock::Create(F.getContext(), "sums.kept", &F);
  IRBuilder<> B(Done);
  B.CreateRet(B.getInt32(WARPCPU_EXIT));
  Before->getTerminator()->eraseFromParent();
  B.SetInsertPoint(Before);
  B.CreateCondBr(isAt(B, LastOfRun), End, Done);
  // What clears in the first block, and all behind that.
  SmallVector<StoreInst *> Clearing;
  BasicBlock &Entry = F.getEntryBlock();
  for (Instruction &I : Entry)
    if (auto *Store = dyn_cast<StoreInst>(&I); Store && Accesses.contains(&I))
      Clearing.push_back(Store);
  if (First->getParent() != &Entry) {
    BasicBlock *Begin = SplitBlock(&Entry, Entry.getTerminator());
    BasicBlock *Middle = SplitBlock(First->getParent(), First);
    Entry.getTerminator()->eraseFromParent();
    B.SetInsertPoint(&Entry);
    B.CreateCondBr(isAt(B, FirstOfRun), Begin, Middle);
  }
  for (StoreInst *Store : Clearing) {
    B.SetInsertPoint(Store);
    Value *Condition = isAt(B, FirstOfRun);
    Store->moveBefore(SplitBlockAndInsertIfThen(Condition, Store->getIterator(),
                                                /*Unreachable=*/false)
                          ->getIterator());
  }
}

bool mergeBlockSums(KernelBody &K) {
  bool IsCluster = K.Cluster[0] * K.Cluster[1] * K.Cluster[2] > 1;
  if (K.IsChecked || IsCluster || keepsVariables(*K.Body))
    return false;
  BlockSums Sums(K);
  if (!Sums.analyze())
    return false;
  Sums.rewrite();
  return true;
}

} // namespace warpfort::cpu
