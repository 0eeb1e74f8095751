//===-- FullSections.h - a(:) = a + b ---------------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Arrays that an assignment names as a whole on one side and as a section on
/// the other.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_FULLSECTIONS_H
#define WARPFORT_LIB_FRONTEND_REWRITES_FULLSECTIONS_H

namespace Fortran::parser {
struct Program;
}

namespace Fortran::semantics {
class SemanticsContext;
}

namespace warpfort {

/// Gives an array that is assigned the same form in the value that it gets.
/// Names are resolved.
void alignFullSections(Fortran::semantics::SemanticsContext &Context,
                       Fortran::parser::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_FULLSECTIONS_H
