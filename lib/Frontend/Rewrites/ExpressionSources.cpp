//===-- ExpressionSources.cpp - What a value depends on -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See ExpressionSources.h.
///
//===----------------------------------------------------------------------===//
#include "ExpressionSources.h"
#include "Frontend/Tree/ExpressionWalk.h"

#include "flang/Evaluate/tools.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

using namespace Fortran;

namespace warpfort {
namespace {

struct SourceCollector : ExpressionVisitor {
  using Variables = std::map<const semantics::Symbol *, Accesses>;

  SourceCollector(ScalarValues &Values, std::int64_t Few,
                  const Variables &Before)
      : Values(Values), Few(Few), Before(Before) {}

  Sources Result;
  ScalarValues &Values;
  std::int64_t Few;
  const Variables &Before; ///< those of the construct, up to here
  int Remainders = 0;

  using ExpressionVisitor::visit;
  Found visit(const semantics::Symbol &X) override {
    Result.All.insert(Values.valueOf(X));
    if (!Remainders)
      Result.Many.insert(Values.valueOf(X));
    return ExpressionVisitor::visit(X);
  }
  // What iterations define in an array does not change its bounds.
  Found visit(const evaluate::DescriptorInquiry &X) override {
    return !X.base().UnwrapComponent() && isOfOneShape(X.base().GetLastSymbol())
               ? nullptr
               : ExpressionVisitor::visit(X);
  }
  Found visit(const evaluate::ProcedureRef &X) override {
    const evaluate::SpecificIntrinsic *Intrinsic =
        X.proc().GetSpecificIntrinsic();
    if (Intrinsic && asksForShape(Intrinsic->name, X.arguments()))
      return nullptr;
    bool HasFew = Intrinsic && hasFewValues(Intrinsic->name, X.arguments());
    Remainders += HasFew;
    Found Result = ExpressionVisitor::visit(X);
    Remainders -= HasFew;
    return Result;
  }

private:
  /// Whether the bounds are the same in all iterations.
  bool isOfOneShape(const semantics::Symbol &Array) const {
    const semantics::Symbol &Symbol = Array.GetUltimate();
    auto It = Before.find(&Symbol);
    bool IsAllocated = It != Before.end() && !It->second.Allocated.empty();
    return !IsAllocated && Symbol.has<semantics::ObjectEntityDetails>() &&
           !semantics::IsPointer(Symbol);
  }
  /// A bound, along a constant dimension or all, that is not in a descriptor.
  bool asksForShape(llvm::StringRef Intrinsic,
                    const evaluate::ActualArguments &Arguments) const {
    if (Intrinsic != "lbound" && Intrinsic != "ubound" && Intrinsic != "size" &&
        Intrinsic != "shape")
      return false;
    const auto *Array = Arguments.empty() || !Arguments[0]
                            ? nullptr
                            : Arguments[0]->UnwrapExpr();
    const semantics::Symbol *Whole =
        Array ? evaluate::UnwrapWholeSymbolDataRef(*Array) : nullptr;
    return Whole && isOfOneShape(*Whole) &&
           llvm::all_of(llvm::drop_begin(Arguments), [](const auto &Each) {
             const auto *Dimension = Each ? Each->UnwrapExpr() : nullptr;
             return !Each || (Dimension && evaluate::ToInt64(*Dimension));
           });
  }
  /// A remainder of division by a small number.
  bool hasFewValues(llvm::StringRef Intrinsic,
                    const evaluate::ActualArguments &Arguments) const {
    if ((Intrinsic != "mod" && Intrinsic != "modulo") ||
        Arguments.size() != 2 || !Arguments[1])
      return false;
    const auto *Divisor = Arguments[1]->UnwrapExpr();
    auto Value = Divisor ? evaluate::ToInt64(*Divisor) : std::nullopt;
    return Value && *Value >= -Few && *Value <= Few;
  }
};

} // namespace

Sources sourcesOf(const evaluate::Expr<evaluate::SomeType> &Expr,
                  ScalarValues &Values, std::int64_t Few,
                  const std::map<const semantics::Symbol *, Accesses> &Before) {
  SourceCollector Collector(Values, Few, Before);
  Collector.walk(Expr);
  return std::move(Collector.Result);
}

} // namespace warpfort
