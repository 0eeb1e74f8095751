//===-- HideGridSteps.h - Loops that a grid shares --------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See HideGridSteps.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_HIDEGRIDSTEPS_H
#define WARPFORT_LIB_TARGET_NVPTX_HIDEGRIDSTEPS_H

#include "llvm/IR/PassManager.h"

namespace warpfort {

/// Runs last, before the code generator reduces strength.
struct HideGridStepsPass : llvm::PassInfoMixin<HideGridStepsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort

#endif
