//===-- NamedPasses.h - Passes on LLVM IR that have names -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass is written by its name in textual pipelines, as those of LLVM are, so
// that tests can run it alone (warp-codegen -passes=...).
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_COMMON_NAMEDPASSES_H
#define WARPFORT_LIB_TARGET_COMMON_NAMEDPASSES_H

#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"

namespace warpfort {

/// Gives a pass a name. \p Name must live as long as \p PB.
template <typename Pass, typename Manager>
void namePass(llvm::PassBuilder &PB, llvm::StringRef Name) {
  PB.registerPipelineParsingCallback(
      [Name](llvm::StringRef Asked, Manager &Passes,
             llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        if (Asked != Name)
          return false;
        Passes.addPass(Pass());
        return true;
      });
}

template <typename Pass>
void nameFunctionPass(llvm::PassBuilder &PB, llvm::StringRef Name) {
  namePass<Pass, llvm::FunctionPassManager>(PB, Name);
}

template <typename Pass>
void nameModulePass(llvm::PassBuilder &PB, llvm::StringRef Name) {
  namePass<Pass, llvm::ModulePassManager>(PB, Name);
}

} // namespace warpfort

#endif
