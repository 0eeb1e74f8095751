//===-- SavedTables.h - Saved variables that never change -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A saved variable of an acc routine would be one for all threads, and another
/// one for the host. With an initial value and nothing that changes it, it is a
/// table of constants, and right on both.
///
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_CHECKER_SAVEDTABLES_H
#define WARPFORT_LIB_FRONTEND_CHECKER_SAVEDTABLES_H

#include "Facts.h"
#include <optional>
#include <set>

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace warpfort::checker {

class SavedTables {
public:
  explicit SavedTables(const Fortran::parser::Program &Program)
      : Program(Program) {}

  /// Whether a variable is saved and may change, or has no initial value.
  bool isSavedVariable(const Symbol &Local) const;

private:
  bool isChanged(const Symbol &Root) const;

  const Fortran::parser::Program &Program;
  /// What statements may change, as roots, if that was asked for.
  mutable std::optional<std::set<const Symbol *>> Changed;
};

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_SAVEDTABLES_H
