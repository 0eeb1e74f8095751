//===-- SplitQuotientLoops.h - Loops over what has one quotient -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See SplitQuotientLoops.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_SPLITQUOTIENTLOOPS_H
#define WARPFORT_LIB_TARGET_CPU_SPLITQUOTIENTLOOPS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Loop;
class ScalarEvolution;
} // namespace llvm

namespace warpfort::cpu {

/// Whether addresses that are checked in \p Of, which is \p L or in it, are
/// formed of quotients or remainders of a number that grows by one with each
/// round of \p L.
bool areOfQuotients(const llvm::Loop &Of, const llvm::Loop &L,
                    llvm::ScalarEvolution &SE);

/// Runs before loops are asked about for the second time.
struct SplitQuotientLoopsPass : llvm::PassInfoMixin<SplitQuotientLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort::cpu

#endif
