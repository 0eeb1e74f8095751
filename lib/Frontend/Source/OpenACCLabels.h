//===-- OpenACCLabels.h - Directives of loops with labels -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `!$acc end parallel loop` behind `do 10 i = 1, n`. The parser makes
/// constructs of such loops when it is done, so for it the end directive closes
/// nothing. It may be left out everywhere, and here it is.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_SOURCE_OPENACCLABELS_H
#define WARPFORT_LIB_FRONTEND_SOURCE_OPENACCLABELS_H

namespace Fortran::parser {
class CookedSource;
} // namespace Fortran::parser

namespace warpfort {

/// Blanks out end directives of combined constructs, and of LOOP, whose loop is
/// a DO with a label.
void passLabelledLoopEnds(const Fortran::parser::CookedSource &Cooked);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_SOURCE_OPENACCLABELS_H
