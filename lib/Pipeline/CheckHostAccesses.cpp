//===-- CheckHostAccesses.cpp - Host code that is checked -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An access becomes
//
//   if (warprt_cpu_check_pending)
//     warprt_cpu_check_host(&a[i], 4, WRITES, &site);
//   a[i] = x;
//
// Variables on the stack have no calls: LLVM may keep them in registers, and
// what the program leaves to the device by their address is copied.
//
//===----------------------------------------------------------------------===//
#include "CheckHostAccesses.h"
#include "MemoryAccesses.h"
#include "VariableScopes.h"
#include "warprt/CpuCheck.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace warpfort {
namespace {

class HostAccessChecks {
public:
  explicit HostAccessChecks(Module &M)
      : M(M), B(M.getContext()),
        Pending(
            M.getOrInsertGlobal("warprt_cpu_check_pending", B.getInt32Ty())),
        Check(M.getOrInsertFunction("warprt_cpu_check_host", B.getVoidTy(),
                                    B.getPtrTy(), B.getInt64Ty(),
                                    B.getInt32Ty(), B.getPtrTy())) {}

  void check(Function &F);

private:
  Constant *siteOf(const Instruction &I);
  Constant *text(StringRef S);

  Module &M;
  IRBuilder<> B;
  Constant *Pending;
  FunctionCallee Check;
  StringMap<Constant *> Texts, Sites;
};

Constant *HostAccessChecks::text(StringRef S) {
  Constant *&T = Texts[S];
  if (!T)
    T = B.CreateGlobalString(S, "warpfort.source", 0, &M);
  return T;
}

/// A WarprtCheckSite; null without a line.
Constant *HostAccessChecks::siteOf(const Instruction &I) {
  const DILocation *Loc = I.getDebugLoc().get();
  if (!Loc || Loc->getLine() == 0)
    return nullptr;
  StringRef File = Loc->getScope()->getSubprogram()->getFilename(),
            Variable = variableOfScope(*Loc);
  Constant *&Site =
      Sites[(File + "\n" + Variable + "\n" + Twine(Loc->getLine())).str()];
  if (Site)
    return Site;
  auto *T = StructType::get(B.getPtrTy(), B.getPtrTy(), B.getInt64Ty());
  Site =
      new GlobalVariable(M, T, true, GlobalValue::PrivateLinkage,
                         ConstantStruct::get(T, {text(File), text(Variable),
                                                 B.getInt64(Loc->getLine())}),
                         "warpfort.site");
  return Site;
}

void HostAccessChecks::check(Function &F) {
  MDNode *Rarely = MDBuilder(M.getContext()).createUnlikelyBranchWeights();
  SmallVector<Instruction *> All(make_pointer_range(instructions(F)));
  for (Instruction *I : All)
    for (const MemoryAccess &A : accessesOf(*I)) {
      Constant *Site = isPrivateMemory(A.Pointer) ? nullptr : siteOf(*I);
      if (!Site)
        continue;
      B.SetInsertPoint(I);
      LoadInst *Flag = B.CreateLoad(B.getInt32Ty(), Pending);
      Flag->setAtomic(AtomicOrdering::Monotonic);
      B.SetInsertPoint(SplitBlockAndInsertIfThen(
          B.CreateIsNotNull(Flag), I, /*Unreachable=*/false, Rarely));
      B.SetCurrentDebugLocation(I->getDebugLoc());
      uint32_t Kind = (A.Writes ? WARPRT_CHECK_HOST_WRITES : 0) |
                      (A.IsAtomic ? WARPRT_CHECK_HOST_ATOMIC : 0);
      B.CreateCall(Check,
                   {A.Pointer, B.CreateZExtOrTrunc(A.Bytes, B.getInt64Ty()),
                    B.getInt32(Kind), Site});
    }
  dropVariableScopes(F);
}

} // namespace

void checkHostAccesses(Module &Host) {
  HostAccessChecks Checks(Host);
  for (Function &F : Host)
    if (!F.isDeclaration())
      Checks.check(F);
}

} // namespace warpfort
