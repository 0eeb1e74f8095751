//===-- OpenACCProcedures.h - The procedures of a source --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What compute constructs call without routine information can be a sequential
// routine of itself where the source has the procedure, if nothing in it is
// against that.
//
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_CHECKER_OPENACCPROCEDURES_H
#define WARPFORT_LIB_FRONTEND_CHECKER_OPENACCPROCEDURES_H

#include "Directives.h"
#include "Facts.h"
#include "SavedTables.h"
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warpfort::checker {

struct SourceProcedure {
  /// What it calls, as roots, intrinsic procedures and what comes with the
  /// compiler excepted.
  std::vector<const Symbol *> Calls;
  /// Why it can be no sequential routine: "has the saved variable 'x'".
  std::string Obstacle;
};

class SourceProcedures {
public:
  SourceProcedures(const CheckedProgram &Program, const SavedTables &Tables);

  /// The procedure that a root names; null if the source does not have it.
  const SourceProcedure *find(const Symbol &Root) const;

private:
  std::map<const Symbol *, SourceProcedure> Procedures;
  /// External ones, by name: callers have symbols of their own for them.
  std::map<std::string, const Symbol *> External;
};

/// The procedure that a reference calls, as a root; null for intrinsic ones,
/// statement functions and what comes with the compiler.
const Symbol *calledProcedure(const ProcedureRef &Ref);

/// The procedure of the API, in module openacc or cudafor, that a reference
/// calls, if device code may not; null for others.
const Symbol *hostApiProcedure(const ProcedureRef &Ref);

/// The generic name by which programs know a procedure of its scope, or its
/// own.
Fortran::parser::CharBlock genericName(const Symbol &Proc);

/// Whether the object's dynamic type says which procedure is called.
bool isDispatched(const ProcedureRef &Ref);

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_OPENACCPROCEDURES_H
