//===-- UnrollGridLoops.h - Several rounds of a grid at once ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See UnrollGridLoops.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_UNROLLGRIDLOOPS_H
#define WARPFORT_LIB_TARGET_NVPTX_UNROLLGRIDLOOPS_H

#include "llvm/IR/PassManager.h"

namespace warpfort {

/// Runs before HideGridStepsPass.
struct UnrollGridLoopsPass : llvm::PassInfoMixin<UnrollGridLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort

#endif
