//===-- Checker.cpp - CUDA Fortran rules ----------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the rules for each program unit.
//
//===----------------------------------------------------------------------===//

#include "warpfort/Frontend/Checker.h"
#include "FlangHooks.h"
#include "Rules.h"

using namespace warpfort;
using namespace warpfort::checker;

void warpfort::checkCUDAFortran(SemanticsContext &Context,
                                const Fortran::parser::Program &Program,
                                const TextureNames &Textures, bool Standard) {
  linkFlangHooks();
  std::vector<Unit> Units = buildUnits(Program);
  checkDeclarations(Context);
  for (const Unit &U : Units) {
    checkTextures(Context, U, Textures);
    if (U.Sym && isDeviceSubprogram(*U.Sym)) {
      checkDeviceSubprogram(Context, U);
      continue;
    }
    checkHostCode(Context, U, Units, Standard);
    forEachStmt(U.Body, [&](const Stmt &S) {
      if (S.Kind == StmtKind::KernelLoop)
        checkKernelLoop(Context, S, U);
      return S.Kind != StmtKind::KernelLoop;
    });
  }
}
