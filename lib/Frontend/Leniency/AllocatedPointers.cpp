//===-- AllocatedPointers.cpp - ALLOCATED of a pointer --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See AllocatedPointers.h. Names are not resolved yet: where the argument is
/// no pointer either, ASSOCIATED is refused, and Leniency takes the change
/// back.
///
//===----------------------------------------------------------------------===//
#include "AllocatedPointers.h"
#include "Frontend/Rewrites/AddedCalls.h"
#include "Frontend/Tree/SourcePlaces.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include <list>
#include <string>

namespace warpfort {

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace {

struct Asker {
  semantics::SemanticsContext &Context;
  const std::set<std::size_t> &Places;
  parser::CharBlock Found = {}; ///< some pointer

  void Post(parser::FunctionReference &X) {
    auto *Name = std::get_if<parser::Name>(
        &std::get<parser::ProcedureDesignator>(X.v.t).u);
    const auto &Arguments = std::get<std::list<parser::ActualArgSpec>>(X.v.t);
    if (!Name || Name->ToString() != "allocated" || Arguments.size() != 1)
      return;
    const auto *Value = std::get_if<common::Indirection<parser::Expr>>(
        &std::get<parser::ActualArg>(Arguments.front().t).u);
    if (!Value || !isAtPlace(Context, Places, Value->value().source))
      return;
    parser::CharBlock Source = Value->value().source;
    Context.Say(
        Source,
        "'%s' is a pointer: ALLOCATED is taken for ASSOCIATED"_warn_en_US,
        Source);
    Name->source = parser::CharBlock{AddedAssociated.Name};
    Found = Source;
  }
};

} // namespace

void askForAssociation(semantics::SemanticsContext &Context,
                       parser::Program &Program,
                       const std::set<std::size_t> &Places) {
  addCalls(Program, {&AddedAssociated}, [&] { return Asker{Context, Places}; });
}

} // namespace warpfort
