//===-- CheckLoops.h - One check for a loop's accesses --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CheckLoops.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_CHECKLOOPS_H
#define WARPFORT_LIB_TARGET_CPU_CHECKLOOPS_H

#include "llvm/IR/PassManager.h"

namespace warpfort::cpu {

/// Runs before loops are vectorised.
struct CheckLoopsPass : llvm::PassInfoMixin<CheckLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort::cpu

#endif
