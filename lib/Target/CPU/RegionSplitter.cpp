//===-- RegionSplitter.cpp - Kernels in pieces between barriers -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps, on the body of one kernel:
//   1. markSplits: each synchronising call ends its block. It becomes stores
//      of its operands to the context, a call of the marker with the number of
//      the split point, and loads of its result.
//   2. privatize: private arrays move to the context.
//   3. Uniformity.
//   4. rematerialize: cheap values (indices, addresses) are computed again
//      behind a split point rather than kept.
//   5. demote: values that still live across a split point become stack slots,
//      so that regions can enter the code in the middle.
//   6. cloneRegion: a copy of the body for each region, with another entry,
//      and with returns in place of the split points.
//
// Values kept once a group are read from `uni.in` and written to `uni.out`,
// both of UniformType.
//
//===----------------------------------------------------------------------===//
#include "RegionSplitter.h"
#include "DebugInfo.h"
#include "SyncOps.h"
#include "Uniformity.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "warprt/Image.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace warpfort::cpu {

uint64_t ContextLayout::reserve(uint64_t Size, uint64_t Count) {
  uint64_t Offset = Bytes;
  // A line between arrays keeps them from sharing cache sets.
  Bytes = alignTo(Offset + Size * Count, 64) + 64;
  return Offset;
}

Value *contextElement(IRBuilderBase &B, Value *Context, uint64_t Offset,
                      Value *Linear, uint64_t Size) {
  Value *Index = B.CreateZExt(Linear, B.getInt64Ty());
  Value *Bytes = B.CreateMul(Index, B.getInt64(Size), "", true, true);
  return B.CreateInBoundsPtrAdd(
      Context, B.CreateAdd(Bytes, B.getInt64(Offset), "", true, true));
}

bool needsSplitting(const Function &Body) {
  return any_of(instructions(Body), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && classifySync(*Call);
  });
}

bool hasWarpOps(const Function &Body) {
  return any_of(instructions(Body), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && classifySync(*Call).isWarpLevel();
  });
}

namespace {

/// A value's home while its thread waits.
struct Slot {
  AllocaInst *Home = nullptr;
  bool IsUniform = false;
  unsigned Field = 0;  ///< of UniformType
  uint64_t Offset = 0; ///< in the context, otherwise
};

class Splitter {
public:
  explicit Splitter(KernelBody &K)
      : K(K), F(*K.Body), M(*F.getParent()), Ctx(F.getContext()),
        DL(F.getDataLayout()) {}

  Expected<SplitKernel> run();

private:
  using LiveSet = SetVector<Instruction *>;

  void markSplits();
  void markSplit(CallInst *Call, const SyncOp &Op);
  void takeResult(CallInst *Call, const SyncOp &Op);
  Error privatize();
  void computeLiveness();
  bool isCheap(Value *V, unsigned Depth) const;
  void rematerialize();
  void demote();
  SetVector<BasicBlock *> reachableFrom(BasicBlock *Entry) const;
  void restoreLive(IRBuilderBase &B, Function &In, const LiveSet &Values,
                   ValueToValueMapTy &Map);
  void saveLive(IRBuilderBase &B, Function &In, const LiveSet &Values,
                ValueToValueMapTy &Map);
  void saveAtAllExits(const Region &R);
  void connectCopies(const SetVector<BasicBlock *> &Blocks,
                     ValueToValueMapTy &Map);
  Region cloneRegion(unsigned Index);
  void describeRegion(const Region &R, unsigned Index, Instruction &Enter);
  void analyzeExits(Region &R, const ValueToValueMapTy &Map);

  Value *perThread(IRBuilderBase &B, uint64_t Offset, uint64_t Size) {
    return contextElement(B, K.env(EnvContext), Offset, K.env(EnvLinear), Size);
  }
  uint64_t reservePerThread(uint64_t Size) {
    return Result.Layout.reserve(Size, WARPRT_MAX_BLOCK_THREADS);
  }
  /// i1 is kept as a byte.
  Type *storedType(Type *T) const {
    return T->isIntegerTy(1) ? Type::getInt8Ty(Ctx) : T;
  }
  Value *slotAddress(IRBuilderBase &B, Function &In, const Slot &S,
                     unsigned UniformArg);

