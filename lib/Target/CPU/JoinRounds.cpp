//===-- JoinRounds.cpp - Rounds of trees without barriers -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first rounds of a tree in shared memory touch pieces of 2, 4 and 8
// elements, which no other thread of the round touches:
//
//     if (2*t <= n) s(2*t) = s(2*t) + s(2*t - 1)
//     call syncthreads()
//     if (4*t <= n) s(4*t) = s(4*t) + s(4*t - 2)
//     call syncthreads()
//     if (8*t <= n) s(8*t) = s(8*t) + s(8*t - 4)
//     call syncthreads()
//
// A thread of the last one depends on two threads of the second and four of the
// first, and nobody else does. So it does their work before its own, for as
// many pieces as all threads of these rounds are there for and pass the guards;
// what goes from round to round stays in registers. What is left over runs as
// it was written, or not at all. Rounds from large pieces to small ones, as on
// the way down a tree, are joined likewise.
//
// This is right because
//
//   - each round is one guard `Constant + Scale*threadIdx.x < Bound` and plain
//     accesses, writes to shared memory only, at Step*threadIdx.x + constants
//     within one piece of Step bytes, and the pieces of all rounds begin at the
//     same places: no two threads of a round meet, and threads of two rounds
//     only in the larger one's piece, where the order stays;
//   - all threads of the block come to the first barrier, each once, so that
//     every thread whose work another one does is there;
//   - that work depends on the thread by its index alone.
//
//===----------------------------------------------------------------------===//
#include "JoinRounds.h"
#include "SplitEmitter.h"
#include "SyncOps.h"
#include "ThreadAddresses.h"
#include "Uniformity.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort::cpu {
namespace {

/// Of a store in joined rounds.
constexpr StringLiteral Joined = "warpfort.joined";

/// A piece has at most so many of the smallest ones: what is loaded from it
/// must fit into registers.
constexpr int64_t MostPieces = 4;

/// Rounds that compute more than that gain by vectors.
constexpr size_t MostInstructions = 24;

/// Numbers that are far from wrapping around.
constexpr int64_t Large = int64_t(1) << 40;

struct Access {
  Instruction *I;
  int64_t Offset; ///< of the first thread's, from the base
};

/// What is done between two barriers.
struct Round {
  BasicBlock *Barrier = nullptr; ///< before it
  BasicBlock *Guard = nullptr, *Work = nullptr, *Join = nullptr;
  BasicBlock *Next = nullptr; ///< the barrier behind it
  int64_t Passing = 0;        ///< as many first threads pass the guard
  Value *Base = nullptr;      ///< of what is accessed in shared memory
  int64_t Step = 0;           ///< bytes from a thread's piece to the next one's
  int64_t Low = 0, High = 0;  ///< bounds of the first thread's
  SmallVector<Access, 8> Accesses;
};

class Rounds {
public:
  explicit Rounds(KernelBody &K) : K(K), F(*K.Body), Thread(K.env(EnvThread)) {}
  bool run();

private:
  std::optional<Round> roundBehind(BasicBlock *Barrier);
  bool isPassedOnce(const BasicBlock *Barrier) const;
  bool takeGuard(Round &R) const;
  bool takeAccess(Round &R, Instruction &I) const;
  bool takeWork(Round &R) const;
  bool isCopied(const Round &R, Value *V, unsigned Depth = 0) const;
  bool isPure(const BasicBlock &BB) const;
  void join(ArrayRef<Round> Chain);
  void lift(ArrayRef<Round> Chain);
  Value *leaveToOthers(IRBuilder<> &B, const Round &R, Value *Next);
  void copyWork(IRBuilder<> &B, const Round &R, const BasicBlock *Barrier,
                Value *Piece, Value *Index);
  Value *copy(IRBuilder<> &B, ValueToValueMapTy &Map, const BasicBlock *Barrier,
              Value *V) const;

  KernelBody &K;
  Function &F;
  Argument *const Thread;
  Uniformity Uni;
  DominatorTree DT;
  SmallPtrSet<const BasicBlock *, 16> Barriers; ///< plain ones
};

} // namespace

