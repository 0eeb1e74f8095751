//===-- NestedLevels.h - Loops inside loops of their level ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A LOOP directive with a level of parallelism inside a loop of the same or a
/// lower one, which OpenACC forbids and other compilers take. Where both loops
/// have gangs and lanes (`gang vector`), the outer one takes the gangs and the
/// inner one the lanes. Else the loop around keeps what it takes, and the inner
/// one gets what is left; where that is nothing, each thread runs it in order.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LENIENCY_NESTEDLEVELS_H
#define WARPFORT_LIB_FRONTEND_LENIENCY_NESTEDLEVELS_H

#include <cstddef>
#include <set>

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

/// Drops the GANG, WORKER and VECTOR clauses at these places, or those of the
/// loop around that are in their way, with a warning each.
void dropNestedLevels(Fortran::semantics::SemanticsContext &Context,
                      Fortran::parser::Program &Program,
                      const std::set<std::size_t> &Places);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LENIENCY_NESTEDLEVELS_H
