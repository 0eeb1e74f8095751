//===-- InitialValues.h - Initial values of large arrays --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last step of what warpfort-split-initial-values begins.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_PIPELINE_INITIALVALUES_H
#define WARPFORT_LIB_PIPELINE_INITIALVALUES_H

#include "mlir/IR/BuiltinOps.h"

namespace llvm {
class Module;
} // namespace llvm

namespace warpfort {

/// Gives the large arrays of \p To the elements of their parts, which go.
/// \p From is what \p To was translated from.
void joinInitialValues(mlir::ModuleOp From, llvm::Module &To);

} // namespace warpfort

#endif // WARPFORT_LIB_PIPELINE_INITIALVALUES_H
