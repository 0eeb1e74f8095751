//===-- ConcurrentLabels.h - Labels of END DO ------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See ConcurrentLabels.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_CONCURRENTLABELS_H
#define WARPFORT_LIB_FRONTEND_REWRITES_CONCURRENTLABELS_H

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace warpfort {

/// Gives the label of a DO CONCURRENT's END DO to a CONTINUE in front of it. To
/// be called before names are resolved.
void moveConcurrentLabels(Fortran::parser::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_CONCURRENTLABELS_H
