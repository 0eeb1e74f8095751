//===-- OpenACCSpellings.h - Directives written otherwise -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What other compilers take, with a warning: `reduction(-:x)`, which sums up
/// as '+' does, and `end parallel do`.
///
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_SOURCE_OPENACCSPELLINGS_H
#define WARPFORT_LIB_FRONTEND_SOURCE_OPENACCSPELLINGS_H

namespace Fortran::parser {
class CookedSource;
class Messages;
} // namespace Fortran::parser

namespace warpfort {

void admitSpellings(const Fortran::parser::CookedSource &Cooked,
                    Fortran::parser::Messages &Messages);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_SOURCE_OPENACCSPELLINGS_H
