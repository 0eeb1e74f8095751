//===-- StreamArguments.cpp - STREAM= of intrinsic functions --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SUM, PRODUCT, MAXVAL, MINVAL, MAXLOC and MINLOC of device arrays take the
// stream whose work they come after. Flang's intrinsic functions do not. Where
// it refuses the keyword, the function is the intrinsic one and no other of its
// name, and the source is read again with
//
//   sum(a, dim=1, stream=s)
//   -> __value_after(cudaStreamSynchronize(s), sum(a, dim=1))
//
// An elemental function of cudafor that returns its second argument: lowering
// evaluates actual arguments from the left. An error of the first stays for the
// reduction to find. A USE statement renames the functions, which the source
// need not know.
//
//===----------------------------------------------------------------------===//

#include "StreamArguments.h"
#include "AddedCalls.h"
#include "Frontend/Tree/FlangMessages.h"
#include "Frontend/Tree/SourcePlaces.h"
#include "Frontend/Tree/TreeWalk.h"
#include "flang/Semantics/semantics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

using namespace Fortran;
using namespace warpfort;

namespace {

const std::string Synchronize = "cudastreamsynchronize",
                  Renamed = StreamFunction.str(), After = "__value_after";

bool takesStream(llvm::StringRef Function) {
  static constexpr llvm::StringLiteral Names[] = {
      "sum", "product", "maxval", "minval", "maxloc", "minloc"};
  return llvm::is_contained(Names, Function);
}

parser::Call call(const std::string &Function,
                  std::list<parser::ActualArgSpec> &&Arguments) {
  return parser::Call{std::make_tuple(
      parser::ProcedureDesignator{nameOf(Function)}, std::move(Arguments))};
}

parser::Expr valueOf(parser::Call &&Call, parser::CharBlock Source) {
  parser::FunctionReference Reference{std::move(Call)};
  Reference.source = Source;
  parser::Expr Result{
      common::Indirection<parser::FunctionReference>{std::move(Reference)}};
  Result.source = Source;
  return Result;
}

struct StreamRewriter {
  semantics::SemanticsContext &Context;
  const std::set<std::size_t> &Places;
  parser::CharBlock Found; ///< some stream that was written

  /// The value of STREAM= at one of the places; else null.
  parser::Expr *streamIn(parser::ActualArgSpec &Argument) const {
    const auto &Keyword = std::get<std::optional<parser::Keyword>>(Argument.t);
    if (!Keyword || Keyword->v.ToString() != "stream" ||
        !isAtPlace(Context, Places, Keyword->v.source))
      return nullptr;
    auto *Expr = std::get_if<common::Indirection<parser::Expr>>(
        &std::get<parser::ActualArg>(Argument.t).u);
    return Expr ? &Expr->value() : nullptr;
  }

  void Post(parser::FunctionReference &X) {
    auto &Arguments = std::get<std::list<parser::ActualArgSpec>>(X.v.t);
    auto Written = llvm::find_if(
        Arguments, [&](parser::ActualArgSpec &A) { return streamIn(A); });
    if (Written == Arguments.end())
      return;
    parser::Expr Stream = std::move(*streamIn(*Written));
    Arguments.erase(Written);
    Found = Stream.source;
    parser::Expr Reduction = valueOf(std::move(X.v), X.source);
    parser::Expr Status =
        valueOf(call(Renamed, argumentsOf(std::move(Stream))), Found);
    X.v = call(After, argumentsOf(std::move(Status), std::move(Reduction)));
  }
};

} // namespace

bool warpfort::findStreamArguments(semantics::SemanticsContext &Context,
                                   std::set<std::size_t> &Places) {
  bool New = false;
  for (const parser::Message &Message : Context.messages().messages()) {
    auto Function = match(Message, FlangMessage::StreamKeyword);
    auto Place = placeOf(Context, Message);
    if (Function && Place && takesStream(Function->First))
      New |= Places.insert(*Place).second;
  }
  return New;
}

void warpfort::takeStreamArguments(semantics::SemanticsContext &Context,
                                   parser::Program &Program,
                                   const std::set<std::size_t> &Places) {
  if (Places.empty())
    return;
  rewriteSubprograms(Program, [&](parser::SpecificationPart &Spec,
                                  parser::ExecutionPart &Execution) {
    StreamRewriter Rewriter{Context, Places, {}};
    walk(Execution, Rewriter);
    if (!Rewriter.Found.empty())
      useCudafor(Spec, {{&Renamed, &Synchronize}, {&After, &After}},
                 Rewriter.Found);
  });
}
