//===-- AddressTargets.h - Variables whose address is taken -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// C_LOC of variables without TARGET, which Fortran forbids and other compilers
/// take.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LENIENCY_ADDRESSTARGETS_H
#define WARPFORT_LIB_FRONTEND_LENIENCY_ADDRESSTARGETS_H

#include <cstddef>
#include <set>

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

/// Gives the variables at these places TARGET where this source declares them,
/// with a warning each.
void makeTargets(Fortran::semantics::SemanticsContext &Context,
                 Fortran::parser::Program &Program,
                 const std::set<std::size_t> &Places);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LENIENCY_ADDRESSTARGETS_H
