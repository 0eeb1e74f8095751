//===-- KeptAnalyses.h - What passes leave of the analyses ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a function pass returns.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_COMMON_KEPTANALYSES_H
#define WARPFORT_LIB_TARGET_COMMON_KEPTANALYSES_H

#include "llvm/IR/Analysis.h"

namespace warpfort {

/// The analyses that hold behind a pass that leaves blocks and branches as they
/// are: all, unless it \p Changed instructions.
inline llvm::PreservedAnalyses keptWithBlocks(bool Changed) {
  if (!Changed)
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses Kept;
  Kept.preserveSet<llvm::CFGAnalyses>();
  return Kept;
}

} // namespace warpfort

#endif // WARPFORT_LIB_TARGET_COMMON_KEPTANALYSES_H
