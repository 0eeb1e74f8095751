//===-- Warnings.h - Warnings by name ---------------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What -W<name> and -Wno-<name> mean: names of gfortran, and those that Flang
/// prints behind its warnings.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_WARNINGS_H
#define WARPFORT_LIB_FRONTEND_WARNINGS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace Fortran::common {
class LanguageFeatureControl;
} // namespace Fortran::common
namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser
namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

/// Turns warnings on and off in the order of \p Names, each without the -W.
/// Returns those that nobody knows.
std::vector<std::string>
applyWarnings(Fortran::common::LanguageFeatureControl &Features,
              const std::vector<std::string> &Names);

/// Flang finds variables without a value only where it looks for those without
/// a use. Takes back warnings of the latter that \p Names do not ask for.
void dropUnusedVariables(Fortran::semantics::SemanticsContext &Context,
                         const std::vector<std::string> &Names);

/// Whether the last of \p Names that decides about -Wconversion asks for it.
bool wantsConversions(const std::vector<std::string> &Names);

/// Warns of assignments whose values may not survive the conversion.
void warnOfConversions(Fortran::semantics::SemanticsContext &Context,
                       const Fortran::parser::Program &Tree);

/// In a source that uses module cutensorex: warns of functions that the module
/// has for device arrays, but the host does here.
void warnOfHostFunctions(Fortran::semantics::SemanticsContext &Context,
                         const Fortran::parser::Program &Tree);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_WARNINGS_H
