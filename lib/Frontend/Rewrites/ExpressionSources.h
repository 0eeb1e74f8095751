//===-- ExpressionSources.h - What a value depends on -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The values of variables that an expression in an iteration depends on.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_EXPRESSIONSOURCES_H
#define WARPFORT_LIB_FRONTEND_REWRITES_EXPRESSIONSOURCES_H

#include "IterationAccesses.h"
#include "ScalarValues.h"

#include "flang/Evaluate/expression.h"
#include <cstdint>
#include <map>

namespace warpfort {

/// A remainder of division by at most \p Few leaves few values. \p Before: what
/// the iterations do with variables up to here, for what changes their shape.
Sources
sourcesOf(const Fortran::evaluate::Expr<Fortran::evaluate::SomeType> &Expr,
          ScalarValues &Values, std::int64_t Few,
          const std::map<const Fortran::semantics::Symbol *, Accesses> &Before);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_EXPRESSIONSOURCES_H
