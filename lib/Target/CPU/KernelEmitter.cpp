//===-- KernelEmitter.cpp - The function that runs blocks of a kernel -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel has two forms, between which its function chooses at run time, and
// two versions of both if it has array arguments of unknown strides
// (ContiguousArrays.cpp):
//
//   run(...) {
//     if (block is 1 x 1 x 1)
//       for (b : blocks) body(thread 0);        // the form of kernel loops
//     else if (made from a kernel loop)
//       refuse: the runtime's launch shape is wrong
//     else if (no barriers, no warp operations)
//       for (b : blocks) for (t : threads) body(t);
//     else if (it has warp operations and its warps are whole)
//       ...                                     // SplitEmitter.cpp
//     else
//       ...                                     // likewise
//   }
//
// Kernels with barriers may have a form for blocks that are rows, too
// (FuseAtBarriers.cpp, JoinRounds.cpp), or one for the shape that launches in
// the kernel's file ask for. The form for whole warps
// (WholeWarps.cpp) is there where loops gain by it. A kernel without barriers
// whose loops gain by changing places with that over the threads
// (Interchange.cpp) goes through SplitEmitter.cpp, too. If it forms sums, it
// has both orders until it turns out which is better (ChooseLoopOrders.cpp).
//
//===----------------------------------------------------------------------===//
#include "KernelEmitter.h"
#include "BlockAtomics.h"
#include "BlockRuns.h"
#include "CheckWarpRounds.h"
#include "ChooseLoopOrders.h"
#include "ContiguousArrays.h"
#include "DebugInfo.h"
#include "FuseAtBarriers.h"
#include "Interchange.h"
#include "JoinRounds.h"
#include "LaunchBuilder.h"
#include "MarchingLoops.h"
#include "MergeBlockSums.h"
#include "RegionSplitter.h"
#include "SingleThread.h"
#include "SplitEmitter.h"
#include "WholeWarps.h"
#include "warprt/Image.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort::cpu {
namespace {

/// Blocks of one thread: ordinary code.
Function *emitSingle(const KernelBody &K, Function *Body, Module &M) {
  lowerSyncForOneThread(*Body);
  lowerBlockAtomics(K, *Body);
  Function *F = createRunFunction(M, K, ".single");
  IRBuilder<> B(&F->getEntryBlock());
  LaunchBuilder L(K, B);
  L.unpack(F->getArg(RunArgs), F->getArg(RunGrid), F->getArg(RunShared),
           F->getArg(RunContext));
  Value *Zero = B.getInt32(0), *One = B.getInt32(1);
  L.BlockDim = {One, One, One};
  L.forBlocks(F->getArg(RunFirstBlock), F->getArg(RunEndBlock),
              [&] { L.inlined(Body, {{Zero, Zero, Zero}, Zero}); });
  B.CreateRetVoid();
  return F;
}

/// Any block, of a kernel whose threads run without waiting for each other.
Function *emitThreadLoops(const KernelBody &K, Module &M) {
  bool Joined = canJoinBlocks(K);
  if (Joined) // indices go beyond the block
    for (Argument *Index : {K.env(EnvThread, 0), K.env(EnvLinear)})
      Index->removeAttr(Attribute::Range);
  MDNode *Group = MDNode::getDistinct(M.getContext(), {});
  annotateAccesses(*K.Body, Group);
  lowerBlockAtomics(K, *K.Body);
  Function *F = createRunFunction(M, K, ".blocks");
  IRBuilder<> B(&F->getEntryBlock());
  LaunchBuilder L(K, B);
  L.unpack(F->getArg(RunArgs), F->getArg(RunGrid), F->getArg(RunShared),
           F->getArg(RunContext));
  auto Threads = [&] {
    L.forThreads(Group,
                 [&](const ThreadPlace &Place) { L.inlined(K.Body, Place); });
  };
  L.forBlocks(F->getArg(RunFirstBlock), F->getArg(RunEndBlock), Threads,
              Joined);
  B.CreateRetVoid();
  return F;
}

/// Kernel loops come with blocks of one thread; anything else is a defect of
/// the runtime, and must not pass as a wrong result.
Function *emitRefusal(const KernelBody &K, Module &M) {
  Function *F = createRunFunction(M, K, ".blocks");
  IRBuilder<> B(&F->getEntryBlock());
  FunctionCallee Refuse = M.getOrInsertFunction("warpcpu_refuse_shape",
                                                B.getVoidTy(), B.getPtrTy());
  B.CreateCall(Refuse, {B.CreateGlobalString(K.Name, "warpfort.name")});
  B.CreateRetVoid();
  return F;
}

/// Has loops of the kernel change places with that over the threads.
Interchanged interchange(KernelBody &K) {
  bool OwnWarpOps = hasWarpOps(*K.Body);
  if (keepsVariables(*K.Body))
    return Interchanged::None;
  Interchanged What = interchangeLoops(K);
  K.HasRowGroups = What != Interchanged::None &&
                   What != Interchanged::BlockLoops && !OwnWarpOps;
  return What;
}

/// Ends a run function by a call of one of two others.
void callOne(IRBuilder<> &B, Value *Condition,
             std::pair<StringRef, Function *> First,
             std::pair<StringRef, Function *> Second) {
  Function *F = B.GetInsertBlock()->getParent();
  BasicBlock *One = BasicBlock::Create(F->getContext(), First.first, F);
  BasicBlock *Other = BasicBlock::Create(F->getContext(), Second.first, F);
  B.CreateCondBr(Condition, One, Other);
  SmallVector<Value *, 6> Args(make_pointer_range(F->args()));
  for (auto [BB, Callee] :
       {std::pair{One, First.second}, {Other, Second.second}}) {
    B.SetInsertPoint(BB);
    B.CreateCall(Callee, Args);
    B.CreateRetVoid();
  }
}

/// One of two functions for blocks, by what \p Asks of the launch.
Function *
emitChoice(const KernelBody &K, Module &M,
           function_ref<Value *(IRBuilder<> &, const LaunchBuilder &)> Asks,
           std::pair<StringRef, Function *> First,
           std::pair<StringRef, Function *> Second) {
  Function *F = createRunFunction(M, K, ".blocks");
  IRBuilder<> B(&F->getEntryBlock());
  LaunchBuilder L(K, B);
  L.unpack(F->getArg(RunArgs), F->getArg(RunGrid), F->getArg(RunShared),
           F->getArg(RunContext));
  callOne(B, Asks(B, L), First, Second);
  return F;
}

Function *emitForms(const KernelBody &K, Function *Single, Function *Blocks,
                    const Twine &Suffix, Module &M) {
  Function *F = createRunFunction(M, K, Suffix);
  IRBuilder<> B(&F->getEntryBlock());
  LaunchBuilder L(K, B);
  L.unpack(F->getArg(RunArgs), F->getArg(RunGrid), F->getArg(RunShared),
           F->getArg(RunContext));
  Value *IsSingle = B.CreateICmpEQ(L.threadCount(), B.getInt32(1));
  callOne(B, IsSingle, {"single", Single}, {"many", Blocks});
  return F;
}

/// \p Contiguous, if the strides of a launch are those that it takes for
/// granted.
Function *emitVersions(const KernelBody &K, ArrayRef<LeadingStride> Strides,
                       Function *Contiguous, Function *General, Module &M) {
  Function *F = createRunFunction(M, K, "");
  IRBuilder<> B(&F->getEntryBlock());
  LaunchBuilder L(K, B);
  L.unpack(F->getArg(RunArgs), F->getArg(RunGrid), F->getArg(RunShared),
           F->getArg(RunContext));
  Value *AllAre = B.getTrue();
  for (const LeadingStride &S : Strides) {
    Value *Stride = B.CreateAlignedLoad(
        B.getInt64Ty(),
        B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), L.param(S.Param), S.Offset),
        Align(8), "stride");
    AllAre =
        B.CreateAnd(AllAre, B.CreateICmpEQ(Stride, B.getInt64(S.ElementSize)));
  }
  callOne(B, AllAre, {"contiguous", Contiguous}, {"strided", General});
  return F;
}

