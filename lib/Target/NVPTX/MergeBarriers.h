//===-- MergeBarriers.h - Barriers with nothing between ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See MergeBarriers.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_MERGEBARRIERS_H
#define WARPFORT_LIB_TARGET_NVPTX_MERGEBARRIERS_H

#include "llvm/IR/PassManager.h"

namespace warpfort {

/// Runs behind what says which data is only read.
struct MergeBarriersPass : llvm::PassInfoMixin<MergeBarriersPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort

#endif
