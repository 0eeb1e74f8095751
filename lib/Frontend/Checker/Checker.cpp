//===-- Checker.cpp - CUDA Fortran rules ----------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the rules for each program unit, and asks for those of OpenACC.
//
//===----------------------------------------------------------------------===//

#include "warpfort/Frontend/Checker.h"
#include "FlangHooks.h"
#include "LaunchIntegers.h"
#include "OpenACCRules.h"
#include "Rules.h"

using namespace warpfort;
using namespace warpfort::checker;

void warpfort::checkCUDAFortran(SemanticsContext &Context,
                                const CheckedProgram &Program,
                                const TextureNames &Textures,
                                const KernelsForOthers &ForOthers,
                                bool Standard) {
  linkFlangHooks();
  const std::vector<Unit> &Units = Program.Units;
  checkDeclarations(Context, ForOthers);
  checkKernelsForOthers(Context, Units, ForOthers);
  for (const Unit &U : Units) {
    checkTextures(Context, U, Textures);
    checkDefinedAssignments(Context, U);
    if (U.Sym && isDeviceSubprogram(*U.Sym)) {
      checkDeviceSubprogram(Context, U, ForOthers);
      continue;
    }
    checkHostCode(Context, U, Units, Standard);
    forEachStmt(U.Body, [&](const Stmt &S) {
      if (S.Kind == StmtKind::KernelLoop)
        checkKernelLoop(Context, S, U);
      return S.Kind != StmtKind::KernelLoop;
    });
  }
  convertLaunchIntegers(Units);
}

std::vector<MissingRoutine>
warpfort::checkOpenACC(SemanticsContext &Context,
                       const Fortran::parser::Program &Tree,
                       const CheckedProgram &Program, bool Standard) {
  checkStatements(Context, Program);
  checkClauses(Context, Program);
  checkRestrictions(Context, Program, Standard);
  checkSharedNames(Context, Program);
  checkUndeclaredNames(Context, Program);
  checkPointers(Context, Program);
  return checkRoutines(Context, Program, SavedTables(Tree), Standard);
}
