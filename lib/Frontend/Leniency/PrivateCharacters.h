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

#include <cstddef>
#include <set>

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

/// Makes character variables of loops' PRIVATE and FIRSTPRIVATE clauses, which
/// messages at \p Places are about, variables of the loops' bodies. To be
/// called before names are resolved.
void makeCharactersLocal(Fortran::semantics::SemanticsContext &Context,
                         Fortran::parser::Program &Program,
                         const std::set<std::size_t> &Places);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LENIENCY_PRIVATECHARACTERS_H
