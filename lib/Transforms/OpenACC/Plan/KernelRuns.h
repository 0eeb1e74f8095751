//===-- KernelRuns.h - Parts of kernels constructs --------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernels construct becomes several kernels, one a loop: only the end of a
/// kernel makes gangs wait for each other. A run is the statements of one, with
/// all that they need. Loops that keep their order around parallel ones are run
/// by the host.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_PLAN_KERNELRUNS_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_PLAN_KERNELRUNS_H

#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"

namespace warpfort::openacc {

using Run = llvm::SmallVector<mlir::Operation *>;

/// Whether a run does more than compute values that later runs compute again.
bool needsKernel(llvm::ArrayRef<mlir::Operation *> Ops);

/// Splits the body of a kernels construct, or of a loop in it that the host
/// runs, into runs: each loop is one of its own, with what is computed for it.
/// A temporary array lives in one kernel.
void splitBlock(mlir::Block &Body, llvm::SmallVectorImpl<Run> &Runs);

/// Copies to each run what it uses of former ones. In a loop, later ones come
/// before as well.
llvm::LogicalResult completeRuns(llvm::SmallVectorImpl<Run> &Runs, bool InLoop);

/// The host's value of something that a kernels construct computes from what is
/// known before it; null if it is not known there.
mlir::Value computeOnHost(mlir::OpBuilder &Builder, mlir::Value V,
                          mlir::Operation *Construct, unsigned Depth = 0);

/// A loop of a kernels construct that keeps its order around loops that need
/// not: the host runs it and launches what is in it.
bool isHostLoop(mlir::Operation *Op, mlir::Operation *Construct);

/// The store of such a loop's variable to its private one, which is only loaded
/// otherwise.
fir::StoreOp storeOfIndex(mlir::acc::LoopOp Loop);

/// Whether a parallel construct consists of loops of which a later one uses
/// what a former one assigns, for its bounds and for what is between them, too,
/// or assigns what it uses.
/// Gangs do not wait for each other, but programs count on it: each loop
/// becomes a kernel.
bool passesDataOn(mlir::acc::ParallelOp Construct);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_PLAN_KERNELRUNS_H
