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
/// are not LOCAL, as far as the text says it.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_ITERATIONACCESSES_H
#define WARPFORT_LIB_FRONTEND_REWRITES_ITERATIONACCESSES_H

#include "HostVariables.h"
#include "IterationUses.h"

#include "flang/Parser/char-block.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace Fortran::parser {
struct DoConstruct;
} // namespace Fortran::parser
namespace Fortran::semantics {
class Symbol;
} // namespace Fortran::semantics

namespace warpfort {

/// What the iterations do with a variable.
struct Accesses {
  const Fortran::semantics::Symbol *Symbol = nullptr;
  Fortran::parser::CharBlock Place; ///< of the first definition
  /// Where it is allocated or deallocated as a whole; else empty.
  Fortran::parser::CharBlock Allocated;
  /// What is defined, as text.
  std::set<std::string> Parts;
  /// A definition has no subscript that depends on the iteration: all of them
  /// may define the same.
  bool MayBeCommon = false;
  /// Two iterations may define the same part.
  bool MayBeRepeated = false;
  /// The same, and one may refer to it: the
  /// variable can be theirs in common only if they run in order.
  bool IsContended = false;
  /// An iteration refers to nothing that it has not surely defined before.
  bool IsCovered = false;
  /// All of several iterations surely define the same parts, and some of them
  /// maybe again, but nothing else.
  bool IsUndefinedBehind = false;
  /// Every iteration defines the same part, and one may refer to it.
  bool IsRepeated = false;
  /// It defines a part that no other iteration does.
  bool HasOwnPart = false;
  /// The first of all is a definition of the whole, in every iteration.
  bool BeginsWhole = false;
  /// A part is referred to that no definition stands before in the text.
  bool IsReferredFirst = false;
  /// A component that is a pointer is defined, or what it refers to.
  bool HasTargets = false;
  bool IsReferred = false;
  /// A reference that no definition surely stands before.
  bool ComesFromOutside = false;
  /// The same where no EXIT leaves an IF or CASE construct.
  bool ComesWithoutExit = false;
  /// The same of what internal procedures refer to that are called.
  bool ComesIntoProcedures = false;
  /// Procedures that are called name it, and know no copy of it.
  bool IsStaticInProcedures = false;
  /// The names that it has here, with whether it is defined by this one: its
  /// own, those that ASSOCIATE gives to it or a part, and those of EQUIVALENCE.
  std::map<const Fortran::semantics::Symbol *, bool> Names;
  /// Another variable that may be the same, since one of the two is a pointer.
  const Fortran::semantics::Symbol *Alias = nullptr;
  bool IsShared = false; ///< by a locality
};

/// The variables of the scopes around \p Do that its iterations define, in the
/// order of the source, but for those that LOCAL names.
std::vector<Accesses> definedByIterations(Fortran::parser::DoConstruct &Do,
                                          const HostVariables &Host);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_ITERATIONACCESSES_H
