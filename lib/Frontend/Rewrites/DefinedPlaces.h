//===-- DefinedPlaces.h - What several iterations define --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether the iterations of a DO CONCURRENT construct define the same parts of
/// variables, or each its own: a judgement on all definitions of the construct,
/// when their subscripts and values are known.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_DEFINEDPLACES_H
#define WARPFORT_LIB_FRONTEND_REWRITES_DEFINEDPLACES_H

#include "IterationAccesses.h"
#include "IterationUses.h"
#include "ScalarValues.h"

#include "flang/Evaluate/shape.h"
#include "flang/Parser/char-block.h"
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace Fortran::parser {
struct ConcurrentHeader;
} // namespace Fortran::parser

namespace warpfort {

/// A definition of a part of a variable.
struct DefinedPlace {
  const Fortran::semantics::Symbol *Root;
  VariablePart Part;
  Path Where;
  Sources Subscripts;
  bool IsSure; ///< in every iteration
  bool IsRead; ///< by the procedure that defines it
  Sources Value;
};

/// An index of the construct, with its values, and their number, if that is
/// known.
struct ConstructIndex {
  const Fortran::semantics::Symbol *Symbol;
  Interval Values;
  std::optional<std::int64_t> Count;
};

/// The iterations of a construct.
struct IterationSpace {
  Fortran::parser::CharBlock Range; ///< of the construct
  std::vector<ConstructIndex> Indices;
  std::optional<std::int64_t> Count; ///< without a mask
  bool HasMask = false;
  decltype(Step::Fixed) FixedByMask = {};

  IterationSpace(Fortran::parser::CharBlock Range,
                 const Fortran::parser::ConcurrentHeader &Header);
  /// What some of several iterations surely have in common, or likely.
  std::int64_t few() const { return Count ? *Count - 1 : 64; }
};

/// All definitions, with the uses of the same variables.
class DefinedPlaces {
public:
  using UsesOf = std::map<const Fortran::semantics::Symbol *, std::vector<Use>>;

  DefinedPlaces(const IterationSpace &Space, const Course &Of,
                const ScalarValues &Values,
                const std::vector<DefinedPlace> &Places, const UsesOf &Uses);

  /// Says of each variable what its definitions do.
  void summarize(
      std::map<const Fortran::semantics::Symbol *, Accesses> &Found) const;

private:
  void summarize(const DefinedPlace &, Accesses &) const;
  bool isFixed(const ConstructIndex &, const DefinedPlace &) const;
  bool isOfEach(const DefinedPlace &) const;
  bool isSameForAll(const DefinedPlace &) const;
  bool hasOneValue(const DefinedPlace &, const ValueSet &Varying) const;
  bool isOfOne(const DefinedPlace &) const;
  bool dependsOnNone(const DefinedPlace &) const;
  bool isCommon(const DefinedPlace &) const;
  bool isToldApart(const DefinedPlace &, const Sources &Of) const;
  bool isReferred(const DefinedPlace &) const;
  bool isOfAll(const DefinedPlace &) const;
  bool hasFewElements(const Fortran::semantics::Symbol &Root) const;

  const IterationSpace &Space;
  const Course &Of;
  const ScalarValues &Values;
  const std::vector<DefinedPlace> &Places;
  const UsesOf &Uses;
  /// What depends on each index, and what may.
  std::vector<Sources> Variants;
  std::vector<ValueSet> Varying;
};

/// The number of elements, if it is known.
std::optional<std::int64_t>
constantSize(const std::optional<Fortran::evaluate::Shape> &);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_DEFINEDPLACES_H
