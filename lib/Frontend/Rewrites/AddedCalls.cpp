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

void warpfort::useCudafor(parser::SpecificationPart &Spec,
                          const UsedNames &Names, parser::CharBlock Source) {
  static const std::string Module = "cudafor";
  std::list<parser::Only> List;
  for (auto [Local, OfModule] : Names) {
    if (Local == OfModule)
      List.emplace_back(nameOf(*Local));
    else
      List.emplace_back(parser::Rename{parser::Rename::Names{
          std::make_tuple(nameOf(*Local), nameOf(*OfModule))}});
  }
  parser::UseStmt Use{std::nullopt, nameOf(Module), std::move(List)};
  addUse(Spec, std::move(Use), Source);
}
