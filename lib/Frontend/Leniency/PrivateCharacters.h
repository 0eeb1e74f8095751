//===-- PrivateCharacters.h - Private text of variable length ---*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See PrivateCharacters.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LENIENCY_PRIVATECHARACTERS_H
#define WARPFORT_LIB_FRONTEND_LENIENCY_PRIVATECHARACTERS_H

#include "Frontend/Checker/Directives.h"
#include "Frontend/Rewrites/TextCopies.h"

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

/// Notes the character variables in PRIVATE and FIRSTPRIVATE clauses of which
/// there can be no copies. True if one is new in \p Places: another attempt may
/// do better.
bool findCharacters(Fortran::semantics::SemanticsContext &Context,
                    const checker::CheckedProgram &Program,
                    checker::PrivateTexts &Places);

/// Makes character variables of loops' PRIVATE and FIRSTPRIVATE clauses, and of
/// DO CONCURRENT, that were noted in \p Places variables of the loops' bodies.
/// To be called before names are resolved.
void makeCharactersLocal(Fortran::semantics::SemanticsContext &Context,
                         Fortran::parser::Program &Program,
                         const checker::PrivateTexts &Places);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LENIENCY_PRIVATECHARACTERS_H
