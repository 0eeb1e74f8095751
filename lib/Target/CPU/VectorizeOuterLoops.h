//===-- VectorizeOuterLoops.h - Vectors over loops with loops inside -*- C++
//-*-=// C++ -*-//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See VectorizeOuterLoops.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_VECTORIZEOUTERLOOPS_H
#define WARPFORT_LIB_TARGET_CPU_VECTORIZEOUTERLOOPS_H

#include "llvm/IR/PassManager.h"

namespace warpfort::cpu {

/// Of a function with a loop that the pass has vectorised.
inline constexpr llvm::StringLiteral WideThreads = "warpfort-wide-threads";

/// Runs before LLVM's own vectoriser, on rotated loops in LCSSA form.
struct VectorizeOuterLoopsPass : llvm::PassInfoMixin<VectorizeOuterLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
  static bool isRequired() { return false; }
};

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_VECTORIZEOUTERLOOPS_H
