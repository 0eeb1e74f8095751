//===-- WidenIndices.h - Subscripts in 64 bits ------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See WidenIndices.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_COMMON_WIDENINDICES_H
#define WARPFORT_LIB_TARGET_COMMON_WIDENINDICES_H

#include "llvm/IR/PassManager.h"

namespace warpfort {

/// Runs after SROA and before InstCombine, which loses what the pass looks for.
struct WidenIndicesPass : llvm::PassInfoMixin<WidenIndicesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort

#endif
