//===-- PrefetchBlocks.cpp - What the next block accesses -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel with barriers reads its part of an array, works on it in shared
// memory for a thousand cycles, and writes its result. Processors fetch ahead
// what a loop reads, but not that far: each block waits for memory when it
// begins, and again for the lines that it writes.
//
//     i = blockIdx.x*blockDim.x + threadIdx.x
//     if (i <= n) s(t) = x(i)                 prefetch x(i + blockDim.x)
//     ...                                ->   prefetch y(i + blockDim.x)
//     if (i <= n) y(i) = s(t)                 ... // the block, as it was
//
// So the lines that the next block accesses are prefetched while a block runs,
// some behind each of its barriers and the rest at its end, if their addresses,
// and whether a thread comes there, are computed from nothing but arguments,
// launch shape and indices. Where the data ends is not asked for: what compares
// the block's place, as `i <= n` does, holds for all lines but a few, which are
// prefetched for nothing. What all blocks access is left out, and what
// neighbouring threads do not find in one line or the next.
//
// A prefetch changes no value and never faults, whatever its address is. What
// it needs is computed by instructions that may run anywhere, without the
// promises that hold only where the program runs them; the only loads are those
// of what the launch has copied. So nothing has to be known of the next block.
//
//===----------------------------------------------------------------------===//
#include "PrefetchBlocks.h"
#include "LoopAnalyses.h"
#include "ThreadSteps.h"
#include "llvm/Analysis/ValueTracking.h"
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

/// More arrays than this share the cache with the block's own work.
constexpr unsigned MaxPlaces = 8;
/// Each access is compared with those before it.
constexpr unsigned MaxAccesses = 64;
/// Addresses and conditions are no longer than this.
constexpr unsigned MaxDepth = 24;

using Conditions = SmallVector<std::pair<Value *, bool>, 4>;

struct Place {
  Value *Pointer;
  Conditions When;
  bool IsWrite;
};

class PlaceFinder {
public:
  PlaceFinder(const KernelBody &K, Function &Region, Function &Ahead)
      : K(K), Region(Region), DT(Region),
        B(Ahead.getEntryBlock().getTerminator()) {
    for (auto [From, To] : zip(Region.args(), Ahead.args()))
      Map[&From] = &To;
  }
  void find(SmallVectorImpl<Place> &Places);

private:
  bool isOfLaunch(const LoadInst &Load) const;
  Value *copy(Value *V, unsigned Depth = 0);
  bool dependsOnBlock(const Value *V, unsigned Depth = 0) const;
  bool comparesPlaces(const Value *Condition, unsigned Depth = 0) const;
  bool copyConditions(const BasicBlock *BB, Conditions &When);

  const KernelBody &K;
  Function &Region;
  DominatorTree DT;
  IRBuilder<> B;
  DenseMap<const Value *, Value *> Map; ///< null: cannot be copied
};

} // namespace

/// Whether \p Load reads a part of an argument that the launch has copied.
bool PlaceFinder::isOfLaunch(const LoadInst &Load) const {
  const DataLayout &DL = Region.getDataLayout();
  APInt Offset(64, 0);
  auto *Base = dyn_cast<Argument>(
      Load.getPointerOperand()->stripAndAccumulateConstantOffsets(
          DL, Offset, /*AllowNonInbounds=*/true));
  if (!Base || Base->getArgNo() >= K.Params.size() || !Load.isSimple())
    return false;
  const KernelParam &Param = K.Params[Base->getArgNo()];
  uint64_t Size = DL.getTypeStoreSize(Param.ValueType);
  uint64_t Bytes = DL.getTypeStoreSize(Load.getType());
  return Param.ByReference && Offset.isNonNegative() && Bytes <= Size &&
         Offset.getZExtValue() <= Size - Bytes;
}