  KernelBody &K;
  Function &F;
  Module &M;
  LLVMContext &Ctx;
  const DataLayout &DL;
  SplitKernel Result;
  Function *Marker = nullptr;
  std::vector<CallInst *> Markers;          ///< by split point
  std::vector<DebugLoc> SplitLines;         ///< by split point
  std::vector<BasicBlock *> Resumes;        ///< the block behind it
  DenseMap<BasicBlock *, unsigned> SplitOf; ///< of blocks that end at one
  BasicBlock *Start = nullptr; ///< where the kernel's own code begins
  std::vector<LiveSet> Live;   ///< into Resumes
  LiveSet Crossing;            ///< all of those
  MapVector<Instruction *, Slot> Slots;
  Uniformity Uni;
  SmallVector<SlotVariable> Variables;
  DenseMap<AllocaInst *, std::pair<uint64_t, uint64_t>>
      PrivateArrays; ///< in the context: offset, bytes a thread
};

//===-- 1. Split points ---------------------------------------------------===//

static uint32_t constantOr0(Value *V) {
  auto *C = dyn_cast_or_null<ConstantInt>(V);
  return C ? C->getZExtValue() : 0;
}

void Splitter::markSplit(CallInst *Call, const SyncOp &Op) {
  ContextLayout &L = Result.Layout;
  WarpcpuSplit Split{Op.Kind,
                     Op.HasFlag ? WARPCPU_WANTS_FLAG : 0,
                     constantOr0(Op.Mask),
                     constantOr0(Op.LaneArg),
                     constantOr0(Op.Clamp),
                     0,
                     0};
  Result.HasWarpOps |= Op.isWarpLevel();
  Result.HasWaits |= Op.Kind == WARPCPU_WAIT;
  Result.HasReducingBarrier |=
      Op.Kind >= WARPCPU_BARRIER_POPC && Op.Kind <= WARPCPU_BARRIER_OR;

  IRBuilder<> B(Call);
  auto Operand = [&](Value *V, uint32_t Flag, uint64_t Offset) {
    if (!V)
      return;
    if (isa<ConstantInt>(V))
      Split.constants |= Flag;
    else
      B.CreateStore(V, perThread(B, Offset, 4));
  };
  Operand(Op.Mask, WARPCPU_CONST_MASK, L.Mask);
  Operand(Op.LaneArg, WARPCPU_CONST_LANE, L.Lane);
  Operand(Op.Clamp, WARPCPU_CONST_CLAMP, L.Clamp);
  if (Value *In = Op.Input) {
    bool Wide = In->getType()->isIntegerTy(64);
    if (In->getType()->isIntegerTy(1))
      In = B.CreateZExt(In, B.getInt32Ty());
    B.CreateStore(In, perThread(B, Wide ? L.Input64 : L.Input32, Wide ? 8 : 4));
    if (Wide && Call->getType() == In->getType())
      Split.constants |= WARPCPU_IS_WIDE;
  }
  CallInst *Mark = B.CreateCall(Marker, {B.getInt32(Markers.size())});
  Markers.push_back(Mark);
  SplitLines.push_back(Mark->getDebugLoc());
  Result.Splits.push_back(Split);
  takeResult(Call, Op);
  Call->eraseFromParent();
}

/// Has the result of \p Call, behind the split, come from the context.
void Splitter::takeResult(CallInst *Call, const SyncOp &Op) {
  const ContextLayout &L = Result.Layout;
  IRBuilder<> B(Call);
  MDNode *Empty = MDNode::get(Ctx, {});
  auto Load = [&](Type *T, Value *Address, bool IsUniform) -> Value * {
    Type *Stored = T->isIntegerTy(1) ? B.getInt32Ty() : T;
    LoadInst *V = B.CreateLoad(Stored, Address);
    if (IsUniform)
      V->setMetadata(bitcode::UniformMetadata, Empty);
    return T->isIntegerTy(1) ? B.CreateICmpNE(V, B.getInt32(0)) : V;
  };
  Type *T = Call->getType();
  if (Op.Kind >= WARPCPU_BARRIER_POPC && Op.Kind <= WARPCPU_BARRIER_OR) {
    Value *Address = B.CreateConstInBoundsGEP1_64(
        B.getInt8Ty(), K.env(EnvContext),
        L.Reduce + 4 * (Op.Kind - WARPCPU_BARRIER_POPC));
    Call->replaceAllUsesWith(Load(T, Address, true));
  } else if (!T->isVoidTy()) {
    // A vote with one mask for all has one result in the warp.
    bool SameForAll = Op.Kind >= WARPCPU_VOTE_ALL &&
                      Op.Kind <= WARPCPU_VOTE_BALLOT &&
                      isa<ConstantInt>(Op.Mask);
    Type *First = Op.HasFlag ? T->getStructElementType(0) : T;
    bool Wide = First->isIntegerTy(64);
    Value *V =
        Load(First, perThread(B, Wide ? L.WideResult : L.Result, Wide ? 8 : 4),
             SameForAll);
    if (Op.HasFlag) {
      Value *Flag = Load(B.getInt1Ty(), perThread(B, L.Flag, 4), false);
      V = B.CreateInsertValue(PoisonValue::get(T), V, 0);
      V = B.CreateInsertValue(V, Flag, 1);
    }
    Call->replaceAllUsesWith(V);
  }
}

void Splitter::markSplits() {
  SmallVector<CallInst *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (SyncOp Op = classifySync(*Call)) {
        Calls.push_back(Call);
        Result.HasWarpOps |= Op.isWarpLevel();
      }
  ContextLayout &L = Result.Layout;
  L.Reduce = L.reserve(4, 5);
  L.State = reservePerThread(4);
  L.Input32 = reservePerThread(4);
  for (uint64_t &Offset : L.ThreadIndex)
    Offset = reservePerThread(4);
  if (Result.HasWarpOps) {
    for (uint64_t *Offset : {&L.Mask, &L.Lane, &L.Clamp, &L.Result, &L.Flag})
      *Offset = reservePerThread(4);
    L.Input64 = reservePerThread(8);
    L.WideResult = reservePerThread(8);
    Result.ThreadValues = {{L.Input32, 4},
                           {L.Result, 4},
                           {L.Flag, 4},
                           {L.Input64, 8},
                           {L.WideResult, 8}};
  }
  Marker = Function::Create(
      FunctionType::get(Type::getVoidTy(Ctx), {Type::getInt32Ty(Ctx)}, false),
      GlobalValue::ExternalLinkage, "warpfort.split", M);
  Marker->setConvergent();
  for (CallInst *Call : Calls)
    markSplit(Call, classifySync(*Call)); // anew: operands change on the way
  for (auto [Number, Mark] : enumerate(Markers)) {
    Resumes.push_back(SplitBlock(Mark->getParent(), Mark->getNextNode()));
    SplitOf[Mark->getParent()] = Number;
  }
  // An entry of its own for stack slots.
  Start = &F.getEntryBlock();
  BasicBlock *Entry = BasicBlock::Create(Ctx, "", &F, Start);
  BranchInst::Create(Start, Entry);
}

//===-- 2. Private arrays -------------------------------------------------===//

Error Splitter::privatize() {
  // The builder stands before an instruction that may go: they go at the end.
  IRBuilder<> B(Start, Start->begin());
  SmallVector<Instruction *> Dead;
  for (Instruction &I : instructions(F)) {
    if (auto *II = dyn_cast<IntrinsicInst>(&I)) {
      if (II->isLifetimeStartOrEnd() ||
          II->getIntrinsicID() == Intrinsic::stackrestore) {
        Dead.push_back(II);
      } else if (II->getIntrinsicID() == Intrinsic::stacksave) {
        II->replaceAllUsesWith(PoisonValue::get(II->getType()));
        Dead.push_back(II);
      }
      continue;
    }
    auto *A = dyn_cast<AllocaInst>(&I);
    if (!A)
      continue;
    std::optional<TypeSize> Size = A->getAllocationSize(DL);
    if (!Size || Size->isScalable())
      return createStringError(
          "kernel '" + K.Name +
          "': a private array of variable size in a kernel with barriers or "
          "warp operations is not supported on the CPU");
    uint64_t Stride = alignTo(std::max<uint64_t>(Size->getFixedValue(), 1),
                              std::min(A->getAlign(), Align(64)));
    if (A->getAlign() > Align(64))
      return createStringError("kernel '" + K.Name +
                               "': a private array asks for an alignment of "
                               "more than 64 bytes");
    uint64_t Offset = reservePerThread(Stride);
    PrivateArrays[A] = {Offset, Stride};
    Value *Address = perThread(B, Offset, Stride);
    Address->takeName(A);
    A->replaceAllUsesWith(Address);
    Dead.push_back(A);
  }
  for (Instruction *I : Dead)
    I->eraseFromParent();
  return Error::success();
}

//===-- 4. What lives across split points ---------------------------------===//

void Splitter::computeLiveness() {
  // By use: from each use upwards to the definition.
  DenseMap<BasicBlock *, unsigned> ResumeOf;
  for (auto [Number, Resume] : enumerate(Resumes))
    ResumeOf[Resume] = Number;
  Live.assign(Resumes.size(), {});
  SmallVector<BasicBlock *, 32> Work;
  SmallPtrSet<BasicBlock *, 32> Seen; // live into these
  for (Instruction &I : instructions(F)) {
    Seen.clear();
    auto LiveInto = [&](BasicBlock *BB) {
      if (Seen.insert(BB).second)
        Work.push_back(BB);
    };
    for (Use &U : I.uses()) {
      auto *User = cast<Instruction>(U.getUser());
      if (auto *Phi = dyn_cast<PHINode>(User)) {
        if (Phi->getIncomingBlock(U) != I.getParent())
          LiveInto(Phi->getIncomingBlock(U));
      } else if (User->getParent() != I.getParent()) {
        LiveInto(User->getParent());
      }
    }
    while (!Work.empty()) {
      BasicBlock *BB = Work.pop_back_val();
      if (auto It = ResumeOf.find(BB); It != ResumeOf.end())
        Live[It->second].insert(&I);
      for (BasicBlock *Pred : predecessors(BB))
        if (Pred != I.getParent())
          LiveInto(Pred);
    }
  }
  Crossing.clear();
  for (const LiveSet &Set : Live)
    Crossing.insert_range(Set);
}

/// Can be computed again from arguments, uniform values and what is kept
/// anyway, for less than a load?
bool Splitter::isCheap(Value *V, unsigned Depth) const {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return true;
  if (Depth > 8)
    return false;
  if (auto *Load = dyn_cast<LoadInst>(I)) {
    if (!Load->hasMetadata(LLVMContext::MD_invariant_load))
      return false;
  } else if (auto *Bin = dyn_cast<BinaryOperator>(I)) {
    if (Bin->isIntDivRem() || Bin->getType()->isFPOrFPVectorTy())
      return false;
  } else if (!isa<CastInst, GetElementPtrInst, ICmpInst, SelectInst,
                  FreezeInst>(I)) {
    auto *II = dyn_cast<IntrinsicInst>(I);
    if (!II || !isa<MinMaxIntrinsic>(II))
      return false;
  }
  return all_of(I->operands(), [&](Value *Op) {
    auto *Def = dyn_cast<Instruction>(Op);
    if (!Def || isCheap(Op, Depth + 1))
      return true;
    return Uni.Uniform.contains(Def) || Crossing.contains(Def);
  });
}

void Splitter::rematerialize() {
  computeLiveness();
  // Decide first: what is kept must not change while chains are cloned.
  SmallPtrSet<Instruction *, 32> Cheap;
  for (Instruction *I : Crossing)
    if (isCheap(I, 0))
      Cheap.insert(I);

  DenseMap<std::pair<BasicBlock *, Value *>, Value *> Clones;
  DenseMap<BasicBlock *, Instruction *> Fronts; // clones go before these
  std::function<Value *(Value *, BasicBlock *)> Clone =
      [&](Value *V, BasicBlock *BB) -> Value * {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !(Cheap.contains(I) || isCheap(I, 0)) || I->getParent() == BB)
      return V;
    if (Value *Known = Clones.lookup({BB, I}))
      return Known;
    Instruction *New = I->clone();
    for (Use &Op : New->operands())
      Op.set(Clone(Op, BB));
    Instruction *&Front = Fronts[BB];
    if (!Front)
      Front = &*BB->getFirstInsertionPt();
    New->insertBefore(Front->getIterator());
    if (Uni.Uniform.contains(I))
      Uni.Uniform.insert(New);
    Clones[{BB, I}] = New;
    return New;
  };
  for (Instruction *I : Crossing) {
    if (!Cheap.contains(I))
      continue;
    for (Use &U : make_early_inc_range(I->uses())) {
      auto *User = cast<Instruction>(U.getUser());
      BasicBlock *BB = User->getParent();
      if (auto *Phi = dyn_cast<PHINode>(User))
        BB = Phi->getIncomingBlock(U);
      if (BB != I->getParent())
        U.set(Clone(I, BB));
    }
  }
  SmallVector<WeakTrackingVH, 32> Dead(Cheap.begin(), Cheap.end());
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
  computeLiveness();
}

