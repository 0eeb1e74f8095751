//===-- GridLoops.h - Loops that a grid shares ------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See GridLoops.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_GRIDLOOPS_H
#define WARPFORT_LIB_TARGET_NVPTX_GRIDLOOPS_H

#include "llvm/IR/PassManager.h"

namespace warpfort {

/// Runs last, before the code generator reduces strength.
struct GridLoopsPass : llvm::PassInfoMixin<GridLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort

#endif
