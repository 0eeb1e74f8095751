//===-- HostEntries.cpp - Registration entries of a host module -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The emitted entries, as pseudo-C:
///
///     WarprtKernel warprt.kernel._QMmPk
///         __attribute__((section("warprt_kernels"))) =
///         { "_QMmPk", "m::k", {8, 4}, 2, 0, NULL, {0, 0, 0}, 0 };
///     static WarprtVariable warprt.variable._QMmEga
///         __attribute__((section("warprt_variables"), used)) =
///         { "_QMmEga", &_QMmEga, sizeof _QMmEga, WARPRT_VAR_DESCRIPTOR, 0 };
///
/// For a kernel with BIND(C), what nvcc calls for a launch of a kernel that it
/// only has the declaration of:
///
///     __attribute__((weak)) void k(int *a, int n) {
///       void *args[] = {&a, &n};
///       warprt_launch_configured(&warprt.kernel.k, args,
///                                __cudaPopCallConfiguration);
///     }
///
//===----------------------------------------------------------------------===//
#include "HostEntries.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warprt/Image.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace warpfort {
namespace {

class EntryBuilder {
public:
  EntryBuilder(Module &Host, const Module &Device)
      : Host(Host), Device(Device), Context(Host.getContext()),
        Pointer(PointerType::getUnqual(Context)),
        I32(Type::getInt32Ty(Context)), I64(Type::getInt64Ty(Context)) {}

  void addKernel(const DeviceKernel &Kernel);
  void addLaunchFunction(const DeviceKernel &Kernel, Constant *Handle);
  void addVariable(const DeviceVariable &Variable);
  void finish() {
    if (!Used.empty())
      appendToUsed(Host, Used);
  }

private:
  Constant *string(StringRef Text) {
    Constant *Data = ConstantDataArray::getString(Context, Text);
    auto *Global =
        new GlobalVariable(Host, Data->getType(), true,
                           GlobalValue::PrivateLinkage, Data, "warprt.name");
    Global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    return Global;
  }

