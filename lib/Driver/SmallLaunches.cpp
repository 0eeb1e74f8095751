//===-- SmallLaunches.cpp - Small grids in the launching thread -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch costs more than a small grid does (arXiv 2201.02789 calls this
// thresholding). With -fnested-threshold=N a launch in device code
//
//   launch<<<grid, block, bytes, stream>>>(arguments)
//
// becomes
//
//   if (threads(grid, block) <= N && mayRunHere)
//     for (each thread of each block)
//       kernel.thread(its indices, arguments);
//   else {
//     hasLaunched = true;
//     launch<<<grid, block, bytes, stream>>>(arguments)
//   }
//
// The kernel must be one whose threads need nothing of each other: no barrier,
// no operation of a warp, no shared memory.
//
// A grid may begin as soon as it is launched, so running it at once is right
// but for the order in its stream. Kernels in cudaStreamFireAndForget have no
// order, those in cudaStreamTailLaunch come after the parent grid. In other
// streams a small grid must not overtake one that was launched before: by the
// same thread, which `hasLaunched` tells, or by other threads of the block,
// which takes a barrier. So the launching procedure must be a kernel without
// barriers which calls nothing that launches.
//
// What a grid in place launches becomes the launching grid's. That is right
// where the stream of both has the same order: stream 0, or none at all.
//
// Where launches are combined, a grid that launches is put into the code of the
// kernel, so that its launches can be combined, too.
//
//===----------------------------------------------------------------------===//
#include "SmallLaunches.h"
#include "KernelBehaviour.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "warpfort/Target/Embed/Embed.h"
#include "warprt/DeviceLaunch.h"
#include "warprt/Image.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace warpfort {

/// A block has no more threads along the third dimension.
static constexpr unsigned MostInDepth = 64;

/// Whether one thread of the kernel sees to it that a small grid does not
/// overtake one that was launched before.
static bool knowsOrder(Function &Kernel) {
  if (!isDeviceKernel(Kernel))
    return false;
  for (Instruction &I : instructions(Kernel)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    Function *Callee = Call->getCalledFunction();
    if (!Callee)
      return false;
    if (Callee->hasFnAttribute(bitcode::LaunchOfAttr) || isOfLauncher(*Callee))
      continue;
    if (Callee->isIntrinsic()     ? Callee->isConvergent()
        : Callee->isDeclaration() ? !isOwnAffair(*Callee)
                                  : [](const Behaviour &B) {
                                      return B.Launches || B.Synchronizes ||
                                             B.Waits;
                                    }(inspectBehaviour(*Callee)))
      return false;
  }
  return true;
}

namespace {

/// `for (i32 i = 0; i < extent; ++i)` around what is built next.
class LoopNest {
public:
  explicit LoopNest(IRBuilder<> &B) : B(B) {}

  Value *open(Value *Extent) {
    BasicBlock *Before = B.GetInsertBlock();
    Function *F = Before->getParent();
    BasicBlock *Body = BasicBlock::Create(B.getContext(), "", F);
    BasicBlock *After = BasicBlock::Create(B.getContext(), "", F);
    B.CreateBr(Body);
    B.SetInsertPoint(Body);
    PHINode *Index = B.CreatePHI(B.getInt32Ty(), 2);
    Index->addIncoming(B.getInt32(0), Before);
    Loops.push_back({Index, Extent, Body, After});
    return Index;
  }
  void closeAll() {
    for (Loop &L : reverse(Loops)) {
      Value *Next = B.CreateAdd(L.Index, B.getInt32(1));
      L.Index->addIncoming(Next, B.GetInsertBlock());
      B.CreateCondBr(B.CreateICmpULT(Next, L.Extent), L.Body, L.After);
      B.SetInsertPoint(L.After);
    }
  }

private:
  struct Loop {
    PHINode *Index;
    Value *Extent;
    BasicBlock *Body, *After;
  };
  IRBuilder<> &B;
  SmallVector<Loop> Loops;
};

} // namespace

