//===-- ListedParts.h - Parts of variables in clauses -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With DEFAULT(NONE) Flang demands that variables be listed in clauses, and
// counts whole ones only. A clause with a section, an element or a component
// lists its variable, too.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_CHECKER_LISTEDPARTS_H
#define WARPFORT_LIB_FRONTEND_CHECKER_LISTEDPARTS_H

#include "llvm/ADT/StringRef.h"

namespace Fortran::parser {
struct ProgramUnit;
} // namespace Fortran::parser

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort::checker {

/// How Flang's message begins; the variable's name follows.
inline constexpr llvm::StringLiteral ListDemand =
    "The DEFAULT(NONE) clause requires that '";

/// Takes the demand back for variables of which a clause of a construct around
/// them names a part. To be called when the names in directives are resolved.
void dropListDemands(Fortran::semantics::SemanticsContext &Context,
                     const Fortran::parser::ProgramUnit &Unit);

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_LISTEDPARTS_H
