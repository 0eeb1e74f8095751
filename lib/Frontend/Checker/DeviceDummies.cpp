//===-- DeviceDummies.cpp - What device procedures accept -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang gives the dummy arguments of a device procedure the device attribute,
// and then wants it of the actual arguments too. In a kernel loop, which is
// host code to Flang, and where a generic name or an operator is resolved,
// that refuses what is legal: expressions, constants and the scalars that the
// loop copies.
//
// So, before names are resolved, each attributes(device) procedure of a module
// gets the directive that makes Flang ignore the attribute,
//   !dir$ ignore_tkr(d) x
// for every dummy argument x that has no attribute of its own. It goes into
// module files by itself. What must still be refused is in DeviceCode.cpp.
//
// Left alone are procedures whose generic name also covers host procedures,
// where the attribute may be all that tells the two apart.
//
// Module cudadevice has interface bodies only. They get the directive, too, and
// where an atomic function or a bulk copy takes an address, any rank will do.
//
//===----------------------------------------------------------------------===//

#include "FlangHooks.h"
#include "flang/Parser/parse-tree-visitor.h"
#include "flang/Parser/parse-tree.h"
#include <set>
#include <string>

using namespace Fortran;

namespace {

using NameSet = std::set<std::string>;

/// All names below a node.
struct NameCollector {
  NameSet &Names;

  template <typename A> bool Pre(const A &) { return true; }
  template <typename A> void Post(const A &) {}
  void Post(const parser::Name &X) { Names.insert(X.ToString()); }
};

template <typename A> void collectNames(const A &X, NameSet &Names) {
  NameCollector C{Names};
  parser::Walk(X, C);
}

/// Names that a specification part declares to be something for which the
/// directive is wrong: with a data attribute, allocatable, a pointer, or a
/// procedure.
struct ExcludedCollector {
  NameSet Names;

  template <typename A> bool Pre(const A &) { return true; }
  template <typename A> void Post(const A &) {}

  bool Pre(const parser::TypeDeclarationStmt &X) {
    for (const auto &Attr : std::get<std::list<parser::AttrSpec>>(X.t))
      if (std::holds_alternative<parser::Allocatable>(Attr.u) ||
          std::holds_alternative<parser::Pointer>(Attr.u) ||
          std::holds_alternative<parser::External>(Attr.u) ||
          std::holds_alternative<common::CUDADataAttr>(Attr.u))
        for (const auto &Entity : std::get<std::list<parser::EntityDecl>>(X.t))
          Names.insert(std::get<parser::Name>(Entity.t).ToString());
    return false;
  }
  bool Pre(const parser::AllocatableStmt &X) { return exclude(X); }
  bool Pre(const parser::PointerStmt &X) { return exclude(X); }
  bool Pre(const parser::ExternalStmt &X) { return exclude(X); }
  bool Pre(const parser::CUDAAttributesStmt &X) { return exclude(X); }
  bool Pre(const parser::ProcedureDeclarationStmt &X) { return exclude(X); }
  bool Pre(const parser::InterfaceBlock &X) { return exclude(X); }
  // A directive of the user's stays as it is.
  bool Pre(const parser::CompilerDirective &X) { return exclude(X); }

private:
  template <typename A> bool exclude(const A &X) {
    collectNames(X, Names);
    return false;
  }
};

bool isDevice(const std::list<parser::PrefixSpec> &Prefix) {
  for (const parser::PrefixSpec &Spec : Prefix)
    if (const auto *Attrs =
            std::get_if<parser::PrefixSpec::Attributes>(&Spec.u))
      for (common::CUDASubprogramAttrs Attr : Attrs->v)
        if (Attr == common::CUDASubprogramAttrs::Device)
          return true;
  return false;
}

const parser::Name *nameOf(const parser::Name &X) { return &X; }
const parser::Name *nameOf(const parser::DummyArg &X) {
  return std::get_if<parser::Name>(&X.u);
}

template <typename Dummies, typename Statement>
void addDirective(parser::SpecificationPart &Spec, const Statement &Head,
                  const NameSet &AnyRank = {}) {
  ExcludedCollector Excluded;
  parser::Walk(Spec, Excluded);
  std::list<parser::CompilerDirective::IgnoreTKR> Ignored;
  for (const auto &Dummy : std::get<Dummies>(Head.statement.t)) {
    const parser::Name *Name = nameOf(Dummy);
    if (!Name || Excluded.Names.count(Name->ToString()))
      continue;
    static const char Device = 'd', Rank = 'r';
    std::list<const char *> Letters{&Device};
    if (AnyRank.count(Name->ToString()))
      Letters.push_back(&Rank);
    Ignored.emplace_back(std::make_tuple(std::make_optional(std::move(Letters)),
                                         parser::Name{Name->source}));
  }
  if (Ignored.empty())
    return;
  parser::CompilerDirective Directive(std::move(Ignored));
  Directive.source = Head.source;
  std::get<std::list<parser::DeclarationConstruct>>(Spec.t).emplace_back(
      parser::SpecificationConstruct(
          common::Indirection<parser::CompilerDirective>(
              std::move(Directive))));
}

/// The device procedures of a module, and the generic names in it.
struct ModuleRelaxer {
  NameSet DeviceProcedures;
  NameSet Kept;
  std::list<NameSet> Generics;

