//===-- ExpandNegations.h - Minima of negated numbers -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ExpandNegations.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_EXPANDNEGATIONS_H
#define WARPFORT_LIB_TARGET_NVPTX_EXPANDNEGATIONS_H

#include "llvm/IR/PassManager.h"

namespace warpfort {

/// For correct results: runs last, with any level of optimisation.
struct ExpandNegationsPass : llvm::PassInfoMixin<ExpandNegationsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort

#endif
