//===-- KernelEmitter.cpp - The function that runs blocks of a kernel -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel has two forms, between which its function chooses at run time:
//
//   run(...) {
//     if (block is 1 x 1 x 1)
//       for (b : blocks) body(thread 0);        // the form of kernel loops
//     else if (made from a kernel loop)
//       refuse: the runtime's launch shape is wrong
//     else if (no barriers, no warp operations)
//       for (b : blocks) for (t : threads) body(t);
//     else
//       ...                                     // SplitEmitter.cpp
//   }
//
//===----------------------------------------------------------------------===//
#include "KernelEmitter.h"
#include "BlockAtomics.h"
#include "BlockRuns.h"
#include "DebugInfo.h"
#include "Interchange.h"
#include "LaunchBuilder.h"
#include "RegionSplitter.h"
#include "SingleThread.h"
#include "SplitEmitter.h"
#include "warprt/Image.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

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
    K.env(EnvThread, 0)->removeAttr(Attribute::Range);
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

/// True if loops of the kernel change places with that over the threads.
bool interchange(KernelBody &K) {
  bool OwnWarpOps = hasWarpOps(*K.Body);
  if (keepsVariables(*K.Body) || K.IsChecked || !interchangeLoops(K))
    return false;
  K.HasRowGroups = !OwnWarpOps;
  return true;
}

Function *emitChoice(const KernelBody &K, Function *Single, Function *Blocks,
                     Module &M) {
  Function *F = createRunFunction(M, K, "");
  IRBuilder<> B(&F->getEntryBlock());
  LaunchBuilder L(K, B);
  L.unpack(F->getArg(RunArgs), F->getArg(RunGrid), F->getArg(RunShared),
           F->getArg(RunContext));
  Value *IsSingle = B.CreateICmpEQ(L.threadCount(), B.getInt32(1));
  BasicBlock *One = BasicBlock::Create(M.getContext(), "single", F);
  BasicBlock *Many = BasicBlock::Create(M.getContext(), "many", F);
  B.CreateCondBr(IsSingle, One, Many);
  SmallVector<Value *, 6> Args(make_pointer_range(F->args()));
  for (auto [BB, Callee] : {std::pair{One, Single}, {Many, Blocks}}) {
    B.SetInsertPoint(BB);
    B.CreateCall(Callee, Args);
    B.CreateRetVoid();
  }
  return F;
}

} // namespace

Expected<EmittedKernel> emitKernel(KernelBody K) {
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
  Function *Blocks;
  if (K.IsKernelLoop) {
    Blocks = emitRefusal(K, M);
    K.Body->eraseFromParent();
  } else if (interchange(K) || needsSplitting(*K.Body)) {
    Expected<SplitKernel> Split = splitKernel(K);
    if (!Split)
      return Split.takeError();
    Result.ContextBytes = Split->Layout.Bytes;
    Blocks = emitSplitKernel(K, *Split, M);
  } else {
    Blocks = emitThreadLoops(K, M);
  }
  Result.Run = emitChoice(K, Single, Blocks, M);
  return Result;
}

} // namespace warpfort::cpu
