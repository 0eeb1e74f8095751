//===-- ArrayLoops.h - Array statements of kernels constructs ---*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops that no DO statement makes.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_ARRAYLOOPS_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_ARRAYLOOPS_H

#include "mlir/IR/BuiltinOps.h"

namespace warpfort::openacc {

/// What the names of variables for SUM and the like end with.
inline constexpr llvm::StringLiteral FoldSuffix = "$r";

/// Makes acc.loop of the loops of array statements in kernels constructs.
void makeArrayLoops(mlir::ModuleOp Module);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_ARRAYLOOPS_H