/// Whether vectors of \p I take far less time than its elements.
static bool gainsByVectors(const Instruction &I) {
  if (I.getOpcode() == Instruction::FDiv || I.getOpcode() == Instruction::FRem)
    return true;
  if (!isa<CallBase>(I) || isa<MinMaxIntrinsic>(I))
    return false;
  auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
  switch (Intrinsic ? Intrinsic->getIntrinsicID() : Intrinsic::not_intrinsic) {
  case Intrinsic::fabs:
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::copysign:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case Intrinsic::abs:
    return false;
  default:
    return true;
  }
}

/// Whether each thread of the block comes to \p Barrier, exactly once.
bool Rounds::isPassedOnce(const BasicBlock *Barrier) const {
  for (const BasicBlock &BB : F)
    if (isa<ReturnInst>(BB.getTerminator()) && DT.isReachableFromEntry(&BB) &&
        !DT.dominates(Barrier, &BB))
      return false;
  return none_of(successors(Barrier), [&](const BasicBlock *Next) {
    return is_contained(depth_first(Next), Barrier);
  });
}

/// Whether \p BB only computes values, at any place where its operands are.
bool Rounds::isPure(const BasicBlock &BB) const {
  return all_of(BB, [](const Instruction &I) {
    return I.isTerminator() || I.isDebugOrPseudoInst() ||
           (!isa<PHINode>(I) && !I.mayReadOrWriteMemory() &&
            isSafeToSpeculativelyExecute(&I));
  });
}

/// Finds out how many threads pass. These must be the first ones.
bool Rounds::takeGuard(Round &R) const {
  auto *Branch = cast<BranchInst>(R.Guard->getTerminator());
  CmpPredicate Predicate;
  Value *Number;
  const APInt *Bound;
  if (!match(Branch->getCondition(),
             m_ICmp(Predicate, m_Value(Number), m_APInt(Bound))) ||
      Bound->getBitWidth() > 64)
    return false;
  ICmpInst::Predicate Passes = Predicate;
  if (Branch->getSuccessor(0) != R.Work)
    Passes = ICmpInst::getInversePredicate(Passes);
  bool IsSigned = ICmpInst::isSigned(Passes);
  if (!ICmpInst::isLT(Passes) && !ICmpInst::isLE(Passes))
    return false;
  std::optional<ThreadAddress> A = numberOf(Number, IsSigned, K, Uni);
  if (!A || !A->Terms.empty() || A->Scale <= 0 || A->Scale >= Large ||
      A->Constant >= Large || A->Constant < (IsSigned ? -Large : 0))
    return false;
  if (IsSigned ? Bound->sge(Large) || Bound->sle(-Large) : Bound->uge(Large))
    return false;
  int64_t End = IsSigned ? Bound->getSExtValue() : Bound->getZExtValue();
  if (ICmpInst::isLE(Passes))
    ++End;
  R.Passing =
      End <= A->Constant ? 0 : (End - A->Constant + A->Scale - 1) / A->Scale;
  return R.Passing > 0;
}

/// Whether \p V can be computed for another thread at the first barrier.
bool Rounds::isCopied(const Round &R, Value *V, unsigned Depth) const {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return V != K.env(EnvWarp) && V != K.env(EnvContext);
  if (Uni.Uniform.contains(I) && DT.dominates(I->getParent(), R.Barrier))
    return true;
  if (isa<PHINode>(I) || I->mayReadOrWriteMemory() || Depth > 8 ||
      gainsByVectors(*I) || !isSafeToSpeculativelyExecute(I))
    return false;
  return all_of(I->operands(),
                [&](Value *Op) { return isCopied(R, Op, Depth + 1); });
}

bool Rounds::takeAccess(Round &R, Instruction &I) const {
  Value *Pointer = getLoadStorePointerOperand(&I);
  if (!Pointer || I.isAtomic() || I.isVolatile())
    return false;
  if (isa<LoadInst>(I) && isApartFromShared(K, Pointer))
    return isCopied(R, Pointer);
  std::optional<ThreadAddress> A = addressOf(Pointer, K, Uni);
  TypeSize Size = F.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
  if (!A || !A->Terms.empty() || A->Scale <= 0 || Size.isScalable() ||
      (A->Base != K.env(EnvShared) && A->Base != K.env(EnvDynamicShared)) ||
      A->Constant >= Large || A->Constant <= -Large)
    return false;
  // Neighbours that are next to each other are vectors.
  int64_t Bytes = Size.getFixedValue(), End = A->Constant + Bytes;
  if (A->Scale < 2 * Bytes)
    return false;
  if (R.Accesses.empty()) {
    R.Base = A->Base;
    R.Step = A->Scale;
    R.Low = A->Constant;
    R.High = End;
  }
  R.Low = std::min(R.Low, A->Constant);
  R.High = std::max(R.High, End);
  R.Accesses.push_back({&I, A->Constant});
  return A->Base == R.Base && A->Scale == R.Step && R.High - R.Low <= R.Step;
}