static void inlineCall(CallInst &Call) {
  InlineFunctionInfo Info;
  InlineFunction(Call, Info);
}

/// void kernel.grid(grid, block, arguments): all threads, block by block.
Function *SmallLaunches::makeGridFunction(Function &Kernel) {
  Function *Thread = makeThreadFunction(Kernel, ".thread");
  Type *I32 = Type::getInt32Ty(M.getContext());
  SmallVector<Type *> Types(NumExtents, I32);
  append_range(Types, Kernel.getFunctionType()->params());
  Type *Void = Type::getVoidTy(M.getContext());
  Function *Grid = Function::Create(FunctionType::get(Void, Types, false),
                                    GlobalValue::InternalLinkage,
                                    Kernel.getName() + ".grid", M);
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "", Grid));
  LoopNest Loops(B);
  // Grid, then block, both from the last dimension to the first.
  Value *Indices[NumIndices];
  for (unsigned Extent : {2, 1, 0, 5, 4, 3})
    Indices[(Extent + 3) % NumIndices] = Loops.open(Grid->getArg(Extent));
  SmallVector<Value *> Values;
  for (Argument &Arg : Grid->args())
    Values.push_back(&Arg);
  CallInst *Run = callThreadFunction(B, *Thread, Kernel, Indices,
                                     ArrayRef(Values).take_front(NumExtents),
                                     ArrayRef(Values).drop_front(NumExtents));
  Loops.closeAll();
  B.CreateRetVoid();
  if (Combines && inspectBehaviour(*Thread).Launches) {
    inlineCall(*Run);
    Thread->eraseFromParent();
  }
  return Grid;
}

void SmallLaunches::prepare() {
  if (!Threshold)
    return;
  SmallVector<Function *> Kernels, Launchers;
  for (Function &F : M) {
    if (F.isDeclaration() && F.hasFnAttribute(bitcode::LaunchOfAttr)) {
      Function *Kernel = M.getFunction(
          F.getFnAttribute(bitcode::LaunchOfAttr).getValueAsString());
      if (Kernel && isDeviceKernel(*Kernel) && isSerial(*Kernel) &&
          !inspectBehaviour(*Kernel).LaunchesElsewhere)
        Kernels.push_back(Kernel);
    } else if (!F.isDeclaration() && inspectBehaviour(F).Launches) {
      Launchers.push_back(&F);
    }
  }
  for (Function *F : Launchers) {
    Value *Flag = nullptr;
    if (knowsOrder(*F)) {
      IRBuilder<> B(&F->getEntryBlock(), F->getEntryBlock().begin());
      Flag = B.CreateAlloca(B.getInt1Ty(), nullptr, "has_launched");
      B.CreateStore(B.getFalse(), Flag);
    }
    Flags[F] = Flag;
  }
  for (Function *Kernel : Kernels)
    if (!GridFunctions.contains(Kernel))
      GridFunctions[Kernel] = makeGridFunction(*Kernel);
}

/// Whether the launch has 1 to Threshold threads, in extents that CUDA takes:
/// others are errors of the launch.
Value *SmallLaunches::isSmall(CallInst &Call, Instruction *Before) {
  IRBuilder<> B(Before);
  Value *Result = B.getTrue();
  // Both factors are small, so that no product overflows.
  auto Count = [&](unsigned First, unsigned Most) {
    Value *Threads = B.getInt64(1);
    for (unsigned I = First; I < First + NumExtents / 2; ++I) {
      Value *Extent = Call.getArgOperand(I);
      Value *InRange =
          B.CreateICmpULT(B.CreateSub(Extent, B.getInt32(1)), B.getInt32(Most));
      Threads = B.CreateMul(Threads, B.CreateZExt(Extent, B.getInt64Ty()));
      Result = B.CreateAnd(Result, InRange);
      Result = B.CreateAnd(Result, B.CreateICmpULE(Threads, B.getInt64(Most)));
      Threads = B.CreateSelect(Result, Threads, B.getInt64(1));
    }
    return Threads;
  };
  Value *Blocks = Count(0, Threshold);
  Value *OfBlock =
      Count(NumExtents / 2, std::min(Threshold, WARPRT_MAX_BLOCK_THREADS));
  Result = B.CreateAnd(Result, B.CreateICmpULE(B.CreateMul(Blocks, OfBlock),
                                               B.getInt64(Threshold)));
  return B.CreateAnd(Result, B.CreateICmpULE(Call.getArgOperand(NumExtents - 1),
                                             B.getInt32(MostInDepth)));
}

