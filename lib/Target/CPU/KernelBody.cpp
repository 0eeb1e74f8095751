//===-- KernelBody.cpp - A kernel as a function of its thread -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Aggregates passed by value (descriptors, derived types) are read where the
// launch put them; a kernel that might write to its copy gets one a thread.
//
//===----------------------------------------------------------------------===//
#include "KernelBody.h"
#include "DebugInfo.h"
#include "NVVMLowering.h"
#include "Prepare.h"
#include "Support/WarpSupport.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "warprt/Image.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace warpfort::cpu {
namespace {

/// Whether memory at `Pointer` is only read. Collects the loads.
bool isOnlyRead(Value *Pointer, SmallVectorImpl<LoadInst *> &Loads) {
  for (User *U : Pointer->users()) {
    if (auto *Load = dyn_cast<LoadInst>(U)) {
      if (Load->isVolatile())
        return false;
      Loads.push_back(Load);
    } else if (isa<GetElementPtrInst, BitCastInst>(U)) {
      if (!isOnlyRead(U, Loads))
        return false;
    } else if (auto *Copy = dyn_cast<MemTransferInst>(U)) {
      if (Copy->getRawDest() == Pointer || Copy->isVolatile())
        return false;
    } else {
      return false;
    }
  }
  return true;
}

/// Replaces the kernel's address of a by-value aggregate.
void passByValue(Function &Body, Argument *Param, Type *T, Align Alignment) {
  SmallVector<LoadInst *> Loads;
  if (isOnlyRead(Param, Loads)) {
    for (LoadInst *Load : Loads)
      Load->setMetadata(LLVMContext::MD_invariant_load,
                        MDNode::get(Body.getContext(), {}));
    return;
  }
  IRBuilder<> B(&*Body.getEntryBlock().getFirstInsertionPt());
  AllocaInst *Copy = B.CreateAlloca(T, nullptr, Param->getName() + ".copy");
  Copy->setAlignment(Alignment);
  Param->replaceAllUsesWith(Copy);
  B.CreateMemCpy(Copy, Alignment, Param, MaybeAlign(),
                 Body.getDataLayout().getTypeAllocSize(T).getFixedValue());
}

/// Gives the kernel's static shared variables their offsets.
Error placeSharedMemory(KernelBody &K, const SharedMemory &Shared) {
  Function &F = *K.Body;
  const DataLayout &DL = F.getDataLayout();
  IRBuilder<> B(&*F.getEntryBlock().getFirstInsertionPt());
  auto ReplaceUses = [&](GlobalVariable *G, function_ref<Value *()> Make) {
    Value *Address = nullptr;
    for (Use &U : make_early_inc_range(G->uses()))
      if (auto *I = dyn_cast<Instruction>(U.getUser());
          I && I->getFunction() == &F) {
        if (!Address)
          Address = Make();
        U.set(Address);
      }
  };
  SmallVector<Constant *> All(Shared.Static.begin(), Shared.Static.end());
  append_range(All, Shared.Dynamic);
  convertUsersOfConstantsToInstructions(All, &F);

  uint64_t Bytes = 0;
  auto PadTo = [&](Align Alignment) { Bytes = alignTo(Bytes, Alignment); };
  for (GlobalVariable *G : Shared.Static) {
    Align Alignment = std::max(DL.getPreferredAlign(G), Align(16));
    if (Alignment > Align(64))
      return createStringError("kernel '" + K.Name + "': shared variable '" +
                               G->getName() + "' asks for an alignment of " +
                               Twine(Alignment.value()) +
                               " bytes; the CPU target has at most 64");
    ReplaceUses(G, [&]() -> Value * {
      PadTo(Alignment);
      Value *Address = B.CreateInBoundsPtrAdd(K.env(EnvShared),
                                              B.getInt64(Bytes), G->getName());
      Bytes += DL.getTypeAllocSize(G->getValueType()).getFixedValue();
      return Address;
    });
  }
  for (GlobalVariable *G : Shared.Dynamic) {
    bool Used = false;
    ReplaceUses(G, [&]() -> Value * {
      Used = true;
      return K.env(EnvDynamicShared);
    });
    K.HasDynamicShared |= Used;
    // The runtime aligns to 16; more is our business.
    if (Used && DL.getPreferredAlign(G) > Align(16))
      PadTo(std::min(DL.getPreferredAlign(G), Align(64)));
  }
  if (Bytes > UINT32_MAX)
    return createStringError("kernel '" + K.Name + "': too much shared memory");
  K.StaticSharedBytes = Bytes;
  return Error::success();
}

void addRange(Argument *Arg, uint64_t Low, uint64_t End) {
  LLVMContext &Ctx = Arg->getContext();
  Arg->addAttr(Attribute::get(Ctx, Attribute::Range,
                              ConstantRange(APInt(32, Low), APInt(32, End))));
  Arg->addAttr(Attribute::NoUndef);
}

/// The function of the body, without code: the kernel's parameters and the
/// environment.
void declareBody(KernelBody &K, Function &Kernel) {
  LLVMContext &Ctx = Kernel.getContext();
  Type *I32 = Type::getInt32Ty(Ctx), *Ptr = PointerType::get(Ctx, 0);
  SmallVector<Type *, 24> Types;
  for (Argument &Arg : Kernel.args()) {
    bool ByVal = Arg.hasByValAttr();
    K.Params.push_back({ByVal ? Arg.getParamByValType() : Arg.getType(), ByVal,
                        Arg.hasAttribute(bitcode::UnaliasedAttr)});
    Types.push_back(Arg.getType());
  }
  Types.append({Ptr, Ptr, Ptr, I32});
  Types.append(EnvUniformIn - EnvBlock, I32);
  Types.append({Ptr, Ptr});
  assert(Types.size() == K.Params.size() + EnvCount);
  Function *F = Function::Create(FunctionType::get(I32, Types, false),
                                 GlobalValue::InternalLinkage, K.Name + ".body",
                                 Kernel.getParent());
  K.Body = F;
  F->addFnAttr(Attribute::NoUnwind);
  if (Kernel.hasFnAttribute(Attribute::NullPointerIsValid))
    F->addFnAttr(Attribute::NullPointerIsValid);
  F->setSubprogram(Kernel.getSubprogram());
  if (keepsVariables(Kernel)) {
    F->addFnAttr(Attribute::OptimizeNone);
    F->addFnAttr(Attribute::NoInline);
  } else {
    K.Subprogram = Kernel.getSubprogram();
  }
  for (unsigned D = 0; D < 3; ++D) {
    uint64_t MostBlocks = D == 0 ? 0x7FFFFFFFu : 0xFFFFu;
    addRange(K.env(EnvBlockDim, D), 1, WARPRT_MAX_BLOCK_THREADS + 1);
    addRange(K.env(EnvThread, D), 0, WARPRT_MAX_BLOCK_THREADS);
    addRange(K.env(EnvGridDim, D), 1, MostBlocks + 1);
    addRange(K.env(EnvBlock, D), 0, MostBlocks);
  }
  addRange(K.env(EnvLinear), 0, WARPRT_MAX_BLOCK_THREADS);
  addRange(K.env(EnvWarp), 0, WARPRT_MAX_BLOCK_THREADS);
  addRange(K.env(EnvRunEnds), 0, (FirstOfRun | LastOfRun) + 1);

  static const char *const Names[EnvCount] = {
      "context",  "shared", "dynamic", "dynamic.bytes", "block.x", "block.y",
      "block.z",  "bdim.x", "bdim.y",  "bdim.z",        "gdim.x",  "gdim.y",
      "gdim.z",   "tid.x",  "tid.y",   "tid.z",         "linear",  "warp",
      "run.ends", "uni.in", "uni.out"};
  for (unsigned I = 0; I < EnvCount; ++I)
    K.env(I)->setName(Names[I]);
}

/// Moves the kernel's code into the body; the kernel goes.
void takeCode(KernelBody &K, Function &Kernel) {
  Function *F = K.Body;
  F->splice(F->begin(), &Kernel);
  for (auto [Index, Arg] : enumerate(Kernel.args())) {
    Argument *New = F->getArg(Index);
    New->takeName(&Arg);
    Align Alignment = Arg.getParamAlign().value_or(
        F->getDataLayout().getABITypeAlign(K.Params[Index].ValueType));
    Arg.replaceAllUsesWith(New);
    if (K.Params[Index].ByReference)
      passByValue(*F, New, K.Params[Index].ValueType, Alignment);
  }
  Kernel.eraseFromParent();
  if (keepsVariables(*F))
    addThreadVariables(K);
  for (BasicBlock &BB : *F)
    if (auto *Ret = dyn_cast<ReturnInst>(BB.getTerminator())) {
      ReturnInst::Create(F->getContext(),
                         ConstantInt::get(F->getReturnType(), WARPCPU_EXIT),
                         Ret->getIterator());
      Ret->eraseFromParent();
    }
}

/// The extents that the attribute \p Name lists, if \p Kernel has it; false if
/// they are none.
bool readExtents(const Function &Kernel, StringRef Name,
                 std::array<uint32_t, 3> &Extents) {
  Attribute List = Kernel.getFnAttribute(Name);
  if (!List.isValid())
    return true;
  SmallVector<StringRef, 3> Texts;
  List.getValueAsString().split(Texts, ',');
  return all_of(zip(Extents, Texts), [](auto Pair) {
    auto [Extent, Text] = Pair;
    return !Text.trim().getAsInteger(10, Extent) && Extent != 0;
  });
}

} // namespace