/// \p V in the new function; null if it needs more than arguments and indices.
Value *PlaceFinder::copy(Value *V, unsigned Depth) {
  if (isa<Constant>(V))
    return V;
  if (auto Found = Map.find(V); Found != Map.end())
    return Found->second;
  auto *I = dyn_cast<Instruction>(V);
  auto *Load = dyn_cast_or_null<LoadInst>(I);
  bool IsPlain = I &&
                 (isa<GetElementPtrInst, BinaryOperator, CastInst, CmpInst,
                      SelectInst, FreezeInst, IntrinsicInst>(I)) &&
                 !I->mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(I);
  if (Depth > MaxDepth || !(IsPlain || (Load && isOfLaunch(*Load))))
    return nullptr;
  SmallVector<Value *, 4> Operands;
  for (Value *Operand : I->operands()) {
    Operands.push_back(copy(Operand, Depth + 1));
    if (!Operands.back())
      return Map[V] = nullptr;
  }
  Instruction *New = I->clone();
  for (auto [Index, Operand] : enumerate(Operands))
    New->setOperand(Index, Operand);
  New->setDebugLoc(DebugLoc());
  return Map[V] = B.Insert(New);
}

bool PlaceFinder::dependsOnBlock(const Value *V, unsigned Depth) const {
  if (auto *Arg = dyn_cast<Argument>(V)) {
    unsigned First = K.Params.size() + EnvBlock;
    return Arg->getArgNo() >= First && Arg->getArgNo() < First + 3;
  }
  auto *I = dyn_cast<Instruction>(V);
  return I && Depth < MaxDepth &&
         any_of(
             I->operands(),
             [&](const Value *Op) { return dependsOnBlock(Op, Depth + 1); });
}

/// Whether \p Condition consists of comparisons of the block's place that hold
/// on one side of a limit.
bool PlaceFinder::comparesPlaces(const Value *Condition, unsigned Depth) const {
  const Value *A, *B;
  if (Depth < MaxDepth &&
      (match(Condition, m_LogicalAnd(m_Value(A), m_Value(B))) ||
       match(Condition, m_LogicalOr(m_Value(A), m_Value(B)))))
    return comparesPlaces(A, Depth + 1) && comparesPlaces(B, Depth + 1);
  auto *Compare = dyn_cast<ICmpInst>(Condition);
  return Compare && Compare->isRelational() && dependsOnBlock(Compare);
}

/// What must hold for a thread to come to \p BB.
bool PlaceFinder::copyConditions(const BasicBlock *BB, Conditions &When) {
  for (auto *Node = DT.getNode(BB)->getIDom(); Node; Node = Node->getIDom()) {
    const BasicBlock *From = Node->getBlock();
    const Instruction *End = From->getTerminator();
    if (End->getNumSuccessors() < 2)
      continue;
    auto *Branch = dyn_cast<BranchInst>(End);
    if (!Branch)
      return false;
    for (unsigned Way : {0u, 1u}) {
      if (!DT.dominates(BasicBlockEdge(From, Branch->getSuccessor(Way)), BB) ||
          comparesPlaces(Branch->getCondition()))
        continue;
      Value *Condition = copy(Branch->getCondition());
      if (!Condition)
        return false;
      When.push_back({Condition, Way == 0});
    }
  }
  return true;
}

void PlaceFinder::find(SmallVectorImpl<Place> &Places) {
  for (Instruction &I : instructions(Region)) {
    Value *Pointer = getLoadStorePointerOperand(&I);
    if (!Pointer || I.isAtomic() || I.isVolatile() ||
        !DT.isReachableFromEntry(I.getParent()))
      continue;
    // Of the context and of shared memory all blocks have the same.
    const Value *Object = getUnderlyingObject(Pointer);
    auto *Arg = dyn_cast<Argument>(Object);
    if (Arg ? Arg->getArgNo() >= K.Params.size()
            : !isa<GlobalVariable, LoadInst>(Object))
      continue;
    Place P{copy(Pointer), {}, isa<StoreInst>(I)};
    if (Places.size() < MaxAccesses && P.Pointer &&
        copyConditions(I.getParent(), P.When))
      Places.push_back(P);
  }
}

