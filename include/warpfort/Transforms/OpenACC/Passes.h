//===-- Passes.h - OpenACC passes -------------------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From FIR with OpenACC operations to FIR with kernels (attributes(global)
/// procedures, as CUDA Fortran's are) and calls of the runtime.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_TRANSFORMS_OPENACC_PASSES_H
#define WARPFORT_TRANSFORMS_OPENACC_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include <memory>

namespace warpfort {

/// -warpfort-acc-prepare: before the upstream passes; gives compute constructs
/// one condition (if and not self) and refuses what they would break.
std::unique_ptr<mlir::Pass> createACCPreparePass();

/// -warpfort-acc-routines: makes device procedures of routines, and the form of
/// each that threads enter together.
std::unique_ptr<mlir::Pass> createACCRoutinesPass();

/// Takes from array assignments in kernels constructs, on HLFIR, that they may
/// allocate the variable anew: device code cannot, and without it most need no
/// temporary array.
void keepAllocations(mlir::ModuleOp Module);

/// Makes loops of WHERE constructs in device code that read of the arrays they
/// assign just the elements that they assign, on HLFIR: Flang would make
/// temporary arrays.
void makeMaskedLoops(mlir::ModuleOp Module);

/// Gives the loops of which Flang made basic blocks, because something in their
/// bodies branches, their limits back; on HLFIR.
void recoverLoops(mlir::ModuleOp Module);

/// Calls in device code what the bind clauses of routines name; host code calls
/// the routines themselves.
void bindDeviceCalls(mlir::ModuleOp Host, mlir::ModuleOp Device);

/// -warpfort-acc-implicit-copies: does not copy back what no clause names and
/// a construct only reads.
std::unique_ptr<mlir::Pass> createACCImplicitCopiesPass();

/// -warpfort-acc-report-data: notes what data clauses do, for -Minfo=accel.
std::unique_ptr<mlir::Pass> createACCReportDataPass();

/// -warpfort-acc-outline: makes a kernel of every compute construct and
/// launches it with warprt_acc_launch.
std::unique_ptr<mlir::Pass> createACCOutlinePass();

/// -warpfort-acc-lower-kernels: distributes the loops of those kernels over
/// gangs, workers and vector lanes.
std::unique_ptr<mlir::Pass> createACCLowerKernelsPass();

/// -warpfort-acc-lower-data: replaces data constructs and clauses, update,
/// -warpfort-acc-structured-control: makes FIR's loops and conditions of SCF's.
std::unique_ptr<mlir::Pass> createACCStructuredControlPass();

/// wait and the like by calls of the runtime. No OpenACC operation is left.
std::unique_ptr<mlir::Pass> createACCLowerDataPass();

void registerACCTransformPasses();

/// What Flang does not know of the types of data clauses. Comes before Flang's
/// own extensions.
void registerOpenACCTypes(mlir::DialectRegistry &Registry);

} // namespace warpfort

#endif // WARPFORT_TRANSFORMS_OPENACC_PASSES_H
