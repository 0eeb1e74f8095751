//===-- HostVariables.h - What internal procedures name ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The variables of modules, and of other procedures, that procedures name:
/// what a call may refer to beside its arguments; and which parts of these.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_HOSTVARIABLES_H
#define WARPFORT_LIB_FRONTEND_REWRITES_HOSTVARIABLES_H

#include "flang/Parser/char-block.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace Fortran::parser {
struct Program;
}
namespace Fortran::semantics {
class Symbol;
} // namespace Fortran::semantics

namespace warpfort {

class HostVariables {
public:
  using Symbols = std::set<const Fortran::semantics::Symbol *>;

  /// Of the procedures of \p Program, whose names are resolved.
  explicit HostVariables(const Fortran::parser::Program &Program);

  /// What \p Procedure and those that it calls name, as far as they are in the
  /// program.
  const Symbols &namedBy(const Fortran::semantics::Symbol &Procedure) const;

  /// What \p Procedure and those that it calls name of \p Variable,
  /// which may be its dummy, as the source writes it but for blanks; nullopt if
  /// the program has another source for it.
  std::optional<std::set<std::string>>
  partsNamedBy(const Fortran::semantics::Symbol &Procedure,
               const Fortran::semantics::Symbol &Variable) const;

private:
  struct Occurrence {
    Fortran::parser::CharBlock Text;
    const Fortran::semantics::Symbol *Symbol;
  };

  /// Adds \p Procedure and what it calls to \p Callees. Whether all of them are
  /// in the program.
  bool addCallees(const Fortran::semantics::Symbol &Procedure,
                  Symbols &Callees) const;
  std::vector<Occurrence>
  namesIn(const Fortran::semantics::Symbol &Procedure) const;

  /// In the order of their places.
  std::vector<Occurrence> Names;
  /// Answers of namedBy().
  mutable std::map<const Fortran::semantics::Symbol *, Symbols> Named;
};

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_HOSTVARIABLES_H
