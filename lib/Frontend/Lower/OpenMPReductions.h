//===-- OpenMPReductions.h - Declared reductions ----------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which declared reductions of OpenMP Flang makes valid code of.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LOWER_OPENMPREDUCTIONS_H
#define WARPFORT_LIB_FRONTEND_LOWER_OPENMPREDUCTIONS_H

#include "mlir/IR/BuiltinOps.h"

namespace warpfort {

/// Reports constructs with declared reductions that Flang has lowered wrongly,
/// and removes those that nothing uses.
void checkOpenMPReductions(mlir::ModuleOp Module);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LOWER_OPENMPREDUCTIONS_H
