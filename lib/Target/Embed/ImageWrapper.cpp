//===-- ImageWrapper.cpp - Image object -----------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits what abi/warprt/Image.h describes. The pseudo-C above each function is
// what it generates.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Target/Embed/ImageWrapper.h"
#include "CodeRegistration.h"
#include "warpfort/Support/Diagnostics.h"
#include "warpfort/Support/Faults.h"
#include "warpfort/Support/Targets.h"
#include "warprt/Checksum.h"
#include "warprt/Image.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <cstddef>
#include <tuple>

using namespace llvm;

namespace warpfort {

namespace {

/// Builds the module of one image.
class WrapperBuilder {
public:
  WrapperBuilder(const ImageWrapperOptions &Options, LLVMContext &Context)
      : Options(Options), Context(Context), Ptr(PointerType::get(Context, 0)),
        I32(Type::getInt32Ty(Context)), I64(Type::getInt64Ty(Context)) {}

  Expected<std::unique_ptr<Module>> build();

private:
  Constant *makeCoveredTable();
  Expected<Constant *> makeCPUEntry(StructType *EntryTy);
  Expected<Constant *> makeCodeTable(uint64_t &Count);
  Function *makeFindFunction();
  GlobalVariable *makeLaunchedKernels();
  std::pair<Constant *, Constant *> kernelBounds();
  Constant *makeImage(Constant *Code, uint64_t NumCode);
  void makeRegistration(Constant *Image);
  void makeEmptyFunction(StringRef Name);

  struct EmbeddedCode {
    GlobalVariable *Binary;
    Constant *Code; // address inside Binary
  };
  Expected<EmbeddedCode> embed(const DeviceImage &Image);
  Constant *sectionBound(StringRef Prefix, StringRef Section);
  GlobalVariable *makeConstant(Constant *Value, const Twine &Name);
  Constant *int32(uint32_t Value) { return ConstantInt::get(I32, Value); }
  Constant *int64(uint64_t Value) { return ConstantInt::get(I64, Value); }

