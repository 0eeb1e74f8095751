//===-- LoopPlan.h - Which loop runs on what --------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Gives every loop of a compute construct its levels of parallelism.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_PLAN_LOOPPLAN_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_PLAN_LOOPPLAN_H

#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "llvm/ADT/DenseMap.h"
#include <string>

namespace warpfort::openacc {

struct LoopPlan {
  /// One thread runs everything; why, for messages.
  bool Serial = false;
  std::string SerialReason;
  /// Levels that some loop or called routine uses.
  unsigned Used = 0;
  /// Whether gangs have more dimensions than one.
  bool UsesDims = false;
  /// What was planned, and what moved out of its loops in front of them.
  llvm::SmallVector<mlir::Operation *> Ops;
  /// The loop over gangs for which there is another plan if it has at least
  /// \p Many iterations, which is not known here; null if there is none.
  mlir::acc::LoopOp IfMany;
  int64_t Many = 0;
  /// The lanes of a worker, and the workers of a gang, where the program does
  /// not say; 0: the runtime's choice.
  int64_t Lanes = 0, Workers = 0;
  /// Where the loops stood that became part of another.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Location>>
      Collapsed;
};

/// Plans the loops below \p Ops, which are the body of \p Construct or, of a
/// kernels construct, a run of its statements; sets LevelsAttr on them.
/// \p Active levels are taken before it starts: those above a routine's.
/// \p AreMany: the plan is for a loop over gangs with as many iterations as the
/// other plan asks for.
LoopPlan planLoops(mlir::Operation *Construct,
                   llvm::ArrayRef<mlir::Operation *> Ops, unsigned Active = 0,
                   bool AreMany = false);

/// What -Minfo=accel says of the loops below \p Ops, after planning.
void reportLoops(mlir::Operation *Construct,
                 llvm::ArrayRef<mlir::Operation *> Ops, const LoopPlan &Plan);

/// Says that there is another kernel, for many iterations of \p Loop.
void reportMany(mlir::Operation *Construct, mlir::acc::LoopOp Loop,
                int64_t Many, const LoopPlan &Plan);

/// The same of a loop of a kernels construct that the host runs.
void reportHostLoop(mlir::Operation *Construct, mlir::acc::LoopOp Loop);

/// Why loops with branches in them run in order, unless a directive says that
/// they are independent.
inline constexpr llvm::StringLiteral BranchesInBody =
    "a loop with several exits, or another branch, in the body";

/// Whether the iterations of a loop of a kernels construct run in order.
bool keepsOrder(mlir::acc::LoopOp Loop);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_PLAN_LOOPPLAN_H