//===-- 5. Stack slots ----------------------------------------------------===//

void Splitter::demote() {
  SmallVector<Type *, 8> Fields;
  Result.LiveFields.resize(Live.size());
  for (Instruction *I : Crossing) {
    Slot S;
    S.IsUniform = Uni.Uniform.contains(I);
    Type *T = storedType(I->getType());
    if (S.IsUniform) {
      S.Field = Fields.size();
      Fields.push_back(T);
    } else {
      uint64_t Size = DL.getTypeAllocSize(T).getFixedValue();
      S.Offset = reservePerThread(Size);
      Result.ThreadValues.push_back({S.Offset, Size});
    }
    Slots[I] = S;
  }
  Result.UniformType = StructType::get(Ctx, Fields);
  for (auto [Number, Set] : enumerate(Live))
    for (Instruction *I : Set)
      if (const Slot &S = Slots[I]; S.IsUniform)
        Result.LiveFields[Number].push_back(S.Field);

  auto AllocaPoint = F.getEntryBlock().getTerminator()->getIterator();
  for (auto &[I, S] : Slots) {
    Instruction *Value = I;
    if (auto *Phi = dyn_cast<PHINode>(I)) {
      // A PHI's slot must be read at each use, so demote a copy of it.
      Instruction *Copy = Phi->getType()->isAggregateType()
                              ? static_cast<Instruction *>(new FreezeInst(Phi))
                              : new BitCastInst(Phi, Phi->getType());
      Copy->insertBefore(*Phi->getParent(),
                         Phi->getParent()->getFirstInsertionPt());
      Phi->replaceUsesWithIf(Copy, [&](Use &U) { return U.getUser() != Copy; });
      Value = Copy;
    }
    S.Home = DemoteRegToStack(*Value, false, AllocaPoint);
  }
}

