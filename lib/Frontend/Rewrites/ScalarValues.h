//===-- ScalarValues.h - What values in an iteration depend on --*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The values that the variables of an iteration of DO CONCURRENT have at a
/// place, as the text says it: of the last assignment or loop before, or of one
/// of several, and what they depend on. A value that is one of several depends
/// on an index if all of them do, so that the iterations are told apart.
/// Arrays and records have one value each, to which every assignment adds.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_SCALARVALUES_H
#define WARPFORT_LIB_FRONTEND_REWRITES_SCALARVALUES_H

#include "flang/Semantics/symbol.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace warpfort {

/// A value of a variable; number 0 is what it has before the iteration, and of
/// an array.
struct ScalarValue {
  const Fortran::semantics::Symbol *Of = nullptr;
  unsigned Number = 0;

  bool operator==(const ScalarValue &X) const {
    return Of == X.Of && Number == X.Number;
  }
  bool operator<(const ScalarValue &X) const {
    return std::tie(Of, Number) < std::tie(X.Of, X.Number);
  }
};

using ValueSet = std::set<ScalarValue>;

/// What a value depends on.
struct Sources {
  ValueSet All;
  ValueSet Many; ///< but for what leaves few values

  void merge(Sources Other);
  void add(const ScalarValue &);
  void erase(const Fortran::semantics::Symbol *);
};

/// To be told of assignments in the order of the text.
class ScalarValues {
public:
  /// What some statements have assigned.
  struct Way {
    std::map<const Fortran::semantics::Symbol *, unsigned> Last;
    bool HasEnd = true; ///< they do not leave a loop
    unsigned Exit = 0;  ///< number of CYCLE or EXIT at their end
  };
  enum class Rounds { Maybe, Some, UntilLeft };

  ScalarValue valueOf(const Fortran::semantics::Symbol &);

  /// \p Limit: of the index of a loop, whose other limit depends on \p From.
  /// Loops with one limit in common have a round in common.
  void assign(const Fortran::semantics::Symbol &, Sources From,
              std::optional<Sources> Limit = std::nullopt);

  /// Begins statements that may not be executed.
  std::size_t begin() const { return Log.size(); }
  /// Goes back to where they began.
  Way takeBack(std::size_t Begin);
  /// Goes on behind one of \p Ways, or where they began, if \p MayBeNone. The
  /// conditions compare \p Compared.
  void join(std::vector<Way> Ways, bool MayBeNone, const Sources &Compared);

  void beginLoop();
  void endLoop(Rounds);
  std::size_t loops() const { return Loops.size(); }
  /// CYCLE or EXIT of the loop of number \p Loop; without it, of the iteration.
  void leave(std::optional<std::size_t> Loop);
  /// A statement goes elsewhere: the order of the text says nothing.
  void jump() { HasJumps = true; }

  /// \p Index, and what has \p Kind of its sources in it.
  ValueSet variantsOf(const Fortran::semantics::Symbol &Index,
                      ValueSet Sources::*Kind) const;
  /// \p Index, and what may be another value where it has another one: all that
  /// is one of several, too.
  ValueSet varyingWith(const Fortran::semantics::Symbol &Index) const;
  /// Whether some of them depend on a value of a scalar.
  bool dependsOn(const ValueSet &, const ScalarValue &On) const;
  /// Whether they are one, when all loops have ended.
  bool isSame(ScalarValue, ScalarValue) const;

private:
  struct Value {
    const Fortran::semantics::Symbol *Of;
    Sources From;
    std::optional<Sources> Limit;
    ValueSet OneOf = {};   ///< instead of From, and of the variable
    Sources Compared = {}; ///< to choose between these
  };
  struct Loop {
    std::size_t Begin;
    unsigned First;     ///< number of values in it
    unsigned FirstExit; ///< number
    /// What variables have when a round begins.
    std::map<const Fortran::semantics::Symbol *, unsigned> Heads;
    std::vector<Way> Left;
  };
  class Solution;

  unsigned add(Value &&);
  unsigned addOneOf(ValueSet &&, const Sources &Compared);
  void set(const Fortran::semantics::Symbol *, unsigned Number);
  ScalarValue resolve(ScalarValue) const;

  std::map<const Fortran::semantics::Symbol *, unsigned> Now;
  std::vector<ScalarValue> Log; ///< what assignments replaced
  bool HasEnd = true;
  bool HasJumps = false;
  unsigned Exits = 0;
  std::vector<Loop> Loops; ///< around
  std::vector<Value> Values;
  std::map<const Fortran::semantics::Symbol *, Sources> Parts; ///< of arrays
};

/// Whether two sets have a value in common.
bool intersects(const ValueSet &, const ValueSet &);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_SCALARVALUES_H
