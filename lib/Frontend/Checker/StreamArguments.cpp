//===-- StreamArguments.cpp - STREAM= of intrinsic functions --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SUM, PRODUCT, MAXVAL, MINVAL, MAXLOC and MINLOC of device arrays take the
// stream whose work they come after. Flang's intrinsic functions do not, so
// host code is rewritten before names are resolved:
//
//   sum(a, stream=s)          sum(a, mask=cudaStreamSynchronize(s) >= 0)
//   sum(a, mask=m, stream=s)  sum(a, mask=m .and. cudaStreamSynchronize(s) >=
//   0)
//   sum(a, x, stream=s)       one of both if the form of x tells DIM= from
//                             MASK=, else
//                             sum(a, when_synchronized(x, cudaStream...(s)))
//
// The function is evaluated before the reduction begins, and the condition
// holds whatever it returns: an error stays for the reduction to find. A USE
// statement renames the function, which the source need not know.
//
//===----------------------------------------------------------------------===//

#include "StreamArguments.h"
#include "AddedCalls.h"
#include "Frontend/Tree/TreeWalk.h"
#include <algorithm>
#include <string>

using namespace Fortran;
using namespace warpfort::checker;

namespace {

const std::string Synchronize = "cudastreamsynchronize",
                  Renamed = "__stream_synchronize", Zero = "0",
                  When = "__when_synchronized";

bool takesStream(const parser::Name &Function) {
  static const char *const Names[] = {"sum",    "product", "maxval",
                                      "minval", "maxloc",  "minloc"};
  return std::find(std::begin(Names), std::end(Names), Function.ToString()) !=
         std::end(Names);
}

parser::Expr *expressionOf(parser::ActualArgSpec &Argument) {
  auto *Expr = std::get_if<common::Indirection<parser::Expr>>(
      &std::get<parser::ActualArg>(Argument.t).u);
  return Expr ? &Expr->value() : nullptr;
}

bool hasKeyword(const parser::ActualArgSpec &Argument, const char *Wanted) {
  const auto &Keyword = std::get<std::optional<parser::Keyword>>(Argument.t);
  return Keyword && Keyword->v.ToString() == Wanted;
}

/// A reference to \p Function.
template <typename... A>
parser::Expr call(const std::string &Function, parser::CharBlock Source,
                  A &&...Actuals) {
  parser::FunctionReference Reference{parser::Call{
      std::make_tuple(parser::ProcedureDesignator{nameOf(Function)},
                      argumentsOf(std::move(Actuals)...))}};
  Reference.source = Source;
  parser::Expr Result{
      common::Indirection<parser::FunctionReference>{std::move(Reference)}};
  Result.source = Source;
  return Result;
}

/// cudaStreamSynchronize(stream) >= 0
parser::Expr waitFor(parser::Expr &&Stream, parser::CharBlock Source) {
  parser::Expr Status = call(Renamed, Source, std::move(Stream));
  parser::Expr None{
      parser::LiteralConstant{parser::IntLiteralConstant{std::make_tuple(
          parser::CharBlock{Zero}, std::optional<parser::KindParam>{})}}};
  None.source = Source;
  parser::Expr Result{parser::Expr::GE{
      std::make_tuple(common::Indirection<parser::Expr>{std::move(Status)},
                      common::Indirection<parser::Expr>{std::move(None)})}};
  Result.source = Source;
  return Result;
}

template <typename A, typename... B>
constexpr bool isOneOf = (std::is_same_v<A, B> || ...);

/// Whether the type of an expression is known without its names, and logical.
enum class Form { Logical, Number, Unknown };

Form formOf(const parser::Expr &X) {
  if (const auto *In = std::get_if<parser::Expr::Parentheses>(&X.u))
    return formOf(In->v.value());
  if (const auto *Literal = std::get_if<parser::LiteralConstant>(&X.u))
    return std::holds_alternative<parser::LogicalLiteralConstant>(Literal->u)
               ? Form::Logical
               : Form::Number;
  return std::visit(
      [](const auto &Node) {
        using E = parser::Expr;
        return isOneOf<std::decay_t<decltype(Node)>, E::NOT, E::LT, E::LE,
                       E::EQ, E::NE, E::GE, E::GT, E::AND, E::OR, E::EQV,
                       E::NEQV>
                   ? Form::Logical
               : isOneOf<std::decay_t<decltype(Node)>, E::UnaryPlus, E::Negate,
                         E::Power, E::Multiply, E::Divide, E::Add, E::Subtract>
                   ? Form::Number
                   : Form::Unknown;
      },
      X.u);
}

struct StreamRewriter {
  parser::CharBlock Found; ///< some stream that was written

