//===-- CacheHints.h - CACHE directives that cannot be lowered --*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CacheHints.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_CACHEHINTS_H
#define WARPFORT_LIB_FRONTEND_REWRITES_CACHEHINTS_H

namespace Fortran::parser {
struct Program;
}
namespace Fortran::semantics {
class SemanticsContext;
}

namespace warpfort {

/// Takes what Flang's checks refuse out of CACHE directives, or them out of the
/// program. To be called before names are resolved.
void dropCacheHints(Fortran::semantics::SemanticsContext &Context,
                    Fortran::parser::Program &Program);

/// Takes all CACHE directives out of a program that was checked.
void dropCacheDirectives(Fortran::parser::Program &Program);

} // namespace warpfort

#endif