KernelBody copyOf(const KernelBody &K) {
  KernelBody Copy = K;
  ValueToValueMapTy Map;
  Copy.Body = CloneFunction(K.Body, Map);
  return Copy;
}

/// Any block, of a kernel with barriers or interchanged loops.
Expected<Function *> emitRegions(KernelBody K, EmittedKernel &Result, Module &M,
                                 bool IsRare = false) {
  Expected<SplitKernel> Split = splitKernel(K);
  if (!Split)
    return Split.takeError();
  Result.ContextBytes = std::max(Result.ContextBytes, Split->Layout.Bytes);
  return emitSplitKernel(K, *Split, M, IsRare);
}

/// What is known of threads and blocks that are rows.
void assumeOneRow(KernelBody &K) {
  Type *I32 = Type::getInt32Ty(K.Body->getContext());
  for (unsigned D : {1, 2}) {
    K.env(EnvThread, D)->replaceAllUsesWith(ConstantInt::get(I32, 0));
    K.env(EnvBlockDim, D)->replaceAllUsesWith(ConstantInt::get(I32, 1));
  }
  K.env(EnvLinear)->replaceAllUsesWith(K.env(EnvThread));
  for (Instruction &I : instructions(*K.Body))
    if (Value *Simple = simplifyInstruction(&I, K.Body->getDataLayout()))
      I.replaceAllUsesWith(Simple);
}

