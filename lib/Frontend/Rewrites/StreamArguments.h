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

#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <set>

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

/// What waits for the stream, by the name that only this rewrite uses.
constexpr llvm::StringLiteral StreamFunction = "__stream_synchronize";

/// Adds the places of the keyword STREAM= that Flang's intrinsic functions do
/// not have; whether there are new ones. Names are resolved.
bool findStreamArguments(Fortran::semantics::SemanticsContext &Context,
                         std::set<std::size_t> &Places);

/// Rewrites STREAM= at these places. To be called before names are resolved.
void takeStreamArguments(Fortran::semantics::SemanticsContext &Context,
                         Fortran::parser::Program &Program,
                         const std::set<std::size_t> &Places);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_STREAMARGUMENTS_H