/// Which of \p Places are worth a prefetch, and how far neighbouring threads
/// are apart there at most.
static int64_t choose(const KernelBody &K, Function &F,
                      SmallVectorImpl<Place> &Places) {
  LoopAnalyses A(F);
  auto Step = [&](const Place &P, unsigned Env, unsigned Dim) {
    return stepToNextThread(A.SE, P.Pointer, K.env(F, Env, Dim));
  };
  SmallVector<Place> All(Places.begin(), Places.end());
  Places.clear();
  SmallVector<std::pair<const Place *, Place *>> Seen;
  Places.reserve(MaxPlaces); // Seen points there
  int64_t Most = 0;
  for (const Place &P : All) {
    const SCEV *Row = Step(P, EnvThread, 1);
    auto *Lanes = dyn_cast<SCEVConstant>(Step(P, EnvThread, 0));
    if (!Lanes || isa<SCEVCouldNotCompute>(Row) || Lanes->isZero() ||
        Lanes->getAPInt().abs().ugt(uint64_t(LineBytes)) ||
        (Step(P, EnvBlock, 0)->isZero() && Step(P, EnvBlock, 1)->isZero()))
      continue;
    auto IsNear = [&](const SCEV *Apart) {
      auto *Bytes = dyn_cast<SCEVConstant>(Apart);
      return Bytes && Bytes->getAPInt().abs().ult(uint64_t(LineBytes));
    };
    // By the same thread, or by its neighbour in y.
    auto IsCovered = [&](const std::pair<const Place *, Place *> &Other) {
      const SCEV *Apart = A.SE.getMinusSCEV(A.SE.getSCEV(P.Pointer),
                                            A.SE.getSCEV(Other.first->Pointer));
      if (isa<SCEVCouldNotCompute>(Apart)) // of different arrays
        return false;
      return IsNear(Apart) || IsNear(A.SE.getMinusSCEV(Apart, Row)) ||
             IsNear(A.SE.getAddExpr(Apart, Row));
    };
    if (auto *By = find_if(Seen, IsCovered); By != Seen.end()) {
      Place *Chosen = By->second;
      Chosen->IsWrite |= P.IsWrite;
      Seen.push_back({&P, Chosen});
      continue;
    }
    if (Places.size() == MaxPlaces)
      continue;
    Places.push_back(P);
    Seen.push_back({&P, &Places.back()});
    Most = std::max(Most, Lanes->getAPInt().abs().getSExtValue());
  }
  return Most;
}

static void emitPrefetch(Function &F, const Place &P) {
  Instruction *End = F.back().getTerminator();
  IRBuilder<> B(End);
  Value *Holds = nullptr;
  for (auto [Condition, IsTrue] : P.When) {
    Value *One = IsTrue ? Condition : B.CreateNot(Condition);
    Holds = Holds ? B.CreateAnd(Holds, One) : One;
  }
  if (Holds) {
    // Without the conditions' poison, on which nothing may branch.
    BasicBlock *From = End->getParent();
    BasicBlock *Behind = SplitBlock(From, End);
    BasicBlock *Then = BasicBlock::Create(F.getContext(), "there", &F, Behind);
    From->getTerminator()->eraseFromParent();
    B.SetInsertPoint(From);
    B.CreateCondBr(B.CreateFreeze(Holds), Then, Behind);
    B.SetInsertPoint(Then);
    B.SetInsertPoint(B.CreateBr(Behind));
  }
  static constexpr unsigned Nearest = 3, IsData = 1;
  B.CreateIntrinsic(Intrinsic::prefetch, {P.Pointer->getType()},
                    {P.Pointer, B.getInt32(P.IsWrite), B.getInt32(Nearest),
                     B.getInt32(IsData)});
}

Prefetches makePrefetches(const KernelBody &K, const SplitKernel &S) {
  Function &First = *S.Regions.front().F;
  Function *F =
      Function::Create(First.getFunctionType(), GlobalValue::InternalLinkage,
                       K.Name + ".ahead", *First.getParent());
  F->addFnAttr(Attribute::NoUnwind);
  IRBuilder<> B(BasicBlock::Create(F->getContext(), "entry", F));
  B.CreateRet(B.getInt32(WARPCPU_EXIT));
  SmallVector<Place> Places;
  for (const Region &R : S.Regions)
    PlaceFinder(K, *R.F, *F).find(Places);
  int64_t Most = choose(K, *F, Places);
  if (Places.empty()) {
    F->eraseFromParent();
    return {};
  }
  for (Instruction &I : instructions(*F)) {
    I.dropPoisonGeneratingAnnotations();
    I.dropUBImplyingAttrsAndMetadata();
  }
  for (const Place &P : Places)
    emitPrefetch(*F, P);
  return {F, unsigned(LineBytes / Most), unsigned(Places.size())};
}

} // namespace warpfort::cpu
