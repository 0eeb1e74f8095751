//===-- LaunchIntegers.cpp - Integers of launches and kernel loops --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See LaunchIntegers.h.
//
//===----------------------------------------------------------------------===//

#include "LaunchIntegers.h"
#include "flang/Evaluate/tools.h"
#include <limits>

using namespace Fortran;

namespace warpfort::checker {

namespace {

template <int Kind>
using Integer = evaluate::Type<common::TypeCategory::Integer, Kind>;

constexpr std::int64_t Least = std::numeric_limits<std::int32_t>::min();

/// A number between \p Least and \p Most in the lower four bytes.
template <typename From>
evaluate::Expr<Integer<4>> cut(evaluate::Expr<From> Value, std::int64_t Most) {
  auto Limit = [](std::int64_t End) {
    return evaluate::Expr<From>{typename From::Scalar{End}};
  };
  evaluate::Expr<From> Below{evaluate::Extremum<From>{
      evaluate::Ordering::Less, std::move(Value), Limit(Most)}};
  evaluate::Expr<From> Between{evaluate::Extremum<From>{
      evaluate::Ordering::Greater, std::move(Below), Limit(Least)}};
  return evaluate::ConvertToType<Integer<4>>(std::move(Between));
}

void convertEntry(const TypedExpr &Entry, std::int64_t Most) {
  auto &Value = const_cast<TypedExpr &>(Entry);
  auto *Number = std::get_if<evaluate::Expr<evaluate::SomeInteger>>(&Value.u);
  if (!Number || Value.GetType()->kind() == 4)
    return;
  evaluate::Expr<Integer<4>> Converted = common::visit(
      [&](auto &Typed) -> evaluate::Expr<Integer<4>> {
        using From = typename std::decay_t<decltype(Typed)>::Result;
        if constexpr (From::kind > 4)
          return cut<From>(std::move(Typed), Most);
        else
          return evaluate::ConvertToType<Integer<4>>(std::move(Typed));
      },
      Number->u);
  Value = evaluate::AsGenericExpr(std::move(Converted));
}

} // namespace

void convertLoopShape(const TypedExpr &Entry) {
  convertEntry(Entry, std::numeric_limits<std::int32_t>::max());
}

void convertLaunchShape(const TypedExpr &Entry) {
  // One more is negative in four bytes.
  convertEntry(Entry,
               std::int64_t{std::numeric_limits<std::int32_t>::max()} + 1);
}

void convertStream(const TypedExpr &Stream) {
  auto &Value = const_cast<TypedExpr &>(Stream);
  auto *Number = std::get_if<evaluate::Expr<evaluate::SomeInteger>>(&Value.u);
  if (Number && Value.GetType()->kind() != 8)
    Value = evaluate::AsGenericExpr(
        evaluate::ConvertToType<Integer<8>>(std::move(*Number)));
}

} // namespace warpfort::checker
