//===-- GuardedLoop.h - Loops of which a guard stops iterations -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the passes have in common that make loops of the iterations that pass:
//
//     for (t = 0; t < threads; ++t) {        header: the guard
//       if (...)                             work
//         ...
//     }                                      latch
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_GUARDEDLOOP_H
#define WARPFORT_LIB_TARGET_CPU_GUARDEDLOOP_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace warpfort::cpu {

class GuardedLoop {
public:
  GuardedLoop(llvm::Loop &L, llvm::ScalarEvolution &SE) : L(L), SE(SE) {}

protected:
  /// Whether the loop is one, with at most 2**32 iterations, and nothing but
  /// memory is left of it. Finds what follows.
  bool hasForm();
  /// The number of iterations, as i64.
  llvm::Value *expandLength(llvm::IRBuilder<> &B, llvm::SCEVExpander &Expander);
  /// A copy of the blocks between a new block, which is the result, and
  /// \p After. The loop's preheader is, or was, \p Before.
  llvm::BasicBlock *copyBlocks(llvm::ValueToValueMapTy &Map,
                               const llvm::Twine &Name,
                               llvm::BasicBlock *Before,
                               llvm::BasicBlock *After);

  llvm::Loop &L;
  llvm::ScalarEvolution &SE;
  const llvm::SCEV *Trips = nullptr; ///< how often the latch branches back
  llvm::Value *Condition = nullptr;  ///< of the guard
  bool PassesIfTrue = true;
  llvm::BasicBlock *Work = nullptr; ///< behind the guard
  bool OnlyWork = false; ///< nothing is done for iterations that do not pass
  size_t Size = 0;       ///< in instructions
};

/// Calls \p Transform with each parallel loop, in the form that LLVM's
/// analyses want.
llvm::PreservedAnalyses transformParallelLoops(
    llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
    llvm::function_ref<bool(llvm::Loop &, llvm::ScalarEvolution &)> Transform);

} // namespace warpfort::cpu

#endif
