//===-- VariableScopes.h - Names of variables in locations ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code that was compiled with -gpu=check has the names of variables in the
// locations of accesses: a location's scope is a DILexicalBlockFile whose file
// is the name, and whose folder is WARPRT_CHECK_VARIABLE_SCOPE.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_COMMON_VARIABLESCOPES_H
#define WARPFORT_LIB_TARGET_COMMON_VARIABLESCOPES_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class DILocation;
class Function;
} // namespace llvm

namespace warpfort {

/// The name in a location; empty if there is none.
llvm::StringRef variableOfScope(const llvm::DILocation &Location);

/// Leaves locations in \p F without names.
void dropVariableScopes(llvm::Function &F);

} // namespace warpfort

#endif // WARPFORT_LIB_TARGET_COMMON_VARIABLESCOPES_H
