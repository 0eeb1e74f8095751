//===-- Leniency.h - What older compilers took ------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See Leniency.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_LENIENCY_LENIENCY_H
#define WARPFORT_LIB_FRONTEND_LENIENCY_LENIENCY_H

#include "Frontend/Rewrites/ConvertedValues.h"
#include "Frontend/Rewrites/TextCopies.h"
#include "HiddenNames.h"
#include "RenamedUses.h"
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace Fortran::parser {
class AllCookedSources;
class Messages;
struct Program;
} // namespace Fortran::parser

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

/// What a source needs beyond the language.
struct Leniency {
  bool ImportDim3 = false;
  bool ConvertSeed = false;
  bool DeallocateIntentIn = false;
  bool ReturnFromData = false;
  /// What HOST_DATA names has the attribute DEVICE, without CUDA Fortran.
  bool HostDataAttributes = false;
  /// Places of integers that stand for logical values, and of dim3 variables in
  /// the launch shapes of kernel loops.
  std::set<std::size_t> Conditions;
  std::set<std::size_t> Shapes;
  /// Allocatable arrays that C_F_POINTER gives a target.
  std::set<std::size_t> Targets;
  /// Arguments of C_LOC that are no targets.
  std::set<std::size_t> Addresses;
  /// Functions of cudafor that CALL statements name.
  std::set<std::size_t> Calls;
  /// Clauses of levels that a loop around takes already.
  std::set<std::size_t> Levels;
  /// Arguments of ALLOCATED that are not allocatable, and which of them are no
  /// pointers either.
  std::set<std::size_t> Allocations, OtherAllocations;
  /// Loop directives with both SEQ and INDEPENDENT.
  std::set<std::size_t> Orders;
  /// Names of kernels with a prefix that kernels may not have.
  std::set<std::size_t> Prefixes;
  /// Private character variables of variable length.
  checker::PrivateTexts Characters;
  /// Limits of DO CONCURRENT that refer to what iterations define.
  std::set<std::size_t> Limits;
  /// Pointers and allocatables that are variables of loops which become others.
  std::set<std::size_t> Indices;
  /// Keywords STREAM= of intrinsic functions, which are CUDA Fortran.
  std::set<std::size_t> Streams;
  /// Names of separate module procedures that run on the device.
  std::set<std::size_t> Separate;
  /// Modules openacc whose assignments are needed.
  std::set<std::size_t> PointerImports;
  /// Conversions that Flang takes for their arguments.
  ConvertedValues Values;
  /// Names that have no type, of variables of implied loops among others.
  std::set<std::size_t> Undeclared;
  /// Names that USE statements give anew though the module has them.
  std::set<ModuleName> Names;
  /// Names of modules that dummy arguments have too.
  std::set<HiddenName> Hidden;
  /// Logical operators with integer operands, by place and length: which of
  /// their operands are integers.
  std::map<std::pair<std::size_t, std::size_t>, std::pair<bool, bool>>
      Operators;

  /// Adds what would help against these errors; false if nothing more would.
  bool learn(Fortran::parser::Messages &Messages,
             const Fortran::parser::AllCookedSources &Cooked);
  /// Changes the program so that it is accepted, with a warning each.
  void apply(Fortran::parser::Program &Program,
             Fortran::semantics::SemanticsContext &Context) const;
};

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LENIENCY_LENIENCY_H
