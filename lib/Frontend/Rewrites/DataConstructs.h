//===-- DataConstructs.h - DATA constructs that go --------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See DataConstructs.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_REWRITES_DATACONSTRUCTS_H
#define WARPFORT_LIB_FRONTEND_REWRITES_DATACONSTRUCTS_H

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace Fortran::semantics {
class Symbol;
} // namespace Fortran::semantics

namespace warpfort {

/// Whether a ROUTINE directive is about the procedure.
bool isAccRoutine(const Fortran::semantics::Symbol &Procedure);

/// Replaces DATA constructs without data by their bodies.
void dropEmptyData(Fortran::parser::Program &Program);

/// Takes DATA constructs and DECLARE directives out of acc routines. Names must
/// be resolved, and the constructs must move no data.
void dropRoutineData(Fortran::parser::Program &Program);

/// Makes branches depend on a condition that is true in procedures with DECLARE
/// directives in BLOCK constructs. To be called before names are resolved.
void reachBlockData(Fortran::parser::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_DATACONSTRUCTS_H
