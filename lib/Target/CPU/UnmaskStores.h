//===-- UnmaskStores.h - Vectors that are stored whole ----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See UnmaskStores.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_UNMASKSTORES_H
#define WARPFORT_LIB_TARGET_CPU_UNMASKSTORES_H

#include "llvm/IR/PassManager.h"

namespace warpfort::cpu {

/// Runs last.
struct UnmaskStoresPass : llvm::PassInfoMixin<UnmaskStoresPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
};

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_UNMASKSTORES_H
