//===-- OwnModules.h - What the compiler's modules have ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For messages on names of modules that the source does not use.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_CHECKER_OWNMODULES_H
#define WARPFORT_LIB_FRONTEND_CHECKER_OWNMODULES_H

#include "flang/Parser/char-block.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace Fortran::semantics {
class SemanticsContext;
}

namespace warpfort::checker {

/// "; it is in module cudafor: add USE CUDAFOR" for a name of a module of the
/// compiler's; empty for others.
std::string
adviceToUseModule(const Fortran::semantics::SemanticsContext &Context,
                  llvm::StringRef Name);

/// The same, or which name of such a module may be meant.
std::string adviceOnModules(const Fortran::semantics::SemanticsContext &Context,
                            llvm::StringRef Name);

/// "; did you mean 'syncthreads'?", if a procedure that device code at \p At
/// may call has a name like it.
std::string
nearestDeviceProcedure(Fortran::semantics::SemanticsContext &Context,
                       Fortran::parser::CharBlock At, llvm::StringRef Name);

/// Warns of procedures without an interface that have names of such modules,
/// or names like them: without IMPLICIT NONE, nothing else than the linker
/// misses the USE statement.
void warnOfForgottenModules(Fortran::semantics::SemanticsContext &Context);

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_OWNMODULES_H
