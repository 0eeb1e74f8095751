//===-- ChooseLoopOrders.h - Threads outside of loops or inside -*- C++
//-*-=====//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ChooseLoopOrders.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_CHOOSELOOPORDERS_H
#define WARPFORT_LIB_TARGET_CPU_CHOOSELOOPORDERS_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"

namespace warpfort::cpu {

/// The function that askForVectors() calls.
inline constexpr llvm::StringLiteral VectorsQuestion =
    "warpfort.threads.are.vectors";

/// An i1: whether the loop over threads in \p ByThread becomes vectors. Keeps
/// \p ByThread a function of its own.
llvm::Value *askForVectors(llvm::IRBuilderBase &B, llvm::Function &ByThread);

/// Answers these questions, once all loops are what they will be.
struct ChooseLoopOrdersPass : llvm::PassInfoMixin<ChooseLoopOrdersPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_CHOOSELOOPORDERS_H