/// Makes \p K the code for blocks of one row, if some of the barriers are
/// needless there.
bool specializeForRow(KernelBody &K) {
  bool IsCluster = K.Cluster[0] * K.Cluster[1] * K.Cluster[2] > 1;
  if (K.IsChecked || IsCluster || keepsVariables(*K.Body))
    return false;
  assumeOneRow(K);
  bool HasFused = fuseAtBarriers(K), HasJoined = joinRounds(K);
  return HasFused || HasJoined;
}

/// Whether a launch's blocks are rows. Asked when \p L is unpacked.
Value *hasOneRow(IRBuilder<> &B, const LaunchBuilder &L) {
  Value *Rows = B.CreateMul(L.BlockDim[1], L.BlockDim[2]);
  return B.CreateICmpEQ(Rows, B.getInt32(1));
}

/// Whether \p V is zero where all of \p Parts are, and nowhere else.
bool isAnyOf(const Value &V, ArrayRef<Value *> Parts) {
  SmallVector<const Value *, 4> Left{&V};
  SmallPtrSet<const Value *, 4> Found;
  while (!Left.empty()) {
    const Value *Next = Left.pop_back_val();
    auto *Or = dyn_cast<BinaryOperator>(Next);
    if (Or && Or->getOpcode() == Instruction::Or)
      append_range(Left, Or->operand_values());
    else if (is_contained(Parts, Next))
      Found.insert(Next);
    else
      return false;
  }
  return Found.size() == Parts.size();
}

/// Has what is checked name a thread by its number where it computes that, or
/// looks for the first one: only so it is seen that rows can be joined.
void useThreadNumbers(KernelBody &K) {
  Value *X = K.env(EnvThread, 0), *Y = K.env(EnvThread, 1),
        *Z = K.env(EnvThread, 2);
  auto InPlane = m_c_Add(
      m_c_Mul(m_Specific(Z), m_Specific(K.env(EnvBlockDim, 1))), m_Specific(Y));
  auto Number = m_c_Add(m_c_Mul(InPlane, m_Specific(K.env(EnvBlockDim, 0))),
                        m_Specific(X));
  SmallVector<WeakTrackingVH> Unused;
  for (Instruction &I : instructions(*K.Body)) {
    if (match(&I, Number)) {
      I.replaceAllUsesWith(K.env(EnvLinear));
      Unused.push_back(&I);
    }
    Value *All;
    auto *Compare = dyn_cast<ICmpInst>(&I);
    if (Compare && Compare->isEquality() &&
        match(Compare, m_ICmp(m_Value(All), m_Zero())) &&
        isAnyOf(*All, {X, Y, Z})) {
      Compare->setOperand(0, K.env(EnvLinear));
      Unused.push_back(All);
    }
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Unused);
}

/// A kernel with barriers, with a version for blocks of one row if some of the
/// barriers are needless there.
Expected<Function *> emitRowVersions(KernelBody &K, EmittedKernel &Result,
                                     Module &M) {
  if (K.BlockShape)
    return emitRegions(K, Result, M);
  KernelBody Row = copyOf(K);
  if (!specializeForRow(Row)) {
    Row.Body->eraseFromParent();
    return emitRegions(K, Result, M);
  }
  Expected<SplitKernel> Split = splitKernel(Row);
  if (!Split)
    return Split.takeError();
  // Threads that part run one by one, in an order of their own.
  if (any_of(Split->Regions, [](const Region &R) { return R.DivergentExit; })) {
    for (const Region &R : Split->Regions)
      R.F->eraseFromParent();
    return emitRegions(K, Result, M);
  }
  Result.ContextBytes = std::max(Result.ContextBytes, Split->Layout.Bytes);
  Function *OfRow = emitSplitKernel(Row, *Split, M);
  OfRow->setName(K.Name + ".one.row");
  Expected<Function *> OfAny = emitRegions(K, Result, M, /*IsRare=*/true);
  if (!OfAny)
    return OfAny;
  (*OfAny)->setName(K.Name + ".any.shape");
  return emitChoice(K, M, hasOneRow, {"one.row", OfRow}, {"any.shape", *OfAny});
}