Value *Splitter::slotAddress(IRBuilderBase &B, Function &In, const Slot &S,
                             unsigned UniformArg) {
  if (S.IsUniform)
    return B.CreateStructGEP(Result.UniformType, K.env(In, UniformArg),
                             S.Field);
  Type *T = storedType(S.Home->getAllocatedType());
  return contextElement(B, K.env(In, EnvContext), S.Offset,
                        K.env(In, EnvLinear),
                        DL.getTypeAllocSize(T).getFixedValue());
}

//===-- 6. Regions --------------------------------------------------------===//

/// The blocks that a thread can reach from `Entry` without passing a split
/// point, `Entry` first.
SetVector<BasicBlock *> Splitter::reachableFrom(BasicBlock *Entry) const {
  SetVector<BasicBlock *> Blocks;
  Blocks.insert(Entry);
  for (size_t Next = 0; Next < Blocks.size(); ++Next)
    if (!SplitOf.count(Blocks[Next]))
      for (BasicBlock *Succ : successors(Blocks[Next]))
        Blocks.insert(Succ);
  return Blocks;
}

/// Where region \p In begins, behind a split point: the \p Values go to
/// the homes of its variables.
void Splitter::restoreLive(IRBuilderBase &B, Function &In,
                           const LiveSet &Values, ValueToValueMapTy &Map) {
  for (Instruction *I : Values) {
    const Slot &S = Slots[I];
    Type *T = S.Home->getAllocatedType(), *Stored = storedType(T);
    auto Home = Map.find(S.Home);
    if (Home == Map.end())
      continue; // only passed through, by a region that does not leave
    Value *V = B.CreateLoad(Stored, slotAddress(B, In, S, EnvUniformIn));
    if (Stored != T)
      V = B.CreateTrunc(V, T);
    B.CreateStore(V, Home->second);
  }
}

