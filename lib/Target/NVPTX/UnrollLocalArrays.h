//===-- UnrollLocalArrays.h - Loops over arrays of a thread ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See UnrollLocalArrays.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_UNROLLLOCALARRAYS_H
#define WARPFORT_LIB_TARGET_NVPTX_UNROLLLOCALARRAYS_H

#include "llvm/IR/PassManager.h"

namespace warpfort {

/// Unrolls what keeps a thread's arrays from being registers, and makes them
/// registers: runs behind what simplifies loops.
struct UnrollLocalArraysPass : llvm::PassInfoMixin<UnrollLocalArraysPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort

#endif
