//===-- IterationUses.cpp - What an iteration refers to first -------------===//
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
#include <optional>

using namespace Fortran;

namespace warpfort {
namespace {

/// A variable, and what is added to it.
using Sum = std::pair<const semantics::Symbol *, std::int64_t>;

std::optional<Sum> sumIn(const evaluate::Expr<evaluate::SomeInteger> &);

std::optional<Sum> moved(std::optional<Sum> Value, std::int64_t By) {
  if (Value)
    Value->second += By;
  return Value;
}

template <int Kind>
std::optional<Sum>
sumIn(const evaluate::Expr<evaluate::Type<common::TypeCategory::Integer, Kind>>
          &Expr) {
  using T = evaluate::Type<common::TypeCategory::Integer, Kind>;
  if (const auto *Name = std::get_if<evaluate::Designator<T>>(&Expr.u)) {
    const auto *Symbol = std::get_if<evaluate::SymbolRef>(&Name->u);
    return Symbol ? std::optional(Sum(&(*Symbol)->GetUltimate(), 0))
                  : std::nullopt;
  }
  if (const auto *Inside =
          std::get_if<evaluate::Convert<T, common::TypeCategory::Integer>>(
              &Expr.u))
    return sumIn(Inside->left());
  if (const auto *Inside = std::get_if<evaluate::Parentheses<T>>(&Expr.u))
    return sumIn(Inside->left());
  if (const auto *Added = std::get_if<evaluate::Add<T>>(&Expr.u)) {
    if (auto By = evaluate::ToInt64(Added->right()))
      return moved(sumIn(Added->left()), *By);
    if (auto By = evaluate::ToInt64(Added->left()))
      return moved(sumIn(Added->right()), *By);
  }
  if (const auto *Less = std::get_if<evaluate::Subtract<T>>(&Expr.u))
    if (auto By = evaluate::ToInt64(Less->right()))
      return moved(sumIn(Less->left()), -*By);
  return std::nullopt;
}

std::optional<Sum> sumIn(const evaluate::Expr<evaluate::SomeInteger> &Expr) {
  return common::visit([](const auto &X) { return sumIn(X); }, Expr.u);
}

/// Whether \p Before may be executed before \p After is for the first time, and
/// may define what that refers to.
bool mayGive(const Use &Before, const Use &After, bool IsBeforeInText) {
  if (!Before.Part.mayMeet(After.Part))
    return false;
  size_t Common = 0;
  while (Common < Before.Where.size() && Common < After.Where.size() &&
         Before.Where[Common] == After.Where[Common])
    ++Common;
  llvm::ArrayRef<Step> Around = llvm::ArrayRef(After.Where).take_front(Common);
  bool Excludes = Common < Before.Where.size() && Common < After.Where.size() &&
                  Before.Where[Common].Branches &&
                  Before.Where[Common].Branches == After.Where[Common].Branches;
  if (IsBeforeInText && !Excludes &&
      Before.Part.mayMeet(After.Part, Around, nullptr))
    return true;
  // Nothing comes to the definition but by the reference.
  if (!IsBeforeInText && !After.IsBehindJump && Common == After.Where.size())
    return false;
  for (size_t I = 0; I < Common; ++I)
    if (Around[I].Is == Step::Loop &&
        Before.Part.mayMeet(After.Part, Around.take_front(I), &Around[I]))
      return true;
  return false;
}

} // namespace

VariablePart::VariablePart(const evaluate::Expr<evaluate::SomeType> &Expr,
                           const semantics::Symbol &Root) {
  auto Ref = evaluate::ExtractDataRef(Expr, /*intoSubstring=*/true,
                                      /*intoComplexPart=*/true);
  // Another name is for an unknown part.
  if (Ref && &Ref->GetFirstSymbol().GetUltimate() == &Root)
    add(*Ref);
}

VariablePart::Subscript
VariablePart::subscriptOf(const evaluate::Subscript &X) {
  if (const auto *One =
          std::get_if<evaluate::IndirectSubscriptIntegerExpr>(&X.u)) {
    if (auto Value = evaluate::ToInt64(One->value()))
      return {true, nullptr, *Value, *Value};
    if (auto Value = sumIn(One->value()))
      return {true, Value->first, Value->second, Value->second};
    return {};
  }
  const auto &Some = std::get<evaluate::Triplet>(X.u);
  auto Lower = Some.lower() ? evaluate::ToInt64(*Some.lower()) : std::nullopt;
  auto Upper = Some.upper() ? evaluate::ToInt64(*Some.upper()) : std::nullopt;
  if (!Lower || !Upper)
    return {};
  return {true, nullptr, std::min(*Lower, *Upper), std::max(*Lower, *Upper)};
}

void VariablePart::add(const evaluate::NamedEntity &X) {
  if (const evaluate::Component *Component = X.UnwrapComponent()) {
    add(Component->base());
    Links.push_back({&Component->GetLastSymbol(), {}});
  }
}

void VariablePart::add(const evaluate::DataRef &X) {
  if (const auto *Component = std::get_if<evaluate::Component>(&X.u)) {
    add(Component->base());
    Links.push_back({&Component->GetLastSymbol(), {}});
  } else if (const auto *Element = std::get_if<evaluate::ArrayRef>(&X.u)) {
    add(Element->base());
    Link Last;
    for (const evaluate::Subscript &S : Element->subscript())
      Last.Subscripts.push_back(subscriptOf(S));
    Links.push_back(std::move(Last));
  }
}

/// \p IsOther says of two known subscripts whether they surely differ.
template <typename Differ>
bool VariablePart::meets(const VariablePart &Other, Differ IsOther) const {
  auto A = Links.begin(), B = Other.Links.begin();
  while (A != Links.end() && B != Other.Links.end()) {
    // Only one may have subscripts of what is an array.
    if (!A->Component != !B->Component) {
      ++(A->Component ? B : A);
      continue;
    }
    if (A->Component != B->Component)
      return false;
    for (const auto &[X, Y] : llvm::zip(A->Subscripts, B->Subscripts))
      if (X.IsKnown && Y.IsKnown && IsOther(X, Y))
        return false;
    ++A;
    ++B;
  }
  return true;
}

bool VariablePart::mayMeet(const VariablePart &Other) const {
  return meets(Other, [](const Subscript &X, const Subscript &Y) {
    return !X.Index && !Y.Index && (X.To < Y.From || Y.To < X.From);
  });
}

bool VariablePart::mayMeet(const VariablePart &Other,
                           llvm::ArrayRef<Step> Around,
                           const Step *Later) const {
  return meets(Other, [&](const Subscript &X, const Subscript &Y) {
    if (!X.Index || X.Index != Y.Index)
      return false;
    if (Later && Later->Index == X.Index)
      return Later->Direction > 0   ? X.From <= Y.From
             : Later->Direction < 0 ? X.From >= Y.From
                                    : X.From == Y.From;
    return X.From != Y.From && llvm::any_of(Around, [&](const Step &S) {
             return S.Index == X.Index;
           });
  });
}

FirstUses findFirstUses(llvm::ArrayRef<Use> Uses) {
  FirstUses Result;
  std::vector<size_t> Definitions;
  for (const auto &[I, U] : llvm::enumerate(Uses))
    if (U.IsDefinition)
      Definitions.push_back(I);
  if (Definitions.empty())
    return Result;
  for (const auto &[I, Reference] : llvm::enumerate(Uses)) {
    if (Reference.IsDefinition)
      continue;
    bool IsDefined = false, IsGiven = false;
    for (size_t J : Definitions) {
      IsDefined |= Uses[J].Part.mayMeet(Reference.Part);
      IsGiven |= mayGive(Uses[J], Reference, J < I);
      if (IsGiven)
        break;
    }
    if (!IsDefined)
      Result.Others.push_back(Reference.Part);
    else if (!IsGiven)
      Result.ThatAreDefined = true;
  }
  return Result;
}

} // namespace warpfort
