//===-- DummyIntents.h - INTENT of procedures of other files ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A declaration of FIR does not say what a procedure does with its arguments.
/// Where the interface is explicit, passes on loops learn it from here.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LOWER_DUMMYINTENTS_H
#define WARPFORT_LIB_FRONTEND_LOWER_DUMMYINTENTS_H

#include "flang/Semantics/semantics.h"
#include "mlir/IR/BuiltinOps.h"

namespace warpfort {

/// Notes the INTENTs of procedures that are declared in \p Module only.
void noteIntents(Fortran::semantics::SemanticsContext &Context,
                 mlir::ModuleOp Module);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LOWER_DUMMYINTENTS_H
