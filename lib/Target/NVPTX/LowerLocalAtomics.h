//===-- LowerLocalAtomics.h - Atomic operations on local memory -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_LOWERLOCALATOMICS_H
#define WARPFORT_LIB_TARGET_NVPTX_LOWERLOCALATOMICS_H

#include "llvm/IR/PassManager.h"

namespace warpfort {

/// Makes plain accesses of atomic operations on variables of one thread. To run
/// where functions have been inlined.
struct LowerLocalAtomicsPass : llvm::PassInfoMixin<LowerLocalAtomicsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort

#endif
