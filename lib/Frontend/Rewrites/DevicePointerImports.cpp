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
/// does no harm. A program may have a module openacc of its own, so that names
/// are resolved once before. Without the assignments there are errors.
///
//===----------------------------------------------------------------------===//
#include "DevicePointerImports.h"
#include "Frontend/Tree/SourcePlaces.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include <algorithm>
#include <string>

using namespace Fortran;

namespace warpfort {
namespace {

/// The names of `use openacc, only: c_devptr`; else null.
template <typename Use> auto pointerNames(Use &X) {
  auto *Names = std::get_if<std::list<parser::Only>>(&X.u);
  auto IsPointer = [](const parser::Only &O) {
    const auto *Name = std::get_if<parser::Name>(&O.u);
    if (const auto *Generic =
            std::get_if<common::Indirection<parser::GenericSpec>>(&O.u))
      Name = std::get_if<parser::Name>(&Generic->value().u);
    return Name && Name->ToString() == "c_devptr";
  };
  bool IsWanted = Names && X.moduleName.ToString() == "openacc" &&
                  std::any_of(Names->begin(), Names->end(), IsPointer);
  return IsWanted ? Names : nullptr;
}

struct Finder {
  semantics::SemanticsContext &Context;
  std::set<std::size_t> &Places;

  void Post(const parser::UseStmt &X) {
    const semantics::Symbol *Module = X.moduleName.symbol;
    if (!pointerNames(X) || !Module || !Module->owner().IsIntrinsicModules())
      return;
    if (auto Place = placeOf(Context, X.moduleName.source))
      Places.insert(*Place);
  }
};

struct Importer {
  semantics::SemanticsContext &Context;
  const std::set<std::size_t> &Places;

  void Post(parser::UseStmt &X) {
    auto *Names = pointerNames(X);
    if (!Names || !isAtPlace(Context, Places, X.moduleName.source))
      return;
    static const std::string Spelling = "assignment(=)";
    parser::GenericSpec Assignment{parser::GenericSpec::Assignment{}};
    Assignment.source = parser::CharBlock{Spelling};
    Names->emplace_back(
        common::Indirection<parser::GenericSpec>{std::move(Assignment)});
  }
};

} // namespace

bool findPointerImports(semantics::SemanticsContext &Context,
                        const parser::Program &Program,
                        std::set<std::size_t> &Places) {
  if (!Context.AnyFatalError())
    return false;
  std::size_t Before = Places.size();
  Finder F{Context, Places};
  walk(Program, F);
  return Places.size() > Before;
}

void importPointerAssignments(semantics::SemanticsContext &Context,
                              parser::Program &Program,
                              const std::set<std::size_t> &Places) {
  if (Places.empty())
    return;
  Importer I{Context, Places};
  walk(Program, I);
}

} // namespace warpfort
