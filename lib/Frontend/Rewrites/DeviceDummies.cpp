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
// loop copies. In a launch it refuses components of device variables, and
// sections with gaps where the dummy argument is of assumed shape, though the
// descriptor holds the strides.
//
// So, before names are resolved, module and internal procedures that run on
// the device, and interface blocks for such, get the directive that makes Flang
// ignore these,
//   !dir$ ignore_tkr(d) x, (c) y, (dc) z
// with d for the dummy arguments that have no attribute of their own and c for
// those of assumed shape. Host procedures get the c for their device data. It
// goes into module files by itself. What must still
// be refused is in DeviceCodeRules.cpp and HostCode.cpp.
//
// Without the d are procedures whose generic name also covers host procedures,
// where the attribute may be all that tells the two apart.
//
// Modules cudadevice and wmma have interface bodies only. They get the
// directive, too, and where an atomic function or a bulk copy of cudadevice
// takes an address, any rank will do.
//
//===----------------------------------------------------------------------===//

#include "Frontend/Tree/TreeWalk.h"
#include "TreeAdjustments.h"
#include "flang/Parser/parse-tree.h"
#include <set>
#include <string>

using namespace Fortran;

namespace {

using NameSet = std::set<std::string>;

/// All names below a node.
struct NameCollector {
  NameSet &Names;

  void Post(const parser::Name &X) { Names.insert(X.ToString()); }
};

template <typename A> void collectNames(const A &X, NameSet &Names) {
  NameCollector C{Names};
  warpfort::walk(X, C);
}

/// Names that a specification part declares to be something for which the
/// directive is wrong: with a data attribute (but for DEVICE in a kernel, which
/// says nothing), allocatable, a pointer, or a procedure.
struct ExcludedCollector {
  bool InKernel;
  NameSet Names;

  bool Pre(const parser::TypeDeclarationStmt &X) {
    for (const auto &Attr : std::get<std::list<parser::AttrSpec>>(X.t))
      if (std::holds_alternative<parser::Allocatable>(Attr.u) ||
          std::holds_alternative<parser::Pointer>(Attr.u) ||
          std::holds_alternative<parser::External>(Attr.u) ||
          isExcluded(std::get_if<common::CUDADataAttr>(&Attr.u)))
        for (const auto &Entity : std::get<std::list<parser::EntityDecl>>(X.t))
          Names.insert(std::get<parser::Name>(Entity.t).ToString());
    return false;
  }
  bool Pre(const parser::AllocatableStmt &X) { return exclude(X); }
  bool Pre(const parser::PointerStmt &X) { return exclude(X); }
  bool Pre(const parser::ExternalStmt &X) { return exclude(X); }
  bool Pre(const parser::CUDAAttributesStmt &X) {
    return isExcluded(&std::get<common::CUDADataAttr>(X.t)) && exclude(X);
  }
  bool Pre(const parser::ProcedureDeclarationStmt &X) { return exclude(X); }
  bool Pre(const parser::InterfaceBlock &X) { return exclude(X); }
  // A directive of the user's stays as it is.
  bool Pre(const parser::CompilerDirective &X) { return exclude(X); }

private:
  bool isExcluded(const common::CUDADataAttr *Attr) const {
    return Attr && !(InKernel && *Attr == common::CUDADataAttr::Device);
  }
  template <typename A> bool exclude(const A &X) {
    collectNames(X, Names);
    return false;
  }
};

/// Names that a specification part declares to be arrays of assumed shape, and
/// does not want contiguous.
struct AssumedShapeCollector {
  NameSet Names, WithDataAttr, Others;

  bool Pre(const parser::TypeDeclarationStmt &X) {
    bool Shaped = false, Data = false, Other = false;
    for (const auto &Attr : std::get<std::list<parser::AttrSpec>>(X.t)) {
      if (const auto *Spec = std::get_if<parser::ArraySpec>(&Attr.u))
        Shaped = hasOpenShape(*Spec);
      Data |= std::holds_alternative<common::CUDADataAttr>(Attr.u);
      Other |= std::holds_alternative<parser::Allocatable>(Attr.u) ||
               std::holds_alternative<parser::Pointer>(Attr.u) ||
               std::holds_alternative<parser::Contiguous>(Attr.u);
    }
    for (const auto &Entity : std::get<std::list<parser::EntityDecl>>(X.t)) {
      const auto &Spec = std::get<std::optional<parser::ArraySpec>>(Entity.t);
      std::string Name = std::get<parser::Name>(Entity.t).ToString();
      if (Spec ? hasOpenShape(*Spec) : Shaped)
        Names.insert(Name);
      if (Data)
        WithDataAttr.insert(Name);
      if (Other)
        Others.insert(Name);
    }
    return false;
  }
  bool Pre(const parser::DimensionStmt &X) {
    for (const auto &Declaration : X.v)
      if (hasOpenShape(std::get<parser::ArraySpec>(Declaration.t)))
        Names.insert(std::get<parser::Name>(Declaration.t).ToString());
    return false;
  }
  bool Pre(const parser::CUDAAttributesStmt &X) {
    collectNames(X, WithDataAttr);
    return false;
  }
  bool Pre(const parser::AllocatableStmt &X) { return exclude(X); }
  bool Pre(const parser::PointerStmt &X) { return exclude(X); }
  bool Pre(const parser::ContiguousStmt &X) { return exclude(X); }
  bool Pre(const parser::InterfaceBlock &X) { return exclude(X); }
  bool Pre(const parser::CompilerDirective &X) { return exclude(X); }

