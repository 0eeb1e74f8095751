//===-- NarrowProducts.h - Products of 32-bit factors -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See NarrowProducts.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_NARROWPRODUCTS_H
#define WARPFORT_LIB_TARGET_NVPTX_NARROWPRODUCTS_H

#include "llvm/IR/PassManager.h"

namespace warpfort {

/// Runs behind InstCombine, which would take it back.
struct NarrowProductsPass : llvm::PassInfoMixin<NarrowProductsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort

#endif
