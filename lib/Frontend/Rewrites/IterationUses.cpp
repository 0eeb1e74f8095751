//===-- IterationUses.cpp - Where an iteration has its values from --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See IterationUses.h.
///
//===----------------------------------------------------------------------===//
#include "IterationUses.h"

#include "flang/Evaluate/tools.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace Fortran;

namespace warpfort {
namespace {

using IntegerExpr = evaluate::Expr<evaluate::SomeInteger>;

Sum sumIn(const IntegerExpr &);

template <int Kind>
Sum sumIn(
    const evaluate::Expr<evaluate::Type<common::TypeCategory::Integer, Kind>>
        &Expr) {
  using T = evaluate::Type<common::TypeCategory::Integer, Kind>;
  if (auto Value = evaluate::ToInt64(Expr))
    return {std::nullopt, *Value};
  // One to a smaller kind may give another value.
  if (const auto *Inside =
          std::get_if<evaluate::Convert<T, common::TypeCategory::Integer>>(
              &Expr.u))
    if (auto Type = Inside->left().GetType(); Type && Type->kind() <= Kind)
      return sumIn(Inside->left());
  if (const auto *Inside = std::get_if<evaluate::Parentheses<T>>(&Expr.u))
    return sumIn(Inside->left());
  if (const auto *Added = std::get_if<evaluate::Add<T>>(&Expr.u)) {
    if (auto By = evaluate::ToInt64(Added->right()))
      return sumIn(Added->left()) + *By;
    if (auto By = evaluate::ToInt64(Added->left()))
      return sumIn(Added->right()) + *By;
  }
  if (const auto *Less = std::get_if<evaluate::Subtract<T>>(&Expr.u))
    if (auto By = evaluate::ToInt64(Less->right()))
      return sumIn(Less->left()) + -*By;
  return {IntegerExpr(Expr), 0};
}

Sum sumIn(const IntegerExpr &Expr) {
  return common::visit([](const auto &X) { return sumIn(X); }, Expr.u);
}

Interval intervalOf(const evaluate::Subscript &X) {
  if (const auto *One =
          std::get_if<evaluate::IndirectSubscriptIntegerExpr>(&X.u)) {
    if (One->value().Rank() > 0)
      return {};
    Sum Value = sumIn(One->value());
    return {Value, Value};
  }
  const auto &Some = std::get<evaluate::Triplet>(X.u);
  auto Stride = evaluate::ToInt64(Some.stride());
  Interval Result;
  if (!Stride || *Stride == 0)
    return Result;
  bool IsBack = *Stride < 0;
  auto From = IsBack ? Some.upper() : Some.lower();
  auto To = IsBack ? Some.lower() : Some.upper();
  if (From)
    Result.Lower = sumIn(*From);
  if (To)
    Result.Upper = sumIn(*To);
  Result.IsFromFirst = !From;
  Result.IsToLast = !To;
  Result.HasHoles = *Stride != 1 && *Stride != -1;
  return Result;
}

bool areApart(const Interval &A, const Interval &B) {
  auto IsBelow = [](const std::optional<Sum> &X, const std::optional<Sum> &Y) {
    return X && Y && !X->Base && !Y->Base && X->Added < Y->Added;
  };
  return IsBelow(A.Upper, B.Lower) || IsBelow(B.Upper, A.Lower);
}

} // namespace

std::optional<Sum> Sum::of(const evaluate::Expr<evaluate::SomeType> *Expr) {
  const auto *Integer = Expr ? std::get_if<IntegerExpr>(&Expr->u) : nullptr;
  return Integer && Integer->Rank() == 0 ? std::optional(sumIn(*Integer))
                                         : std::nullopt;
}

const semantics::Symbol *Sum::variable() const {
  const semantics::Symbol *Symbol =
      Base ? evaluate::UnwrapWholeSymbolDataRef(*Base) : nullptr;
  return Symbol ? &Symbol->GetUltimate() : nullptr;
}

VariablePart::VariablePart(const evaluate::Expr<evaluate::SomeType> &Expr,
                           const semantics::Symbol &Root)
    : VariablePart(Root) {
  auto Ref = evaluate::ExtractDataRef(Expr, /*intoSubstring=*/true,
                                      /*intoComplexPart=*/true);
  if (!Ref || &Ref->GetFirstSymbol().GetUltimate() != &Root)
    return;
  add(*Ref);
  IsExact = evaluate::ExtractDataRef(Expr, /*intoSubstring=*/false,
                                     /*intoComplexPart=*/false)
                .has_value();
}

void VariablePart::add(const evaluate::NamedEntity &X) {
  if (const evaluate::Component *Component = X.UnwrapComponent()) {
    add(Component->base());
    Levels.push_back({&Component->GetLastSymbol(), {}});
  }
}

void VariablePart::add(const evaluate::DataRef &X) {
  if (const auto *Component = std::get_if<evaluate::Component>(&X.u)) {
    add(Component->base());
    Levels.push_back({&Component->GetLastSymbol(), {}});
  } else if (const auto *Element = std::get_if<evaluate::ArrayRef>(&X.u)) {
    add(Element->base());
    for (const evaluate::Subscript &S : Element->subscript())
      Levels.back().Subscripts.push_back(intervalOf(S));
  }
}

bool mayMeet(llvm::ArrayRef<VariablePart::Level> Some,
             llvm::ArrayRef<VariablePart::Level> Others) {
  for (const auto &[A, B] : llvm::zip(Some, Others)) {
    if (A.Entity != B.Entity)
      return false;
    for (const auto &[X, Y] : llvm::zip(A.Subscripts, B.Subscripts))
      if (areApart(X, Y))
        return false;
  }
  return true;
}

} // namespace warpfort
