//===-- WaitingBlocks.cpp - Kernels whose blocks wait ---------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See WaitingBlocks.h. A plain load in a loop is no wait: without a fence the
// compiler may read it once. An atomic operation whose result nobody asks for
// reads nothing either.
//
//===----------------------------------------------------------------------===//
#include "WaitingBlocks.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;
using namespace warpfort;

namespace {
/// Fences, pauses and atomic operations that are intrinsics.
bool waitsIfRepeated(const IntrinsicInst &I) {
  StringRef Name = Intrinsic::getBaseName(I.getIntrinsicID());
  if (Name.starts_with("llvm.nvvm.atomic"))
    return !I.use_empty();
  return any_of(ArrayRef<StringRef>{"llvm.nvvm.membar", "llvm.nvvm.fence",
                                    "llvm.nvvm.nanosleep"},
                [&](StringRef Prefix) { return Name.starts_with(Prefix); });
}

/// Whether the instruction, executed again and again, sees what others write.
bool looksAtOthers(const Instruction &I) {
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return Load->isVolatile() || Load->isAtomic();
  if (isa<AtomicRMWInst>(I))
    return !I.use_empty();
  return isa<AtomicCmpXchgInst, FenceInst>(I);
}

class Search {
public:
  /// `Repeated`: whether the procedure is called in a loop.
  bool mayWait(const Function &F, bool Repeated);

private:
  bool mayWait(const Instruction &I, bool Repeated);

  /// Procedures that were looked at, as ones that run once and repeatedly.
  SmallPtrSet<const Function *, 8> Seen[2];
  SmallPtrSet<const Function *, 8> Active;
};

bool Search::mayWait(const Instruction &I, bool Repeated) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return Repeated && looksAtOthers(I);
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(Call))
    return Repeated && waitsIfRepeated(*Intrinsic);
  if (const Function *Callee = Call->getCalledFunction())
    if (!Callee->isDeclaration())
      return mayWait(*Callee, Repeated);
  return !Call->doesNotAccessMemory();
}

bool Search::mayWait(const Function &F, bool Repeated) {
  Repeated |= Active.contains(&F); // a procedure that calls itself is a loop
  if (!Seen[Repeated].insert(&F).second)
    return false;
  Active.insert(&F);
  for (auto Cycle = scc_begin(&F); !Cycle.isAtEnd(); ++Cycle)
    for (const BasicBlock *B : *Cycle)
      for (const Instruction &I : *B)
        if (mayWait(I, Repeated || Cycle.hasCycle()))
          return true;
  Active.erase(&F);
  return false;
}
} // namespace

bool cpu::mayWaitForBlocks(const Function &Kernel) {
  return Search().mayWait(Kernel, /*Repeated=*/false);
}