  void Post(parser::FunctionReference &X) {
    auto *Function = std::get_if<parser::Name>(
        &std::get<parser::ProcedureDesignator>(X.v.t).u);
    if (Function && takesStream(*Function))
      rewrite(std::get<std::list<parser::ActualArgSpec>>(X.v.t));
  }

private:
  void rewrite(std::list<parser::ActualArgSpec> &Arguments) {
    auto Stream = std::find_if(
        Arguments.begin(), Arguments.end(),
        [](const auto &Argument) { return hasKeyword(Argument, "stream"); });
    if (Stream == Arguments.end() || !expressionOf(*Stream))
      return;
    auto Mask = std::find_if(
        Arguments.begin(), Arguments.end(),
        [](const auto &Argument) { return hasKeyword(Argument, "mask"); });
    auto Positional = std::count_if(
        Arguments.begin(), Arguments.end(), [](const auto &Argument) {
          return !std::get<std::optional<parser::Keyword>>(Argument.t);
        });
    parser::Expr &Given = *expressionOf(*Stream);
    parser::CharBlock Source = Given.source;
    // The third is a mask; a second alone may be DIM= or MASK=.
    if (Mask == Arguments.end() && Positional == 3) {
      Mask = std::next(Arguments.begin(), 2);
    } else if (Mask == Arguments.end() && Positional == 2) {
      auto Second = std::next(Arguments.begin());
      parser::Expr *Old = expressionOf(*Second);
      Form Known = Old ? formOf(*Old) : Form::Number;
      if (Known == Form::Unknown) {
        parser::CharBlock Whole = Old->source;
        std::get<parser::ActualArg>(Second->t) =
            parser::ActualArg{call(When, Whole, std::move(*Old),
                                   call(Renamed, Source, std::move(Given)))};
        Arguments.erase(Stream);
        Found = Source;
        return;
      }
      if (Known == Form::Logical)
        Mask = Second;
    }
    parser::Expr Wait = waitFor(std::move(Given), Source);
    Arguments.erase(Stream);
    if (Mask == Arguments.end()) {
      static const std::string Name = "mask";
      Arguments.emplace_back(
          std::make_tuple(std::make_optional(parser::Keyword{nameOf(Name)}),
                          parser::ActualArg{std::move(Wait)}));
    } else if (parser::Expr *Old = expressionOf(*Mask)) {
      parser::CharBlock Whole = Old->source;
      parser::Expr Both{parser::Expr::AND{
          std::make_tuple(common::Indirection<parser::Expr>{std::move(*Old)},
                          common::Indirection<parser::Expr>{std::move(Wait)})}};
      Both.source = Whole;
      std::get<parser::ActualArg>(Mask->t) = parser::ActualArg{std::move(Both)};
    }
    Found = Source;
  }
};

} // namespace

void warpfort::checker::takeStreamArguments(parser::Program &Program) {
  rewriteSubprograms(Program, [](parser::SpecificationPart &Spec,
                                 parser::ExecutionPart &Execution) {
    StreamRewriter Rewriter;
    walk(Execution, Rewriter);
    if (!Rewriter.Found.empty())
      useCudafor(Spec, {{&Renamed, &Synchronize}, {&When, &When}},
                 Rewriter.Found);
  });
}