/// Where region \p In leaves at a split point. What is untouched in it is
/// still right in the context, but where threads may part, everything goes to
/// each thread's own place.
void Splitter::saveLive(IRBuilderBase &B, Function &In, const LiveSet &Values,
                        ValueToValueMapTy &Map) {
  for (Instruction *I : Values) {
    const Slot &S = Slots[I];
    Type *T = S.Home->getAllocatedType(), *Stored = storedType(T);
    auto Home = Map.find(S.Home);
    Value *V;
    if (Home != Map.end()) {
      V = B.CreateLoad(T, Home->second);
      if (Stored != T)
        V = B.CreateZExt(V, Stored);
    } else if (S.IsUniform) {
      V = B.CreateLoad(Stored, slotAddress(B, In, S, EnvUniformIn));
    } else {
      continue;
    }
    B.CreateStore(V, slotAddress(B, In, S, EnvUniformOut));
  }
}

/// Values kept once a group that only some of the exits of \p R save: the
/// others write something, too, which nobody reads. Written at some exits only,
/// they would be values that go from thread to thread in the loop over them,
/// for which LLVM makes no vectors.
void Splitter::saveAtAllExits(const Region &R) {
  if (R.DivergentExit)
    return;
  SmallSetVector<unsigned, 8> Fields;
  for (unsigned Exit : R.Exits)
    if (Exit != WARPCPU_EXIT)
      Fields.insert_range(Result.LiveFields[Exit]);
  for (BasicBlock &BB : *R.F) {
    auto *Ret = dyn_cast<ReturnInst>(BB.getTerminator());
    if (!Ret)
      continue;
    unsigned Exit = cast<ConstantInt>(Ret->getReturnValue())->getZExtValue();
    if (Exit == WARPCPU_EXIT)
      continue;
    IRBuilder<> B(Ret);
    for (unsigned Field : Fields)
      if (!is_contained(Result.LiveFields[Exit], Field))
        B.CreateStore(
            Constant::getNullValue(Result.UniformType->getElementType(Field)),
            B.CreateStructGEP(Result.UniformType, K.env(*R.F, EnvUniformOut),
                              Field));
  }
}

