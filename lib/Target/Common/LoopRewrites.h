//===-- LoopRewrites.h - Passes that look at each loop --------- -*- C++ -*-==//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a function pass goes through loops: which ones it sees after a change,
// and what is left of the analyses.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_COMMON_LOOPREWRITES_H
#define WARPFORT_LIB_TARGET_COMMON_LOOPREWRITES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class Loop;
}

namespace warpfort {

/// Calls \p Rewrite with each loop of \p F. It says whether it changed
/// anything, and leaves the blocks and branches as they are.
llvm::PreservedAnalyses
rewriteLoops(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
             llvm::function_ref<bool(llvm::Loop &)> Rewrite);

/// The same for a \p Transform that makes blocks: it is called with each loop
/// that \p F had at first, and finds analyses of what is there by then.
llvm::PreservedAnalyses
transformLoops(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
               llvm::function_ref<bool(llvm::Loop &)> Transform);

} // namespace warpfort

#endif // WARPFORT_LIB_TARGET_COMMON_LOOPREWRITES_H
