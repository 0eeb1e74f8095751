//===-- ConvertedValues.h - Conversions to the same type --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `real(x, 8)` is a value, also where x is of that type already.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_CONVERTEDVALUES_H
#define WARPFORT_LIB_FRONTEND_REWRITES_CONVERTEDVALUES_H

#include <cstddef>
#include <map>
#include <set>
#include <utility>

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

/// Conversions that Flang takes for their arguments, where that makes a
/// difference. Expressions are known by place and length.
struct ConvertedValues {
  using Key = std::pair<std::size_t, std::size_t>;

  /// References whose values are meant.
  std::set<Key> References;
  /// Arrays whose bounds are not meant, and their ranks.
  std::map<Key, int> Arrays;

  std::size_t size() const { return References.size() + Arrays.size(); }
};

/// Adds such conversions to \p Values; false if there are no new ones. Names
/// are resolved.
bool findConvertedValues(Fortran::semantics::SemanticsContext &Context,
                         const Fortran::parser::Program &Program,
                         ConvertedValues &Values);

/// Puts these references in parentheses, and gives the arrays the bounds of
/// sections, before names are resolved.
void keepConvertedValues(Fortran::semantics::SemanticsContext &Context,
                         Fortran::parser::Program &Program,
                         const ConvertedValues &Values);

/// Reports conversions that stand where only a variable may.
void checkConvertedVariables(Fortran::semantics::SemanticsContext &Context,
                             const Fortran::parser::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_CONVERTEDVALUES_H
