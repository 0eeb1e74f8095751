//===-- DummyOrder.cpp - Dummies before the bounds they give --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `real :: a(n, n)` before `integer(int32), value :: n` is common in codes
/// that PGI's compilers took. Flang takes it for default integers only, so the
/// declarations change places before names are resolved.
///
//===----------------------------------------------------------------------===//
#include "DummyOrder.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include <algorithm>
#include <set>
#include <string>

namespace warpfort {

namespace {

namespace parser = Fortran::parser;
using Declarations = std::list<parser::DeclarationConstruct>;
using Names = std::set<std::string>;

struct NameCollector {
  void Post(const parser::Name &X) { Found.insert(X.ToString()); }
  Names Found;
};

template <typename Tree> Names namesIn(const Tree &X) {
  NameCollector Collector;
  walk(X, Collector);
  return std::move(Collector.Found);
}

parser::TypeDeclarationStmt *
typeDeclaration(parser::DeclarationConstruct &Construct) {
  auto *Spec = std::get_if<parser::SpecificationConstruct>(&Construct.u);
  auto *Statement =
      Spec ? std::get_if<parser::Statement<
                 Fortran::common::Indirection<parser::TypeDeclarationStmt>>>(
                 &Spec->u)
           : nullptr;
  return Statement ? &Statement->statement.value() : nullptr;
}

/// The names a declaration of integer scalars declares; none for any other.
Names scalarIntegers(const parser::TypeDeclarationStmt &X) {
  const auto &Type = std::get<parser::DeclarationTypeSpec>(X.t);
  const auto *Intrinsic = std::get_if<parser::IntrinsicTypeSpec>(&Type.u);
  if (!Intrinsic ||
      !std::holds_alternative<parser::IntegerTypeSpec>(Intrinsic->u))
    return {};
  for (const auto &Attr : std::get<std::list<parser::AttrSpec>>(X.t))
    if (!std::holds_alternative<parser::IntentSpec>(Attr.u) &&
        !std::holds_alternative<parser::Value>(Attr.u))
      return {};
  Names Declared;
  for (const auto &Entity : std::get<std::list<parser::EntityDecl>>(X.t)) {
    if (std::get<std::optional<parser::ArraySpec>>(Entity.t) ||
        std::get<std::optional<parser::Initialization>>(Entity.t))
      return {};
    Declared.insert(std::get<parser::Name>(Entity.t).ToString());
  }
  return Declared;
}

bool intersect(const Names &A, const Names &B) {
  return std::any_of(A.begin(), A.end(),
                     [&](const std::string &Name) { return B.count(Name); });
}

void order(Declarations &List, const Names &Dummies) {
  for (auto It = List.begin(); It != List.end();) {
    auto Current = It++;
    auto *Type = typeDeclaration(*Current);
    if (!Type)
      continue;
    Names Declared = scalarIntegers(*Type);
    if (Declared.empty() || !std::includes(Dummies.begin(), Dummies.end(),
                                           Declared.begin(), Declared.end()))
      continue;
    // The kind may name a constant: it has to stay declared before.
    Names Kind = namesIn(std::get<parser::DeclarationTypeSpec>(Type->t));
    auto Target = Current;
    for (auto Before = Current; Before != List.begin();) {
      --Before;
      Names Used = namesIn(*Before);
      auto *Other = typeDeclaration(*Before);
      if (!Other && intersect(Used, Kind))
        break;
      if (Other) {
        Names Entities;
        for (const auto &Entity :
             std::get<std::list<parser::EntityDecl>>(Other->t))
          Entities.insert(std::get<parser::Name>(Entity.t).ToString());
        if (intersect(Entities, Kind))
          break;
        // Only a bound moves it: a name in a statement of its own, such as
        // INTENT, stays where it is.
        if (intersect(Used, Declared))
          Target = Before;
      }
    }
    if (Target != Current)
      List.splice(Target, List, Current);
  }
}

struct Orderer {
  void Post(parser::SubroutineSubprogram &X) {
    visit(std::get<parser::Statement<parser::SubroutineStmt>>(X.t).statement,
          std::get<parser::SpecificationPart>(X.t));
  }
  void Post(parser::FunctionSubprogram &X) {
    visit(std::get<parser::Statement<parser::FunctionStmt>>(X.t).statement,
          std::get<parser::SpecificationPart>(X.t));
  }
  void Post(parser::InterfaceBody::Subroutine &X) {
    visit(std::get<parser::Statement<parser::SubroutineStmt>>(X.t).statement,
          std::get<Fortran::common::Indirection<parser::SpecificationPart>>(X.t)
              .value());
  }
  void Post(parser::InterfaceBody::Function &X) {
    visit(std::get<parser::Statement<parser::FunctionStmt>>(X.t).statement,
          std::get<Fortran::common::Indirection<parser::SpecificationPart>>(X.t)
              .value());
  }

private:
  void visit(const parser::SubroutineStmt &Head, parser::SpecificationPart &X) {
    Names Dummies;
    for (const auto &Dummy : std::get<std::list<parser::DummyArg>>(Head.t))
      if (const auto *Name = std::get_if<parser::Name>(&Dummy.u))
        Dummies.insert(Name->ToString());
    order(std::get<Declarations>(X.t), Dummies);
  }
  void visit(const parser::FunctionStmt &Head, parser::SpecificationPart &X) {
    Names Dummies;
    for (const auto &Name : std::get<std::list<parser::Name>>(Head.t))
      Dummies.insert(Name.ToString());
    order(std::get<Declarations>(X.t), Dummies);
  }
};

} // namespace

void orderDummyDeclarations(parser::Program &Program) {
  Orderer O;
  walk(Program, O);
}

} // namespace warpfort
