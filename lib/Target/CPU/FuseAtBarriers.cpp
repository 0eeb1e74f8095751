//===-- FuseAtBarriers.cpp - Barriers that an order makes needless --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step of a prefix sum in shared memory has two barriers:
//
//     v = s(t)
//     if (t > w) v = v + s(t - w)
//     call syncthreads()              // others read s(t) before this
//     s(t) = v
//     call syncthreads()
//
// If the threads of a row run from the last to the first, each thread
// overwrites only what those that come after it do not read, so that the first
// barrier separates nothing: it is removed, and v never leaves a register. With
// t + w for t - w the same holds for the usual order.
//
// Before the barrier, up to the one before it, nothing may be written. What is
// written behind it, up to the next one, must be elements of the thread's own
// in shared memory, at Base + Scale*threadIdx.x, and each element of that
// memory that is read before it must be a distance away that is the same for
// all threads and has one sign.
//
//===----------------------------------------------------------------------===//
#include "FuseAtBarriers.h"
#include "DebugInfo.h"
#include "SyncOps.h"
#include "ThreadAddresses.h"
#include "Uniformity.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort::cpu {
namespace {

/// Of a store in a region whose threads must run from the last to the first.
constexpr StringLiteral Backwards = "warpfort.backwards";

/// Where what a barrier separates is, seen from the store behind it.
enum class Side { Own, Before, Behind, Unknown };

class Barriers {
public:
  explicit Barriers(KernelBody &K) : K(K), F(*K.Body), DL(F.getDataLayout()) {}
  bool run();

private:
  using BlockSet = SetVector<BasicBlock *>;

  bool isCut(const BasicBlock *BB) const;
  BlockSet reach(BasicBlock *From, bool Forwards) const;
  bool isAcyclic(const BlockSet &Blocks) const;
  std::optional<ThreadAddress> ownElement(Value *Pointer, Type *T) const;
  bool isNonNegative(Value *V, SmallPtrSetImpl<Value *> &Assumed) const;
  Side sideOf(const ThreadAddress &Read, const ThreadAddress &Write) const;
  bool collectReads(const BlockSet &Before);
  bool collectWrites(const BlockSet &Behind);
  bool separatesNothing(BasicBlock *Barrier);

  KernelBody &K;
  Function &F;
  const DataLayout &DL;
  Uniformity Uni;
  DominatorTree DT;
  SmallPtrSet<const BasicBlock *, 8> Cuts, Removed; ///< blocks of barriers
  SmallVector<ThreadAddress, 8> Reads, Writes;
  SmallVector<StoreInst *, 4> Stores;
  /// How the removed barriers have threads run, once one of them asks for it.
  std::optional<bool> IsBackwards;
};

} // namespace

bool Barriers::isCut(const BasicBlock *BB) const {
  return Cuts.contains(BB) && !Removed.contains(BB);
}

/// The blocks between barrier \p From and the next ones.
Barriers::BlockSet Barriers::reach(BasicBlock *From, bool Forwards) const {
  BlockSet Found;
  auto Add = [&](auto Blocks) {
    for (BasicBlock *BB : Blocks)
      if (!isCut(BB))
        Found.insert(BB);
  };
  auto AddNext = [&](BasicBlock *BB) {
    Forwards ? Add(successors(BB)) : Add(predecessors(BB));
  };
  AddNext(From);
  for (size_t Next = 0; Next < Found.size(); ++Next)
    AddNext(Found[Next]);
  return Found;
}

/// Then each value there is computed once between barriers.
bool Barriers::isAcyclic(const BlockSet &Blocks) const {
  enum State { Open = 1, Done };
  DenseMap<BasicBlock *, State> States;
  SmallVector<std::pair<BasicBlock *, succ_iterator>> Path;
  auto Enter = [&](BasicBlock *BB) {
    States[BB] = Open;
    Path.push_back({BB, succ_begin(BB)});
  };
  for (BasicBlock *Root : Blocks) {
    if (States.contains(Root))
      continue;
    Enter(Root);
    while (!Path.empty()) {
      auto &[BB, Next] = Path.back();
      if (Next == succ_end(BB)) {
        States[BB] = Done;
        Path.pop_back();
        continue;
      }
      BasicBlock *Succ = *Next++;
      if (!Blocks.contains(Succ) || States.lookup(Succ) == Done)
        continue;
      if (States.lookup(Succ) == Open)
        return false;
      Enter(Succ);
    }
  }
  return true;
}

/// An address in shared memory at which no other thread has its own.
std::optional<ThreadAddress> Barriers::ownElement(Value *Pointer,
                                                  Type *T) const {
  std::optional<ThreadAddress> A = addressOf(Pointer, K, Uni);
  if (!A || A->Scale < int64_t(DL.getTypeStoreSize(T).getKnownMinValue()) ||
      (A->Base != K.env(EnvShared) && A->Base != K.env(EnvDynamicShared)))
    return std::nullopt;
  return A;
}

/// Counts the numbers that go around a loop as non-negative, if they are so
/// when the others are.
bool Barriers::isNonNegative(Value *V,
                             SmallPtrSetImpl<Value *> &Assumed) const {
  if (!Assumed.insert(V).second || isKnownNonNegative(V, DL))
    return true;
  auto Is = [&](Value *Part) { return isNonNegative(Part, Assumed); };
  if (auto *Phi = dyn_cast<PHINode>(V))
    return all_of(Phi->incoming_values(), Is);
  Value *X, *Y;
  if (match(V, m_NSWAdd(m_Value(X), m_Value(Y))) ||
      match(V, m_NSWMul(m_Value(X), m_Value(Y))) ||
      match(V, m_Select(m_Value(), m_Value(X), m_Value(Y))) ||
      match(V, m_SDiv(m_Value(X), m_Value(Y))))
    return Is(X) && Is(Y);
  if (match(V, m_NSWShl(m_Value(X), m_Value())) ||
      match(V, m_Shr(m_Value(X), m_Value())) || match(V, m_SExt(m_Value(X))))
    return Is(X);
  return false;
}

