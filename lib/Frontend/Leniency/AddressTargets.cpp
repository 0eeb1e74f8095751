//===-- AddressTargets.cpp - Variables whose address is taken -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See AddressTargets.h. Names are not resolved yet, so all variables of the
/// name that this source declares become targets, which does no harm.
///
//===----------------------------------------------------------------------===//
#include "AddressTargets.h"
#include "Frontend/Tree/SourcePlaces.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "llvm/ADT/STLExtras.h"
#include <list>
#include <string>

namespace warpfort {

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace {

struct FirstName {
  bool Pre(const parser::Name &X) {
    if (Found.empty())
      Found = X.source;
    return false;
  }
  parser::CharBlock Found;
};

/// Arguments of C_LOC.
struct ArgumentFinder {
  semantics::SemanticsContext &Context;
  const std::set<std::size_t> &Places;
  std::set<std::string> Names = {};

  void Post(const parser::FunctionReference &X) {
    const auto *Name = std::get_if<parser::Name>(
        &std::get<parser::ProcedureDesignator>(X.v.t).u);
    if (!Name || Name->ToString() != "c_loc")
      return;
    for (const auto &Argument :
         std::get<std::list<parser::ActualArgSpec>>(X.v.t)) {
      FirstName Base;
      walk(std::get<parser::ActualArg>(Argument.t), Base);
      if (!isAtPlace(Context, Places, Base.Found))
        continue;
      Names.insert(Base.Found.ToString());
      Context.Say(
          Base.Found,
          "The argument of C_LOC has no TARGET attribute: '%s' is taken for a target"_warn_en_US,
          Base.Found);
    }
  }
};

struct Declarer {
  const std::set<std::string> &Names;

  void Post(parser::TypeDeclarationStmt &X) {
    auto &Attrs = std::get<std::list<parser::AttrSpec>>(X.t);
    auto IsNamed = [&](const parser::EntityDecl &Entity) {
      return Names.count(std::get<parser::Name>(Entity.t).ToString()) != 0;
    };
    auto Excludes = [](const parser::AttrSpec &Attr) {
      return std::holds_alternative<parser::Target>(Attr.u) ||
             std::holds_alternative<parser::Pointer>(Attr.u) ||
             std::holds_alternative<parser::Parameter>(Attr.u);
    };
    if (llvm::any_of(std::get<std::list<parser::EntityDecl>>(X.t), IsNamed) &&
        llvm::none_of(Attrs, Excludes))
      Attrs.emplace_back(parser::Target{});
  }
};

} // namespace

void makeTargets(semantics::SemanticsContext &Context, parser::Program &Program,
                 const std::set<std::size_t> &Places) {
  ArgumentFinder Finder{Context, Places};
  walk(Program, Finder);
  Declarer Change{Finder.Names};
  walk(Program, Change);
}

} // namespace warpfort