  /// Without \p Any, only data with an attribute.
  bool has(const std::string &Name, bool Any) const {
    return Names.count(Name) && !Others.count(Name) &&
           (Any || WithDataAttr.count(Name));
  }

private:
  /// (:) of a dummy argument may have been parsed as either.
  static bool hasOpenShape(const parser::ArraySpec &Spec) {
    return std::holds_alternative<std::list<parser::AssumedShapeSpec>>(
               Spec.u) ||
           std::holds_alternative<parser::DeferredShapeSpecList>(Spec.u);
  }
  template <typename A> bool exclude(const A &X) {
    collectNames(X, Others);
    return false;
  }
};

bool isKernel(const std::list<parser::PrefixSpec> &Prefix) {
  for (const parser::PrefixSpec &Spec : Prefix)
    if (const auto *Attrs =
            std::get_if<parser::PrefixSpec::Attributes>(&Spec.u))
      for (common::CUDASubprogramAttrs Attr : Attrs->v)
        if (Attr == common::CUDASubprogramAttrs::Global ||
            Attr == common::CUDASubprogramAttrs::Grid_Global)
          return true;
  return false;
}

bool runsOnDevice(const std::list<parser::PrefixSpec> &Prefix) {
  for (const parser::PrefixSpec &Spec : Prefix)
    if (const auto *Attrs =
            std::get_if<parser::PrefixSpec::Attributes>(&Spec.u))
      for (common::CUDASubprogramAttrs Attr : Attrs->v)
        if (Attr != common::CUDASubprogramAttrs::Host)
          return true;
  return false;
}

const parser::Name *nameOf(const parser::Name &X) { return &X; }
const parser::Name *nameOf(const parser::DummyArg &X) {
  return std::get_if<parser::Name>(&X.u);
}

template <typename Statement>
const std::list<parser::PrefixSpec> &prefixOf(const Statement &Head) {
  return std::get<std::list<parser::PrefixSpec>>(Head.statement.t);
}

/// Adds the directive to a procedure or an interface for one.
template <typename Dummies, typename Statement>
void addDirective(parser::SpecificationPart &Spec, const Statement &Head,
                  bool IgnoreDevice, const NameSet &AnyRank = {}) {
  ExcludedCollector Excluded{isKernel(prefixOf(Head)), {}};
  warpfort::walk(Spec, Excluded);
  AssumedShapeCollector AssumedShape;
  warpfort::walk(Spec, AssumedShape);
  std::list<parser::CompilerDirective::IgnoreTKR> Ignored;
  for (const auto &Dummy : std::get<Dummies>(Head.statement.t)) {
    const parser::Name *Name = nameOf(Dummy);
    if (!Name)
      continue;
    static const char Device = 'd', Contiguous = 'c', Rank = 'r';
    std::list<const char *> Letters;
    if (IgnoreDevice && !Excluded.Names.count(Name->ToString()))
      Letters.push_back(&Device);
    if (AssumedShape.has(Name->ToString(), runsOnDevice(prefixOf(Head))))
      Letters.push_back(&Contiguous);
    if (AnyRank.count(Name->ToString()))
      Letters.push_back(&Rank);
    if (!Letters.empty())
      Ignored.emplace_back(std::make_tuple(
          std::make_optional(std::move(Letters)), parser::Name{Name->source}));
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

/// Interface blocks for device procedures and kernels.
struct InterfaceRelaxer {
  bool InCudadevice; ///< or in another of our modules of device procedures

  bool Pre(parser::ExecutionPart &) { return false; }
  bool Pre(parser::InterfaceBlock &X) {
    const auto &Head =
        std::get<parser::Statement<parser::InterfaceStmt>>(X.t).statement;
    const auto *Generic =
        std::get_if<std::optional<parser::GenericSpec>>(&Head.u);
    bool IsGeneric = Generic && *Generic && !InCudadevice;
    for (auto &Item : std::get<std::list<parser::InterfaceSpecification>>(X.t))
      if (auto *Body = std::get_if<parser::InterfaceBody>(&Item.u))
        relax(*Body, IsGeneric);
    return false;
  }

private:
  void relax(parser::InterfaceBody &Body, bool IsGeneric) {
    if (auto *S = std::get_if<parser::InterfaceBody::Subroutine>(&Body.u))
      relax<std::list<parser::DummyArg>>(
          std::get<parser::Statement<parser::SubroutineStmt>>(S->t),
          std::get<common::Indirection<parser::SpecificationPart>>(S->t)
              .value(),
          IsGeneric);
    else if (auto *F = std::get_if<parser::InterfaceBody::Function>(&Body.u))
      relax<std::list<parser::Name>>(
          std::get<parser::Statement<parser::FunctionStmt>>(F->t),
          std::get<common::Indirection<parser::SpecificationPart>>(F->t)
              .value(),
          IsGeneric);
  }
  template <typename Dummies, typename Statement>
  void relax(const Statement &Head, parser::SpecificationPart &Spec,
             bool IsGeneric) {
    static const NameSet Addresses{"address", "src", "dst"};
    if (runsOnDevice(prefixOf(Head)))
      addDirective<Dummies>(Spec, Head, !IsGeneric,
                            InCudadevice ? Addresses : NameSet());
  }
};

/// Adds the directive to a list of procedures.
template <typename Subprogram, typename IsKept>
void relaxSubprograms(std::list<Subprogram> &Subprograms, IsKept &&Keeps) {
  auto Relax = [&](auto *Dummies, auto &Head, parser::SpecificationPart &Spec) {
    // A host procedure's arguments are its own business but for their strides.
    addDirective<std::remove_pointer_t<decltype(Dummies)>>(
        Spec, Head,
        runsOnDevice(prefixOf(Head)) &&
            !Keeps(std::get<parser::Name>(Head.statement.t).ToString()));
  };
  for (Subprogram &Item : Subprograms) {
    if (auto *S =
            std::get_if<common::Indirection<parser::SubroutineSubprogram>>(
                &Item.u))
      Relax(static_cast<std::list<parser::DummyArg> *>(nullptr),
            std::get<parser::Statement<parser::SubroutineStmt>>(S->value().t),
            std::get<parser::SpecificationPart>(S->value().t));
    else if (auto *F =
                 std::get_if<common::Indirection<parser::FunctionSubprogram>>(
                     &Item.u))
      Relax(static_cast<std::list<parser::Name> *>(nullptr),
            std::get<parser::Statement<parser::FunctionStmt>>(F->value().t),
            std::get<parser::SpecificationPart>(F->value().t));
  }
}

/// Internal procedures.
struct InternalRelaxer {
  bool Pre(parser::ExecutionPart &) { return false; }
  bool Pre(parser::InternalSubprogramPart &X) {
    relaxSubprograms(std::get<std::list<parser::InternalSubprogram>>(X.t),
                     [](const std::string &) { return false; });
    return false;
  }
};

/// The device procedures of a module, and the generic names in it.
struct ModuleRelaxer {
  NameSet DeviceProcedures;
  NameSet Kept;
  std::list<NameSet> Generics;

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
    relaxSubprograms(
        std::get<std::list<parser::ModuleSubprogram>>(Part.t),
        [&](const std::string &Name) { return Kept.count(Name) > 0; });
  }

private:
  void addGeneric(const std::list<parser::Name> &List) {
    NameSet Names;
    for (const parser::Name &Name : List)
      Names.insert(Name.ToString());
    Generics.push_back(std::move(Names));
  }
  template <typename A> void note(const A &Statement) {
    if (runsOnDevice(std::get<std::list<parser::PrefixSpec>>(Statement.t)))
      DeviceProcedures.insert(std::get<parser::Name>(Statement.t).ToString());
  }
};

template <typename A> void relaxModule(A &Module) {
  auto &Part = std::get<std::optional<parser::ModuleSubprogramPart>>(Module.t);
  if (!Part)
    return;
  ModuleRelaxer Relaxer;
  warpfort::walk(Module, Relaxer);
  Relaxer.relax(*Part);
}

} // namespace

void warpfort::relaxDeviceDummies(parser::Program &Program) {
  for (parser::ProgramUnit &Unit : Program.v) {
    InterfaceRelaxer Interfaces{false};
    if (auto *M = std::get_if<common::Indirection<parser::Module>>(&Unit.u)) {
      relaxModule(M->value());
      auto &Head =
          std::get<parser::Statement<parser::ModuleStmt>>(M->value().t);
      std::string Name = Head.statement.v.ToString();
      Interfaces.InCudadevice = Name == "cudadevice" || Name == "wmma";
    } else if (auto *S = std::get_if<common::Indirection<parser::Submodule>>(
                   &Unit.u)) {
      relaxModule(S->value());
    }
    InternalRelaxer Internals;
    warpfort::walk(Unit, Internals);
    warpfort::walk(Unit, Interfaces);
  }
}
