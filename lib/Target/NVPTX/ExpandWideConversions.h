//===-- ExpandWideConversions.h - 128-bit integers and reals ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_EXPANDWIDECONVERSIONS_H
#define WARPFORT_LIB_TARGET_NVPTX_EXPANDWIDECONVERSIONS_H

#include "llvm/IR/PassManager.h"

namespace warpfort {

/// Makes conversions between 128-bit integers and reals of those of 64 bits.
struct ExpandWideConversionsPass
    : llvm::PassInfoMixin<ExpandWideConversionsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort

#endif