/// Whether the order in the stream allows it.
Value *SmallLaunches::mayRunHere(CallInst &Call, Function &Kernel,
                                 Instruction *Before) {
  IRBuilder<> B(Before);
  Value *Stream = Call.getArgOperand(StreamValue);
  Value *HasNoOrder =
      B.CreateICmpEQ(Stream, B.getInt64(WARPDEV_STREAM_FIRE_AND_FORGET));
  Value *Flag = Flags.lookup(Call.getFunction());
  Behaviour OfKernel = inspectBehaviour(Kernel);
  // A later kernel waits for all that this one launches.
  if (!Flag || OfKernel.Forgets)
    return HasNoOrder;
  Value *HasOrder =
      OfKernel.Launches
          ? B.CreateICmpEQ(Stream, B.getInt64(0))
          : B.CreateICmpNE(Stream, B.getInt64(WARPDEV_STREAM_TAIL_LAUNCH));
  Value *IsNext =
      B.CreateAnd(B.CreateNot(B.CreateLoad(B.getInt1Ty(), Flag)), HasOrder);
  return B.CreateOr(HasNoOrder, IsNext);
}

void SmallLaunches::removeUnused() {
  for (auto [Kernel, Grid] : GridFunctions)
    if (Grid && Grid->use_empty())
      Grid->eraseFromParent();
  GridFunctions.clear();
}

/// Sets the flag of \p Call's kernel. Grids without an order are nothing to
/// wait for.
void SmallLaunches::noteLaunch(CallInst &Call) {
  Value *Flag = Flags.lookup(Call.getFunction());
  if (!Flag)
    return;
  IRBuilder<> B(&Call);
  Value *HasOrder = B.CreateICmpNE(Call.getArgOperand(StreamValue),
                                   B.getInt64(WARPDEV_STREAM_FIRE_AND_FORGET));
  B.CreateStore(B.CreateOr(B.CreateLoad(B.getInt1Ty(), Flag), HasOrder), Flag);
}

void SmallLaunches::guard(CallInst &Call, Function &Kernel) {
  // Launches in what runs in place are launches: recursion would need a stack.
  if (!Flags.contains(Call.getFunction()))
    return;
  Function *Grid = GridFunctions.lookup(&Kernel);
  if (!Grid)
    return noteLaunch(Call);
  Value *IsHere = IRBuilder<>(&Call).CreateAnd(isSmall(Call, &Call),
                                               mayRunHere(Call, Kernel, &Call));
  Instruction *Here, *Else;
  SplitBlockAndInsertIfThenElse(IsHere, &Call, &Here, &Else);
  IRBuilder<> B(Here);
  SmallVector<Value *> Values;
  for (unsigned I = 0; I < NumExtents; ++I)
    Values.push_back(Call.getArgOperand(I));
  for (unsigned I = FirstArgument; I < Call.arg_size(); ++I)
    Values.push_back(Call.getArgOperand(I));
  CallInst *Run = B.CreateCall(Grid, Values);
  Run->setDebugLoc(Call.getDebugLoc());
  Call.moveBefore(Else->getIterator());
  Value *Flag = Flags.lookup(Call.getFunction());
  bool Launches = inspectBehaviour(*Grid).Launches;
  if (Flag && Launches)
    B.CreateStore(B.getTrue(), Flag);
  if (Launches && Combines && isDeviceKernel(*Call.getFunction()))
    inlineCall(*Run);
  noteLaunch(Call);
}

} // namespace warpfort
