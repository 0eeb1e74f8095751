//===-- OpenACCElements.h - Elements in data clauses ------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `copy(a(n))` for `copy(a(:n))`.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_OPENACCELEMENTS_H
#define WARPFORT_LIB_FRONTEND_REWRITES_OPENACCELEMENTS_H

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser
namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

/// Makes sections of the elements that data clauses name. Names must be
/// resolved.
void takeElementsForSections(Fortran::semantics::SemanticsContext &Context,
                             Fortran::parser::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_OPENACCELEMENTS_H
