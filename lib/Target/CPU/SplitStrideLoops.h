//===-- SplitStrideLoops.h - Loops that threads begin side by side -*- C++ -*-//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See SplitStrideLoops.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_SPLITSTRIDELOOPS_H
#define WARPFORT_LIB_TARGET_CPU_SPLITSTRIDELOOPS_H

#include "llvm/IR/PassManager.h"

namespace warpfort::cpu {

/// Runs on kernels before their loops are rotated; they are in simplified form
/// and closed (LCSSA).
struct SplitStrideLoopsPass : llvm::PassInfoMixin<SplitStrideLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort::cpu

#endif
