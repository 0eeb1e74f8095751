//===-- Conditionals.h - #if and its end ------------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang takes an `#if` that is true and has no `#endif` for one that goes to
/// the end, and an `#else` behind an `#else`. Both are errors.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_SOURCE_CONDITIONALS_H
#define WARPFORT_LIB_FRONTEND_SOURCE_CONDITIONALS_H

namespace Fortran::parser {
class AllCookedSources;
class AllSources;
class Messages;
} // namespace Fortran::parser

namespace warpfort {

/// Each file must end the conditionals that it begins. For sources that Flang's
/// preprocessor has no errors in.
void checkConditionals(const Fortran::parser::AllSources &Sources,
                       Fortran::parser::Messages &Messages);

/// Gives a place to the preprocessor's error that a condition is missing, which
/// has none and would end its output.
void placeMissingConditions(const Fortran::parser::AllCookedSources &Cooked,
                            Fortran::parser::Messages &Messages);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_SOURCE_CONDITIONALS_H
