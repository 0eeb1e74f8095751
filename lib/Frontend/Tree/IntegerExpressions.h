//===-- IntegerExpressions.h - New integer expressions ----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Integer expressions that the front end makes. A file that moves or
/// assigns one contains code for the classes of all of them (see
/// SharedTemplates.h), so it is done here.
///
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_TREE_INTEGEREXPRESSIONS_H
#define WARPFORT_LIB_FRONTEND_TREE_INTEGEREXPRESSIONS_H

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/tools.h"

namespace warpfort {

/// Converts a real value to the integer type of \p Kind; leaves others.
void convertToInteger(Fortran::semantics::SomeExpr &Value, int Kind);

/// A literal of default integer type, analysed.
Fortran::parser::Expr integerLiteral(int Value,
                                     Fortran::parser::CharBlock Source);

} // namespace warpfort

#endif
