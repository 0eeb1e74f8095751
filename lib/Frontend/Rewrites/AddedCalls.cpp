//===-- AddedCalls.cpp - Calls in the parse tree --------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See AddedCalls.h.
//
//===----------------------------------------------------------------------===//

#include "AddedCalls.h"

using namespace Fortran;

void warpfort::addUse(parser::SpecificationPart &Spec, parser::UseStmt Use,
                      parser::CharBlock Source) {
  parser::Statement<common::Indirection<parser::UseStmt>> Statement{
      std::nullopt, common::Indirection<parser::UseStmt>{std::move(Use)}};
  Statement.source = Source;
  std::get<std::list<parser::Statement<common::Indirection<parser::UseStmt>>>>(
      Spec.t)
      .push_back(std::move(Statement));
}

static void useModule(parser::SpecificationPart &Spec,
                      const std::string &Module,
                      const warpfort::UsedNames &Names,
                      parser::CharBlock Source) {
  std::list<parser::Only> List;
  for (auto [Local, OfModule] : Names) {
    if (Local == OfModule)
      List.emplace_back(warpfort::nameOf(*Local));
    else
      List.emplace_back(parser::Rename{parser::Rename::Names{std::make_tuple(
          warpfort::nameOf(*Local), warpfort::nameOf(*OfModule))}});
  }
  parser::UseStmt Use{std::nullopt, warpfort::nameOf(Module), std::move(List)};
  warpfort::addUse(Spec, std::move(Use), Source);
}

void warpfort::useCudafor(parser::SpecificationPart &Spec,
                          const UsedNames &Names, parser::CharBlock Source) {
  static const std::string Module = "cudafor";
  useModule(Spec, Module, Names, Source);
}

const warpfort::AddedProcedure warpfort::AddedAllocated = {"__allocated",
                                                           "allocated"},
                               warpfort::AddedAssociated = {"__associated",
                                                            "associated"},
                               warpfort::AddedIgnore = {"warprt_ignore_result",
                                                        "warprt_ignore_result"},
                               warpfort::AddedLength = {"__len", "len"},
                               warpfort::AddedMerge = {"__merge", "merge"};

void warpfort::useAdded(parser::SpecificationPart &Spec,
                        const AddedProcedure &Added, parser::CharBlock Source) {
  static const std::string Module = "warpfort_added";
  useModule(Spec, Module, {{&Added.Name, &Added.OfModule}}, Source);
}
