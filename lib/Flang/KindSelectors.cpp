//===-- KindSelectors.cpp - Types of constructors behind declarations -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The kind of a type is found out where a statement is: messages need a place.
/// Subscripts of EQUIVALENCE are resolved behind the declarations, when no
/// statement is, and Flang ends at the type of an array constructor in one. The
/// place is that of the kind's expression then, or of the program unit.
///
//===----------------------------------------------------------------------===//
#include "FlangWrap.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/expression.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"

using namespace Fortran;
using semantics::SemanticsContext;

static parser::CharBlock
placeOf(const std::optional<parser::KindSelector> &Selector,
        SemanticsContext &Context) {
  const auto *Kind =
      Selector ? std::get_if<parser::ScalarIntConstantExpr>(&Selector->u)
               : nullptr;
  return Kind ? Kind->thing.thing.thing.value().source
              : Context.globalScope().children().back().sourceRange();
}

WARPFORT_WRAP(semantics::KindExpr, AnalyzeKindSelector,
              "_ZN7Fortran9semantics19AnalyzeKindSelectorERNS0_"
              "16SemanticsContextENS_6common12TypeCategoryERKSt8optionalINS_"
              "6parser12KindSelectorEE",
              (SemanticsContext & Context, common::TypeCategory Category,
               const std::optional<parser::KindSelector> &Selector)) {
  if (Context.location())
    return realAnalyzeKindSelector(Context, Category, Selector);
  Context.set_location(placeOf(Selector, Context));
  semantics::KindExpr Kind =
      realAnalyzeKindSelector(Context, Category, Selector);
  Context.set_location(std::nullopt);
  return Kind;
}
