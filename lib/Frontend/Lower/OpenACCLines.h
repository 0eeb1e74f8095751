//===-- OpenACCLines.h - Lines of directives' loops and ends -- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See OpenACCLines.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LOWER_OPENACCLINES_H
#define WARPFORT_LIB_FRONTEND_LOWER_OPENACCLINES_H

#include "mlir/IR/BuiltinOps.h"

namespace Fortran::parser {
class AllCookedSources;
struct Program;
} // namespace Fortran::parser

namespace warpfort {

/// Notes on \p Module where the loops of directives begin and where compute
/// constructs end.
void noteOpenACCLines(const Fortran::parser::Program &Program,
                      const Fortran::parser::AllCookedSources &Sources,
                      mlir::ModuleOp Module);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LOWER_OPENACCLINES_H
