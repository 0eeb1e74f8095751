//===-- OptionalVariables.h - Clauses that name absent arguments -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Clauses of OpenACC that name optional arguments, which may be absent.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_OPTIONALVARIABLES_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_OPTIONALVARIABLES_H

#include "mlir/IR/BuiltinOps.h"

namespace warpfort::openacc {

/// Gives the FIRSTPRIVATE, PRIVATE and REDUCTION clauses something to copy
/// where an optional argument that they name is absent, and bounds to sections
/// of it; PRESENT says so there.
void provideOptionalArguments(mlir::ModuleOp Module);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_OPTIONALVARIABLES_H
