//===-- ChooseUnrollCounts.h - Iterations taken at once --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ChooseUnrollCounts.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_CHOOSEUNROLLCOUNTS_H
#define WARPFORT_LIB_TARGET_NVPTX_CHOOSEUNROLLCOUNTS_H

#include "llvm/IR/PassManager.h"

namespace warpfort {

/// Marks loops for LLVM's unroller: runs before it, behind what simplifies.
struct ChooseUnrollCountsPass : llvm::PassInfoMixin<ChooseUnrollCountsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort

#endif
