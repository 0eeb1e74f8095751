//===-- IterationUses.h - Where an iteration has its values from *- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The references and definitions of variables in an iteration of DO
/// CONCURRENT, and whether it is proved that the iteration itself has defined
/// what it refers to.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_ITERATIONUSES_H
#define WARPFORT_LIB_FRONTEND_REWRITES_ITERATIONUSES_H

#include "ScalarValues.h"

#include "flang/Evaluate/expression.h"
#include "flang/Semantics/symbol.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace warpfort {

/// An expression and what is added to it; without one the number.
struct Sum {
  std::optional<Fortran::evaluate::Expr<Fortran::evaluate::SomeInteger>> Base;
  std::int64_t Added = 0;

  static std::optional<Sum>
  of(const Fortran::evaluate::Expr<Fortran::evaluate::SomeType> *);
  Sum operator+(std::int64_t By) const { return {Base, Added + By}; }
  /// The variable, if the base is one.
  const Fortran::semantics::Symbol *variable() const;
};

/// The values from one to the other, as far as they are known.
struct Interval {
  std::optional<Sum> Lower, Upper;
  /// A limit of the array.
  bool IsFromFirst = false, IsToLast = false;
  /// There may be others between them.
  bool HasHoles = false;
};

/// A condition, loop or named construct around a place.
struct Step {
  enum Kind { Condition, Loop, Construct };
  unsigned Number; ///< when it begins; no other has it
  Kind Is = Condition;
  const Fortran::semantics::Symbol *Index = nullptr; ///< of a DO loop
  ScalarValue Value = {};                            ///< of it in a round
  Interval Values = {};                              ///< of the index
  int Direction = 0; ///< 1 or -1 where each value between is one of the index
  /// What has one value under the condition, with the expression that says
  /// which.
  std::vector<std::pair<ScalarValue, ValueSet>> Fixed = {};

  bool operator==(const Step &Other) const { return Number == Other.Number; }
};

/// What is around a place, the outermost first.
using Path = llvm::SmallVector<Step, 4>;

/// Components and subscripts of a variable.
struct VariablePart {
  /// The variable or a component; without subscripts it is all of it.
  struct Level {
    const Fortran::semantics::Symbol *Entity;
    std::vector<Interval> Subscripts;
  };

  /// All of \p Root, for what is not known, too.
  explicit VariablePart(const Fortran::semantics::Symbol &Root)
      : Levels{{&Root, {}}} {}
  /// What \p Expr is of \p Root.
  VariablePart(const Fortran::evaluate::Expr<Fortran::evaluate::SomeType> &Expr,
               const Fortran::semantics::Symbol &Root);

  std::vector<Level> Levels;
  /// The expression is all of the part, and no name of ASSOCIATE.
  bool IsExact = false;

private:
  void add(const Fortran::evaluate::DataRef &);
  void add(const Fortran::evaluate::NamedEntity &);
};

/// Whether two parts of a variable may have something in common, in whatever
/// iterations of loops.
bool mayMeet(llvm::ArrayRef<VariablePart::Level>,
             llvm::ArrayRef<VariablePart::Level>);

/// A reference or definition of a variable in an iteration.
struct Use {
  VariablePart Part;
  Path Where;
  unsigned Time; ///< in the order of the text, as the numbers of steps
  bool IsDefinition;
};

/// An IF or CASE construct, of whose branches one is taken in any case.
struct Choice {
  Path Where; ///< around it
  unsigned End;
  std::vector<std::pair<Step, unsigned>> Branches; ///< with their ends
};

/// An iteration, but for the uses of one variable.
struct Course {
  std::map<unsigned, unsigned> Ends; ///< of steps
  std::set<unsigned> Left;           ///< what EXIT and CYCLE leave
  bool HasLabels = false;            ///< for jumps
  std::map<const Fortran::semantics::Symbol *, std::vector<unsigned>> Changes;
  std::vector<Choice> Choices; ///< in the order of their ends
};

/// Whether the iteration has surely defined each part before a use in \p Uses,
/// those of one variable, refers to it.
bool definesWhatItRefersTo(llvm::ArrayRef<Use> Uses, const Course &Of);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_ITERATIONUSES_H
