//===-- DeclareSimd.h - DECLARE SIMD directives -----------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// DECLARE SIMD allows versions of a procedure for several iterations at once.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_DECLARESIMD_H
#define WARPFORT_LIB_FRONTEND_REWRITES_DECLARESIMD_H

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace warpfort {

/// Removes the directives: no such versions are made, and Flang's lowering has
/// no code for them.
void dropDeclareSimd(Fortran::parser::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_DECLARESIMD_H
