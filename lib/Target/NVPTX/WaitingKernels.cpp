//===-- WaitingKernels.cpp - What waits for launches, and how -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which calls a kernel that waits has, and what keeps it from being split.
//
//===----------------------------------------------------------------------===//
#include "WaitingKernels.h"
#include "SplitKernels.h"
#include "warpfort/Target/Embed/Embed.h"
#include "warprt/DeviceLaunch.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpfort {

bool takesStream(const Function &F) {
  StringRef Name = F.getName();
  return Name.consume_front(WARPDEV_CUDA_RUNTIME_PREFIX) &&
         (Name.starts_with("Stream") || Name.starts_with("LaunchDevice") ||
          Name.contains("Async"));
}

bool isOfPhases(const Function &F) {
  return F.getName().starts_with(WARPDEV_PHASE_PREFIX);
}

static bool isBlockBarrier(const Function &F) {
  return F.getName().starts_with("llvm.nvvm.barrier.cta.sync.") &&
         F.getName().ends_with(".all");
}

void inlineWaits(Module &M) {
  Function *Wait = M.getFunction(WARPDEV_WAIT_FOR_LAUNCHES);
  if (!Wait || Wait->use_empty())
    return;
  SetVector<Function *> Reaching;
  Reaching.insert(Wait);
  for (Function &F : M)
    if (takesStream(F) || isBlockBarrier(F))
      Reaching.insert(&F);
  for (unsigned I = 0; I < Reaching.size(); ++I)
    for (User *U : Reaching[I]->users())
      if (auto *Call = dyn_cast<CallBase>(U);
          Call && Call->getCalledFunction() == Reaching[I] &&
          !isDeviceKernel(*Call->getFunction()))
        Reaching.insert(Call->getFunction());
  for (Function *F : Reaching)
    if (!F->isDeclaration() && !isOfPhases(*F)) {
      F->removeFnAttr(Attribute::NoInline);
      F->addFnAttr(Attribute::AlwaysInline);
    }
}

bool isBarrier(const CallBase &Call) {
  const Function *F = Call.getCalledFunction();
  if (!F || !isBlockBarrier(*F))
    return false;
  const auto *Number = dyn_cast<ConstantInt>(Call.getArgOperand(0));
  return Number && Number->isZero();
}

bool isWait(const CallBase &Call) {
  const Function *F = Call.getCalledFunction();
  return F && F->getName() == WARPDEV_WAIT_FOR_LAUNCHES;
}

SmallSetVector<Function *, 8> definedCallees(Function &Kernel) {
  SmallSetVector<Function *, 8> Callees;
  SmallVector<Function *> Work = {&Kernel};
  while (!Work.empty()) {
    Function *F = Work.pop_back_val();
    for (Instruction &I : instructions(*F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (Function *Callee = Call->getCalledFunction();
            Callee && !Callee->isDeclaration() && Callees.insert(Callee))
          Work.push_back(Callee);
  }
  return Callees;
}

/// What instructions of the device library and of CUDA C keep a kernel from
/// being split.
static std::string obstacleOf(const CallBase &Assembler) {
  StringRef Text =
      cast<InlineAsm>(Assembler.getCalledOperand())->getAsmString();
  for (StringRef Asynchronous : {"cp.async", "mbarrier", "fence.proxy"})
    if (Text.contains(Asynchronous))
      return "asynchronous copies";
  return Assembler.isConvergent() ? "operations of a warp in assembler" : "";
}

/// What other threads of the block would wait for, or would not see, once one
/// has left the phase.
static std::string findObstacle(const CallBase &Call, const Function &Kernel) {
  bool InKernel = Call.getFunction() == &Kernel;
  if (Call.isInlineAsm())
    return obstacleOf(Call);
  const Function *F = Call.getCalledFunction();
  if (!F)
    return "calls of procedure pointers";
  StringRef Name = F->getName();
  if (isWait(Call) || isBarrier(Call))
    return InKernel ? "" : "a barrier in a procedure that calls itself";
  // An event belongs to a phase, as its stream does.
  if (Name.starts_with(WARPDEV_CUDA_RUNTIME_PREFIX) && Name.contains("Event"))
    return "events";
  if (takesStream(*F)) {
    if (!InKernel)
      return "launches in a procedure that calls itself";
    const auto *Stream = Call.arg_size() > 1
                             ? dyn_cast<ConstantInt>(Call.getArgOperand(1))
                             : nullptr;
    bool IsTail = Name.contains("LaunchDevice") && Stream &&
                  Stream->equalsInt(WARPDEV_STREAM_TAIL_LAUNCH);
    return IsTail ? "launches in cudaStreamTailLaunch" : "";
  }
  if (!Name.consume_front("llvm.nvvm."))
    return "";
  if (Name.starts_with("barrier.cluster") || Name.contains("envreg"))
    return "barriers of the grid or of a cluster";
  if (Name.starts_with("barrier"))
    return "barriers with results";
  for (StringRef Warp : {"shfl", "vote", "match", "bar.warp", "redux",
                         "activemask", "elect", "wmma", "mma", "ldmatrix"})
    if (Name.starts_with(Warp))
      return "operations of a warp";
  if (Name.starts_with("cp.async") || Name.starts_with("mbarrier"))
    return "asynchronous copies";
  return "";
}

std::string findObstacle(Function &Kernel) {
  SmallVector<Function *> All = {&Kernel};
  append_range(All, definedCallees(Kernel));
  for (Function *F : All)
    for (Instruction &I : instructions(*F)) {
      if (const auto *Call = dyn_cast<CallBase>(&I))
        if (std::string What = findObstacle(*Call, Kernel); !What.empty())
          return What;
      const auto *Variable = dyn_cast<AllocaInst>(&I);
      if (F == &Kernel && Variable &&
          (!Variable->isStaticAlloca() || Variable->getAddressSpace() != 0))
        return "local variables of variable size";
    }
  return "";
}

} // namespace warpfort
