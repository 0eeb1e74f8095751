//===-- OpenACCRules.h - The rules of OpenACC -------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function a group of rules, on the lists of Directives.h. Each reports
// through the semantics context.
//
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_CHECKER_OPENACCRULES_H
#define WARPFORT_LIB_FRONTEND_CHECKER_OPENACCRULES_H

#include "Directives.h"
#include "SavedTables.h"
#include "warpfort/Frontend/Checker.h"

namespace warpfort::checker {

/// What DEFAULT(NONE) wants listed, what DECLARE and USE_DEVICE may not name,
/// sections with strides, private characters (OpenACCClauses.cpp).
void checkClauses(SemanticsContext &Context, const CheckedProgram &Program);

/// ATOMIC directives, and ALLOCATE and DEALLOCATE statements in compute
/// constructs (OpenACCStatements.cpp).
void checkStatements(SemanticsContext &Context, const CheckedProgram &Program);

/// Clauses that exclude each other or may not name what they do
/// (OpenACCRestrictions.cpp). \p Standard: nothing beyond the standard.
void checkRestrictions(SemanticsContext &Context, const CheckedProgram &Program,
                       bool Standard);

/// Scalars that a compute construct assigns by one name and uses by another
/// (OpenACCSharedNames.cpp).
void checkSharedNames(SemanticsContext &Context, const CheckedProgram &Program);

/// Undeclared variables of REDUCTION that the construct does not use
/// (OpenACCUndeclaredNames.cpp).
void checkUndeclaredNames(SemanticsContext &Context,
                          const CheckedProgram &Program);

/// Pointers that compute constructs and acc routines associate
/// (OpenACCPointers.cpp).
void checkPointers(SemanticsContext &Context, const CheckedProgram &Program);

/// What compute constructs and acc routines call, their levels of parallelism,
/// and the directives in them (OpenACCRoutines.cpp). As checkOpenACC().
std::vector<MissingRoutine> checkRoutines(SemanticsContext &Context,
                                          const CheckedProgram &Program,
                                          const SavedTables &Tables,
                                          bool Standard);

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_OPENACCRULES_H
