//===-- CompiledFunction.h - Runs what a pass makes of IR -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Passes of the targets that work on ordinary IR can be tested by what
/// the result computes: here it is compiled for the host.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_UNITTESTS_TARGET_COMPILEDFUNCTION_H
#define WARPFORT_UNITTESTS_TARGET_COMPILEDFUNCTION_H

#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "gtest/gtest.h"
#include <memory>
#include <string>

namespace warpfort {

class CompiledModule {
public:
  /// Runs \p Pass on the functions of \p Text and compiles the result.
  template <typename FunctionPass>
  CompiledModule(llvm::StringRef Text, FunctionPass Pass) {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    auto Context = std::make_unique<llvm::LLVMContext>();
    llvm::SMDiagnostic Problem;
    std::unique_ptr<llvm::Module> M =
        llvm::parseAssemblyString(Text, Problem, *Context);
    if (!M) {
      ADD_FAILURE() << Problem.getMessage().str();
      return;
    }
    llvm::PassBuilder Builder;
    llvm::LoopAnalysisManager LAM;
    llvm::FunctionAnalysisManager FAM;
    llvm::CGSCCAnalysisManager CGAM;
    llvm::ModuleAnalysisManager MAM;
    Builder.registerModuleAnalyses(MAM);
    Builder.registerCGSCCAnalyses(CGAM);
    Builder.registerFunctionAnalyses(FAM);
    Builder.registerLoopAnalyses(LAM);
    Builder.crossRegisterProxies(LAM, FAM, CGAM, MAM);
    for (llvm::Function &F : *M)
      if (!F.isDeclaration() && !Pass.run(F, FAM).areAllPreserved())
        Changed = true;
    EXPECT_FALSE(llvm::verifyModule(*M, &llvm::errs()));
    llvm::raw_string_ostream(IR) << *M;
    auto Made = llvm::orc::LLJITBuilder().create();
    if (!Made) {
      ADD_FAILURE() << llvm::toString(Made.takeError());
      return;
    }
    Compiler = std::move(*Made);
    if (llvm::Error E = Compiler->addIRModule(
            llvm::orc::ThreadSafeModule(std::move(M), std::move(Context))))
      ADD_FAILURE() << llvm::toString(std::move(E));
  }

  /// The function of a name; null, and a failure, if there is none.
  template <typename Function> Function *get(llvm::StringRef Name) {
    if (!Compiler)
      return nullptr;
    auto Address = Compiler->lookup(Name);
    if (!Address) {
      ADD_FAILURE() << llvm::toString(Address.takeError());
      return nullptr;
    }
    return Address->template toPtr<Function *>();
  }

  bool Changed = false;
  /// The result as text.
  std::string IR;

private:
  std::unique_ptr<llvm::orc::LLJIT> Compiler;
};

} // namespace warpfort

#endif // WARPFORT_UNITTESTS_TARGET_COMPILEDFUNCTION_H
