//===-- LoadStrides.h - Vectors of elements apart ---------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes loads and permutations of gathers whose elements are a few apart.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_LOADSTRIDES_H
#define WARPFORT_LIB_TARGET_CPU_LOADSTRIDES_H

#include "llvm/IR/PassManager.h"

namespace warpfort::cpu {

/// Runs behind LLVM's vectorisers.
struct LoadStridesPass : llvm::PassInfoMixin<LoadStridesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
};

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_LOADSTRIDES_H
