//===-- HostVariables.cpp - What internal procedures name -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See HostVariables.h.
///
//===----------------------------------------------------------------------===//
#include "HostVariables.h"
#include "CallArguments.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/symbol.h"
#include "llvm/ADT/STLExtras.h"

using namespace Fortran;

namespace warpfort {
namespace {

/// Names of what is in procedures, but for declarations.
struct HostNameFinder {
  /// The whole designators, and what they begin with.
  std::vector<std::pair<parser::CharBlock, const semantics::Symbol *>> Found =
      {};
  parser::CharBlock Last = {};
  std::set<const parser::Expr *> WithoutValue = {};

  bool Pre(const parser::FunctionStmt &) { return false; }
  bool Pre(const parser::SubroutineStmt &) { return false; }
  bool Pre(const parser::EntityDecl &X) {
    walk(std::get<std::optional<parser::ArraySpec>>(X.t), *this);
    walk(std::get<std::optional<parser::CharLength>>(X.t), *this);
    return false;
  }
  bool Pre(const parser::Designator &X) {
    Last = X.source;
    return true;
  }
  // Only the type or the shape of some variables is asked for.
  bool Pre(const parser::FunctionReference &X) {
    for (const parser::Expr *Argument : withoutValueIn(X))
      WithoutValue.insert(Argument);
    return true;
  }
  bool Pre(const parser::Expr &X) {
    const auto *Designator =
        std::get_if<common::Indirection<parser::Designator>>(&X.u);
    return !Designator || !WithoutValue.count(&X) ||
           !parser::GetDesignatorNameIfDataRef(Designator->value());
  }
  void Post(const parser::Name &X) {
    const semantics::Symbol *Symbol =
        X.symbol ? &X.symbol->GetUltimate() : nullptr;
    if (Symbol &&
        (Symbol->has<semantics::ObjectEntityDetails>() ||
         Symbol->has<semantics::SubprogramDetails>()) &&
        !Symbol->owner().IsDerivedType())
      Found.emplace_back(X.source.begin() == Last.begin() ? Last : X.source,
                         Symbol);
  }
};

/// Whether the program may have the source of \p Procedure.
bool isProcedure(const semantics::Symbol &Procedure) {
  return Procedure.has<semantics::SubprogramDetails>() && Procedure.scope();
}

} // namespace

HostVariables::HostVariables(const parser::Program &Program) {
  HostNameFinder Finder;
  walk(Program, Finder);
  for (auto [Text, Symbol] : Finder.Found)
    Names.push_back({Text, Symbol});
  llvm::sort(Names, [](const Occurrence &A, const Occurrence &B) {
    return A.Text.begin() < B.Text.begin();
  });
}

std::vector<HostVariables::Occurrence>
HostVariables::namesIn(const semantics::Symbol &Procedure) const {
  parser::CharBlock Range = Procedure.scope()->sourceRange();
  auto Before = [](const Occurrence &X, const char *Place) {
    return X.Text.begin() < Place;
  };
  return {llvm::lower_bound(Names, Range.begin(), Before),
          llvm::lower_bound(Names, Range.end(), Before)};
}

bool HostVariables::addCallees(const semantics::Symbol &Procedure,
                               Symbols &Callees) const {
  const auto *Details = Procedure.detailsIf<semantics::SubprogramDetails>();
  if (!Details || Details->isInterface() || !Procedure.scope())
    return false;
  if (!Callees.insert(&Procedure).second)
    return true;
  std::vector<Occurrence> Inside = namesIn(Procedure);
  for (const Occurrence &Name : Inside)
    if (isProcedure(*Name.Symbol))
      addCallees(*Name.Symbol, Callees);
  return !Inside.empty();
}

const HostVariables::Symbols &
HostVariables::namedBy(const semantics::Symbol &Procedure) const {
  auto [Answer, IsNew] = Named.try_emplace(&Procedure.GetUltimate());
  Symbols Callees, &Variables = Answer->second;
  if (IsNew)
    addCallees(Procedure.GetUltimate(), Callees);
  for (const semantics::Symbol *Callee : Callees)
    for (const Occurrence &Name : namesIn(*Callee))
      if (Name.Symbol->has<semantics::ObjectEntityDetails>() &&
          !Callee->scope()->Contains(Name.Symbol->owner()))
        Variables.insert(Name.Symbol);
  return Variables;
}

std::optional<std::set<std::string>>
HostVariables::partsNamedBy(const semantics::Symbol &Procedure,
                            const semantics::Symbol &Variable) const {
  Symbols Callees;
  if (!addCallees(Procedure.GetUltimate(), Callees))
    return std::nullopt;
  std::set<std::string> Parts;
  for (const semantics::Symbol *Callee : Callees)
    for (const Occurrence &Name : namesIn(*Callee))
      if (Name.Symbol == &Variable) {
        std::string Text = Name.Text.ToString();
        llvm::erase(Text, ' ');
        Parts.insert(std::move(Text));
      }
  return Parts;
}

} // namespace warpfort