/// Whether a thread asks for its row, which a whole warp has in common: its
/// accesses are described together only if that is seen.
bool looksAtRow(const KernelBody &K) {
  return !K.env(EnvThread, 1)->use_empty() || !K.env(EnvThread, 2)->use_empty();
}

/// A kernel with warp operations: \p Whole for launches of whole warps, \p K
/// for the others.
Expected<Function *> emitWarpVersions(KernelBody &K, KernelBody &Whole,
                                      EmittedKernel &Result, Module &M) {
  Expected<Function *> OfWhole = emitRegions(Whole, Result, M);
  if (!OfWhole)
    return OfWhole;
  (*OfWhole)->setName(K.Name + ".whole.warps");
  interchange(K);
  Expected<Function *> OfAny = emitRegions(K, Result, M, /*IsRare=*/true);
  if (!OfAny)
    return OfAny;
  (*OfAny)->setName(K.Name + ".any.warps");
  return emitChoice(K, M, hasWholeWarps, {"whole.warps", *OfWhole},
                    {"any.warps", *OfAny});
}

/// Any block: thread by thread, from barrier to barrier, or in either order.
Expected<Function *> emitBlocks(KernelBody &K, EmittedKernel &Result,
                                Module &M) {
  bool HasBarriers = needsSplitting(*K.Body);
  if (hasWarpOps(*K.Body) && !keepsVariables(*K.Body) &&
      (!K.IsChecked || looksAtRow(K))) {
    KernelBody Whole = copyOf(K);
    assumeWholeWarps(Whole);
    if (K.IsChecked)
      checkWarpRounds(Whole);
    if (interchange(Whole) != Interchanged::None || K.IsChecked)
      return emitWarpVersions(K, Whole, Result, M);
    Whole.Body->eraseFromParent();
  }
  if (!HasBarriers)
    if (std::optional<MarchingLoop> Loop = takeMarchingLoop(K)) {
      K.Body->eraseFromParent();
      Result.Flags |= WARPRT_CPU_KERNEL_LONG_CALLS;
      return emitMarchingLoop(K, *Loop, M);
    }
  Interchanged What = interchange(K);
  if (What == Interchanged::None && !HasBarriers)
    return emitThreadLoops(K, M);
  if (HasBarriers && !hasWarpOps(*K.Body)) {
    if (K.IsChecked)
      useThreadNumbers(K);
    return emitRowVersions(K, Result, M);
  }
  if (What != Interchanged::Sums || HasBarriers)
    return emitRegions(K, Result, M);
  KernelBody ByThread = copyOf(K);
  lowerSyncForOneThread(*ByThread.Body); // the interchange's own
  Function *Threads = emitThreadLoops(ByThread, M);
  Expected<Function *> Regions = emitRegions(K, Result, M);
  if (!Regions)
    return Regions;
  Threads->setName(K.Name + ".threads.outside");
  (*Regions)->setName(K.Name + ".loops.outside");
  Function *F = createRunFunction(M, K, ".blocks");
  IRBuilder<> B(&F->getEntryBlock());
  Value *IsVector = askForVectors(B, *Threads);
  callOne(B, IsVector, {"threads.outside", Threads},
          {"loops.outside", *Regions});
  return F;
}

/// Beyond that, a kernel does more than to begin rows and to pass barriers.
constexpr unsigned MaxWithShape = 2000;

