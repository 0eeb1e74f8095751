//===-- TextCopies.h - Private text -----------------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_REWRITES_TEXTCOPIES_H
#define WARPFORT_LIB_FRONTEND_REWRITES_TEXTCOPIES_H

#include "flang/Parser/char-block.h"
#include <cstddef>
#include <map>

namespace Fortran::semantics {
class SemanticsContext;
class Symbol;
} // namespace Fortran::semantics

namespace warpfort::checker {

/// False for a character variable of which Flang can make no private copy at
/// \p Place: lowering has to know the length there, and the host's variables
/// come to an internal procedure without it.
bool canCopyText(Fortran::semantics::SemanticsContext &Context,
                 const Fortran::semantics::Symbol &Variable,
                 Fortran::parser::CharBlock Place);

/// A character variable that each iteration has for its own, of which Flang can
/// make no private copy.
enum class PrivateText {
  Plain,       ///< a scalar that is neither allocatable nor a pointer
  Allocatable, ///< an allocatable scalar of explicit length
  Deferred,    ///< the same of deferred length
  Other
};

PrivateText privateTextOf(const Fortran::semantics::Symbol &Variable);

/// Such variables by the places of what makes them private.
using PrivateTexts = std::map<std::size_t, PrivateText>;

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_REWRITES_TEXTCOPIES_H
