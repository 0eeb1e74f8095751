//===-- DescribeAccesses.h - What loops access, before they run -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For -gpu=check. A call that checks an access of a loop as what the runtime
// is asked about before the loop: the first address, and how often each of the
// loops around it goes round, and what a round adds. The loop may be that over
// a block's threads, whose last ones may have a round less (CheckLoops.cpp), or
// one of a thread (CheckWarpRounds.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_DESCRIBEACCESSES_H
#define WARPFORT_LIB_TARGET_CPU_DESCRIBEACCESSES_H

#include "CheckedRounds.h"
#include "llvm/IR/IRBuilder.h"

namespace warpfort::cpu {

/// Whether \p I, which is a check of this kind, if any, may run before others'
/// checks have been made.
bool mayRunBeforeChecks(const llvm::Instruction &I, Check Kind);

/// Describes accesses of a loop.
class AccessDescriber : protected LoopConditions {
protected:
  using LoopConditions::LoopConditions;

  bool findPlace();
  bool describe(CheckedAccess &New);
  bool describeLoops(CheckedAccess &New, const llvm::BasicBlock *BB);
  bool divide(CheckedAccess &New, CheckedAccess &Last);
  llvm::Value *expand(const llvm::SCEV *S, llvm::Type *T) {
    return Expander.expandCodeFor(S, T, At);
  }
  llvm::Value *findWrapping(llvm::IRBuilder<> &B);

private:
  bool takeRounds(CheckedAccess &New, llvm::Loop &Of);
  const llvm::SCEV *countRounds(llvm::Loop &Of);
  Strides stridesOf(llvm::Loop &Of);
  Strides stridesOfCount(llvm::Loop &Of);
  const llvm::BinaryOperator *findQuotient(const llvm::SCEV *Count);
  Strides stridesOfQuotient(const llvm::SCEV *Count);
  const llvm::SCEV *countStrides(CheckedAccess &New, const Strides &S);
  bool takeBlocks(CheckedAccess &New, const llvm::Loop &Of);
  bool areAllKnown(const CheckedAccess &New);
};

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_DESCRIBEACCESSES_H
