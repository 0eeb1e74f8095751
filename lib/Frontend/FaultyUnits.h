//===-- FaultyUnits.h - Where Flang found errors ----------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An error of Flang in the statements of one procedure does not keep the rules
/// of CUDA Fortran and OpenACC from the others, so that one run reports both.
/// Other errors do: what a declaration means matters everywhere.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_FAULTYUNITS_H
#define WARPFORT_LIB_FRONTEND_FAULTYUNITS_H

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

struct FaultyUnits {
  /// First and last locations of their statements.
  std::vector<std::pair<std::size_t, std::size_t>> Places;
  /// How many messages there were when these were found.
  std::size_t Messages = 0;
};

/// The units with the errors that there are; none if one is elsewhere.
std::optional<FaultyUnits>
findFaultyUnits(Fortran::semantics::SemanticsContext &Context,
                Fortran::parser::Program &Program);

/// Drops what was said since of these units, whose analysis is incomplete.
void dropMessagesOf(const FaultyUnits &Units,
                    Fortran::semantics::SemanticsContext &Context);

/// Of the messages behind the first \p Number, drops those on lines where the
/// first ones have an error: rules of CUDA Fortran and OpenACC overlap.
void dropRepeatedErrors(std::size_t Number,
                        Fortran::semantics::SemanticsContext &Context);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_FAULTYUNITS_H
