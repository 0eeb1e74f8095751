//===-- ArrayReductions.h - Reductions of arrays ----------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How each reduction clause of an array, a section or an element is done.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_ARRAYREDUCTIONS_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_ARRAYREDUCTIONS_H

#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/IR/BuiltinOps.h"

namespace warpfort::openacc {

enum class ArrayReduction {
  None,    ///< of a scalar; or nothing does it: one thread runs the loop
  Private, ///< each thread has an array of its own, of constant size
  Atomic,  ///< threads update the array itself: the clause is done with
};

/// Before the upstream passes: makes clauses name variables as the code does.
void nameReducedArrays(mlir::ModuleOp Module);

/// Decides for all clauses in \p Construct, a compute construct or a routine:
/// for arrays of their own, makes the loops use what the clauses give; else
/// makes updates atomic.
void prepareArrayReductions(mlir::Operation *Construct);

/// What was decided.
ArrayReduction getArrayReduction(mlir::acc::ReductionOp Op);

/// Whether an atomic update is of an array that a clause of \p Loop, or of what
/// it is in, names: iterations may do those in any order.
bool isReductionOf(mlir::acc::LoopOp Loop, mlir::acc::AtomicUpdateOp Update);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_ARRAYREDUCTIONS_H
