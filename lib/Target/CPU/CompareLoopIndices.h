//===-- CompareLoopIndices.h - Comparison in place of counting -*- C++ -*-===//
//-*-//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CompareLoopIndices.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_COMPARELOOPINDICES_H
#define WARPFORT_LIB_TARGET_CPU_COMPARELOOPINDICES_H

#include "llvm/IR/PassManager.h"

namespace warpfort {

/// Runs after InstCombine, before loops are rotated.
struct CompareLoopIndicesPass : llvm::PassInfoMixin<CompareLoopIndicesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort

#endif
