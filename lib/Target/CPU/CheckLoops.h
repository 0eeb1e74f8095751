//===-- CheckLoops.h - One check for a loop's accesses --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CheckLoops.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_CHECKLOOPS_H
#define WARPFORT_LIB_TARGET_CPU_CHECKLOOPS_H

#include "llvm/IR/PassManager.h"

namespace warpfort::cpu {

/// Of a loop that stays for when there may be something to tell.
constexpr llvm::StringLiteral LoopKeepsChecks = "warpfort.loop.checked";

/// Runs before loops are vectorised: first with those that are described as
/// they are, and then with what is left when guards have been taken out of
/// them.
struct CheckLoopsPass : llvm::PassInfoMixin<CheckLoopsPass> {
  explicit CheckLoopsPass(bool AsTheyAre = false) : AsTheyAre(AsTheyAre) {}
  bool AsTheyAre;
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort::cpu

#endif
