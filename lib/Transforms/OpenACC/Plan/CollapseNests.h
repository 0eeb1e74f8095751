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

#include "mlir/Dialect/OpenACC/OpenACC.h"

namespace warpfort::openacc {

/// The loop that is all that \p Outer does, if its bounds are the same in each
/// iteration of \p Outer and neither loop has clauses but of private scalars;
/// null otherwise.
mlir::acc::LoopOp tightlyNested(mlir::acc::LoopOp Outer);

/// Makes \p Outer, whose iterations and those of tightlyNested(Outer) may run
/// in any order, the loop over both; its last variable is \p Outer's own if
/// \p OuterLast. Returns what it moves in front of the loop, in order.
llvm::SmallVector<mlir::Operation *> collapseInto(mlir::acc::LoopOp Outer,
                                                  bool OuterLast);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_PLAN_COLLAPSENESTS_H
