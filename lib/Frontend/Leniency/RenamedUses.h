//===-- RenamedUses.h - Names that a module has twice ---------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See RenamedUses.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LENIENCY_RENAMEDUSES_H
#define WARPFORT_LIB_FRONTEND_LENIENCY_RENAMEDUSES_H

#include <optional>
#include <set>
#include <string>
#include <utility>

namespace Fortran::parser {
class Message;
struct Program;
} // namespace Fortran::parser

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

/// A module, and a name of it that is also the new name of something else.
using ModuleName = std::pair<std::string, std::string>;

/// The name that this error says to be ambiguous, if one module has both of
/// what it may mean.
std::optional<ModuleName>
ambiguousName(const Fortran::parser::Message &Message);

/// Lets the new name hide the module's own.
void preferNewNames(Fortran::semantics::SemanticsContext &Context,
                    Fortran::parser::Program &Program,
                    const std::set<ModuleName> &Names);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LENIENCY_RENAMEDUSES_H
