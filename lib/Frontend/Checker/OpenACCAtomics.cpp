//===-- OpenACCAtomics.cpp - Rules of ATOMIC directives -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variables that are read or assigned atomically are numbers or logical values:
// no instruction exchanges records or characters, and Flang makes invalid code
// of them.
//
//===----------------------------------------------------------------------===//

#include "OpenACCAtomics.h"
#include "Frontend/Tree/TreeWalk.h"
#include "flang/Evaluate/type.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/tools.h"

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace {

struct AtomicChecker {
  semantics::SemanticsContext &Context;
  bool InAtomic = false;

  bool Pre(const parser::OpenACCAtomicConstruct &) { return InAtomic = true; }
  void Post(const parser::OpenACCAtomicConstruct &) { InAtomic = false; }
  void Post(const parser::AssignmentStmt &X) {
    if (!InAtomic)
      return;
    const auto &Variable = std::get<parser::Variable>(X.t);
    const auto *Value = semantics::GetExpr(Context, Variable);
    auto Type = Value ? Value->GetType() : std::nullopt;
    if (Type && (Type->category() == common::TypeCategory::Character ||
                 Type->category() == common::TypeCategory::Derived))
      Context.Say(
          Variable.GetSource(),
          "The ATOMIC directive does not take '%s', which is of type %s: it wants numbers or logical values"_err_en_US,
          Variable.GetSource().ToString(), Type->AsFortran());
  }
};

} // namespace

void warpfort::checker::checkAtomics(semantics::SemanticsContext &Context,
                                     const parser::Program &Program) {
  AtomicChecker Checker{Context};
  walk(Program, Checker);
}
