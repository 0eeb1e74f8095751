//===-- FirstReferences.h - What the text refers to first -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The variables of which an iteration of DO CONCURRENT refers to a part before
/// the text defines any of it: those are no scratch of the iteration. It is no
/// proof that others are, for the definition may be of another part, and may
/// not be executed.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_FIRSTREFERENCES_H
#define WARPFORT_LIB_FRONTEND_REWRITES_FIRSTREFERENCES_H

#include "flang/Evaluate/expression.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <set>
#include <string>
#include <utility>

namespace Fortran::semantics {
class Symbol;
} // namespace Fortran::semantics

namespace warpfort {

/// To be told of references and definitions in the order of the text.
class FirstReferences {
public:
  using Expr = Fortran::evaluate::Expr<Fortran::evaluate::SomeType>;
  using Symbol = Fortran::semantics::Symbol;

  void define(const Symbol &Variable, const Expr &Part);
  void refer(const Symbol &Variable, const Expr &Part);

  /// \p Index may be null.
  void beginLoop(const Symbol *Index) { Loops.push_back({Index, {}}); }
  void endLoop();

  /// Branches of which one is taken at most. What one defines, the others do
  /// not refer to.
  void beginBranches() { Choices.push_back({Defined, Defined}); }
  void endBranch();
  void endBranches() { Defined = Choices.pop_back_val().Behind; }

  bool has(const Symbol &Variable) const { return First.count(&Variable); }

private:
  using Symbols = std::set<const Symbol *>;

  struct Loop {
    const Symbol *Index;
    /// What it refers to and has not defined before, by the variable and the
    /// part's text, with what this names.
    std::map<std::pair<const Symbol *, std::string>, Symbols> First;
  };
  struct Choice {
    Symbols Before, Behind;
  };

  void add(const Symbol &Variable, const std::string &Part,
           const Symbols &Names);

  Symbols Defined, First;
  llvm::SmallVector<Loop> Loops; ///< around
  llvm::SmallVector<Choice> Choices;
  std::map<const Symbol *, std::set<std::string>> Parts; ///< that are defined
};

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_FIRSTREFERENCES_H