/// Has the copies of \p Blocks refer to each other, when all are there.
void Splitter::connectCopies(const SetVector<BasicBlock *> &Blocks,
                             ValueToValueMapTy &Map) {
  for (BasicBlock *BB : Blocks) {
    auto *Copy = cast<BasicBlock>(&*Map[BB]);
    for (PHINode &Phi : make_early_inc_range(Copy->phis()))
      for (unsigned In = Phi.getNumIncomingValues(); In-- > 0;)
        if (!Blocks.contains(Phi.getIncomingBlock(In)) ||
            SplitOf.count(Phi.getIncomingBlock(In)))
          Phi.removeIncomingValue(In, /*DeletePHIIfEmpty=*/false);
    for (Instruction &I : *Copy)
      RemapInstruction(&I, Map,
                       RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  }
}

Region Splitter::cloneRegion(unsigned Index) {
  BasicBlock *From = Index ? Resumes[Index - 1] : Start;
  SetVector<BasicBlock *> Blocks = reachableFrom(From);
  Function *New = Function::Create(F.getFunctionType(), F.getLinkage(),
                                   K.Name + ".region" + Twine(Index), M);
  New->copyAttributesFrom(&F);
  ValueToValueMapTy Map;
  for (auto [Old, Arg] : zip(F.args(), New->args())) {
    Arg.setName(Old.getName());
    Map[&Old] = &Arg;
  }
  IRBuilder<> B(BasicBlock::Create(Ctx, "enter", New));
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB)
      for (Value *Op : I.operands())
        if (auto *Home = dyn_cast<AllocaInst>(Op); Home && !Map.count(Home))
          Map[Home] = B.CreateAlloca(Home->getAllocatedType());
  for (BasicBlock *BB : Blocks)
    Map[BB] = CloneBasicBlock(BB, Map, "", New);

  if (Index > 0)
    restoreLive(B, *New, Live[Index - 1], Map);
  BranchInst *Enter = B.CreateBr(cast<BasicBlock>(&*Map[From]));

  // Leave at the split points.
  Region R;
  R.F = New;
  bool Returns = false;
  for (BasicBlock *BB : Blocks) {
    Returns |= isa<ReturnInst>(BB->getTerminator());
    auto It = SplitOf.find(BB);
    if (It == SplitOf.end())
      continue;
    unsigned Number = It->second;
    R.Exits.push_back(Number);
    auto *Copy = cast<BasicBlock>(&*Map[BB]);
    Copy->getTerminator()->eraseFromParent();
    Instruction *Mark = &Copy->back();
    B.SetInsertPoint(Mark);
    saveLive(B, *New, Live[Number], Map);
    B.CreateRet(B.getInt32(Number));
    Mark->eraseFromParent();
  }
  if (Returns)
    R.Exits.push_back(WARPCPU_EXIT);

  connectCopies(Blocks, Map);
  describeRegion(R, Index, *Enter);
  analyzeExits(R, Map);
  saveAtAllExits(R);
  return R;
}

