//===-- LoopIndependence.h - May iterations run in any order? ---*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The dependence test for loops that the program leaves to the compiler
/// (`auto`, and in kernels constructs all that do not say `independent`).
/// Where it cannot tell, the answer is no, with the reason for -Minfo.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_LOOPINDEPENDENCE_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_LOOPINDEPENDENCE_H

#include "Transforms/Common/OperationAccesses.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "llvm/ADT/SetVector.h"
#include <optional>
#include <string>

namespace warpfort::openacc {

/// Why the iterations of \p Loop cannot be shown to be independent, as a
/// sentence; none if they are, given a copy of each scalar of
/// getPrivateScalars() to each thread.
std::optional<std::string> findDependence(mlir::acc::LoopOp Loop);

/// Pairs of data clauses' results.
using DataPairs = llvm::SmallSetVector<std::pair<mlir::Value, mlir::Value>, 4>;

/// The data that pointers lead to which must be apart for the iterations of
/// \p Loop to be independent: they are if no two of a pair share memory. Empty
/// if they are so anyway, or not even then.
DataPairs findPairsToSeparate(mlir::acc::LoopOp Loop);

/// Whether a loop may itself assign what something outside of it accesses,
/// calls apart.
bool mayChange(mlir::acc::LoopOp Loop, const OperationAccess &Of);

/// Whether a procedure may read more than its arguments: one of the program
/// knows device variables of modules, and targets.
bool mayReadOthers(fir::CallOp Call);

/// Whether a loop may itself assign such data.
bool mayChangeOthers(mlir::acc::LoopOp Loop);

/// Shared scalars that each iteration assigns before it reads them, or, where
/// the directive says that iterations are independent, reads as they were
/// before the loop.
llvm::SmallVector<mlir::Value> getPrivateScalars(mlir::acc::LoopOp Loop);

/// Whether each iteration of \p Loop surely assigns the scalar at \p Address.
bool isAlwaysAssigned(mlir::acc::LoopOp Loop, mlir::Value Address);

/// How the elements that an inner loop touches lie in memory, seen by threads
/// that run neighbouring iterations of one loop of the nest.
struct Strides {
  unsigned Near = 0; ///< accesses to the same element, or to the next one
  unsigned Far = 0;  ///< accesses a row or more apart, known to be so
};

/// The strides of the accesses in \p Inner, which is \p Nest or inside of it,
/// over the last variable of \p Over, which is one of the two. Subscripts that
/// are not sums of variables (an index out of an array) count as neither.
Strides findStrides(mlir::acc::LoopOp Nest, mlir::acc::LoopOp Inner,
                    mlir::acc::LoopOp Over);

/// Whether the bounds of \p Inner depend on the iteration of \p Nest, as those
/// of a triangle do.
bool hasVaryingBounds(mlir::acc::LoopOp Nest, mlir::acc::LoopOp Inner);

/// Whether the bounds of \p Inner are read from arrays in \p Nest, as those of
/// a row of a sparse matrix are.
bool hasBoundsOfData(mlir::acc::LoopOp Nest, mlir::acc::LoopOp Inner);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_LOOPINDEPENDENCE_H
