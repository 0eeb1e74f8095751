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
#include "Rules.h"

#include "flang/Evaluate/tools.h"
#include "llvm/ADT/ArrayRef.h"
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

void convertStream(const TypedExpr &Stream) {
  auto &Value = const_cast<TypedExpr &>(Stream);
  auto *Number = std::get_if<evaluate::Expr<evaluate::SomeInteger>>(&Value.u);
  if (Number && Value.GetType()->kind() != 8)
    Value = evaluate::AsGenericExpr(
        evaluate::ConvertToType<Integer<8>>(std::move(*Number)));
}

void convertKernelLoop(const KernelDirective &Kernel) {
  for (const auto *Shape : {&Kernel.Grid, &Kernel.Block})
    for (const ShapeEntry &Entry : *Shape)
      if (Entry && Entry->Value)
        convertEntry(*Entry->Value, std::numeric_limits<std::int32_t>::max());
  if (Kernel.Stream && Kernel.Stream->Value)
    convertStream(*Kernel.Stream->Value);
}

/// The grid, the block and the shared bytes.
void convertLaunch(const ProcedureRef &Launch) {
  // One more is negative in four bytes.
  for (const auto &Entry : llvm::ArrayRef(Launch.chevrons()).take_front(3))
    convertEntry(Entry,
                 std::int64_t{std::numeric_limits<std::int32_t>::max()} + 1);
}

} // namespace

void convertLaunchIntegers(const std::vector<Unit> &Units) {
  for (const Unit &U : Units)
    forEachStmt(U.Body, [](const Stmt &S) {
      if (S.Kernel)
        convertKernelLoop(*S.Kernel);
      if (S.Call)
        convertLaunch(*S.Call);
      return true;
    });
}

} // namespace warpfort::checker
