//===-- HostAssociation.h - Variables of internal procedures ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls of internal procedures that use variables of their host, in compute
/// constructs.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_HOSTASSOCIATION_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_HOSTASSOCIATION_H

#include "mlir/IR/BuiltinOps.h"

namespace warpfort::openacc {

/// Lets the calls in the constructs of a module pass variables of the
/// construct.
mlir::LogicalResult passHostVariables(mlir::ModuleOp Module);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_HOSTASSOCIATION_H
