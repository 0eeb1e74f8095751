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
#include "Frontend/Tree/TreeWalk.h"
#include <algorithm>
#include <string>

using namespace Fortran;
using namespace warpfort;

namespace {

const std::string Synchronize = "cudastreamsynchronize",
                  Renamed = "__stream_synchronize", After = "__value_after";

bool takesStream(const parser::Name &Function) {
  static const char *const Names[] = {"sum",    "product", "maxval",
                                      "minval", "maxloc",  "minloc"};
  return std::find(std::begin(Names), std::end(Names), Function.ToString()) !=
         std::end(Names);
}

/// The value of STREAM=; else null.
parser::Expr *streamIn(parser::ActualArgSpec &Argument) {
  const auto &Keyword = std::get<std::optional<parser::Keyword>>(Argument.t);
  if (!Keyword || Keyword->v.ToString() != "stream")
    return nullptr;
  auto *Expr = std::get_if<common::Indirection<parser::Expr>>(
      &std::get<parser::ActualArg>(Argument.t).u);
  return Expr ? &Expr->value() : nullptr;
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
  parser::CharBlock Found; ///< some stream that was written

  void Post(parser::FunctionReference &X) {
    auto *Function = std::get_if<parser::Name>(
        &std::get<parser::ProcedureDesignator>(X.v.t).u);
    if (!Function || !takesStream(*Function))
      return;
    auto &Arguments = std::get<std::list<parser::ActualArgSpec>>(X.v.t);
    auto Written = std::find_if(Arguments.begin(), Arguments.end(), streamIn);
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

void warpfort::takeStreamArguments(parser::Program &Program) {
  rewriteSubprograms(Program, [](parser::SpecificationPart &Spec,
                                 parser::ExecutionPart &Execution) {
    StreamRewriter Rewriter;
    walk(Execution, Rewriter);
    if (!Rewriter.Found.empty())
      useCudafor(Spec, {{&Renamed, &Synchronize}, {&After, &After}},
                 Rewriter.Found);
  });
}
