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

#ifndef WARPFORT_LIB_FRONTEND_LENIENCY_H
#define WARPFORT_LIB_FRONTEND_LENIENCY_H

namespace Fortran::parser {
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

  /// Adds what would help against these errors; false if nothing more would.
  bool learn(Fortran::parser::Messages &Messages);
  /// Changes the program so that it is accepted, with a warning each.
  void apply(Fortran::parser::Program &Program,
             Fortran::semantics::SemanticsContext &Context) const;
};

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LENIENCY_H