/// Whether a version for the blocks that \p K is launched with in its own file
/// is worth its code: short rows whose length is known are vectors without a
/// loop, and a tree's rounds need not ask for the number of threads. Where a
/// block is one row, JoinRounds and FuseAtBarriers do more: with a constant
/// length LLVM makes vectors of rounds that were joined so as not to be some.
bool wantsShape(const KernelBody &K) {
  if (!K.LaunchedShape || K.IsChecked || keepsVariables(*K.Body) ||
      K.Body->getInstructionCount() > MaxWithShape)
    return false;
  bool IsRow = (*K.LaunchedShape)[1] * (*K.LaunchedShape)[2] == 1;
  return hasWarpOps(*K.Body) || (needsSplitting(*K.Body) && !IsRow);
}

/// Whether a launch's blocks have that shape. Asked when \p L is unpacked.
Value *hasShape(IRBuilder<> &B, const LaunchBuilder &L,
                const std::array<uint32_t, 3> &Shape) {
  Value *Has = B.getTrue();
  for (auto [Extent, Wanted] : zip_equal(L.BlockDim, Shape))
    Has = B.CreateAnd(Has, B.CreateICmpEQ(Extent, B.getInt32(Wanted)));
  return Has;
}

/// Any block, with a version for those of the kernel's own file.
Expected<Function *> emitShapes(KernelBody &K, EmittedKernel &Result,
                                Module &M) {
  if (!wantsShape(K))
    return emitBlocks(K, Result, M);
  KernelBody Known = copyOf(K);
  Known.BlockShape = K.LaunchedShape;
  Expected<Function *> OfShape = emitBlocks(Known, Result, M);
  if (!OfShape)
    return OfShape;
  (*OfShape)->setName(K.Name + ".known.shape");
  Expected<Function *> OfAny = emitBlocks(K, Result, M);
  if (!OfAny)
    return OfAny;
  (*OfAny)->setName(K.Name + ".other.shape");
  auto HasShape = [&](IRBuilder<> &B, const LaunchBuilder &L) {
    return hasShape(B, L, *K.LaunchedShape);
  };
  return emitChoice(K, M, HasShape, {"known.shape", *OfShape},
                    {"other.shape", *OfAny});
}

/// One version of a kernel.
Expected<EmittedKernel> emitVersion(KernelBody K, const Twine &Suffix) {
  Module &M = *K.Body->getParent();
  EmittedKernel Result;
  Result.Name = K.Name;
  Result.StaticSharedBytes = K.StaticSharedBytes;
  if (K.HasDynamicShared)
    Result.Flags |= WARPRT_CPU_KERNEL_DYNAMIC_SHARED;

  ValueToValueMapTy Map;
  Function *SingleBody = CloneFunction(K.Body, Map);
  SingleBody->setName(K.Name + ".single.body");
  Function *Single = emitSingle(K, SingleBody, M);
  if (K.IsKernelLoop) {
    Result.Run = emitForms(K, Single, emitRefusal(K, M), Suffix, M);
    K.Body->eraseFromParent();
    return Result;
  }
  Expected<Function *> Blocks = emitShapes(K, Result, M);
  if (!Blocks)
    return Blocks.takeError();
  Result.Run = emitForms(K, Single, *Blocks, Suffix, M);
  return Result;
}

} // namespace

/// With a second version for arrays without gaps, if it reads their distances.
static Expected<EmittedKernel> emitStrideVersions(KernelBody K) {
  SmallVector<LeadingStride, 4> Strides = findLeadingStrides(K);
  if (Strides.empty())
    return emitVersion(std::move(K), "");
  Module &M = *K.Body->getParent();
  KernelBody Copy = copyOf(K);
  assumeContiguous(*Copy.Body, Strides);
  KernelBody Common = K; // but for its code
  Expected<EmittedKernel> General = emitVersion(std::move(K), ".strided");
  if (!General)
    return General;
  Expected<EmittedKernel> Contiguous =
      emitVersion(std::move(Copy), ".contiguous");
  if (!Contiguous)
    return Contiguous;
  Contiguous->ContextBytes =
      std::max(Contiguous->ContextBytes, General->ContextBytes);
  Contiguous->Run =
      emitVersions(Common, Strides, Contiguous->Run, General->Run, M);
  return Contiguous;
}

Expected<EmittedKernel> emitKernel(KernelBody K) {
  bool HasMerged = mergeBlockSums(K);
  Expected<EmittedKernel> Kernel = emitStrideVersions(std::move(K));
  if (Kernel && HasMerged)
    Kernel->Flags |= WARPRT_CPU_KERNEL_LONG_CALLS;
  return Kernel;
}

} // namespace warpfort::cpu
