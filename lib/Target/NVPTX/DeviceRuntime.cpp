//===-- DeviceRuntime.cpp - CUDA's device runtime -------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches in device code, and the functions of module cudafor that device code
// may call, are calls of CUDA's device runtime (runtime/device/Launch.c). It
// comes in libcudadevrt.a, which nvlink links cubins with. PTX that the driver
// compiles would need it as well, so there is none.
//
//===----------------------------------------------------------------------===//
#include "DeviceRuntime.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Target/NVPTX/NVPTXCodeGen.h"
#include "warprt/DeviceLaunch.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpfort {

/// "'m::k'": a function of the program from which \p F is called, through
/// functions of the device library.
static std::string callerOf(const Function &F) {
  SmallVector<const Function *> Callers = {&F};
  constexpr size_t Most = 100; // recursive ones come again and again
  for (size_t I = 0; I < Callers.size() && I < Most; ++I) {
    if (Callers[I]->getName().starts_with("_Q"))
      return "'" + demangleName(Callers[I]->getName()) + "'";
    for (const User *U : Callers[I]->users())
      if (const auto *Call = dyn_cast<CallBase>(U))
        Callers.push_back(Call->getFunction());
  }
  return "'" + demangleName(Callers.back()->getName()) + "'";
}

/// Has calls of a function get structures as values, which lie in registers,
/// and returns the function that they call now.
/// Clang hands over copies in local memory; what ptxas 13.0 makes of these
/// reads a wrong address on an H100 where threads of a warp launch kernels at
/// different depths of a recursive procedure.
static const Function *passStructuresAsValues(Function &F) {
  FunctionType *Type = F.getFunctionType();
  SmallVector<llvm::Type *> Parameters;
  for (unsigned I = 0; I < Type->getNumParams(); ++I)
    Parameters.push_back(F.hasParamAttribute(I, Attribute::ByVal)
                             ? F.getParamByValType(I)
                             : Type->getParamType(I));
  FunctionType *Changed = FunctionType::get(Type->getReturnType(), Parameters,
                                            /*isVarArg=*/false);
  if (Changed == Type)
    return &F;
  Function *New = Function::Create(Changed, F.getLinkage(), "", F.getParent());
  New->setCallingConv(F.getCallingConv());
  New->takeName(&F);
  for (User *U : make_early_inc_range(F.users())) {
    auto *Call = cast<CallInst>(U);
    IRBuilder<> B(Call);
    SmallVector<Value *> Arguments;
    for (unsigned I = 0; I < Parameters.size(); ++I) {
      Value *Given = Call->getArgOperand(I);
      Arguments.push_back(Parameters[I] == Type->getParamType(I)
                              ? Given
                              : B.CreateLoad(Parameters[I], Given));
    }
    CallInst *Same = B.CreateCall(New, Arguments);
    Same->setCallingConv(Call->getCallingConv());
    Same->setDebugLoc(Call->getDebugLoc());
    Call->replaceAllUsesWith(Same);
    Call->eraseFromParent();
  }
  F.eraseFromParent();
  return New;
}

/// What the device library launches.
static void makeLibraryKernels(Module &M) {
  Function *Fill = M.getFunction(WARPDEV_FILL_KERNEL);
  if (!Fill || Fill->isDeclaration())
    return;
  Fill->setCallingConv(CallingConv::PTX_Kernel);
  Fill->setLinkage(GlobalValue::ExternalLinkage);
}

std::string linkDeviceRuntime(Module &M, NVPTXOptions &Options) {
  makeLibraryKernels(M);
  const Function *Used = nullptr;
  for (Function &F : make_early_inc_range(M)) {
    if (!F.isDeclaration() ||
        !F.getName().starts_with(WARPDEV_CUDA_RUNTIME_PREFIX))
      continue;
    const Function *Called = passStructuresAsValues(F);
    if (!Used && !Called->use_empty())
      Used = Called;
  }
  if (!Used)
    return {};
  const CUDAToolkit &Toolkit = Options.Toolkit;
  std::vector<std::string> Missing;
  for (auto [File, Name] : {std::pair(Toolkit.Ptxas, "ptxas"),
                            {Toolkit.Nvlink, "nvlink"},
                            {Toolkit.DeviceRuntime, "libcudadevrt.a"}})
    if (File.empty())
      Missing.push_back(Name);
  if (!Missing.empty())
    return "device code launches kernels, in " + callerOf(*Used) + " (" +
           join(Missing, ", ") + " of a CUDA toolkit not found; set CUDA_HOME)";
  Options.LinkWith.push_back(Toolkit.DeviceRuntime);
  return {};
}

} // namespace warpfort
