//===-- LargeConstants.cpp - Named constants that are too large -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The value of an array's declaration becomes one of as many elements. Flang
// ends where 64 bits do not hold their number. Without a value, the variable or
// constant is refused later as any other is.
//
//===----------------------------------------------------------------------===//
#include "FlangWrap.h"
#include "Frontend/Tree/ObjectSizes.h"

#include "flang/Evaluate/check-expression.h"
#include "flang/Evaluate/fold.h"

using namespace Fortran::evaluate;

WARPFORT_WRAP(std::optional<Expr<SomeType>>, NonPointerInitializationExpr,
              "_ZN7Fortran8evaluate28NonPointerInitializationExprERKNS_"
              "9semantics6SymbolEONS0_4ExprINS0_8SomeTypeEEERNS0_"
              "14FoldingContextEPKNS1_5ScopeE",
              (const Fortran::semantics::Symbol &Object, Expr<SomeType> &&Value,
               FoldingContext &Context,
               const Fortran::semantics::Scope *Instantiation)) {
  if (warpfort::isTooLarge(Object))
    return std::nullopt;
  return realNonPointerInitializationExpr(Object, std::move(Value), Context,
                                          Instantiation);
}
