//===-- HideWraps.h - Loop variables that wrap ------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See HideWraps.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_HIDEWRAPS_H
#define WARPFORT_LIB_TARGET_NVPTX_HIDEWRAPS_H

#include "llvm/IR/PassManager.h"

namespace warpfort {

/// Runs behind all other passes.
struct HideWrapsPass : llvm::PassInfoMixin<HideWrapsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort

#endif
