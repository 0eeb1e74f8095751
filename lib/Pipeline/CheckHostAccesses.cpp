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
#include "VariableScopes.h"
#include "warprt/CpuCheck.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace warpfort {
namespace {

struct HostAccess {
  Instruction *At;
  Value *Pointer, *Bytes;
  uint32_t Kind;
};

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
  void find(Instruction &I, SmallVectorImpl<HostAccess> &Result);
  Constant *siteOf(const Instruction &I);
  Constant *text(StringRef S);

  Module &M;
  IRBuilder<> B;
  Constant *Pending;
  FunctionCallee Check;
  StringMap<Constant *> Texts, Sites;
};

/// Memory that only the calling thread has, or that does not change.
bool isPrivate(const Value *Pointer) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects);
  return all_of(Objects, [](const Value *Object) {
    if (auto *Arg = dyn_cast<Argument>(Object))
      return Arg->hasByValAttr();
    if (auto *G = dyn_cast<GlobalVariable>(Object))
      return G->isConstant();
    return isa<AllocaInst>(Object);
  });
}

void HostAccessChecks::find(Instruction &I,
                            SmallVectorImpl<HostAccess> &Result) {
  const DataLayout &DL = M.getDataLayout();
  auto Add = [&](Value *Pointer, Value *Bytes, uint32_t Kind) {
    if (!isPrivate(Pointer))
      Result.push_back({&I, Pointer, Bytes, Kind});
  };
  auto Size = [&](Type *T) -> Value * {
    return B.getInt64(DL.getTypeStoreSize(T).getFixedValue());
  };
  constexpr uint32_t Writes = WARPRT_CHECK_HOST_WRITES,
                     IsAtomic = WARPRT_CHECK_HOST_ATOMIC;
  if (auto *Load = dyn_cast<LoadInst>(&I))
    Add(Load->getPointerOperand(), Size(Load->getType()),
        Load->isAtomic() || Load->isVolatile() ? IsAtomic : 0);
  else if (auto *Store = dyn_cast<StoreInst>(&I))
    Add(Store->getPointerOperand(), Size(Store->getValueOperand()->getType()),
        Writes | (Store->isAtomic() || Store->isVolatile() ? IsAtomic : 0));
  else if (auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    Add(RMW->getPointerOperand(), Size(RMW->getType()), Writes | IsAtomic);
  else if (auto *CAS = dyn_cast<AtomicCmpXchgInst>(&I))
    Add(CAS->getPointerOperand(), Size(CAS->getNewValOperand()->getType()),
        Writes | IsAtomic);
  else if (auto *Set = dyn_cast<MemIntrinsic>(&I)) {
    Add(Set->getRawDest(), Set->getLength(), Writes);
    if (auto *Copy = dyn_cast<MemTransferInst>(Set))
      Add(Copy->getRawSource(), Copy->getLength(), 0);
  }
}

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
  SmallVector<HostAccess> Accesses;
  for (Instruction &I : instructions(F))
    find(I, Accesses);
  MDNode *Rarely = MDBuilder(M.getContext()).createUnlikelyBranchWeights();
  for (const HostAccess &A : Accesses) {
    Constant *Site = siteOf(*A.At);
    if (!Site)
      continue;
    B.SetInsertPoint(A.At);
    LoadInst *Flag = B.CreateLoad(B.getInt32Ty(), Pending);
    Flag->setAtomic(AtomicOrdering::Monotonic);
    Instruction *Then = SplitBlockAndInsertIfThen(
        B.CreateIsNotNull(Flag), A.At, /*Unreachable=*/false, Rarely);
    B.SetInsertPoint(Then);
    B.SetCurrentDebugLocation(A.At->getDebugLoc());
    B.CreateCall(Check,
                 {A.Pointer, B.CreateZExtOrTrunc(A.Bytes, B.getInt64Ty()),
                  B.getInt32(A.Kind), Site});
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
