//===-- KernelBehaviour.cpp - What kernels need of other threads ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See KernelBehaviour.h. Functions that no object of the program defines are
// the device library's, which is linked later: but for those known here, they
// are taken to do everything.
//
//===----------------------------------------------------------------------===//
#include "KernelBehaviour.h"
#include "warpfort/Driver/CUDAObjects.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "warpfort/Target/Embed/Embed.h"
#include "warpfort/Target/NVPTX/NVPTXCodeGen.h"
#include "warprt/DeviceLaunch.h"
#include "warprt/DeviceLibrary.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include <optional>

using namespace llvm;

namespace warpfort {

static constexpr unsigned SharedSpace = 3;

namespace {

class Inspector {
public:
  Behaviour inspect(Function &F) {
    Visited.insert(&F);
    for (Instruction &I : instructions(F))
      inspect(I);
    return Result;
  }

private:
  void inspect(Instruction &I);
  void inspectCall(CallBase &Call);
  void inspectConstant(Constant &C);

  Behaviour Result;
  SmallPtrSet<const Value *, 32> Visited;
};

} // namespace

/// The place of a special register among the parameters of a thread's function
/// (its indices, then the extents of the launch), or nothing.
static std::optional<unsigned> placeOfRegister(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
    return 0;
  case Intrinsic::nvvm_read_ptx_sreg_tid_y:
    return 1;
  case Intrinsic::nvvm_read_ptx_sreg_tid_z:
    return 2;
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
    return 3;
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
    return 4;
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
    return 5;
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
    return 6;
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
    return 7;
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
    return 8;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
    return 9;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
    return 10;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
    return 11;
  default:
    return std::nullopt;
  }
}

/// Functions of the device library and others without a body that concern the
/// calling thread alone.
bool isOwnAffair(const Function &F) {
  StringRef Name = F.getName();
  return isNVPTXMathFunction(Name) || Name.starts_with("_FortranA") ||
         StringSwitch<bool>(Name)
             .Cases({WARPDEV_ALLOCATE, WARPDEV_RELEASE, WARPDEV_INITIALIZE},
                    true)
             .Default(false);
}

bool isOfLauncher(const Function &F) {
  return F.getName().starts_with("warprt_cudaEvent") ||
         StringSwitch<bool>(F.getName())
             .Cases({WARPRT_GET_LAST_ERROR, WARPRT_PEEK_AT_LAST_ERROR,
                     "warprt_cudaDeviceSynchronize",
                     "warprt_cudaStreamCreateWithFlags",
                     "warprt_cudaStreamDestroy",
                     "warprt_cudaStreamWaitEvent_i4",
                     "warprt_cudaStreamWaitEvent_i8"},
                    true)
             .Default(false);
}

/// Special registers that have other values in a combined grid, but for the
/// indices and extents.
static bool isOfWholeGrid(StringRef Intrinsic) {
  return Intrinsic.starts_with("llvm.nvvm.read.ptx.sreg.") &&
         (Intrinsic.contains("smem_size") || Intrinsic.contains("gridid") ||
          Intrinsic.contains("cluster"));
}

void Inspector::inspectConstant(Constant &C) {
  if (!Visited.insert(&C).second)
    return;
  if (auto *G = dyn_cast<GlobalVariable>(&C)) {
    Result.Synchronizes |= G->getAddressSpace() == SharedSpace;
    return;
  }
  for (Value *Operand : C.operands())
    if (auto *Part = dyn_cast<Constant>(Operand))
      inspectConstant(*Part);
}

