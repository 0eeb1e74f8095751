//===-- OpenACCAtomics.h - Rules of ATOMIC directives -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What checkOpenACC() asks of ATOMIC directives (OpenACC 2.7, 2.12).
//
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_CHECKER_OPENACCATOMICS_H
#define WARPFORT_LIB_FRONTEND_CHECKER_OPENACCATOMICS_H

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser
namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort::checker {

void checkAtomics(Fortran::semantics::SemanticsContext &Context,
                  const Fortran::parser::Program &Program);

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_OPENACCATOMICS_H
