//===-- IntegerExpressions.cpp - New integer expressions ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See IntegerExpressions.h.
//
//===----------------------------------------------------------------------===//

#include "IntegerExpressions.h"
#include "flang/Evaluate/tools.h"

using namespace Fortran;

namespace warpfort {

void convertToInteger(semantics::SomeExpr &Value, int Kind) {
  auto Type = Value.GetType();
  if (!Type || Type->category() != common::TypeCategory::Real)
    return;
  if (auto Converted = evaluate::ConvertToType(
          evaluate::DynamicType{common::TypeCategory::Integer, Kind},
          semantics::SomeExpr{Value}))
    Value = std::move(*Converted);
}

parser::Expr integerLiteral(int Value, parser::CharBlock Source) {
  using Int = evaluate::Type<common::TypeCategory::Integer, 4>;
  parser::Expr Literal{parser::LiteralConstant{parser::IntLiteralConstant{
      std::tuple<parser::CharBlock, std::optional<parser::KindParam>>{
          Source, std::nullopt}}}};
  Literal.source = Source;
  Literal.typedExpr.Reset(
      new evaluate::GenericExprWrapper{
          evaluate::AsGenericExpr(evaluate::Constant<Int>{Value})},
      evaluate::GenericExprWrapper::Deleter);
  return Literal;
}

} // namespace warpfort
