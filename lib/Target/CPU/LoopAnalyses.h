//===-- LoopAnalyses.h - What is known of a function's loops ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For what asks outside of a pass manager.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_LOOPANALYSES_H
#define WARPFORT_LIB_TARGET_CPU_LOOPANALYSES_H

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"

namespace warpfort::cpu {

/// Scalar evolution of a function, and what that is made of. They refer to each
/// other: no copies.
struct LoopAnalyses {
  explicit LoopAnalyses(llvm::Function &F)
      : DT(F), LI(DT), AC(F), Library(F.getParent()->getTargetTriple()),
        TLI(Library), SE(F, TLI, AC, DT, LI) {}
  LoopAnalyses(const LoopAnalyses &) = delete;
  LoopAnalyses &operator=(const LoopAnalyses &) = delete;

  llvm::DominatorTree DT;
  llvm::LoopInfo LI;
  llvm::AssumptionCache AC;
  llvm::TargetLibraryInfoImpl Library;
  llvm::TargetLibraryInfo TLI;
  llvm::ScalarEvolution SE;
};

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_LOOPANALYSES_H