/// Whether what is done behind the guard is plain work in the thread's piece,
/// of which nothing is known behind it.
bool Rounds::takeWork(Round &R) const {
  if (R.Work->size() > MostInstructions)
    return false;
  for (Instruction &I : *R.Work) {
    if (any_of(I.users(), [&](User *U) {
          return cast<Instruction>(U)->getParent() != R.Work;
        }))
      return false;
    if (I.isTerminator() || I.isDebugOrPseudoInst())
      continue;
    if (I.mayReadOrWriteMemory()) {
      if (!takeAccess(R, I))
        return false;
      continue;
    }
    if (isa<PHINode>(I) || I.mayHaveSideEffects() || gainsByVectors(I) ||
        !isSafeToSpeculativelyExecute(&I))
      return false;
    for (Value *Op : I.operands())
      if (auto *From = dyn_cast<Instruction>(Op);
          !(From && From->getParent() == R.Work) && !isCopied(R, Op))
        return false;
  }
  for (const Access &A : R.Accesses)
    if (auto *Store = dyn_cast<StoreInst>(A.I)) {
      auto *From = dyn_cast<Instruction>(Store->getValueOperand());
      if (!(From && From->getParent() == R.Work) &&
          !isCopied(R, Store->getValueOperand()))
        return false;
    }
  return any_of(R.Accesses,
                [](const Access &A) { return isa<StoreInst>(A.I); });
}

/// Barrier; if (guard) work; barrier.
std::optional<Round> Rounds::roundBehind(BasicBlock *Barrier) {
  Round R;
  R.Barrier = Barrier;
  R.Guard = Barrier->getSingleSuccessor();
  auto *Branch =
      R.Guard ? dyn_cast<BranchInst>(R.Guard->getTerminator()) : nullptr;
  if (!Branch || !Branch->isConditional() ||
      R.Guard->getSinglePredecessor() != Barrier || !isPure(*R.Guard))
    return std::nullopt;
  R.Work = Branch->getSuccessor(0);
  R.Join = Branch->getSuccessor(1);
  if (R.Work->getSingleSuccessor() != R.Join)
    std::swap(R.Work, R.Join);
  if (R.Work->getSinglePredecessor() != R.Guard ||
      R.Work->getSingleSuccessor() != R.Join || !R.Join->hasNPredecessors(2) ||
      !isPure(*R.Join))
    return std::nullopt;
  R.Next = R.Join->getSingleSuccessor();
  if (!R.Next || R.Next->getSinglePredecessor() != R.Join ||
      !Barriers.contains(R.Next) || !isPassedOnce(Barrier) || !takeGuard(R) ||
      !takeWork(R))
    return std::nullopt;
  return R;
}

/// How many of \p R's threads one of the round with pieces of \p Most bytes
/// does the work of.
static int64_t timesIn(const Round &R, int64_t Most) { return Most / R.Step; }

static int64_t mostStep(ArrayRef<Round> Chain) {
  int64_t Most = 0;
  for (const Round &R : Chain)
    Most = std::max(Most, R.Step);
  return Most;
}

/// As many pieces all threads of \p Chain pass the guards for.
static int64_t piecesOf(ArrayRef<Round> Chain) {
  int64_t Pieces = INT64_MAX, Most = mostStep(Chain);
  for (const Round &R : Chain)
    Pieces = std::min(Pieces, R.Passing / timesIn(R, Most));
  return Pieces;
}

