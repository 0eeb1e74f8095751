//===-- OpenACCExternals.h - Routines without an interface ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `!$acc routine(name)` for external procedures.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LOWER_OPENACCEXTERNALS_H
#define WARPFORT_LIB_FRONTEND_LOWER_OPENACCEXTERNALS_H

#include "Frontend/Checker/Directives.h"
#include "mlir/IR/BuiltinOps.h"

namespace warpfort {

/// Gives the external procedures that a directive names, and that have no
/// interface, their routine information.
void declareExternalRoutines(const checker::CheckedProgram &Program,
                             mlir::ModuleOp Module);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LOWER_OPENACCEXTERNALS_H