  const ImageWrapperOptions &Options;
  LLVMContext &Context;
  std::unique_ptr<Module> M;
  PointerType *Ptr;
  IntegerType *I32, *I64;
};

} // namespace

GlobalVariable *WrapperBuilder::makeConstant(Constant *Value,
                                             const Twine &Name) {
  auto *Variable =
      new GlobalVariable(*M, Value->getType(), /*isConstant=*/true,
                         GlobalValue::InternalLinkage, Value, Name);
  return Variable;
}

/// Architecture number of "sm_90" or "compute_90".
static uint32_t archNumber(StringRef Arch) {
  uint32_t Number = 0;
  Arch.rsplit('_').second.getAsInteger(10, Number);
  return Number;
}

/// static const char code_N[] __attribute__((section(".warprt.code"))) = {
///   offload binary };
Expected<WrapperBuilder::EmbeddedCode>
WrapperBuilder::embed(const DeviceImage &Image) {
  std::string Binary = makeOffloadBinary(Image);
  Expected<uint64_t> Offset = offloadBinaryCodeOffset(Binary);
  if (!Offset)
    return Offset.takeError();
  Constant *Bytes =
      ConstantDataArray::getString(Context, Binary, /*AddNull=*/false);
  GlobalVariable *Variable = makeConstant(Bytes, "warprt.code." + Image.Arch);
  Variable->setSection(ProgramCodeSection);
  Variable->setAlignment(Align(16));
  return EmbeddedCode{Variable,
                      ConstantExpr::getInBoundsGetElementPtr(
                          Type::getInt8Ty(Context), Variable, int64(*Offset))};
}

/// static const WarprtCoveredKernel covered[] = {
///   { "k", "k$covered", lead, rows, narrow }, ... };
Constant *WrapperBuilder::makeCoveredTable() {
  if (Options.Covered.empty())
    return ConstantPointerNull::get(Ptr);
  StructType *EntryTy = StructType::get(Context, {Ptr, Ptr, I32, I32, I64});
  static_assert(sizeof(WarprtCoveredKernel) == 32 &&
                offsetof(WarprtCoveredKernel, covered) == 8 &&
                offsetof(WarprtCoveredKernel, lead) == 16 &&
                offsetof(WarprtCoveredKernel, rows) == 20 &&
                offsetof(WarprtCoveredKernel, narrow) == 24);
  std::vector<CoveredKernel> Sorted = Options.Covered;
  sort(Sorted, [](const CoveredKernel &A, const CoveredKernel &B) {
    return std::tie(A.Kernel, A.Rows) < std::tie(B.Kernel, B.Rows);
  });
  auto MakeString = [&](StringRef Text) {
    return makeConstant(ConstantDataArray::getString(Context, Text),
                        "warprt.name");
  };
  SmallVector<Constant *> Entries;
  for (const CoveredKernel &K : Sorted)
    Entries.push_back(ConstantStruct::get(
        EntryTy, {MakeString(K.Kernel), MakeString(K.Covered), int32(K.Lead),
                  int32(K.Rows), int64(K.Narrow)}));
  ArrayType *TableTy = ArrayType::get(EntryTy, Entries.size());
  return makeConstant(ConstantArray::get(TableTy, Entries), "warprt.covered");
}

/// The entry of the program's code for the CPU.
Expected<Constant *> WrapperBuilder::makeCPUEntry(StructType *EntryTy) {
  auto *Program = new GlobalVariable(
      *M, Type::getInt8Ty(Context), /*isConstant=*/true,
      GlobalValue::ExternalLinkage, nullptr, Options.CPUProgramSymbol);
  Program->setVisibility(GlobalValue::HiddenVisibility);
  Constant *Entry =
      ConstantStruct::get(EntryTy, {int32(WARPRT_CODE_CPU), int32(0), Program,
                                    int64(0), int64(Options.CPUFeatures),
                                    ConstantPointerNull::get(Ptr), int64(0)});
  // The CPU code is ordinary code of the program. An empty entry tells
  // warp-image of it.
  DeviceImage Mark;
  Mark.Kind = object::IMG_Object;
  Mark.Triple = hostTriple().str();
  Mark.Arch = Options.CPUName;
  Mark.Kernels = Options.Kernels;
  Mark.Variables = Options.Variables;
  Expected<EmbeddedCode> Embedded = embed(Mark);
  if (!Embedded)
    return Embedded.takeError();
  appendToUsed(*M, {Embedded->Binary});
  return Entry;
}

/// extern const WarprtCpuProgram program __attribute__((visibility("hidden")));
/// static const WarprtDeviceCode code[] = {
///   { WARPRT_CODE_CPU, 0, &program, 0, features, NULL, 0 },
///   { WARPRT_CODE_PTX, 80, code_0 + offset, size, checksum, covered,
///     numCovered }, ...
///   { WARPRT_CODE_REGISTERED, 90, findFunction, 0, 0, covered,
///     numCovered } };
Expected<Constant *> WrapperBuilder::makeCodeTable(uint64_t &Count) {
  Constant *FindFunction =
      Options.Registered.Fatbin.empty()
          ? nullptr
          : CodeRegistration(*M, Options.Registered).build();
  StructType *EntryTy =
      StructType::get(Context, {I32, I32, Ptr, I64, I64, Ptr, I64});
  static_assert(sizeof(WarprtDeviceCode) == 48 &&
                offsetof(WarprtDeviceCode, data) == 8 &&
                offsetof(WarprtDeviceCode, size) == 16 &&
                offsetof(WarprtDeviceCode, checksum) == 24 &&
                offsetof(WarprtDeviceCode, covered) == 32);
  SmallVector<Constant *> Entries;
  if (!Options.CPUProgramSymbol.empty()) {
    Expected<Constant *> Entry = makeCPUEntry(EntryTy);
    if (!Entry)
      return Entry.takeError();
    Entries.push_back(*Entry);
  }
  if (!Options.Launched.Names.empty())
    Entries.push_back(ConstantStruct::get(
        EntryTy,
        {int32(WARPRT_CODE_REGISTERED), int32(0), makeFindFunction(), int64(0),
         int64(0), ConstantPointerNull::get(Ptr), int64(0)}));
  Constant *Covered = makeCoveredTable();
  for (const DeviceImage &Image : Options.Code) {
    bool IsPTX = Image.Kind == object::IMG_PTX;
    if (!IsPTX && Image.Kind != object::IMG_Cubin)
      return makeError("device code of a kind that no program carries");
    DeviceImage Terminated = Image;
    if (IsPTX)
      Terminated.Code.push_back('\0');
    if (FindFunction)
      Terminated.Code.clear(); // the fatbin has it
    Expected<EmbeddedCode> Embedded = embed(Terminated);
    if (!Embedded)
      return Embedded.takeError();
    if (FindFunction) {
      appendToUsed(*M, {Embedded->Binary});
      Entries.push_back(ConstantStruct::get(
          EntryTy, {int32(WARPRT_CODE_REGISTERED),
                    int32(archNumber(Image.Arch)), FindFunction, int64(0),
                    int64(0), Covered, int64(Options.Covered.size())}));
      continue;
    }
    Entries.push_back(ConstantStruct::get(
        EntryTy, {int32(IsPTX ? WARPRT_CODE_PTX : WARPRT_CODE_CUBIN),
                  int32(archNumber(Image.Arch)), Embedded->Code,
                  int64(Image.Code.size()),
                  int64(warprtChecksum(Image.Code.data(), Image.Code.size())),
                  Covered, int64(Options.Covered.size())}));
  }
  Count = Entries.size();
  ArrayType *TableTy = ArrayType::get(EntryTy, Entries.size());
  return makeConstant(ConstantArray::get(TableTy, Entries), "warprt.code");
}

/// void k(void); // of CUDA C, the host's
/// static int findFunction(void **function) {
///   return cudaGetFuncBySymbol ? cudaGetFuncBySymbol(function, k) : 98;
/// }
Function *WrapperBuilder::makeFindFunction() {
  constexpr int InvalidDeviceFunction = 98;
  auto *T = FunctionType::get(I32, {Ptr, Ptr}, /*isVarArg=*/false);
  Function *Get = Function::Create(T,
                                   Options.Launched.MayLackRuntime
                                       ? GlobalValue::ExternalWeakLinkage
                                       : GlobalValue::ExternalLinkage,
                                   "cudaGetFuncBySymbol", *M);
  Function *Kernel = Function::Create(
      FunctionType::get(Type::getVoidTy(Context), /*isVarArg=*/false),
      GlobalValue::ExternalLinkage, Options.Launched.Names.front(), *M);
  Function *Find = Function::Create(
      FunctionType::get(I32, {Ptr}, /*isVarArg=*/false),
      GlobalValue::InternalLinkage, "warprt.find.function", *M);
  Find->addFnAttr(Attribute::NoUnwind);
  BasicBlock *Has = BasicBlock::Create(Context, "has", Find);
  BasicBlock *Lacks = BasicBlock::Create(Context, "lacks", Find);
  IRBuilder<> Builder(BasicBlock::Create(Context, "entry", Find, Has));
  Builder.CreateCondBr(Builder.CreateIsNotNull(Get), Has, Lacks);
  Builder.SetInsertPoint(Has);
  Builder.CreateRet(Builder.CreateCall(Get, {Find->getArg(0), Kernel}));
  Builder.SetInsertPoint(Lacks);
  Builder.CreateRet(int32(InvalidDeviceFunction));
  return Find;
}

/// static WarprtKernel kernels[] = {
///   { "k", "k", NULL, 0, WARPRT_KERNEL_CUDA_C, NULL, {0, 0, 0}, 0, NULL },
///   ..};
/// with the symbol warprt.kernel.k for each.
GlobalVariable *WrapperBuilder::makeLaunchedKernels() {
  static_assert(sizeof(WarprtKernel) == 64 &&
                offsetof(WarprtKernel, numParams) == 24 &&
                offsetof(WarprtKernel, cache) == 32 &&
                offsetof(WarprtKernel, paramKinds) == 56);
  Constant *Null = ConstantPointerNull::get(Ptr);
  Constant *NoCluster =
      ConstantDataArray::get(Context, ArrayRef<uint32_t>{0, 0, 0});
  SmallVector<Constant *> Kernels;
  for (const std::string &Name : Options.Launched.Names) {
    Constant *Text = makeConstant(ConstantDataArray::getString(Context, Name),
                                  "warprt.name");
    Kernels.push_back(ConstantStruct::getAnon(
        {Text, Text, Null, int32(0), int32(WARPRT_KERNEL_CUDA_C), Null,
         NoCluster, int32(0), Null}));
  }
  auto *T = ArrayType::get(Kernels.front()->getType(), Kernels.size());
  GlobalVariable *All =
      makeConstant(ConstantArray::get(T, Kernels), "warprt.kernels");
  All->setConstant(false); // the runtime has a place in each
  for (auto [Index, Name] : enumerate(Options.Launched.Names))
    GlobalAlias::create(
        T->getElementType(), 0, GlobalValue::ExternalLinkage,
        WARPRT_KERNEL_HANDLE_PREFIX + Name,
        ConstantExpr::getInBoundsGetElementPtr(
            T, All, ArrayRef<Constant *>{int64(0), int64(Index)}),
        M.get());
  return All;
}

/// The linker defines these bounds if any object has the section; weak, so
/// that they are null if none has. Hidden: each shared library has its own.
///   extern char __start_warprt_kernels[]
///       __attribute__((weak, visibility("hidden")));
Constant *WrapperBuilder::sectionBound(StringRef Prefix, StringRef Section) {
  auto *Bound = new GlobalVariable(
      *M, Type::getInt8Ty(Context), /*isConstant=*/false,
      GlobalValue::ExternalWeakLinkage, nullptr, Prefix + Section);
  Bound->setVisibility(GlobalValue::HiddenVisibility);
  return Bound;
}

std::pair<Constant *, Constant *> WrapperBuilder::kernelBounds() {
  if (!Options.Launched.Names.empty()) {
    GlobalVariable *All = makeLaunchedKernels();
    return {All, ConstantExpr::getInBoundsGetElementPtr(All->getValueType(),
                                                        All, int64(1))};
  }
  StringRef Section = Options.KernelSection.empty()
                          ? StringRef(WARPRT_KERNEL_SECTION)
                          : StringRef(Options.KernelSection);
  return {sectionBound("__start_", Section), sectionBound("__stop_", Section)};
}

/// static const WarprtImage image = { WARPRT_ABI_VERSION, sizeof(WarprtImage),
///   code, numCode, __start_warprt_kernels, __stop_warprt_kernels,
///   __start_warprt_variables, __stop_warprt_variables, missingReason, flags,
///   0, cudaKernels };
Constant *WrapperBuilder::makeImage(Constant *Code, uint64_t NumCode) {
  StructType *ImageTy = StructType::get(
      Context, {I32, I32, Ptr, I64, Ptr, Ptr, Ptr, Ptr, Ptr, I32, I32, Ptr});
  static_assert(sizeof(WarprtImage) == 80 &&
                offsetof(WarprtImage, kernelsBegin) == 24 &&
                offsetof(WarprtImage, missingReason) == 56 &&
                offsetof(WarprtImage, flags) == 64 &&
                offsetof(WarprtImage, cudaKernels) == 72);
  bool IsCUDAC = !Options.Launched.Names.empty();
  auto [FirstKernel, EndOfKernels] = kernelBounds();
  StringRef Variables = Options.VariableSection.empty()
                            ? StringRef(WARPRT_VARIABLE_SECTION)
                            : StringRef(Options.VariableSection);
  auto MakeText = [&](StringRef Text, const Twine &Name) -> Constant * {
    if (Text.empty())
      return ConstantPointerNull::get(Ptr);
    return makeConstant(ConstantDataArray::getString(Context, Text), Name);
  };
  return makeConstant(
      ConstantStruct::get(
          ImageTy,
          {int32(WARPRT_ABI_VERSION), int32(sizeof(WarprtImage)), Code,
           int64(NumCode), FirstKernel, EndOfKernels,
           IsCUDAC ? ConstantPointerNull::get(Ptr)
                   : sectionBound("__start_", Variables),
           IsCUDAC ? ConstantPointerNull::get(Ptr)
                   : sectionBound("__stop_", Variables),
           MakeText(Options.MissingReason, "warprt.missing.reason"),
           int32(Options.Flags | (IsCUDAC ? WARPRT_IMAGE_CUDA_C : 0)), int32(0),
           MakeText(Options.CUDAKernels, "warprt.cuda.kernels")}),
      "warprt.image");
}

/// static void registerImage(void) __attribute__((constructor)) {
///   warprt_register_image(&image);
/// }
/// static void unregisterImage(void) __attribute__((destructor)) {
///   warprt_unregister_image(&image);
/// }
void WrapperBuilder::makeRegistration(Constant *Image) {
  auto MakeCaller = [&](StringRef Name, StringRef Callee) {
    Type *Void = Type::getVoidTy(Context);
    Function *Caller =
        Function::Create(FunctionType::get(Void, /*isVarArg=*/false),
                         GlobalValue::InternalLinkage, Name, *M);
    Caller->addFnAttr(Attribute::NoUnwind);
    IRBuilder<> Builder(BasicBlock::Create(Context, "entry", Caller));
    FunctionCallee Entry = M->getOrInsertFunction(
        Callee, FunctionType::get(Void, {Ptr}, /*isVarArg=*/false));
    Builder.CreateCall(Entry, {Image});
    Builder.CreateRetVoid();
    return Caller;
  };
  constexpr int DefaultPriority = 65535;
  appendToGlobalCtors(*M,
                      MakeCaller("warprt.register", "warprt_register_image"),
                      DefaultPriority);
  appendToGlobalDtors(
      *M, MakeCaller("warprt.unregister", "warprt_unregister_image"),
      DefaultPriority);
}

/// __attribute__((weak, visibility("hidden"))) long NAME(void) { return 0; }
void WrapperBuilder::makeEmptyFunction(StringRef Name) {
  Function *F = Function::Create(FunctionType::get(I64, /*isVarArg=*/false),
                                 GlobalValue::WeakAnyLinkage, Name, *M);
  F->setVisibility(GlobalValue::HiddenVisibility);
  IRBuilder<> Builder(BasicBlock::Create(Context, "entry", F));
  Builder.CreateRet(int64(0));
}

Expected<std::unique_ptr<Module>> WrapperBuilder::build() {
  M = std::make_unique<Module>("warprt.image", Context);
  M->setTargetTriple(Triple(hostTriple()));
  M->setPICLevel(PICLevel::BigPIC);
  uint64_t NumCode = 0;
  Expected<Constant *> Code = makeCodeTable(NumCode);
  if (!Code)
    return Code.takeError();
  makeRegistration(makeImage(*Code, NumCode));
  for (const std::string &Name : Options.EmptyFunctions)
    makeEmptyFunction(Name);
  return std::move(M);
}

Expected<std::unique_ptr<Module>>
makeImageWrapper(const ImageWrapperOptions &Options, LLVMContext &Context) {
  return WrapperBuilder(Options, Context).build();
}

Error writeImageWrapper(const ImageWrapperOptions &Options,
                        raw_pwrite_stream &Object) {
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M = makeImageWrapper(Options, Context);
  if (!M)
    return M.takeError();
  Expected<std::unique_ptr<TargetMachine>> Machine =
      createHostTargetMachine("x86-64", Reloc::PIC_, CodeGenOptLevel::Default);
  if (!Machine)
    return Machine.takeError();
  (*M)->setDataLayout((*Machine)->createDataLayout());
  std::string Message;
  raw_string_ostream MessageOS(Message);
  if (verifyModule(**M, &MessageOS))
    return makeFault("invalid image wrapper: " + Message);
  legacy::PassManager Passes;
  if ((*Machine)->addPassesToEmitFile(Passes, Object, nullptr,
                                      CodeGenFileType::ObjectFile))
    return makeFault("LLVM cannot write x86-64 objects");
  Passes.run(**M);
  return Error::success();
}

} // namespace warpfort
