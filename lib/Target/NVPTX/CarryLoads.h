//===-- CarryLoads.h - Elements that the next round needs again -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CarryLoads.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_CARRYLOADS_H
#define WARPFORT_LIB_TARGET_NVPTX_CARRYLOADS_H

#include "llvm/IR/PassManager.h"

namespace warpfort {

/// Runs behind LLVM's own loop passes, which unroll and hoist, and behind what
/// finds data that is only read.
struct CarryLoadsPass : llvm::PassInfoMixin<CarryLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort

#endif
