//===-- PreferSLP.h - Vectors within an iteration ---------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See PreferSLP.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_PREFERSLP_H
#define WARPFORT_LIB_TARGET_CPU_PREFERSLP_H

#include "llvm/IR/PassManager.h"

namespace warpfort::cpu {

/// Runs before loops are vectorised.
struct PreferSLPPass : llvm::PassInfoMixin<PreferSLPPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort::cpu

#endif
