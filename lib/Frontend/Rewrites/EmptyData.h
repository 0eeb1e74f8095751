//===-- EmptyData.h - DATA constructs without data --------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// DATA constructs whose clauses name no data, which lowering fails at.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_EMPTYDATA_H
#define WARPFORT_LIB_FRONTEND_REWRITES_EMPTYDATA_H

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace warpfort {

/// Leaves what is in them, behind a WAIT directive if they wait. To be called
/// when all checks are done.
void dropEmptyData(Fortran::parser::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_EMPTYDATA_H
