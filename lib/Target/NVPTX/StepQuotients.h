//===-- StepQuotients.h - Quotients without divisions -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps quotients and remainders of the counters of loops that a grid shares
// along with the counters.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_STEPQUOTIENTS_H
#define WARPFORT_LIB_TARGET_NVPTX_STEPQUOTIENTS_H

#include "llvm/IR/PassManager.h"

namespace warpfort {

/// Runs before LLVM makes products and differences of remainders.
struct StepQuotientsPass : llvm::PassInfoMixin<StepQuotientsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort

#endif
