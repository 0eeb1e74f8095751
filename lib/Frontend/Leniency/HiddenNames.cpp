//===-- HiddenNames.cpp - Names that stay inside or outside ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Part of Leniency. A dummy argument with the name of something in a module
/// that the procedure uses hides it in NVIDIA's compiler: the module's gets a
/// name that programs do not have. And a PRIVATE statement may name what the
/// module does not have, an ATTRIBUTES statement what nothing declares.
///
//===----------------------------------------------------------------------===//
#include "HiddenNames.h"
#include "Frontend/Tree/SourcePlaces.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"

namespace warpfort {

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace {

struct Hider {
  semantics::SemanticsContext &Context;
  const std::set<HiddenName> &Names;

  void Post(parser::SubroutineSubprogram &X) {
    hideIn<parser::SubroutineStmt>(X);
  }
  void Post(parser::FunctionSubprogram &X) { hideIn<parser::FunctionStmt>(X); }
  void Post(parser::InterfaceBody::Subroutine &X) {
    hideIn<parser::SubroutineStmt,
           common::Indirection<parser::SpecificationPart>>(X);
  }
  void Post(parser::InterfaceBody::Function &X) {
    hideIn<parser::FunctionStmt,
           common::Indirection<parser::SpecificationPart>>(X);
  }

private:
  static parser::SpecificationPart &partOf(parser::SpecificationPart &X) {
    return X;
  }
  static parser::SpecificationPart &
  partOf(common::Indirection<parser::SpecificationPart> &X) {
    return X.value();
  }
  static const parser::Name *nameOf(const parser::Name &X) { return &X; }
  static const parser::Name *nameOf(const parser::DummyArg &X) {
    return std::get_if<parser::Name>(&X.u);
  }

  template <typename Head, typename Part = parser::SpecificationPart,
            typename Procedure>
  void hideIn(Procedure &X) {
    std::set<std::string> Dummies;
    const auto &Statement = std::get<parser::Statement<Head>>(X.t).statement;
    using Dummy = std::conditional_t<std::is_same_v<Head, parser::FunctionStmt>,
                                     parser::Name, parser::DummyArg>;
    for (const Dummy &D : std::get<std::list<Dummy>>(Statement.t))
      if (const parser::Name *Name = nameOf(D))
        Dummies.insert(Name->ToString());
    for (auto &Use : std::get<std::list<
             parser::Statement<common::Indirection<parser::UseStmt>>>>(
             partOf(std::get<Part>(X.t)).t))
      hide(Use.statement.value(), Dummies);
  }

  void hide(parser::UseStmt &Use, const std::set<std::string> &Dummies) {
    // What ONLY names is meant.
    auto *Renames = std::get_if<std::list<parser::Rename>>(&Use.u);
    if (!Renames)
      return;
    for (const auto &[Place, Name] : Names) {
      if (!Dummies.count(Name) ||
          !isAtPlace(Context, {Place}, Use.moduleName.source))
        continue;
      Context.Say(
          Use.moduleName.source,
          "Dummy argument '%s' hides the '%s' of module '%s'"_warn_en_US, Name,
          Name, Use.moduleName.source);
      Renames->emplace_back(parser::Rename::Names{
          parser::Name{Context.SaveTempName("warpfort__" + Name), nullptr},
          parser::Name{Context.SaveTempName(std::string(Name)), nullptr}});
    }
  }
};

/// Drops names that nothing declares from the statements that name them.
struct UnknownNames {
  semantics::SemanticsContext &Context;
  const std::set<std::size_t> &Undeclared;

  void Post(parser::SpecificationPart &X) {
    std::get<std::list<parser::DeclarationConstruct>>(X.t).remove_if(
        [&](parser::DeclarationConstruct &Declaration) {
          if (auto *Attributes =
                  statementIn<parser::CUDAAttributesStmt>(Declaration))
            return drop(*Attributes);
          auto *Access = statementIn<parser::AccessStmt>(Declaration);
          return Access && drop(*Access);
        });
  }

private:
  template <typename A>
  static A *statementIn(parser::DeclarationConstruct &Declaration) {
    auto *Construct =
        std::get_if<parser::SpecificationConstruct>(&Declaration.u);
    auto *Statement =
        Construct
            ? std::get_if<parser::Statement<parser::OtherSpecificationStmt>>(
                  &Construct->u)
            : nullptr;
    auto *Found =
        Statement ? std::get_if<common::Indirection<A>>(&Statement->statement.u)
                  : nullptr;
    return Found ? &Found->value() : nullptr;
  }

  bool isUnknown(const parser::Name &Name) const {
    return isAtPlace(Context, Undeclared, Name.source);
  }

  /// True if no name is left: without any PRIVATE would be about all.
  bool drop(parser::AccessStmt &Access) {
    if (std::get<parser::AccessSpec>(Access.t).v !=
        parser::AccessSpec::Kind::Private)
      return false;
    auto &Ids = std::get<std::list<parser::AccessId>>(Access.t);
    std::size_t Before = Ids.size();
    Ids.remove_if([&](const parser::AccessId &Id) {
      const auto *Name = std::get_if<parser::Name>(&Id.v.value().u);
      if (!Name || !isUnknown(*Name))
        return false;
      Context.Say(
          Name->source,
          "PRIVATE names '%s', which the module does not have"_warn_en_US,
          Name->source);
      return true;
    });
    return Ids.size() != Before && Ids.empty();
  }

  bool drop(parser::CUDAAttributesStmt &Attributes) {
    auto &Names = std::get<std::list<parser::Name>>(Attributes.t);
    Names.remove_if([&](const parser::Name &Name) {
      if (!isUnknown(Name))
        return false;
      Context.Say(Name.source,
                  "ATTRIBUTES names '%s', which nothing declares"_warn_en_US,
                  Name.source);
      return true;
    });
    return Names.empty();
  }
};

} // namespace

void hideNamesOfModules(semantics::SemanticsContext &Context,
                        parser::Program &Program,
                        const std::set<HiddenName> &Names) {
  Hider Visitor{Context, Names};
  walk(Program, Visitor);
}

void dropUnknownNames(semantics::SemanticsContext &Context,
                      parser::Program &Program,
                      const std::set<std::size_t> &Undeclared) {
  UnknownNames Visitor{Context, Undeclared};
  walk(Program, Visitor);
}

} // namespace warpfort
