//===-- LoopControls.h - Variables and bounds of loops ----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang lowers the loops of kernel loops and of OpenACC constructs only where
/// their variables are variables in memory and their bounds are integers. A
/// pointer or allocatable variable is reached by an associate name:
///
///     !$acc parallel loop          associate (i => i)
///     do i = 1, n              ->    !$acc parallel loop
///                                    do i = 1, n
///
/// What is one is only known when names are resolved, so the source is parsed
/// again. Real bounds are converted where the loop has an integer variable.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LENIENCY_LOOPCONTROLS_H
#define WARPFORT_LIB_FRONTEND_LENIENCY_LOOPCONTROLS_H

#include <cstddef>
#include <set>

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

/// Adds the places of pointers and allocatables that are loop variables in
/// kernel loops and OpenACC's loops and compute constructs; whether there are
/// new ones. Names are resolved.
bool findIndirectIndices(Fortran::semantics::SemanticsContext &Context,
                         const Fortran::parser::Program &Program,
                         std::set<std::size_t> &Places);

/// Puts the constructs with these loop variables in ASSOCIATE constructs.
void associateIndices(Fortran::semantics::SemanticsContext &Context,
                      Fortran::parser::Program &Program,
                      const std::set<std::size_t> &Places);

/// Makes the real bounds and steps of loops with integer variables integers, as
/// the loops take them.
void convertBounds(const Fortran::parser::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LENIENCY_LOOPCONTROLS_H
