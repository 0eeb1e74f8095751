//===-- InnerReductions.h - Reductions inside of reductions -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A nest over gangs and lanes has the clause for a sum at both loops. To
/// combine what the lanes have at the end of each inner loop takes shuffles and
/// two barriers an iteration of the gang. Where the outer loop does nothing
/// else with its variable, each thread keeps what it has, and all combine it
/// once, when the outer loop ends.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_KERNELS_INNERREDUCTIONS_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_KERNELS_INNERREDUCTIONS_H

#include "mlir/Dialect/OpenACC/OpenACC.h"

namespace warpfort::openacc {

/// The reductions of loops in \p Loop that may leave it to the end of \p Loop
/// to combine their threads' values, for the reduction \p Op of \p Loop, and
/// the levels that share those loops. No levels if there are none.
unsigned findInnerReductions(mlir::acc::LoopOp Loop, mlir::acc::ReductionOp Op,
                             llvm::SmallVectorImpl<mlir::Operation *> &Inner);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_KERNELS_INNERREDUCTIONS_H
