//===-- LargeConstructors.h - Constructors of too many elements -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FLANG_LARGECONSTRUCTORS_H
#define WARPFORT_LIB_FLANG_LARGECONSTRUCTORS_H

#include "flang/Evaluate/expression.h"

namespace warpfort {

/// If an expression is an array constructor that folding would turn into more
/// elements than a compiler's memory holds: reports an error where the
/// messages of the context are, and makes folding leave it alone.
void refuseLargeConstructor(
    Fortran::evaluate::FoldingContext &Context,
    Fortran::evaluate::Expr<Fortran::evaluate::SomeType> &X);

} // namespace warpfort

#endif // WARPFORT_LIB_FLANG_LARGECONSTRUCTORS_H
