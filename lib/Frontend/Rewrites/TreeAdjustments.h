//===-- TreeAdjustments.h - What Flang refuses before names ----*- C++ -*--===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legal CUDA Fortran that Flang refuses is rewritten before names are resolved.
//
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_REWRITES_TREEADJUSTMENTS_H
#define WARPFORT_LIB_FRONTEND_REWRITES_TREEADJUSTMENTS_H

#include <cstddef>
#include <set>

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

struct SourceContext;

/// Rewrites legal declarations that Flang refuses (TreeAdjustments.cpp).
/// \p Separate has the places of what findSeparateProcedures found.
void adjustDeclarations(SourceContext &Context,
                        Fortran::parser::Program &Program,
                        const std::set<std::size_t> &Separate);

/// Adds the places of separate module procedures that run on the device to
/// \p Places, when names are resolved; false if there are no new ones.
bool findSeparateProcedures(Fortran::semantics::SemanticsContext &Context,
                            const Fortran::parser::Program &Program,
                            std::set<std::size_t> &Places);

/// Makes the dummy arguments of device procedures accept expressions and host
/// scalars (DeviceDummies.cpp).
void relaxDeviceDummies(Fortran::parser::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_TREEADJUSTMENTS_H
