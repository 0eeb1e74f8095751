//===-- LackingReductions.h - Reductions that a loop lacks ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Warns of loops over workers or lanes that have no clause for the variable of
/// a reduction around them, and do more with it than to update it. Where they
/// update it by the operator of that clause they were given it, but what they
/// read is a thread's part. Of others, the results of all threads but one are
/// lost.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_PLAN_LACKINGREDUCTIONS_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_PLAN_LACKINGREDUCTIONS_H

#include "mlir/IR/Operation.h"

namespace warpfort::openacc {

/// \p Ops are those of \p Construct, a routine or compute construct whose loops
/// have their levels.
void warnOfLackingReductions(mlir::Operation *Construct,
                             llvm::ArrayRef<mlir::Operation *> Ops);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_PLAN_LACKINGREDUCTIONS_H
