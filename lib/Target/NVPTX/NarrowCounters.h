//===-- NarrowCounters.h - Loops that count in 32 bits --------- -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See NarrowCounters.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_NARROWCOUNTERS_H
#define WARPFORT_LIB_TARGET_NVPTX_NARROWCOUNTERS_H

#include "llvm/IR/PassManager.h"

namespace warpfort {

/// Runs behind LLVM's own loop passes, which take the 64-bit form.
struct NarrowCountersPass : llvm::PassInfoMixin<NarrowCountersPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort

#endif
