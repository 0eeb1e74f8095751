//===-- StatementPlaces.h - Where statements may stand ----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See StatementPlaces.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_CHECKER_STATEMENTPLACES_H
#define WARPFORT_LIB_FRONTEND_CHECKER_STATEMENTPLACES_H

namespace Fortran::parser {
struct Program;
}
namespace Fortran::semantics {
class SemanticsContext;
}

namespace warpfort::checker {

/// Refuses what Flang's name resolution does not resolve. To be called behind
/// it.
void checkStatementPlaces(Fortran::semantics::SemanticsContext &Context,
                          const Fortran::parser::Program &Program);

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_STATEMENTPLACES_H
