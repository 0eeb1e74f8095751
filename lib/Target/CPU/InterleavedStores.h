//===-- InterleavedStores.h - Order within an iteration ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See InterleavedStores.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_INTERLEAVEDSTORES_H
#define WARPFORT_LIB_TARGET_CPU_INTERLEAVEDSTORES_H

#include "llvm/IR/PassManager.h"

namespace warpfort::cpu {

/// Runs before loops are vectorised.
struct InterleavedStoresPass : llvm::PassInfoMixin<InterleavedStoresPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
  static bool isRequired() { return true; }
};

} // namespace warpfort::cpu

#endif