bool isApartFromShared(const KernelBody &K, const Value *Pointer) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects);
  auto IsParam = [&](const Value *V, bool IsCopy) {
    auto *Arg = dyn_cast<Argument>(V);
    return Arg && Arg->getArgNo() < K.Params.size() &&
           (!IsCopy || K.Params[Arg->getArgNo()].ByReference);
  };
  return all_of(Objects, [&](const Value *Object) {
    if (auto *Load = dyn_cast<LoadInst>(Object))
      return IsParam(getUnderlyingObject(Load->getPointerOperand()), true);
    return isa<GlobalVariable>(Object) || IsParam(Object, false);
  });
}

Expected<KernelBody> buildKernelBody(Function &Kernel,
                                     const SharedMemory &Shared) {
  KernelBody K;
  K.Name = Kernel.getName().str();
  K.IsKernelLoop = Kernel.hasFnAttribute(bitcode::ChunkedLoopAttr);
  if (Kernel.isVarArg() || !Kernel.getReturnType()->isVoidTy())
    return createStringError("kernel '" + K.Name +
                             "' must be a subroutine with fixed arguments");
  if (!readExtents(Kernel, "nvvm.cluster_dim", K.Cluster))
    return createStringError(
        "kernel '" + K.Name + "': cluster_dims '" +
        Kernel.getFnAttribute("nvvm.cluster_dim").getValueAsString() +
        "' is not valid");
  if (Kernel.hasFnAttribute(bitcode::LaunchedShapeAttr)) {
    std::array<uint32_t, 3> Shape = {1, 1, 1};
    if (readExtents(Kernel, bitcode::LaunchedShapeAttr, Shape))
      K.LaunchedShape = Shape;
  }
  declareBody(K, Kernel);
  takeCode(K, Kernel);
  if (Error E = placeSharedMemory(K, Shared))
    return E;
  if (Error E = lowerNVVMIntrinsics(*K.Body, &K))
    return E;
  return K;
}

} // namespace warpfort::cpu