void Inspector::inspectCall(CallBase &Call) {
  Function *Callee = Call.getCalledFunction();
  if (!Callee) {
    Result.Synchronizes = Result.Launches = Result.HasIndices = true;
    Result.CallsUnknown = true;
  } else if (Callee->hasFnAttribute(bitcode::LaunchOfAttr)) {
    Result.Launches = true;
    std::optional<uint64_t> Stream = knownStream(Call);
    Result.Forgets |= Stream == WARPDEV_STREAM_FIRE_AND_FORGET;
    Result.LaunchesElsewhere |=
        Stream != 0 && Stream != WARPDEV_STREAM_FIRE_AND_FORGET;
  } else if (Callee->isIntrinsic()) {
    bool IsRegister = placeOfRegister(Callee->getIntrinsicID()).has_value();
    Result.HasIndices |= IsRegister;
    Result.AsksForGrid |= isOfWholeGrid(Callee->getName());
    Result.Synchronizes |=
        Callee->isConvergent() ||
        (!IsRegister && Callee->getName().starts_with("llvm.nvvm.read.ptx"));
  } else if (!Callee->isDeclaration()) {
    if (Visited.insert(Callee).second)
      for (Instruction &I : instructions(*Callee))
        inspect(I);
  } else if (!isOwnAffair(*Callee) && !isOfLauncher(*Callee)) {
    Result.Synchronizes = Result.Launches = Result.HasIndices = true;
    Result.CallsUnknown = true;
  } else {
    Result.Waits |= isOfLauncher(*Callee);
  }
}

void Inspector::inspect(Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    inspectCall(*Call);
  for (Value *Operand : I.operands())
    if (auto *C = dyn_cast<Constant>(Operand))
      if (!isa<Function>(C))
        inspectConstant(*C);
}

Behaviour inspectBehaviour(Function &F) { return Inspector().inspect(F); }

bool calleesHaveIndices(Function &Kernel) {
  for (Instruction &I : instructions(Kernel))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (Function *Callee = Call->getCalledFunction();
          Callee && !Callee->isDeclaration() &&
          inspectBehaviour(*Callee).HasIndices)
        return true;
  return false;
}

bool isSerial(Function &Kernel) {
  Behaviour B = inspectBehaviour(Kernel);
  return !B.Synchronizes && !B.Waits && !calleesHaveIndices(Kernel);
}

Function *launchedKernel(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Stub = Call ? Call->getCalledFunction() : nullptr;
  if (!Stub || !Stub->hasFnAttribute(bitcode::LaunchOfAttr))
    return nullptr;
  Function *Kernel = I.getModule()->getFunction(
      Stub->getFnAttribute(bitcode::LaunchOfAttr).getValueAsString());
  return Kernel && isDeviceKernel(*Kernel) ? Kernel : nullptr;
}

std::optional<uint64_t> knownStream(const CallBase &Launch) {
  auto *Stream = dyn_cast<ConstantInt>(Launch.getArgOperand(StreamValue));
  if (!Stream)
    return std::nullopt;
  uint64_t Value = Stream->getZExtValue();
  if (Value != 0 && Value != WARPDEV_STREAM_TAIL_LAUNCH &&
      Value != WARPDEV_STREAM_FIRE_AND_FORGET)
    return std::nullopt;
  return Value;
}

bool callsItself(Function &F) {
  SmallSetVector<Function *, 16> Called;
  auto AddCallees = [&](Function &Caller) {
    for (Instruction &I : instructions(Caller))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (Function *Callee = Call->getCalledFunction();
            Callee && !Callee->isDeclaration())
          Called.insert(Callee);
  };
  AddCallees(F);
  for (unsigned I = 0; I < Called.size() && !Called.contains(&F); ++I)
    AddCallees(*Called[I]);
  return Called.contains(&F);
}

/// A kernel does not grow beyond that.
static constexpr unsigned MostInstructions = 50000;

/// Returns the procedure that is part of \p Kernel now, or null.
static Function *inlineLauncher(Function &Kernel) {
  for (Instruction &I : instructions(Kernel)) {
    auto *Call = dyn_cast<CallInst>(&I);
    Function *F = Call ? Call->getCalledFunction() : nullptr;
    if (!F || F->isDeclaration() || isDeviceKernel(*F))
      continue;
    Behaviour B = inspectBehaviour(*F);
    InlineFunctionInfo Info;
    if (B.Launches && !B.CallsUnknown && !callsItself(*F) &&
        Kernel.getInstructionCount() + F->getInstructionCount() <=
            MostInstructions &&
        InlineFunction(*Call, Info).isSuccess())
      return F;
  }
  return nullptr;
}

