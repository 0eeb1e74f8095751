//===-- StreamArguments.h - STREAM= of intrinsic functions ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See StreamArguments.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_REWRITES_STREAMARGUMENTS_H
#define WARPFORT_LIB_FRONTEND_REWRITES_STREAMARGUMENTS_H

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace warpfort {

/// Rewrites STREAM= of intrinsic functions in host code. To be called before
/// names are resolved.
void takeStreamArguments(Fortran::parser::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_STREAMARGUMENTS_H
