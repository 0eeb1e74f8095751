//===-- DevicePointerImports.cpp - Assignments of device pointers ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See DevicePointerImports.h. A name in an ONLY list that is there already
/// does no harm.
///
//===----------------------------------------------------------------------===//
#include "DevicePointerImports.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include <algorithm>
#include <string>

using namespace Fortran;

namespace warpfort {
namespace {

struct Importer {
  void Post(parser::UseStmt &X) {
    auto *Names = std::get_if<std::list<parser::Only>>(&X.u);
    if (!Names || X.moduleName.ToString() != "openacc")
      return;
    auto IsPointer = [](const parser::Only &O) {
      const auto *Name = std::get_if<parser::Name>(&O.u);
      if (const auto *Generic =
              std::get_if<common::Indirection<parser::GenericSpec>>(&O.u))
        Name = std::get_if<parser::Name>(&Generic->value().u);
      return Name && Name->ToString() == "c_devptr";
    };
    if (std::none_of(Names->begin(), Names->end(), IsPointer))
      return;
    static const std::string Spelling = "assignment(=)";
    parser::GenericSpec Assignment{parser::GenericSpec::Assignment{}};
    Assignment.source = parser::CharBlock{Spelling};
    Names->emplace_back(
        common::Indirection<parser::GenericSpec>{std::move(Assignment)});
  }
};

} // namespace

void importPointerAssignments(parser::Program &Program) {
  Importer I;
  walk(Program, I);
}

} // namespace warpfort
