//===-- JamRows.h - Several rows of a thread at once ------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See JamRows.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_JAMROWS_H
#define WARPFORT_LIB_TARGET_NVPTX_JAMROWS_H

#include "llvm/IR/PassManager.h"

namespace warpfort {

/// Looks at functions with bitcode::WantsRowsAttr only, and gives those that it
/// changes bitcode::RowsAttr.
struct JamRowsPass : llvm::PassInfoMixin<JamRowsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort

#endif
