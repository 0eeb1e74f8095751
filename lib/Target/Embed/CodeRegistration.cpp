//===-- CodeRegistration.cpp - Code for NVIDIA's runtime library ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An object that `nvcc -rdc=true` makes has relocatable device code, and a
// constructor that calls `__cudaRegisterLinkedBinary_<id>`, which `nvcc -dlink`
// would define. Here it hands the code of the whole program, which has been
// linked with that of the object, to NVIDIA's runtime library, so that host
// code of CUDA C finds its kernels and variables there. Our runtime asks the
// library for a kernel that it registered, and takes all else from the module
// that has it: there is one copy of every variable.
//
//===----------------------------------------------------------------------===//
#include "CodeRegistration.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace warpfort {

/// The structure that cudart knows a fatbin by, and its sections: cuobjdump and
/// other tools look there.
static constexpr uint32_t FatbinMagic = 0x466243b1, FatbinVersion = 1;
static constexpr StringLiteral FatbinSection = ".nv_fatbin",
                               StructureSection = ".nvFatBinSegment";

Function *CodeRegistration::makeFunction(const Twine &Name, Type *Result,
                                         ArrayRef<Type *> Types) {
  Function *F =
      Function::Create(FunctionType::get(Result, Types, /*isVarArg=*/false),
                       GlobalValue::InternalLinkage, Name, M);
  F->addFnAttr(Attribute::NoUnwind);
  return F;
}

GlobalVariable *CodeRegistration::makeVariable(Constant *Value,
                                               const Twine &Name) {
  return new GlobalVariable(M, Value->getType(), /*isConstant=*/false,
                            GlobalValue::InternalLinkage, Value, Name);
}

CallInst *CodeRegistration::call(IRBuilder<> &B, StringRef Name, Type *Result,
                                 ArrayRef<Value *> Values) {
  SmallVector<Type *> Types;
  for (Value *V : Values)
    Types.push_back(V->getType());
  return B.CreateCall(
      M.getOrInsertFunction(Name, FunctionType::get(Result, Types, false)),
      Values);
}

/// static const char fatbin[] __attribute__((section(".nv_fatbin"))) = ..;
/// static struct { int magic, version; const void *code, *unused; } structure
///   __attribute__((section(".nvFatBinSegment"))) = {.., 1, fatbin, NULL};
GlobalVariable *CodeRegistration::makeFatbin() {
  GlobalVariable *Bytes =
      makeVariable(ConstantDataArray::getString(Context, Code.Fatbin,
                                                /*AddNull=*/false),
                   "warprt.fatbin");
  Bytes->setConstant(true);
  Bytes->setSection(FatbinSection);
  Bytes->setAlignment(Align(16));
  GlobalVariable *Structure = makeVariable(
      ConstantStruct::getAnon({ConstantInt::get(I32, FatbinMagic),
                               ConstantInt::get(I32, FatbinVersion), Bytes,
                               ConstantPointerNull::get(Ptr)}),
      "warprt.fatbin.structure");
  Structure->setSection(StructureSection);
  Structure->setAlignment(Align(8));
  return Structure;
}

/// static void registerObject(void (*callback)(void **)) {
///   if (!handle) {
///     handle = __cudaRegisterFatBinary(&structure);
///     __cudaRegisterFunction(handle, &anchor, kernel, kernel, -1, NULL, ..);
///   }
///   callback(handle);
///   if (--left == 0)
///     __cudaRegisterFatBinaryEnd(handle);
/// }
Function *CodeRegistration::makeRegisterObject() {
  Function *F = makeFunction("warprt.register.object", Void, {Ptr});
  IRBuilder<> B(BasicBlock::Create(Context, "entry", F));
  Instruction *Return = B.CreateRetVoid();
  B.SetInsertPoint(Return);
  Constant *Null = ConstantPointerNull::get(Ptr);
  B.SetInsertPoint(SplitBlockAndInsertIfThen(
      B.CreateIsNull(B.CreateLoad(Ptr, Handle)), Return, false));
  Value *New = call(B, "__cudaRegisterFatBinary", Ptr, {makeFatbin()});
  B.CreateStore(New, Handle);
  Value *Name = B.CreateGlobalString(Code.Kernel, "warprt.kernel.name", 0, &M);
  call(B, "__cudaRegisterFunction", I32,
       {New, Anchor, Name, Name, ConstantInt::getSigned(I32, -1), Null, Null,
        Null, Null, Null});
  B.SetInsertPoint(Return);
  Value *Known = B.CreateLoad(Ptr, Handle);
  B.CreateCall(FunctionType::get(Void, {Ptr}, false), F->getArg(0), {Known});
  Value *Rest = B.CreateSub(B.CreateLoad(I32, Left), B.getInt32(1));
  B.CreateStore(Rest, Left);
  B.SetInsertPoint(SplitBlockAndInsertIfThen(
      B.CreateICmpEQ(Rest, B.getInt32(0)), Return, false));
  call(B, "__cudaRegisterFatBinaryEnd", Void, {Known});
  return F;
}

/// static void unregister(void) __attribute__((destructor)) {
///   if (handle)
///     __cudaUnregisterFatBinary(handle);
/// }
void CodeRegistration::makeUnregister() {
  Function *F = makeFunction("warprt.unregister.code", Void, {});
  IRBuilder<> B(BasicBlock::Create(Context, "entry", F));
  Instruction *Return = B.CreateRetVoid();
  B.SetInsertPoint(Return);
  Value *Known = B.CreateLoad(Ptr, Handle);
  B.SetInsertPoint(
      SplitBlockAndInsertIfThen(B.CreateIsNotNull(Known), Return, false));
  call(B, "__cudaUnregisterFatBinary", Void, {Known});
  constexpr int DefaultPriority = 65535;
  appendToGlobalDtors(M, F, DefaultPriority);
}

/// void __cudaRegisterLinkedBinary_<id>(void (*callback)(void **), void *,
///                                      void *, void (*)(void *)) {
///   registerObject(callback);
/// }
/// static int findFunction(void **function) {
///   return cudaGetFuncBySymbol(function, &anchor);
/// }
Function *CodeRegistration::build() {
  Handle = makeVariable(ConstantPointerNull::get(Ptr), "warprt.fatbin.handle");
  Left = makeVariable(ConstantInt::get(I32, Code.Registrations.size()),
                      "warprt.objects.left");
  Anchor = makeVariable(ConstantInt::get(I32, 0), "warprt.anchor");
  Function *RegisterObject = makeRegisterObject();
  for (const std::string &Name : Code.Registrations) {
    Function *F = makeFunction(Name, Void, {Ptr, Ptr, Ptr, Ptr});
    F->setLinkage(GlobalValue::ExternalLinkage);
    F->setVisibility(GlobalValue::HiddenVisibility);
    IRBuilder<> B(BasicBlock::Create(Context, "entry", F));
    B.CreateCall(RegisterObject, {F->getArg(0)});
    B.CreateRetVoid();
  }
  makeUnregister();
  Function *Find = makeFunction("warprt.find.function", I32, {Ptr});
  IRBuilder<> B(BasicBlock::Create(Context, "entry", Find));
  B.CreateRet(call(B, "cudaGetFuncBySymbol", I32, {Find->getArg(0), Anchor}));
  return Find;
}

} // namespace warpfort
