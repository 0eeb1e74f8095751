//===-- StartCalls.cpp - What an object does when the program starts ------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each object with tracebacks has a constructor, so that the main program may
/// be in any language. Traps begin with the main program: what runs before it
/// is not the user's.
///
//===----------------------------------------------------------------------===//
#include "StartCalls.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Support/TrappingMath.h"
#include "warprt/Traps.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace warpfort {

/// The priority of constructors that name none.
static constexpr int DefaultPriority = 65535;

static void addConstructor(Module &M, StringRef Name) {
  auto *Type = FunctionType::get(llvm::Type::getVoidTy(M.getContext()), false);
  FunctionCallee Start = M.getOrInsertFunction(Name, Type);
  appendToGlobalCtors(M, cast<Function>(Start.getCallee()), DefaultPriority);
}

static void enableTraps(Module &M, unsigned Exceptions) {
  Function *Main = M.getFunction(MainProgramSymbol);
  // A main program in C.
  if (!Main || Main->isDeclaration())
    Main = M.getFunction("main");
  if (!Main || Main->isDeclaration())
    return;
  IRBuilder<> Builder(&*Main->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  auto *Type = FunctionType::get(Builder.getVoidTy(), {Builder.getInt32Ty()},
                                 /*isVarArg=*/false);
  CallInst *Call =
      Builder.CreateCall(M.getOrInsertFunction("warprt_enable_traps", Type),
                         Builder.getInt32(Exceptions));
  Call->addFnAttr(Attribute::StrictFP);
}

void nameProcedures(Module &M) {
  for (Function &F : M) {
    DISubprogram *Subprogram = F.getSubprogram();
    if (Subprogram && Subprogram->getUnit() &&
        Subprogram->getUnit()->getEmissionKind() ==
            DICompileUnit::LineTablesOnly)
      Subprogram->replaceOperandWith(
          2, MDString::get(M.getContext(), demangleName(F.getName())));
  }
}

void addStartCalls(Module &Host, const CompileOptions &Options) {
  if (Options.Traceback)
    addConstructor(Host, "warprt_start_traceback");
  if (Options.Traceback || Options.CheckStack)
    nameProcedures(Host);
  if (Options.CheckStack) {
    addConstructor(Host, "warprt_start_stack_check");
    // A large frame must not reach beyond the page that guards the stack.
    for (Function &F : Host)
      if (!F.isDeclaration())
        F.addFnAttr("probe-stack", "inline-asm");
  }
  if (Options.Traps) {
    keepExceptions(Host);
    enableTraps(Host, Options.Traps);
  }
}

void markTrapping(Module &Device) {
  for (Function &F : Device)
    if (!F.isDeclaration())
      F.addFnAttr(bitcode::TrappingMathAttr);
}

void tellOfVolatileData(Module &Device) {
  if (any_of(Device, [](const Function &F) {
        return F.hasFnAttribute(bitcode::VolatileDataAttr);
      }))
    Device.getOrInsertNamedMetadata(bitcode::VolatileDataAttr)
        ->addOperand(MDNode::get(Device.getContext(), {}));
}

} // namespace warpfort
