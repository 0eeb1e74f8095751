//===-- ManagedArguments.h - Expressions for managed dummies ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_MANAGEDARGUMENTS_H
#define WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_MANAGEDARGUMENTS_H

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace warpfort {

/// Puts the values of expressions in managed memory that a procedure's managed
/// dummy arguments are associated with.
void holdManagedArguments(fir::FirOpBuilder &Builder,
                          mlir::func::FuncOp Function);

/// Whether \p V, or an address or descriptor made of it, is for a managed dummy
/// argument.
bool isForManagedDummy(mlir::Value V);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_MANAGEDARGUMENTS_H
