//===-- DirectiveRules.h - Rules that Clang does not check ---- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Checks functions before their constructs are lowered. The rules are those of
/// the checker for Fortran (lib/Frontend/Checker).
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_CFRONTEND_DIRECTIVERULES_H
#define WARPFORT_LIB_CFRONTEND_DIRECTIVERULES_H

#include "clang/AST/ASTContext.h"

namespace warpfort::c {

/// Reports what the directives in \p F may not do.
void checkRules(const clang::FunctionDecl *F, clang::ASTContext &AST);

} // namespace warpfort::c
#endif // WARPFORT_LIB_CFRONTEND_DIRECTIVERULES_H
