//===-- Rules.h - The checks, group by group --------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function a group of rules. Each reports through the semantics context
// and returns nothing: a later group must cope with what an earlier one
// refused.
//
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_CHECKER_RULES_H
#define WARPFORT_LIB_FRONTEND_CHECKER_RULES_H

#include "Body.h"
#include "Facts.h"
#include "warpfort/Frontend/Checker.h"

namespace warpfort::checker {

/// Declarations of all scopes that this file opens (Declarations.cpp).
void checkDeclarations(SemanticsContext &Context,
                       const KernelsForOthers &ForOthers);

/// The body of a subprogram with a device attribute (DeviceCodeRules.cpp).
void checkDeviceSubprogram(SemanticsContext &Context, const Unit &U,
                           const KernelsForOthers &ForOthers);

/// What kernels for other hosts may not have, and those of plain Fortran
/// (PlainKernelRules.cpp).
void checkKernelsForOthers(SemanticsContext &Context,
                           const std::vector<Unit> &Units,
                           const KernelsForOthers &ForOthers);

/// Whether a call in a kernel of plain Fortran, or in a procedure that one
/// calls, is of an external procedure that is known to be the device's.
bool checkPlainCall(SemanticsContext &Context,
                    const KernelsForOthers &ForOthers, const ProcedureRef &Ref,
                    CharBlock At);

/// What device code of the unit does with texture pointers (TextureRules.cpp).
void checkTextures(SemanticsContext &Context, const Unit &U,
                   const TextureNames &Textures);

/// Which rules of calls apply.
enum class DeviceContext { Subprogram, HostDevice, KernelLoop };

/// Every procedure that the statement itself calls (its blocks not included),
/// as called from device code (DeviceCodeRules.cpp). \p Plain: the code is
/// plain Fortran.
void checkDeviceCalls(SemanticsContext &Context, const Stmt &S,
                      DeviceContext Where,
                      const KernelsForOthers *Plain = nullptr);

/// Assignments of records that data attributes keep from being defined ones, in
/// all code of the unit (DefinedAssignments.cpp).
void checkDefinedAssignments(SemanticsContext &Context, const Unit &U);

/// The component, of those that records of the type hold, whose own type has a
/// type-bound assignment for it: a copy of the records' bytes would not call
/// it.
const Symbol *
componentWithAssignment(SemanticsContext &Context,
                        const Fortran::semantics::DerivedTypeSpec &Type);

/// Statements that the host executes, without the insides of kernel loops
/// (HostCode.cpp). \p Standard: procedures without an interface get no device
/// data.
void checkHostCode(SemanticsContext &Context, const Unit &U,
                   const std::vector<Unit> &Units, bool Standard);

/// One kernel loop: directive, loops and body (KernelLoopRules.cpp).
void checkKernelLoop(SemanticsContext &Context, const Stmt &Loop,
                     const Unit &U);

/// Host scalars that the iterations of a kernel loop assign: temporaries,
/// reductions, or what no reduction expresses (Reductions.cpp). Indices are
/// the loop variables, Body what every iteration executes.
void checkLoopScalars(SemanticsContext &Context, const KernelDirective &Kernel,
                      const std::vector<const Symbol *> &Indices,
                      const StmtList &Body, const Unit &U);

/// Calls F for each statement, outer before inner; F returns whether to go
/// into its blocks.
template <typename F> void forEachStmt(const StmtList &List, F &&Visit) {
  for (const Stmt &S : List)
    if (Visit(S))
      for (const StmtList &Block : S.Blocks)
        forEachStmt(Block, Visit);
}

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_RULES_H