/// Where a thread reads, seen from where it writes.
Side Barriers::sideOf(const ThreadAddress &Read,
                      const ThreadAddress &Write) const {
  if (Read.Base != Write.Base)
    return Side::Own; // neither's
  if (Read.Scale != Write.Scale)
    return Side::Unknown;
  SmallMapVector<Extended, int64_t, 4> Terms = Read.Terms;
  for (auto [Term, Scale] : Write.Terms)
    Terms[Term] -= Scale;
  int64_t Constant = Read.Constant - Write.Constant;
  bool IsBehind = Constant > 0, IsBefore = Constant < 0;
  for (auto [Term, Scale] : Terms) {
    if (Scale == 0)
      continue;
    SmallPtrSet<Value *, 8> Assumed;
    bool IsNarrow = !Term.getPointer()->getType()->isIntegerTy(64);
    if (!(IsNarrow && !Term.getInt()) &&
        !isNonNegative(Term.getPointer(), Assumed))
      return Side::Unknown;
    (Scale > 0 ? IsBehind : IsBefore) = true;
  }
  if (IsBehind && IsBefore)
    return Side::Unknown;
  return IsBehind ? Side::Behind : IsBefore ? Side::Before : Side::Own;
}

/// What is read in shared memory. False if there is more than plain reading.
bool Barriers::collectReads(const BlockSet &Before) {
  Reads.clear();
  for (BasicBlock *BB : Before) {
    if (Removed.contains(BB))
      continue;
    for (Instruction &I : *BB) {
      if (!I.mayReadOrWriteMemory() || I.isDebugOrPseudoInst())
        continue;
      auto *Load = dyn_cast<LoadInst>(&I);
      if (!Load || !Load->isSimple())
        return false;
      if (isApartFromShared(K, Load->getPointerOperand()))
        continue;
      std::optional<ThreadAddress> A =
          ownElement(Load->getPointerOperand(), Load->getType());
      if (!A)
        return false;
      Reads.push_back(std::move(*A));
    }
  }
  return true;
}

/// What is written, if each thread writes only its own elements of shared
/// memory.
bool Barriers::collectWrites(const BlockSet &Behind) {
  Writes.clear();
  Stores.clear();
  for (BasicBlock *BB : Behind) {
    if (Removed.contains(BB))
      continue;
    for (Instruction &I : *BB) {
      if (I.isVolatile() || I.isAtomic())
        return false;
      if (!I.mayWriteToMemory() || I.isDebugOrPseudoInst())
        continue;
      auto *Store = dyn_cast<StoreInst>(&I);
      if (!Store)
        return false;
      std::optional<ThreadAddress> A = ownElement(
          Store->getPointerOperand(), Store->getValueOperand()->getType());
      if (!A)
        return false;
      Writes.push_back(std::move(*A));
      Stores.push_back(Store);
    }
  }
  return !Writes.empty();
}

bool Barriers::separatesNothing(BasicBlock *Barrier) {
  BlockSet Before = reach(Barrier, false), Behind = reach(Barrier, true);
  BlockSet Both = Before;
  Both.insert(Barrier);
  Both.insert_range(Behind);
  if (Behind.contains(Barrier) || !isAcyclic(Both) || !collectWrites(Behind) ||
      !collectReads(Before) ||
      Reads.empty()) // a rare one is not worth a version
    return false;
  std::optional<bool> Order = IsBackwards;
  for (const ThreadAddress &Write : Writes) {
    // Terms that are computed behind the barrier may be another round's.
    for (auto [Term, Scale] : Write.Terms)
      if (auto *I = dyn_cast<Instruction>(Term.getPointer());
          I && !DT.dominates(I->getParent(), Barrier))
        return false;
    for (const ThreadAddress &Read : Reads) {
      Side S = sideOf(Read, Write);
      if (S == Side::Own)
        continue;
      bool Wanted = S == Side::Before;
      if (S == Side::Unknown || Order.value_or(Wanted) != Wanted)
        return false;
      Order = Wanted;
    }
  }
  IsBackwards = Order;
  return true;
}

bool Barriers::run() {
  for (const CallInst *Sync : isolateSyncs(F))
    Cuts.insert(Sync->getParent());
  Uni = computeUniformity(K);
  DT.recalculate(F);
  SmallVector<BasicBlock *> Plain;
  for (BasicBlock &BB : F)
    if (auto *Call = dyn_cast<CallInst>(&BB.front());
        Call && Cuts.contains(&BB) &&
        classifySync(*Call).Kind == WARPCPU_BARRIER)
      Plain.push_back(&BB);
  SmallVector<StoreInst *> Marked;
  for (BasicBlock *Barrier : Plain)
    if (separatesNothing(Barrier)) {
      Removed.insert(Barrier);
      append_range(Marked, Stores);
    }
  for (BasicBlock *Barrier : Plain)
    if (Removed.contains(Barrier))
      Barrier->front().eraseFromParent();
  if (IsBackwards.value_or(false))
    for (StoreInst *Store : Marked)
      Store->setMetadata(Backwards, MDNode::get(F.getContext(), {}));
  return !Removed.empty();
}

bool fuseAtBarriers(KernelBody &K) { return Barriers(K).run(); }

bool runsBackwards(const Function &Region) {
  return any_of(instructions(Region),
                [](const Instruction &I) { return I.hasMetadata(Backwards); });
}

} // namespace warpfort::cpu