/// Whether the pieces of \p Chain are made of each other.
static bool fitTogether(ArrayRef<Round> Chain) {
  int64_t Most = mostStep(Chain), First = INT64_MIN, Last = INT64_MAX;
  bool HasSteps = false;
  for (const Round &R : Chain) {
    HasSteps |= R.Step != Most;
    if (R.Base != Chain.front().Base || Most % R.Step != 0 ||
        timesIn(R, Most) > MostPieces)
      return false;
    First = std::max(First, R.High - R.Step);
    Last = std::min(Last, R.Low);
  }
  return HasSteps && First <= Last && piecesOf(Chain) > 1;
}

/// Computes \p V for another thread, if it is not the same for all of them and
/// known at \p Barrier.
Value *Rounds::copy(IRBuilder<> &B, ValueToValueMapTy &Map,
                    const BasicBlock *Barrier, Value *V) const {
  if (Value *Known = Map.lookup(V))
    return Known;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || (Uni.Uniform.contains(I) && DT.dominates(I->getParent(), Barrier)))
    return V;
  Instruction *New = I->clone();
  for (Use &Op : New->operands())
    Op.set(copy(B, Map, Barrier, Op));
  B.Insert(New);
  Map[V] = New;
  return New;
}

/// Does the work of thread \p Index of \p R, whose piece in shared memory
/// begins at \p Piece, but for what is constant.
void Rounds::copyWork(IRBuilder<> &B, const Round &R, const BasicBlock *Barrier,
                      Value *Piece, Value *Index) {
  ValueToValueMapTy Map;
  Map[Thread] = Index;
  for (Instruction &I : *R.Work) {
    auto *A = find_if(R.Accesses, [&](const Access &A) { return A.I == &I; });
    if (A == R.Accesses.end()) {
      if (isa<LoadInst>(I))
        copy(B, Map, Barrier, &I);
      continue;
    }
    Value *Place = B.CreateConstGEP1_64(B.getInt8Ty(), Piece, A->Offset);
    Instruction *New = I.clone();
    if (auto *Store = dyn_cast<StoreInst>(New)) {
      Store->setOperand(0, copy(B, Map, Barrier, Store->getValueOperand()));
      Store->setMetadata(Joined, MDNode::get(F.getContext(), {}));
      Store->setOperand(StoreInst::getPointerOperandIndex(), Place);
    } else {
      New->setOperand(LoadInst::getPointerOperandIndex(), Place);
    }
    B.Insert(New);
    Map[&I] = New;
  }
}

/// What is computed around the work, and needed behind the rounds, stands
/// before them.
void Rounds::lift(ArrayRef<Round> Chain) {
  Instruction *Before = &Chain.front().Barrier->front();
  for (const Round &R : Chain)
    for (BasicBlock *BB : {R.Guard, R.Join})
      for (Instruction &I : make_early_inc_range(*BB))
        if (!I.isTerminator() && !I.isDebugOrPseudoInst())
          I.moveBefore(Before->getIterator());
}

/// Has only the threads from \p Next on pass the guard of \p R; returns whether
/// some do.
Value *Rounds::leaveToOthers(IRBuilder<> &B, const Round &R, Value *Next) {
  auto *Branch = cast<BranchInst>(R.Guard->getTerminator());
  IRBuilder<> AtGuard(Branch);
  Value *Is = Branch->getCondition(),
        *IsDone = AtGuard.CreateICmpULT(Thread, Next);
  Branch->setCondition(Branch->getSuccessor(0) == R.Work
                           ? AtGuard.CreateAnd(Is, AtGuard.CreateNot(IsDone))
                           : AtGuard.CreateOr(Is, IsDone));
  Value *Passing = B.CreateBinaryIntrinsic(
      Intrinsic::umin, K.env(EnvBlockDim),
      B.getInt32(std::min<int64_t>(R.Passing, INT32_MAX)));
  return B.CreateICmpUGT(Passing, Next);
}

