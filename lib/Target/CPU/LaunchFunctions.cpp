//===-- LaunchFunctions.cpp - Kernels as functions of C -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emitted for a kernel `k`, whose WarprtCpuKernelFn becomes `k.run`:
//
//   int k(const unsigned *grid, const unsigned *block, unsigned sharedBytes,
//         void *const *params) {
//     return warpcpu_launch(k.run, contextBytes, staticSharedBytes, grid,
//                           block, sharedBytes, params);
//   }
//
//===----------------------------------------------------------------------===//
#include "LaunchFunctions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpfort::cpu {

void emitLaunchFunctions(Module &M, ArrayRef<EmittedKernel> Kernels) {
  IRBuilder<> B(M.getContext());
  Type *Ptr = B.getPtrTy(), *I32 = B.getInt32Ty(), *I64 = B.getInt64Ty();
  FunctionCallee Launch = M.getOrInsertFunction(
      "warpcpu_launch",
      FunctionType::get(I32, {Ptr, I64, I32, Ptr, Ptr, I32, Ptr}, false));
  for (const EmittedKernel &Kernel : Kernels) {
    Kernel.Run->setName(Kernel.Name + ".run");
    // It takes the shape of the launch for invariant, which it is not in the
    // caller: nothing of it may get there.
    Kernel.Run->setLinkage(GlobalValue::ExternalLinkage);
    Kernel.Run->setVisibility(GlobalValue::HiddenVisibility);
    Kernel.Run->addFnAttr(Attribute::NoInline);
    Function *F =
        Function::Create(FunctionType::get(I32, {Ptr, Ptr, I32, Ptr}, false),
                         GlobalValue::ExternalLinkage, Kernel.Name, M);
    F->addFnAttr(Attribute::NoUnwind);
    B.SetInsertPoint(BasicBlock::Create(M.getContext(), "entry", F));
    B.CreateRet(B.CreateCall(
        Launch, {Kernel.Run, B.getInt64(Kernel.ContextBytes),
                 B.getInt32(Kernel.StaticSharedBytes), F->getArg(0),
                 F->getArg(1), F->getArg(2), F->getArg(3)}));
  }
}

void exportVariables(ArrayRef<GlobalVariable *> Variables) {
  for (GlobalVariable *G : Variables) {
    G->setLinkage(GlobalValue::ExternalLinkage);
    G->setVisibility(GlobalValue::DefaultVisibility);
    G->setComdat(nullptr);
    G->setSection("");
    G->setExternallyInitialized(false);
  }
}

} // namespace warpfort::cpu
