//===-- DeclaredNames.h - What DECLARE directives name ----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See DeclaredNames.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_REWRITES_DECLAREDNAMES_H
#define WARPFORT_LIB_FRONTEND_REWRITES_DECLAREDNAMES_H

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace warpfort {

/// Makes DECLARE directives of modules, and PRESENT clauses in those of
/// procedures, name records instead of components. To be called before names
/// are resolved.
void declareWholeRecords(Fortran::parser::Program &Program);

/// Takes constants out of DECLARE and UPDATE directives. To be called after
/// names are resolved.
void dropDeclaredConstants(Fortran::parser::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_DECLAREDNAMES_H
