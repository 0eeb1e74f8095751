//===-- AtomicProducts.cpp - Products in atomic updates -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang folds the products of an integer with 1 and -1 before it looks for the
// operator of an atomic update, and refuses the statement for want of one (seen
// in Flang 22). Sums with 0 are not folded:
//
//     !$acc atomic update
//     x = x*1              ->  x = x + 0
//     x = x*(-1)           ->  x = 0 - x
//
//===----------------------------------------------------------------------===//

#include "AtomicProducts.h"
#include "Frontend/Tree/TreeWalk.h"
#include "flang/Evaluate/fold.h"
#include "flang/Evaluate/tools.h"
#include "flang/Parser/message.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/expression.h"
#include "flang/Semantics/semantics.h"
#include <optional>
#include <utility>

using namespace Fortran;

namespace {

class ProductReplacer {
public:
  explicit ProductReplacer(semantics::SemanticsContext &Context)
      : Context(Context) {}

  bool Pre(const parser::OpenACCAtomicConstruct &) { return InAtomic = true; }
  void Post(const parser::OpenACCAtomicConstruct &) { InAtomic = false; }
  void Post(const parser::AssignmentStmt &X) {
    if (!InAtomic)
      return;
    const auto &Value = std::get<parser::Expr>(X.t);
    const auto *Product = std::get_if<parser::Expr::Multiply>(&Value.u);
    if (!Product)
      return;
    std::optional<int> Kind = integerKind(std::get<parser::Variable>(X.t));
    if (!Kind)
      return;
    // The tree is the program's own; only the walk takes it for constant.
    auto &Changed = const_cast<parser::Expr &>(Value);
    auto &Operands = const_cast<parser::Expr::Multiply &>(*Product).t;
    parser::Expr &Left = std::get<0>(Operands).value();
    parser::Expr &Right = std::get<1>(Operands).value();
    if (auto Factor = factorOf(Right))
      replace(Changed, Left, *Factor, *Kind);
    else if (auto Factor = factorOf(Left))
      replace(Changed, Right, *Factor, *Kind);
  }

private:
  /// Analyses without a message: Flang will do so with one.
  template <typename A> semantics::MaybeExpr analyze(const A &X) {
    parser::Messages Ignored;
    auto Restorer = Context.foldingContext().messages().SetMessages(Ignored);
    return evaluate::ExpressionAnalyzer{Context}.Analyze(X);
  }

  std::optional<int> integerKind(const parser::Variable &X) {
    semantics::MaybeExpr Value = analyze(X);
    auto Type = Value ? Value->GetType() : std::nullopt;
    if (!Type || Type->category() != common::TypeCategory::Integer)
      return std::nullopt;
    return Type->kind();
  }

  /// The value of a constant that Flang folds a product with.
  std::optional<std::int64_t> factorOf(const parser::Expr &X) {
    semantics::MaybeExpr Value = analyze(X);
    auto Type = Value ? Value->GetType() : std::nullopt;
    if (!Type || Type->category() != common::TypeCategory::Integer)
      return std::nullopt;
    auto Constant = evaluate::ToInt64(*Value);
    return Constant == 1 || Constant == -1 ? Constant : std::nullopt;
  }

  static parser::Expr zero(int Kind, parser::CharBlock Source) {
    static const char Digit[] = "0";
    parser::IntLiteralConstant Number{std::make_tuple(
        parser::CharBlock{Digit, 1}, std::make_optional<parser::KindParam>(
                                         static_cast<std::uint64_t>(Kind)))};
    parser::Expr Result{parser::LiteralConstant{std::move(Number)}};
    Result.source = Source;
    return Result;
  }

  static void replace(parser::Expr &Changed, parser::Expr &Operand,
                      std::int64_t Factor, int Kind) {
    parser::CharBlock Source = Changed.source;
    common::Indirection<parser::Expr> Other{std::move(Operand)};
    common::Indirection<parser::Expr> Zero{zero(Kind, Source)};
    if (Factor == 1)
      Changed.u = parser::Expr::Add{std::move(Other), std::move(Zero)};
    else
      Changed.u = parser::Expr::Subtract{std::move(Zero), std::move(Other)};
  }

  semantics::SemanticsContext &Context;
  bool InAtomic = false;
};

} // namespace

void warpfort::checker::replaceAtomicProducts(
    semantics::SemanticsContext &Context, const parser::ProgramUnit &Unit) {
  ProductReplacer Replacer{Context};
  walk(Unit, Replacer);
}
