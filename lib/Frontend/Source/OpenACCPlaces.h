//===-- OpenACCPlaces.h - What Flang gives up on ----------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_SOURCE_OPENACCPLACES_H
#define WARPFORT_LIB_FRONTEND_SOURCE_OPENACCPLACES_H

namespace Fortran::parser {
class CookedSource;
class Messages;
struct Program;
} // namespace Fortran::parser
namespace Fortran::semantics {
class SemanticsContext;
}

namespace warpfort {

/// Takes `!$acc routine(name)` before the module procedure of that name, where
/// other compilers take it and Flang's parser does not. Call it before parsing.
void admitRoutinePlaces(const Fortran::parser::CookedSource &Cooked,
                        Fortran::parser::Messages &Messages);

/// Lets directives among USE and IMPORT statements follow these, where the
/// parser takes them. Call it before parsing.
void passImports(const Fortran::parser::CookedSource &Cooked);

/// Reports routine directives that stand between program units and name no
/// procedure, and clauses that DECLARE, WAIT and ATOMIC cannot have, on which
/// Flang gives up, and routine directives that give no level of parallelism.
/// Call it before Semantics::Perform(), and that only if it returns true.
bool checkDirectives(Fortran::semantics::SemanticsContext &Context,
                     const Fortran::parser::Program &Program, bool Standard);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_SOURCE_OPENACCPLACES_H
