//===-- IterationUses.h - What an iteration refers to first -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether a reference in an iteration of DO CONCURRENT may have its value from
/// the same iteration: a definition that may be of the same part of the
/// variable may be executed before the reference is for the first time.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_ITERATIONUSES_H
#define WARPFORT_LIB_FRONTEND_REWRITES_ITERATIONUSES_H

#include "flang/Evaluate/expression.h"
#include "flang/Semantics/symbol.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <vector>

namespace warpfort {

/// A condition, loop or named construct around a place.
struct Step {
  enum Kind { Condition, Loop, Construct };
  unsigned Number; ///< no other has it
  Kind Is = Condition;
  unsigned Branches = 0; ///< those of one number exclude each other; or zero
  const Fortran::semantics::Symbol *Index = nullptr; ///< of a DO loop
  int Direction = 0; ///< of that, as far as it is known

  bool operator==(const Step &Other) const { return Number == Other.Number; }
};

/// What is around a place, the outermost first.
using Path = llvm::SmallVector<Step, 4>;

/// Components and subscripts of a variable, as far as they are known.
class VariablePart {
public:
  /// Any part.
  VariablePart() = default;
  /// What \p Expr is of \p Root.
  VariablePart(const Fortran::evaluate::Expr<Fortran::evaluate::SomeType> &Expr,
               const Fortran::semantics::Symbol &Root);

  /// Whether this may have some of \p Other, in whatever iterations of loops.
  bool mayMeet(const VariablePart &Other) const;
  /// The same where the indices of \p Around have one value, and that of \p
  /// Later, if there is one, has a later value for \p Other.
  bool mayMeet(const VariablePart &Other, llvm::ArrayRef<Step> Around,
               const Step *Later) const;

private:
  /// From is the value, or what is added to the index.
  struct Subscript {
    bool IsKnown = false;
    const Fortran::semantics::Symbol *Index = nullptr;
    std::int64_t From = 0, To = 0;
  };
  /// A component, or subscripts.
  struct Link {
    const Fortran::semantics::Symbol *Component = nullptr;
    std::vector<Subscript> Subscripts;
  };

  static Subscript subscriptOf(const Fortran::evaluate::Subscript &);
  template <typename Differ>
  bool meets(const VariablePart &Other, Differ IsOther) const;
  void add(const Fortran::evaluate::DataRef &);
  void add(const Fortran::evaluate::NamedEntity &);

  std::vector<Link> Links;
};

/// A reference or definition of a variable in an iteration.
struct Use {
  VariablePart Part;
  Path Where;
  bool IsDefinition;
  bool IsBehindJump = false; ///< GOTO may have passed over it
};

struct FirstUses {
  /// Something is referred to that the iteration defines, but not before.
  bool ThatAreDefined = false;
  /// What is referred to and not defined.
  std::vector<VariablePart> Others;
};

/// \p Uses of a variable are in the order of the text.
FirstUses findFirstUses(llvm::ArrayRef<Use> Uses);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_ITERATIONUSES_H
