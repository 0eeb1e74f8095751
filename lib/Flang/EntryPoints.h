//===-- EntryPoints.h - ENTRY and directives -------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See EntryPoints.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FLANG_ENTRYPOINTS_H
#define WARPFORT_LIB_FLANG_ENTRYPOINTS_H

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace warpfort {

/// Puts a CONTINUE statement before each directive that a procedure begins
/// with, or that is the first thing behind an ENTRY statement.
void separateEntries(Fortran::parser::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FLANG_ENTRYPOINTS_H
