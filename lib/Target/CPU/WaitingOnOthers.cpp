//===-- WaitingOnOthers.cpp - Kernels that wait by memory -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See WaitingOnOthers.h. A loop waits if what it finds in memory decides where
// it goes on. A plain load is no wait: without a fence the compiler may read
// once. An atomic operation whose result nobody asks for reads nothing either.
//
//===----------------------------------------------------------------------===//
#include "WaitingOnOthers.h"
#include "SyncOps.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;
using namespace warpfort;
using namespace warpfort::cpu;

namespace {
using Cycle = SmallPtrSet<const BasicBlock *, 8>;

bool hasName(const IntrinsicInst &I, ArrayRef<StringRef> Prefixes) {
  StringRef Name = Intrinsic::getBaseName(I.getIntrinsicID());
  return any_of(Prefixes,
                [&](StringRef Prefix) { return Name.starts_with(Prefix); });
}

bool isFence(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  return isa<FenceInst>(I) ||
         (Call && hasName(*Call, {"llvm.nvvm.membar", "llvm.nvvm.fence",
                                  "llvm.nvvm.nanosleep"}));
}

/// Whether the instruction sees what others write meanwhile.
bool looksAtOthers(const Instruction &I) {
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return Load->isVolatile() || Load->isAtomic();
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I))
    return hasName(*Call, {"llvm.nvvm.atomic"});
  const auto *Copy = dyn_cast<MemIntrinsic>(&I);
  return isa<AtomicRMWInst, AtomicCmpXchgInst>(I) ||
         (Copy && Copy->isVolatile());
}

/// Where an access that may write does it.
const Value *getPointerOperand(const Instruction *I) {
  if (const auto *Update = dyn_cast<AtomicRMWInst>(I))
    return Update->getPointerOperand();
  if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(I))
    return Exchange->getPointerOperand();
  return getLoadStorePointerOperand(I);
}

/// Whether a branch of the cycle may depend on the value, by way of memory too.
bool decides(const Instruction &Found, const Cycle &C) {
  SmallPtrSet<const Instruction *, 16> Seen;
  SmallVector<const Instruction *> Work{&Found};
  while (!Work.empty())
    for (const Use &U : Work.pop_back_val()->uses()) {
      const auto *User = cast<Instruction>(U.getUser());
      if (!C.contains(User->getParent()) || !Seen.insert(User).second)
        continue;
      bool IsPlace = U.get() == getPointerOperand(User);
      if (User->isTerminator() || (!IsPlace && User->mayWriteToMemory()))
        return true;
      Work.push_back(User);
    }
  return false;
}

class Search {
public:
  /// `Repeated`: whether the procedure is called in a loop.
  bool mayWait(const Function &F, bool Repeated);

private:
  bool mayWait(const CallBase &Call, bool Repeated);

  /// Procedures that were looked at, as ones that run once and repeatedly.
  SmallPtrSet<const Function *, 8> Seen[2];
  SmallPtrSet<const Function *, 8> Active;
};

/// Whether a procedure may read memory.
bool mayLook(const CallBase &Call) {
  return !isa<IntrinsicInst>(Call) && !classifySync(Call) &&
         !Call.doesNotAccessMemory();
}

bool Search::mayWait(const CallBase &Call, bool Repeated) {
  if (isa<IntrinsicInst>(Call) || classifySync(Call))
    return false;
  const Function *Callee = Call.getCalledFunction();
  return Callee && !Callee->isDeclaration() ? mayWait(*Callee, Repeated)
                                            : !Call.doesNotAccessMemory();
}

bool Search::mayWait(const Function &F, bool Repeated) {
  Repeated |= Active.contains(&F); // a procedure that calls itself is a loop
  if (!Seen[Repeated].insert(&F).second)
    return false;
  Active.insert(&F);
  for (auto Part = scc_begin(&F); !Part.isAtEnd(); ++Part) {
    Cycle Blocks;
    if (Part.hasCycle())
      Blocks.insert_range(*Part);
    auto InFence = [](const BasicBlock *B) { return any_of(*B, isFence); };
    bool IsFenced = any_of(Blocks, InFence);
    for (const BasicBlock *B : *Part)
      for (const Instruction &I : *B) {
        if (const auto *Call = dyn_cast<CallBase>(&I);
            Call && (mayWait(*Call, Repeated || Part.hasCycle()) ||
                     (IsFenced && mayLook(*Call))))
          return true;
        if (Repeated && (looksAtOthers(I) || isFence(I)))
          return true;
        if ((looksAtOthers(I) || (IsFenced && isa<LoadInst>(I))) &&
            decides(I, Blocks))
          return true;
      }
  }
  Active.erase(&F);
  return false;
}
} // namespace

bool cpu::mayWaitForOthers(const Function &Kernel) {
  return Kernel.getParent()->getNamedMetadata(bitcode::VolatileDataAttr) ||
         Search().mayWait(Kernel, /*Repeated=*/false);
}
