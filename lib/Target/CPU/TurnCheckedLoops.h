//===-- TurnCheckedLoops.h - Rounds outside, threads inside -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For -gpu=check, which leaves a thread's rounds inside of the loop over
// threads, so that one question is asked for all of them (CheckLoops.cpp).
// Where nothing is to be told, the loops change places as they do without the
// option (SplitStrideLoops.cpp, Interchange.cpp), and neighbouring threads
// become vectors:
//
//     for (t = 0; t < T; ++t)               for (k = 0; k <= full; ++k)
//       if (begin + t <= n)                   for (t = 0; t < (k < full ? T
//         for (i = begin + t; i <= n;   ->                            : some);
//              i += stride)                        ++t) {
//           body(t, i);                         i = begin + t + k*stride;
//                                               body(t, i);
//                                             }
//
// A thread's rounds keep their order, and threads do not depend on each other:
// that is what the runtime has said. What a thread does beside its innermost
// rounds is done anew in each of them, so it must not touch memory. What goes
// from round to round, as a sum does, is kept in an array of all threads. Where
// it is used, and stored, is one more loop over threads behind the rounds.
// Rounds that all threads have are not turned where they only read: they are
// vectors of sums that are kept behind them.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_TURNCHECKEDLOOPS_H
#define WARPFORT_LIB_TARGET_CPU_TURNCHECKEDLOOPS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace llvm {
class AllocaInst;
class BasicBlock;
class BranchInst;
class Instruction;
class Loop;
class PHINode;
class SCEV;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace warpfort::cpu {

/// A loop over threads with accesses in one loop only, which may be in others.
class ThreadNest {
public:
  using Branches =
      llvm::ArrayRef<std::pair<const llvm::BranchInst *, unsigned>>;

  /// How often its loops go round.
  struct Counts {
    /// Of the loops in it from the innermost one on: of all threads.
    llvm::SmallVector<llvm::Value *> Rounds;
    llvm::Value *Threads;
    /// Threads that have one round more of the loop at this place; null: none.
    llvm::Value *LastThreads = nullptr;
    size_t LastPlace = 0;
    llvm::Value *IsEntered; ///< whether they do at all
  };

  /// More threads have no array.
  static constexpr uint64_t MostThreads = 1024;

  explicit ThreadNest(llvm::Loop &L) : L(L) {}
  /// Whether it is one, all of whose memory accesses are in \p Innermost, and
  /// whose counters add what \p IsKnown before it.
  bool analyze(llvm::Loop &Innermost, llvm::ScalarEvolution &SE,
               llvm::function_ref<bool(const llvm::SCEV *)> IsKnown);
  llvm::Loop &innermost() const { return *Inner.front(); }
  /// Whether it can be made for up to MostThreads only.
  bool carries() const { return !Carried.empty(); }
  /// Has \p Expand compute before the loop what counters add.
  void
  expandSteps(llvm::function_ref<llvm::Value *(const llvm::SCEV *)> Expand);
  /// Makes the nest of a copy of the loop. \p Enter leads there, and has no
  /// branch yet; \p Map has the copies. \p Way are branches of the original
  /// that threads with rounds take to the given successor.
  void turn(llvm::ValueToValueMapTy &Map, llvm::BasicBlock *Enter,
            const Counts &Of, Branches Way);

private:
  struct Carry {
    llvm::SmallVector<llvm::PHINode *, 3> Phis;    ///< the innermost one first
    llvm::SmallVector<llvm::PHINode *, 3> Results; ///< likewise, behind loops
    llvm::Value *First, *Next;
    llvm::AllocaInst *Values = nullptr; ///< of all threads
  };
  bool takeCarried(llvm::PHINode &Phi,
                   llvm::function_ref<bool(const llvm::SCEV *)> IsKnown,
                   llvm::ScalarEvolution &SE);
  bool hasNoOtherResults() const;
  bool isLater(const llvm::Instruction &I) const;
  bool hasForm() const;
  llvm::BasicBlock *keepFirst(llvm::BasicBlock *Before, llvm::Value *Threads);
  void carryInCopy(llvm::ValueToValueMapTy &Map, llvm::Value *Thread);
  bool isGuardOfResults(const llvm::BranchInst &Branch, unsigned Taken) const;
  llvm::BasicBlock *copyLast(Branches Way);
  bool onlyReads() const;
  llvm::BasicBlock *copyFull(const llvm::ValueToValueMapTy &Other,
                             llvm::BasicBlock *Before, const Counts &Of,
                             Branches Way);
  llvm::PHINode *countThreads(llvm::ValueToValueMapTy &Map,
                              llvm::BasicBlock *Before,
                              llvm::BasicBlock *Behind, llvm::Value *Threads);
  void keepOneRound(llvm::ValueToValueMapTy &Map, llvm::Loop &Of,
                    llvm::Value *Round);

  struct Counter {
    llvm::PHINode *Phi;
    const llvm::SCEV *Step;
    llvm::Value *Added = nullptr;
  };
  llvm::Loop &L;
  llvm::SmallVector<llvm::Loop *> Inner; ///< the innermost one first
  llvm::SmallVector<Counter> Counters;
  llvm::SmallVector<Carry, 2> Carried;
};

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_TURNCHECKEDLOOPS_H
