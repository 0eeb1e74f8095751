//===-- DummyOrder.h - Dummies before the bounds they give ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_DUMMYORDER_H
#define WARPFORT_LIB_FRONTEND_REWRITES_DUMMYORDER_H

namespace Fortran::parser {
struct Program;
}

namespace warpfort {

/// Moves the declaration of an integer dummy argument before the first
/// declaration that uses it as a bound, in every subprogram. The standard
/// wants that order; what users have compiles without it.
void orderDummyDeclarations(Fortran::parser::Program &Program);

} // namespace warpfort

#endif
