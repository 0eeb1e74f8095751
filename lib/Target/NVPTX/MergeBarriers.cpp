//===-- MergeBarriers.cpp - Barriers with nothing between -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that the threads of a gang share ends with a barrier, the next one
// begins with one, and a reduction has two of its own: three loops over lanes
// had ten barriers, five of them behind another with no access of memory
// between. A barrier is for the accesses before it: where there has been none
// since the last barrier, or since the kernel began, on any way, it goes.
//
// The threads of a block run through the barriers of constructs and loops
// together. Kernels that the program wrote are left alone: their threads may
// meet at different barriers.
//
//===----------------------------------------------------------------------===//
#include "MergeBarriers.h"
#include "KeptAnalyses.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;

namespace warpfort {
namespace {

bool isBarrier(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call &&
         Call->getIntrinsicID() ==
             Intrinsic::nvvm_barrier_cta_sync_aligned_all &&
         isa<ConstantInt>(Call->getArgOperand(0)) &&
         cast<ConstantInt>(Call->getArgOperand(0))->isZero();
}

/// Memory of the thread, and parameters, which nobody writes to.
bool isOwnMemory(const Value *Address) {
  const Value *Object = getUnderlyingObject(Address);
  if (isa<AllocaInst>(Object))
    return true;
  const auto *Arg = dyn_cast<Argument>(Object);
  return Arg && Arg->hasByValAttr();
}

/// Whether other threads may notice when \p I runs.
bool isAccess(const Instruction &I) {
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return !Load->isSimple() ||
           (!Load->hasMetadata(LLVMContext::MD_invariant_load) &&
            !isOwnMemory(Load->getPointerOperand()));
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return !Store->isSimple() || !isOwnMemory(Store->getPointerOperand());
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return I.mayReadOrWriteMemory();
  // HideGridSteps hides numbers from LLVM by such code.
  if (const auto *Code = dyn_cast<InlineAsm>(Call->getCalledOperand()))
    return !Code->getAsmString().empty();
  return Call->mayReadOrWriteMemory() &&
         !Call->onlyAccessesInaccessibleMemory();
}

/// Whether there may have been an access since the last barrier at the end of
/// \p BB, if \p Before says so of its beginning.
bool hasAccessBehind(const BasicBlock &BB, bool Before) {
  for (const Instruction &I : BB)
    if (isBarrier(I))
      Before = false;
    else
      Before = Before || isAccess(I);
  return Before;
}

} // namespace

PreservedAnalyses MergeBarriersPass::run(Function &F,
                                         FunctionAnalysisManager &) {
  if (!F.hasFnAttribute(bitcode::OutlinedKernelAttr))
    return PreservedAnalyses::all();
  ReversePostOrderTraversal<Function *> Order(&F);
  SmallPtrSet<const BasicBlock *, 16> Accessed; // at their ends
  auto Before = [&](const BasicBlock *BB) {
    return any_of(predecessors(BB), [&](const BasicBlock *From) {
      return Accessed.contains(From);
    });
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock *BB : Order)
      if (!Accessed.contains(BB) && hasAccessBehind(*BB, Before(BB)))
        Changed = Accessed.insert(BB).second;
  }
  bool Changed = false;
  for (BasicBlock *BB : Order) {
    bool HasAccess = Before(BB);
    for (Instruction &I : make_early_inc_range(*BB)) {
      if (!isBarrier(I)) {
        HasAccess = HasAccess || isAccess(I);
        continue;
      }
      if (!HasAccess) {
        I.eraseFromParent();
        Changed = true;
      }
      HasAccess = false;
    }
  }
  return keptWithBlocks(Changed);
}

} // namespace warpfort
