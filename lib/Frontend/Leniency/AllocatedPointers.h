//===-- AllocatedPointers.h - ALLOCATED of a pointer ------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `allocated(p)` at the places given becomes `associated(p)`, with a warning.
///
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_LENIENCY_ALLOCATEDPOINTERS_H
#define WARPFORT_LIB_FRONTEND_LENIENCY_ALLOCATEDPOINTERS_H

#include <cstddef>
#include <set>

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

void askForAssociation(Fortran::semantics::SemanticsContext &Context,
                       Fortran::parser::Program &Program,
                       const std::set<std::size_t> &Places);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LENIENCY_ALLOCATEDPOINTERS_H
