//===-- StepOverGuards.h - Loops over every second thread -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See StepOverGuards.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_STEPOVERGUARDS_H
#define WARPFORT_LIB_TARGET_CPU_STEPOVERGUARDS_H

#include "llvm/IR/PassManager.h"

namespace warpfort::cpu {

/// Runs behind SplitGuardedLoopsPass, which leaves such guards.
struct StepOverGuardsPass : llvm::PassInfoMixin<StepOverGuardsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort::cpu

#endif
