//===-- CollapseNests.h - One loop of nested ones ---------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes one loop of two that are nested with nothing between them, as a
/// COLLAPSE clause does. The planner knows for which loops that is right and
/// useful.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_PLAN_COLLAPSENESTS_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_PLAN_COLLAPSENESTS_H

#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>

namespace warpfort::openacc {

/// A loop, and the one that is all that it does.
class TightNest {
public:
  /// None if the bounds of the inner loop may differ in iterations of \p Outer,
  /// or a loop has clauses but of private scalars and of reductions, which must
  /// be the same ones.
  static std::optional<TightNest> find(mlir::acc::LoopOp Outer);

  mlir::acc::LoopOp inner() const { return Inner; }
  /// Makes the outer loop the one over both, whose iterations may run in any
  /// order; its last variable is its own if \p OuterLast. Returns what moves in
  /// front of the loop, in order. The nest is gone then.
  llvm::SmallVector<mlir::Operation *> collapse(bool OuterLast);

private:
  explicit TightNest(mlir::acc::LoopOp Outer) : Outer(Outer) {}
  bool isOutside(mlir::Value V) {
    return !Outer.getRegion().isAncestor(V.getParentRegion());
  }
  bool analyze();
  bool hasOnlyInner();
  bool hasSameReductions();
  bool mayStay(mlir::Operation *Op);
  bool isConstant(fir::LoadOp Load);
  bool takeOut(mlir::Value V);
  bool takeOut(mlir::Operation *Op);

  mlir::acc::LoopOp Outer, Inner;
  bool HasCalls = false;                         ///< that may change variables
  llvm::SmallPtrSet<mlir::Operation *, 8> Moved; ///< in front of both
};

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_PLAN_COLLAPSENESTS_H