/// Debug information: variables are where privatize() put them.
void Splitter::describeRegion(const Region &R, unsigned Index,
                              Instruction &Enter) {
  if (!F.getSubprogram())
    return;
  RegionDebugInfo Info(F, *R.F, Index ? SplitLines[Index - 1] : DebugLoc());
  IRBuilder<> B(&Enter);
  for (const SlotVariable &V : Variables) {
    auto Array = PrivateArrays.find(V.Slot);
    if (Array == PrivateArrays.end())
      continue;
    auto [Offset, Stride] = Array->second;
    Info.describe(B, V,
                  contextElement(B, K.env(*R.F, EnvContext), Offset,
                                 K.env(*R.F, EnvLinear), Stride));
  }
}

/// Finds divergent branches whose sides do not meet again in the region.
void Splitter::analyzeExits(Region &R, const ValueToValueMapTy &Map) {
  PostDominatorTree PDT(*R.F);
  for (const BasicBlock *Divergent : Uni.DivergentBranches) {
    auto It = Map.find(Divergent);
    if (It == Map.end() || !It->second)
      continue;
    auto *BB = cast<BasicBlock>(&*It->second);
    if (BB->getTerminator()->getNumSuccessors() < 2)
      continue;
    DomTreeNode *Node = PDT.getNode(BB);
    if (Node && Node->getIDom() && Node->getIDom()->getBlock())
      continue;
    // The places that can be reached from here.
    SetVector<BasicBlock *> Reached;
    SmallSet<unsigned, 4> Exits;
    for (BasicBlock *Succ : successors(BB))
      Reached.insert(Succ);
    for (size_t Next = 0; Next < Reached.size(); ++Next) {
      for (BasicBlock *Succ : successors(Reached[Next]))
        Reached.insert(Succ);
      if (auto *Ret = dyn_cast<ReturnInst>(Reached[Next]->getTerminator()))
        Exits.insert(cast<ConstantInt>(Ret->getReturnValue())->getZExtValue());
    }
    bool InLoop = Reached.contains(BB);
    bool OnlyLeaves = Exits.size() == 1 && Exits.contains(WARPCPU_EXIT);
    if (OnlyLeaves || Exits.empty())
      continue;
    if (Exits.size() > 1 || InLoop)
      R.DivergentExit = true;
    R.MayDisagree |= InLoop;
  }
}

Expected<SplitKernel> Splitter::run() {
  Variables = takeVariables(F);
  markSplits();
  if (Error E = privatize())
    return E;
  Uni = computeUniformity(K);
  rematerialize();
  demote();
  ContextLayout &L = Result.Layout;
  uint64_t UniformBytes = DL.getTypeAllocSize(Result.UniformType);
  L.Uniform = reservePerThread(UniformBytes);
  Result.HasRowGroups = K.HasRowGroups;
  Result.HasPrivateMemory = !PrivateArrays.empty();
  // Rows may be as short as one thread.
  const uint64_t MaxGroups = K.HasRowGroups
                                 ? WARPRT_MAX_BLOCK_THREADS
                                 : WARPRT_MAX_BLOCK_THREADS / WARPCPU_WARP;
  L.GroupState = L.reserve(4, MaxGroups);
  L.GroupCount = L.reserve(4, MaxGroups);
  if (K.HasRowGroups)
    L.GroupSkipped = L.reserve(4, MaxGroups);
  L.GroupUniform = L.reserve(UniformBytes, MaxGroups);
  L.CallIn = L.reserve(UniformBytes, 1);
  L.CallOut = L.reserve(UniformBytes, 1);
  for (unsigned Index = 0; Index <= Markers.size(); ++Index)
    Result.Regions.push_back(cloneRegion(Index));
  F.deleteBody();
  Marker->eraseFromParent();
  return std::move(Result);
}

} // namespace

Expected<SplitKernel> splitKernel(KernelBody &K) { return Splitter(K).run(); }

} // namespace warpfort::cpu