void Rounds::join(ArrayRef<Round> Chain) {
  BasicBlock *Barrier = Chain.front().Barrier, *Guard = Chain.front().Guard;
  BasicBlock *Behind = Chain.back().Next;
  int64_t Most = mostStep(Chain);
  lift(Chain);
  LLVMContext &Ctx = F.getContext();
  auto Block = [&](const Twine &Name) {
    return BasicBlock::Create(Ctx, Name, &F, Guard);
  };
  BasicBlock *Ask = Block("rounds"), *Do = Block("rounds.joined"),
             *Done = Block("rounds.done"), *Again = Block("rounds.left");
  Barrier->getTerminator()->replaceUsesOfWith(Guard, Ask);

  IRBuilder<> B(Ask);
  int64_t MostTimes = 1;
  for (const Round &R : Chain)
    MostTimes = std::max(MostTimes, timesIn(R, Most));
  Value *Threads = K.env(EnvBlockDim);
  Value *Pieces = B.CreateBinaryIntrinsic(
      Intrinsic::umin, B.CreateUDiv(Threads, B.getInt32(MostTimes)),
      B.getInt32(std::min<int64_t>(piecesOf(Chain), INT32_MAX)), {}, "pieces");
  B.CreateCondBr(B.CreateICmpULT(Thread, Pieces), Do, Done);

  B.SetInsertPoint(Do);
  Value *Offset = B.CreateMul(B.CreateZExt(Thread, B.getInt64Ty()),
                              B.getInt64(Most), "", true, true);
  Value *Piece = B.CreateGEP(B.getInt8Ty(), Chain.front().Base, Offset);
  for (const Round &R : Chain)
    for (int64_t N = 0, Times = timesIn(R, Most); N < Times; ++N) {
      Value *First = B.CreateMul(Thread, B.getInt32(Times), "", true, true);
      copyWork(B, R, Barrier,
               B.CreateConstGEP1_64(B.getInt8Ty(), Piece, N * R.Step),
               B.CreateAdd(First, B.getInt32(N), "", true, true));
    }
  B.CreateBr(Done);

  B.SetInsertPoint(Done);
  Value *AnyLeft = B.getFalse();
  for (const Round &R : Chain)
    AnyLeft = B.CreateOr(
        AnyLeft, leaveToOthers(B, R,
                               B.CreateMul(Pieces, B.getInt32(timesIn(R, Most)),
                                           "", true, true)));
  B.CreateCondBr(AnyLeft, Again, Behind);
  B.SetInsertPoint(Again);
  B.Insert(Barrier->front().clone());
  B.CreateBr(Guard);
}

bool Rounds::run() {
  SmallVector<BasicBlock *> Plain;
  SmallVector<CallInst *> Syncs = isolateSyncs(F);
  for (CallInst *Sync : Syncs)
    if (classifySync(*Sync).Kind == WARPCPU_BARRIER)
      Plain.push_back(Sync->getParent());
  Barriers.insert_range(Plain);
  Uni = computeUniformity(K);
  DT.recalculate(F);
  // Rounds that follow each other.
  DenseMap<BasicBlock *, Round> Found;
  for (BasicBlock *Barrier : Plain)
    if (std::optional<Round> R = roundBehind(Barrier))
      Found.try_emplace(Barrier, std::move(*R));
  std::vector<std::vector<Round>> Rows;
  for (BasicBlock *Barrier : Plain) {
    if (Found.empty())
      break;
    std::vector<Round> Row;
    for (auto It = Found.find(Barrier); It != Found.end();
         It = Found.find(Row.back().Next)) {
      Row.push_back(std::move(It->second));
      Found.erase(It);
    }
    if (Row.size() > 1)
      Rows.push_back(std::move(Row));
  }
  // Those with the smallest pieces, which are most, first.
  size_t Regions = Syncs.size() + 1;
  bool HasJoined = false;
  for (ArrayRef<Round> Row : Rows)
    while (Row.size() > 1 && Regions < MaxInlinedRegions) {
      bool FromFront = Row.front().Step < Row.back().Step;
      size_t Count = 1;
      auto Some = [&](size_t N) {
        return FromFront ? Row.take_front(N) : Row.take_back(N);
      };
      while (Count < Row.size() && fitTogether(Some(Count + 1)))
        ++Count;
      if (Count > 1) {
        join(Some(Count));
        HasJoined = true;
        ++Regions;
      }
      Row = FromFront ? Row.drop_front(Count) : Row.drop_back(Count);
    }
  return HasJoined;
}

bool joinRounds(KernelBody &K) { return Rounds(K).run(); }

bool hasJoinedRounds(const Function &Region) {
  return any_of(instructions(Region),
                [](const Instruction &I) { return I.hasMetadata(Joined); });
}

} // namespace warpfort::cpu
