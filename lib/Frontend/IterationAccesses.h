//===-- IterationAccesses.h - What iterations define ------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the iterations of a DO CONCURRENT construct do with the variables that
/// no locality names, as far as the text says it.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_ITERATIONACCESSES_H
#define WARPFORT_LIB_FRONTEND_ITERATIONACCESSES_H

#include "flang/Parser/char-block.h"
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace Fortran::parser {
struct DoConstruct;
}
namespace Fortran::semantics {
class Symbol;
} // namespace Fortran::semantics

namespace warpfort {

/// The conditions around a place, the outermost first.
using Conditions = std::vector<unsigned>;

/// A part of a variable that is assigned.
struct Definition {
  std::string Part;
  /// The elements, by number in the array, if it says which they are.
  std::optional<std::set<int64_t>> Elements;
  Conditions Around;
};

/// What the iterations do with a variable.
struct Accesses {
  Fortran::parser::CharBlock Place; ///< of the first definition
  const Fortran::semantics::Symbol *Symbol = nullptr;
  std::vector<Definition> Definitions;
  /// Some subscript of a definition depends on the iteration.
  bool ByIteration = false;
  /// One that does not depend on it is under no condition.
  bool InEach = false;
  bool IsReferred = false;
  /// A reference that no definition surely stands before.
  bool ComesFromOutside = false;
  /// Given to a procedure that may define it.
  bool IsPassed = false;
  /// The index of a loop, which is each iteration's own anyway.
  bool IsIndex = false;
};

/// The variables of the scopes around \p Do that its iterations define, in the
/// order of the source.
std::vector<Accesses> definedByIterations(Fortran::parser::DoConstruct &Do);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_ITERATIONACCESSES_H