void inlineLaunchers(Module &M) {
  SmallSetVector<Function *, 8> Inlined;
  for (Function &Kernel : M)
    if (!Kernel.isDeclaration() && isDeviceKernel(Kernel))
      while (Function *F = inlineLauncher(Kernel))
        Inlined.insert(F);
  // Of others no address may be known to CUDA C.
  bool Again = true;
  while (Again) {
    Again = false;
    for (Function *F : Inlined.takeVector())
      if (F->use_empty() && !isForeignName(F->getName())) {
        F->eraseFromParent();
        Again = true;
      } else {
        Inlined.insert(F);
      }
  }
}

void promoteVariables(Function &F) {
  SmallVector<AllocaInst *> Variables;
  for (Instruction &I : F.getEntryBlock())
    if (auto *Variable = dyn_cast<AllocaInst>(&I);
        Variable && isAllocaPromotable(Variable))
      Variables.push_back(Variable);
  DominatorTree Dominators(F);
  PromoteMemToReg(Variables, Dominators);
}

Function *makeThreadFunction(Function &Kernel, StringRef Suffix) {
  Module &M = *Kernel.getParent();
  Type *I32 = Type::getInt32Ty(M.getContext());
  SmallVector<Type *> Types(NumIndices + NumExtents, I32);
  append_range(Types, Kernel.getFunctionType()->params());
  Function *New = Function::Create(
      FunctionType::get(Kernel.getReturnType(), Types, false),
      GlobalValue::InternalLinkage, Kernel.getName() + Suffix, M);
  ValueToValueMapTy Map;
  for (Argument &Arg : Kernel.args())
    Map[&Arg] = New->getArg(NumIndices + NumExtents + Arg.getArgNo());
  SmallVector<ReturnInst *> Returns;
  CloneFunctionInto(New, &Kernel, Map,
                    CloneFunctionChangeType::LocalChangesOnly, Returns);
  New->setCallingConv(CallingConv::C);
  New->setDSOLocal(true);
  // What holds for a kernel holds while nothing else runs in its thread.
  AttributeMask OfKernels;
  OfKernels.addAttribute(bitcode::UnaliasedAttr);
  OfKernels.addAttribute(Attribute::NoAlias);
  OfKernels.addAttribute("nvvm.grid_constant");
  for (Argument &Arg : New->args())
    Arg.removeAttrs(OfKernels);
  AttributeMask Limits;
  for (Attribute A : New->getAttributes().getFnAttrs())
    if (A.isStringAttribute() && A.getKindAsString().starts_with("nvvm."))
      Limits.addAttribute(A.getKindAsString());
  New->removeFnAttrs(Limits);
  for (Instruction &I : make_early_inc_range(instructions(*New)))
    if (auto *Call = dyn_cast<IntrinsicInst>(&I))
      if (std::optional<unsigned> Place =
              placeOfRegister(Call->getIntrinsicID())) {
        Call->replaceAllUsesWith(New->getArg(*Place));
        Call->eraseFromParent();
      }
  return New;
}

CallInst *callThreadFunction(IRBuilderBase &B, Function &Thread,
                             const Function &Kernel, ArrayRef<Value *> Indices,
                             ArrayRef<Value *> Extents,
                             ArrayRef<Value *> Arguments) {
  SmallVector<Value *> Values(Indices);
  append_range(Values, Extents);
  append_range(Values, Arguments);
  CallInst *Call = B.CreateCall(&Thread, Values);
  for (const Argument &Arg : Kernel.args())
    if (Arg.hasByValAttr()) {
      unsigned Number = NumIndices + NumExtents + Arg.getArgNo();
      Call->addParamAttr(Number, Arg.getAttribute(Attribute::ByVal));
      if (MaybeAlign Alignment = Arg.getParamAlign())
        Call->addParamAttr(
            Number, Attribute::getWithAlignment(B.getContext(), *Alignment));
    }
  return Call;
}

} // namespace warpfort
