//===-- DataReturns.h - RETURN in DATA constructs ---------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// RETURN in a DATA or HOST_DATA construct, which OpenACC forbids and other
/// compilers take.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LENIENCY_DATARETURNS_H
#define WARPFORT_LIB_FRONTEND_LENIENCY_DATARETURNS_H

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

/// Ends the constructs before the procedures return, with a warning each.
void endDataBeforeReturns(Fortran::semantics::SemanticsContext &Context,
                          Fortran::parser::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LENIENCY_DATARETURNS_H
