//===-- EvenRounds.h - As many rounds for all threads -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See EvenRounds.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_EVENROUNDS_H
#define WARPFORT_LIB_TARGET_CPU_EVENROUNDS_H

#include "llvm/IR/PassManager.h"

namespace warpfort::cpu {

/// Of a loop that all threads go through as often.
constexpr llvm::StringLiteral LoopIsEven = "warpfort.loop.even";

/// Runs on checked kernels before their loops are rotated; they are in
/// simplified form and closed (LCSSA).
struct EvenRoundsPass : llvm::PassInfoMixin<EvenRoundsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_EVENROUNDS_H
