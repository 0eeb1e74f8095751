//===-- HiddenNames.h - Dummy arguments hide names of modules ---*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See HiddenNames.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LENIENCY_HIDDENNAMES_H
#define WARPFORT_LIB_FRONTEND_LENIENCY_HIDDENNAMES_H

#include <cstddef>
#include <set>
#include <string>
#include <utility>

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

/// The place of a module's name in a USE statement, and a name that the module
/// and the procedure have.
using HiddenName = std::pair<std::size_t, std::string>;

/// Lets dummy arguments hide these names.
void hideNamesOfModules(Fortran::semantics::SemanticsContext &Context,
                        Fortran::parser::Program &Program,
                        const std::set<HiddenName> &Names);

/// Drops names without a type from PRIVATE and ATTRIBUTES statements.
void dropUnknownNames(Fortran::semantics::SemanticsContext &Context,
                      Fortran::parser::Program &Program,
                      const std::set<std::size_t> &Undeclared);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LENIENCY_HIDDENNAMES_H
