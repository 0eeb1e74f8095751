//===-- LimitVectorization.h - Loops LLVM takes forever for -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See LimitVectorization.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_LIMITVECTORIZATION_H
#define WARPFORT_LIB_TARGET_CPU_LIMITVECTORIZATION_H

#include "llvm/IR/PassManager.h"

namespace warpfort::cpu {

/// Runs last before loops are vectorised.
struct LimitVectorizationPass : llvm::PassInfoMixin<LimitVectorizationPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort::cpu

#endif
