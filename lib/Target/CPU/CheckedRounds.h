//===-- CheckedRounds.h - In which rounds accesses are made -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For CheckLoops.cpp: what a loop is known to do before it runs, and in which
// of its rounds an access is made that stands under conditions. Those are known
// before the loop, or compare an index that grows by one with each round: then
// the rounds follow each other, or each so many of them one another.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_CHECKEDROUNDS_H
#define WARPFORT_LIB_TARGET_CPU_CHECKEDROUNDS_H

#include "CheckAccesses.h"
#include "warprt/CpuCheck.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace llvm {
class DominatorTree;
class Loop;
class LoopInfo;
} // namespace llvm

namespace warpfort::cpu {

/// How often a loop goes round, and what that adds.
struct Rounds {
  const llvm::SCEV *Count, *Step, *WordStep;
};

/// for (i = Begin; i <= Bound; i += Stride), all of them i64.
struct Strides {
  const llvm::SCEV *Begin = nullptr, *Bound = nullptr, *Stride = nullptr;
  const llvm::Value *Count =
      nullptr; ///< of the rounds, if the loop counts them
};

/// A call in the loop, as it is in all rounds.
struct CheckedAccess {
  llvm::CallInst *Call;
  Check Kind;
  const llvm::SCEV *Address, *Word;
  llvm::SmallVector<Rounds, WARPRT_CHECK_LOOPS> Loops;
  /// What must hold, or must not, for it to be made at all.
  llvm::SmallVector<std::pair<llvm::Value *, bool>, 2> Conditions;
  /// Of one of the loops, which the threads begin side by side.
  Strides SideBySide = {};
  size_t StridePlace = 0; ///< among the loops
  /// Of the one that goes along blocks that run as one; null: none does.
  const llvm::SCEV *BlockWidth = nullptr, *FirstThread = nullptr;
  size_t BlockPlace = 0;
  bool IsGuarded = false; ///< entered only where Begin is at most Bound
  /// Of the loop that is looked at: the rounds in which it is made. Null: from
  /// the first one, to the last one.
  const llvm::SCEV *From = nullptr, *To = nullptr;
  bool IsInOne = false; ///< at most
  /// Null: in all of these. Else in those where Number, which is that of the
  /// first round and grows by one, is a multiple of it.
  const llvm::SCEV *Every = nullptr, *Number = nullptr;
  bool IsInSomeRounds = false; ///< of some loop
  bool IsLast = false; ///< in the round that only the first threads have
  /// What loops further out are to tell.
  llvm::SmallVector<std::pair<llvm::Value *, bool>, 2> Later = {};
  /// Branches on the way to it, and which way that is.
  llvm::SmallVector<std::pair<const llvm::BranchInst *, unsigned>, 2> Way = {};
};

/// What must hold for descriptions to be right: all but the stride are far from
/// wrapping around, and that is at least so long.
struct StrideLimits {
  const llvm::SCEV *First, *Bound, *Stride, *Least;
  bool operator==(const StrideLimits &) const = default;
};

/// A loop that is looked at: what is known before it.
class LoopConditions {
protected:
  LoopConditions(llvm::Loop &L, llvm::ScalarEvolution &SE,
                 llvm::DominatorTree &DT, llvm::LoopInfo &LI);

  bool isKnownBefore(const llvm::SCEV *S);
  bool isKnownBefore(const llvm::SCEVWrapPredicate *P);
  const llvm::SCEV *withSafeDivisions(const llvm::SCEV *S);
  const llvm::SCEV *takeStep(const llvm::SCEV *&Place, llvm::Loop &Of);
  bool takeConditions(CheckedAccess &New, const llvm::BasicBlock *BB,
                      llvm::Loop &Of);
  void narrow(CheckedAccess &New, bool IsAlongBlocks);
  Strides comparisonOf(const llvm::Value *Condition, bool Holds);
  void limit(StrideLimits New);

  llvm::Loop &L;
  llvm::ScalarEvolution &SE;
  llvm::DominatorTree &DT;
  llvm::LoopInfo &LI;
  llvm::SCEVExpander Expander;
  llvm::IntegerType *I64;
  llvm::Instruction *At = nullptr; ///< before the loop
  /// What has been taken for granted of indices that might wrap around.
  llvm::SmallVector<const llvm::SCEVPredicate *> Granted;
  llvm::SmallVector<StrideLimits> Limits;

private:
  struct Comparison {
    const llvm::SCEV *Index = nullptr, *Bound = nullptr;
    llvm::CmpInst::Predicate Predicate = llvm::CmpInst::BAD_ICMP_PREDICATE;
    bool IsFromZero = false;
  };
  Comparison readComparison(const llvm::Value &Condition, bool Holds,
                            llvm::Loop &Of);
  bool takeCondition(CheckedAccess &New, llvm::Value *Condition, bool Holds,
                     llvm::Loop &Of);
  bool takeRange(CheckedAccess &New, const llvm::Value &Condition, bool Holds,
                 llvm::Loop &Of);
  bool takeMultiples(CheckedAccess &New, llvm::Value &Condition, bool Holds,
                     llvm::Loop &Of);
  bool isImplied(const CheckedAccess &By, llvm::Value *Condition, bool Holds,
                 llvm::Loop &Of);
  bool isGuard(const llvm::Value &Condition, bool Holds, const Strides &Of);
};

/// LLVM makes one comparison of two that go the same way: makes them two again.
/// Whether there were any.
bool divideComparisons(llvm::Function &F);

/// LLVM divides small numbers by 8 and 16 bits: has \p F divide those that
/// were cut off for that as they were. Whether there were any.
bool widenQuotients(llvm::Function &F, llvm::ScalarEvolution &SE);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_CHECKEDROUNDS_H
