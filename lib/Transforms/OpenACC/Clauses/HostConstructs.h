//===-- HostConstructs.h - Constructs that the host may run -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compute constructs with an `if` or `self` clause.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_HOSTCONSTRUCTS_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_HOSTCONSTRUCTS_H

#include "mlir/IR/BuiltinOps.h"

namespace warpfort::openacc {

/// Replaces each compute construct that has a condition by one without, which
/// runs where it holds, and a sequential version for the host.
mlir::LogicalResult makeHostVersions(mlir::ModuleOp Module);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_HOSTCONSTRUCTS_H