  template <typename A> bool Pre(A &) { return true; }
  template <typename A> void Post(A &) {}

  bool Pre(parser::GenericStmt &X) {
    addGeneric(std::get<std::list<parser::Name>>(X.t));
    return false;
  }
  bool Pre(parser::InterfaceBlock &X) {
    NameSet Names;
    for (auto &Item : std::get<std::list<parser::InterfaceSpecification>>(X.t))
      if (auto *Procedures =
              std::get_if<parser::Statement<parser::ProcedureStmt>>(&Item.u))
        collectNames(Procedures->statement, Names);
      else
        Names.insert(""); // an interface body: some external procedure
    Generics.push_back(std::move(Names));
    return false;
  }
  bool Pre(parser::ExecutionPart &) { return false; }
  bool Pre(parser::InternalSubprogramPart &) { return false; }
  bool Pre(parser::SubroutineSubprogram &X) {
    note(std::get<parser::Statement<parser::SubroutineStmt>>(X.t).statement);
    return false;
  }
  bool Pre(parser::FunctionSubprogram &X) {
    note(std::get<parser::Statement<parser::FunctionStmt>>(X.t).statement);
    return false;
  }

  void relax(parser::ModuleSubprogramPart &Part) {
    for (const NameSet &Generic : Generics)
      for (const std::string &Name : Generic)
        if (!DeviceProcedures.count(Name))
          Kept.insert(Generic.begin(), Generic.end());
    for (auto &Item : std::get<std::list<parser::ModuleSubprogram>>(Part.t)) {
      if (auto *S =
              std::get_if<common::Indirection<parser::SubroutineSubprogram>>(
                  &Item.u)) {
        auto &Head =
            std::get<parser::Statement<parser::SubroutineStmt>>(S->value().t);
        if (isRelaxed(Head.statement))
          addDirective<std::list<parser::DummyArg>>(
              std::get<parser::SpecificationPart>(S->value().t), Head);
      } else if (auto *F = std::get_if<
                     common::Indirection<parser::FunctionSubprogram>>(
                     &Item.u)) {
        auto &Head =
            std::get<parser::Statement<parser::FunctionStmt>>(F->value().t);
        if (isRelaxed(Head.statement))
          addDirective<std::list<parser::Name>>(
              std::get<parser::SpecificationPart>(F->value().t), Head);
      }
    }
  }

private:
  void addGeneric(const std::list<parser::Name> &List) {
    NameSet Names;
    for (const parser::Name &Name : List)
      Names.insert(Name.ToString());
    Generics.push_back(std::move(Names));
  }
  template <typename A> void note(const A &Statement) {
    if (isDevice(std::get<std::list<parser::PrefixSpec>>(Statement.t)))
      DeviceProcedures.insert(std::get<parser::Name>(Statement.t).ToString());
  }
  template <typename A> bool isRelaxed(const A &Statement) {
    return isDevice(std::get<std::list<parser::PrefixSpec>>(Statement.t)) &&
           !Kept.count(std::get<parser::Name>(Statement.t).ToString());
  }
};

/// The interface bodies of module cudadevice.
struct InterfaceRelaxer {
  template <typename A> bool Pre(A &) { return true; }
  template <typename A> void Post(A &) {}

  bool Pre(parser::InterfaceBody::Subroutine &X) {
    relax<parser::SubroutineStmt, std::list<parser::DummyArg>>(X);
    return false;
  }
  bool Pre(parser::InterfaceBody::Function &X) {
    relax<parser::FunctionStmt, std::list<parser::Name>>(X);
    return false;
  }

private:
  template <typename Statement, typename Dummies, typename A> void relax(A &X) {
    static const NameSet Addresses{"address", "src", "dst"};
    auto &Head = std::get<parser::Statement<Statement>>(X.t);
    addDirective<Dummies>(
        std::get<common::Indirection<parser::SpecificationPart>>(X.t).value(),
        Head, Addresses);
  }
};

template <typename A> void relaxModule(A &Module) {
  auto &Part = std::get<std::optional<parser::ModuleSubprogramPart>>(Module.t);
  if (!Part)
    return;
  ModuleRelaxer Relaxer;
  parser::Walk(Module, Relaxer);
  Relaxer.relax(*Part);
}

} // namespace

void warpfort::checker::relaxDeviceDummies(parser::Program &Program) {
  for (parser::ProgramUnit &Unit : Program.v) {
    if (auto *M = std::get_if<common::Indirection<parser::Module>>(&Unit.u)) {
      relaxModule(M->value());
      auto &Head =
          std::get<parser::Statement<parser::ModuleStmt>>(M->value().t);
      if (Head.statement.v.ToString() == "cudadevice") {
        InterfaceRelaxer Relaxer;
        parser::Walk(M->value(), Relaxer);
      }
    } else if (auto *S =
                   std::get_if<common::Indirection<parser::Submodule>>(&Unit.u))
      relaxModule(S->value());
  }
}
