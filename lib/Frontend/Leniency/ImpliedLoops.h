//===-- ImpliedLoops.h - Implied loops without a declaration --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See ImpliedLoops.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LENIENCY_IMPLIEDLOOPS_H
#define WARPFORT_LIB_FRONTEND_LENIENCY_IMPLIEDLOOPS_H

#include <cstddef>
#include <set>

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

/// Takes the variables of implied loops for integers where \p Undeclared has
/// one of their places.
void declareIndices(Fortran::semantics::SemanticsContext &Context,
                    Fortran::parser::Program &Program,
                    const std::set<std::size_t> &Undeclared);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LENIENCY_IMPLIEDLOOPS_H