  Module &Host;
  const Module &Device;
  LLVMContext &Context;
  PointerType *Pointer;
  IntegerType *I32, *I64;
  SmallVector<GlobalValue *> Used;
};

/// What the launch can say of a parameter (WARPRT_PARAM_*).
static uint8_t kindOf(const Argument &Arg) {
  if (!Arg.getType()->isPointerTy())
    return WARPRT_PARAM_VALUE;
  if (!Arg.hasByValAttr())
    return WARPRT_PARAM_ADDRESS;
  // Derived types have names; complex numbers do not begin with an address.
  auto *Bytes = dyn_cast<StructType>(Arg.getParamByValType());
  bool IsDescriptor = Bytes && Bytes->isLiteral() &&
                      Bytes->getNumElements() > 1 &&
                      Bytes->getElementType(0)->isPointerTy();
  return IsDescriptor ? WARPRT_PARAM_DESCRIPTOR : WARPRT_PARAM_VALUE;
}

void EntryBuilder::addKernel(const DeviceKernel &Kernel) {
  const Function *Code = Device.getFunction(Kernel.Name);
  assert(Code && !Code->isDeclaration() && "kernel without code");
  const DataLayout &Layout = Device.getDataLayout();
  SmallVector<uint32_t> Sizes;
  SmallVector<uint8_t> Kinds;
  for (const Argument &Arg : Code->args()) {
    Type *T = Arg.hasByValAttr() ? Arg.getParamByValType() : Arg.getType();
    Sizes.push_back(Layout.getTypeStoreSize(T));
    Kinds.push_back(kindOf(Arg));
  }
  auto array = [&](Constant *Data, const char *Name) {
    return new GlobalVariable(Host, Data->getType(), true,
                              GlobalValue::PrivateLinkage, Data, Name);
  };
  Constant *SizeArray =
      array(ConstantDataArray::get(Context, ArrayRef(Sizes)), "warprt.params");
  Constant *KindArray =
      array(ConstantDataArray::get(Context, ArrayRef(Kinds)), "warprt.kinds");
  uint32_t Flags = (Kernel.IsLoop ? WARPRT_KERNEL_LOOP : 0) |
                   (Kernel.IsCooperative ? WARPRT_KERNEL_COOPERATIVE : 0) |
                   (Kernel.Reductions << WARPRT_KERNEL_REDUCTIONS_SHIFT);
  Constant *Init = ConstantStruct::getAnon(
      Context, {string(Kernel.Name), string(Kernel.DisplayName), SizeArray,
                ConstantInt::get(I32, Sizes.size()),
                ConstantInt::get(I32, Flags), ConstantPointerNull::get(Pointer),
                ConstantDataArray::get(Context, ArrayRef(Kernel.Cluster)),
                ConstantInt::get(I32, 0), KindArray});
  std::string Name = (KernelHandlePrefix + Kernel.Name).str();
  GlobalVariable *Declared = Host.getNamedGlobal(Name);
  auto *Handle = new GlobalVariable(Host, Init->getType(), false,
                                    GlobalValue::ExternalLinkage, Init);
  if (Declared) {
    Declared->replaceAllUsesWith(Handle);
    Handle->takeName(Declared);
    Declared->eraseFromParent();
  } else {
    Handle->setName(Name);
  }
  Handle->setSection(WARPRT_KERNEL_SECTION);
  Handle->setAlignment(Align(8));
  Used.push_back(Handle);
  if (!Kernel.IsOutlined && !StringRef(Kernel.Name).starts_with("_Q"))
    addLaunchFunction(Kernel, Handle);
}

/// Scalars and addresses, which C passes as LLVM does.
static bool isPlain(const Argument &Arg) {
  Type *T = Arg.getType();
  return !Arg.hasByValAttr() &&
         (T->isPointerTy() || T->isIntegerTy(8) || T->isIntegerTy(16) ||
          T->isIntegerTy(32) || T->isIntegerTy(64) || T->isFloatTy() ||
          T->isDoubleTy());
}

void EntryBuilder::addLaunchFunction(const DeviceKernel &Kernel,
                                     Constant *Handle) {
  const Function *Code = Device.getFunction(Kernel.Name);
  Function *F = Host.getFunction(Kernel.Name);
  if (!all_of(Code->args(), isPlain) || (F && !F->isDeclaration()) ||
      Host.getNamedValue(Kernel.Name) != F)
    return;
  SmallVector<Type *> Types(Code->getFunctionType()->params());
  auto *T = FunctionType::get(Type::getVoidTy(Context), Types, false);
  if (!F)
    F = Function::Create(T, GlobalValue::WeakAnyLinkage, Kernel.Name, Host);
  else if (F->getFunctionType() != T)
    return;
  F->setLinkage(GlobalValue::WeakAnyLinkage);
  IRBuilder<> B(BasicBlock::Create(Context, "", F));
  AllocaInst *Addresses = B.CreateAlloca(
      ArrayType::get(Pointer, std::max<size_t>(Types.size(), 1)));
  for (Argument &Arg : F->args()) {
    AllocaInst *Copy = B.CreateAlloca(Arg.getType());
    B.CreateStore(&Arg, Copy);
    B.CreateStore(Copy,
                  B.CreateConstInBoundsGEP2_64(Addresses->getAllocatedType(),
                                               Addresses, 0, Arg.getArgNo()));
  }
  // Programs without CUDA C do not have it.
  auto *Pop = cast<Function>(
      Host.getOrInsertFunction("__cudaPopCallConfiguration", I32, Pointer,
                               Pointer, Pointer, Pointer)
          .getCallee());
  Pop->setLinkage(GlobalValue::ExternalWeakLinkage);
  B.CreateCall(Host.getOrInsertFunction("warprt_launch_configured",
                                        B.getVoidTy(), Pointer, Pointer,
                                        Pointer),
               {Handle, Addresses, Pop});
  B.CreateRetVoid();
}

void EntryBuilder::addVariable(const DeviceVariable &Variable) {
  GlobalVariable *Object = Host.getNamedGlobal(Variable.Name);
  // Nothing on the host names it: it would be dropped from the module.
  if (!Object)
    return;
  uint64_t Size = Host.getDataLayout().getTypeAllocSize(Object->getValueType());
  Constant *Init = ConstantStruct::getAnon(
      Context,
      {string(Variable.Name), Object, ConstantInt::get(I64, Size),
       ConstantInt::get(I32, Variable.Kind), ConstantInt::get(I32, 0)});
  auto *Entry = new GlobalVariable(Host, Init->getType(), false,
                                   GlobalValue::PrivateLinkage, Init,
                                   "warprt.variable." + Variable.Name);
  Entry->setSection(WARPRT_VARIABLE_SECTION);
  Entry->setAlignment(Align(8));
  Used.push_back(Entry);
}

} // namespace

void addHostEntries(Module &Host, const Module &Device,
                    const DevicePart &Part) {
  EntryBuilder Builder(Host, Device);
  for (const DeviceKernel &Kernel : Part.Kernels)
    Builder.addKernel(Kernel);
  for (const DeviceVariable &Variable : Part.Variables)
    Builder.addVariable(Variable);
  Builder.finish();
}

} // namespace warpfort
