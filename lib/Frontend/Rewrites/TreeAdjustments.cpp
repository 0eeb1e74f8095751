//===-- TreeAdjustments.cpp - Declarations that Flang does not know -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA Fortran has a few legal declarations that Flang refuses. Before names
// are resolved they are written as ones that mean the same and that it takes:
//
//   real, shared :: x(4, *)       real, shared :: x(4, 1:n) with any n, which
//     plays no part in addresses. That its size is the launch's is noted in
//     the context.
//
//   real, constant :: k(4)        real, device :: k(4), accepting constant
//     in a host subprogram, k     data as well: the host only hands on the
//     a dummy argument            address or transfers to it.
//
//   real, device :: x(100)        real :: x(100)
//     as component of a type      It lies where the variable of the type lies.
//
//   real, unified :: x(100)       real, managed :: x(100)
//     Both have one address on host and device; Flang knows fewer places for
//     the former.
//
//   module procedure p            The same with USE of the modules that Flang
//     whose interface has a       makes visible where it sees the attribute.
//     device attribute            An interface in another file is not known
//                                 yet: there threadidx and the like in the
//                                 body tell.
//
//===----------------------------------------------------------------------===//

#include "TreeAdjustments.h"
#include "AddedCalls.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/SourceContext.h"
#include "Frontend/Tree/TreeWalk.h"
#include "flang/Parser/parse-tree.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace Fortran;

namespace {

/// A last bound, as if written at Source. Constant subscripts must be below it;
/// Flang's folding of sections makes a list of them.
parser::Expr anyBound(parser::CharBlock Source) {
  static const std::string Digits = "1000000";
  parser::IntLiteralConstant Number{std::make_tuple(
      parser::CharBlock{Digits}, std::optional<parser::KindParam>{})};
  parser::Expr Literal{parser::LiteralConstant{std::move(Number)}};
  Literal.source = Source;
  return Literal;
}

/// Rewrites (e1, ..., *) with at least two dimensions.
void makeExplicit(parser::ArraySpec &Spec, parser::CharBlock Source) {
  auto *Assumed = std::get_if<parser::AssumedSizeSpec>(&Spec.u);
  if (!Assumed)
    return;
  auto Explicit =
      std::move(std::get<std::list<parser::ExplicitShapeSpec>>(Assumed->t));
  auto &Last = std::get<parser::AssumedImpliedSpec>(Assumed->t).v;
  common::Indirection<parser::Expr> Bound{anyBound(Source)};
  parser::SpecificationExpr Upper{
      parser::ScalarIntExpr{parser::IntExpr{std::move(Bound)}}};
  Explicit.emplace_back(std::make_tuple(std::move(Last), std::move(Upper)));
  Spec.u = std::move(Explicit);
}

template <typename Attrs>
auto findDataAttr(Attrs &List, common::CUDADataAttr Wanted) {
  return std::find_if(List.begin(), List.end(), [&](const auto &Attr) {
    const auto *Data = std::get_if<common::CUDADataAttr>(&Attr.u);
    return Data && *Data == Wanted;
  });
}

/// Whether an array specification gives every extent.
bool isExplicit(const std::optional<parser::ArraySpec> &Spec) {
  return !Spec ||
         std::holds_alternative<std::list<parser::ExplicitShapeSpec>>(Spec->u);
}

bool runsOnDevice(const std::list<parser::PrefixSpec> &Prefix) {
  for (const parser::PrefixSpec &P : Prefix)
    if (const auto *Attrs = std::get_if<parser::PrefixSpec::Attributes>(&P.u))
      for (common::CUDASubprogramAttrs Attr : Attrs->v)
        if (Attr != common::CUDASubprogramAttrs::Host)
          return true;
  return false;
}

/// The interfaces of separate module procedures that run on the device.
struct SeparateDeviceProcedures {
  std::set<std::string> Names;

  bool Pre(const parser::ExecutionPart &) { return false; }
  bool Pre(const parser::InterfaceBody &X) {
    if (const auto *S = std::get_if<parser::InterfaceBody::Subroutine>(&X.u))
      add(std::get<parser::Statement<parser::SubroutineStmt>>(S->t).statement);
    else if (const auto *F = std::get_if<parser::InterfaceBody::Function>(&X.u))
      add(std::get<parser::Statement<parser::FunctionStmt>>(F->t).statement);
    return false;
  }

private:
  template <typename A> void add(const A &Head) {
    const auto &Prefix = std::get<std::list<parser::PrefixSpec>>(Head.t);
    bool IsSeparate = std::any_of(
        Prefix.begin(), Prefix.end(), [](const parser::PrefixSpec &P) {
          return std::holds_alternative<parser::PrefixSpec::Module>(P.u);
        });
    if (IsSeparate && runsOnDevice(Prefix))
      Names.insert(std::get<parser::Name>(Head.t).ToString());
  }
};

/// Which of the predefined variables of device code a part names.
struct PredefinedFinder {
  bool Found = false;

  bool isDone() const { return Found; }
  void Post(const parser::Name &X) {
    std::string Name = X.ToString();
    Found |= Name == "threadidx" || Name == "blockidx" || Name == "blockdim" ||
             Name == "griddim" || Name == "warpsize";
  }
};

template <typename A> bool namesPredefined(const A &Part) {
  PredefinedFinder Finder;
  warpfort::walk(Part, Finder);
  return Finder.Found;
}

void addIntrinsicUse(parser::SpecificationPart &Spec, const std::string &Module,
                     parser::CharBlock Source) {
  parser::UseStmt Use{
      std::make_optional(parser::UseStmt::ModuleNature::Intrinsic),
      warpfort::nameOf(Module), std::list<parser::Rename>{}};
  warpfort::addUse(Spec, std::move(Use), Source);
}

struct Adjuster {
  std::set<std::string> SeparateOnDevice;
  std::vector<const parser::Name *> &LaunchSized;

  void Post(common::CUDADataAttr &X) {
    if (X == common::CUDADataAttr::Unified)
      X = common::CUDADataAttr::Managed;
  }

  bool Pre(parser::SeparateModuleSubprogram &X) {
    static const std::string Builtins = "__cuda_builtins",
                             Device = "cudadevice";
    const auto &Head =
        std::get<parser::Statement<parser::MpSubprogramStmt>>(X.t);
    auto &Spec = std::get<parser::SpecificationPart>(X.t);
    if (SeparateOnDevice.count(Head.statement.v.ToString()) ||
        (namesPredefined(std::get<parser::ExecutionPart>(X.t)) &&
         !namesPredefined(Spec))) {
      addIntrinsicUse(Spec, Builtins, Head.source);
      addIntrinsicUse(Spec, Device, Head.source);
    }
    return true;
  }

  void Post(parser::TypeDeclarationStmt &X) { adjustShared(X); }
  void Post(parser::DataComponentDefStmt &X) {
    auto &Attrs = std::get<std::list<parser::ComponentAttrSpec>>(X.t);
    for (const auto &Attr : Attrs)
      if (std::holds_alternative<parser::Allocatable>(Attr.u) ||
          std::holds_alternative<parser::Pointer>(Attr.u))
        return;
    auto Device = findDataAttr(Attrs, common::CUDADataAttr::Device);
    if (Device != Attrs.end())
      Attrs.erase(Device);
  }
  bool Pre(parser::SubroutineSubprogram &X) {
    auto &Head =
        std::get<parser::Statement<parser::SubroutineStmt>>(X.t).statement;
    std::set<std::string> Dummies;
    for (const auto &Dummy : std::get<std::list<parser::DummyArg>>(Head.t))
      if (const auto *Name = std::get_if<parser::Name>(&Dummy.u))
        Dummies.insert(Name->ToString());
    adjustConstant(std::get<std::list<parser::PrefixSpec>>(Head.t), Dummies,
                   std::get<parser::SpecificationPart>(X.t));
    return true;
  }
  bool Pre(parser::FunctionSubprogram &X) {
    auto &Head =
        std::get<parser::Statement<parser::FunctionStmt>>(X.t).statement;
    std::set<std::string> Dummies;
    for (const auto &Name : std::get<std::list<parser::Name>>(Head.t))
      Dummies.insert(Name.ToString());
    adjustConstant(std::get<std::list<parser::PrefixSpec>>(Head.t), Dummies,
                   std::get<parser::SpecificationPart>(X.t));
    return true;
  }

private:
  void adjustShared(parser::TypeDeclarationStmt &X);
  void adjustConstant(const std::list<parser::PrefixSpec> &Prefix,
                      const std::set<std::string> &Dummies,
                      parser::SpecificationPart &Spec);
};

void Adjuster::adjustShared(parser::TypeDeclarationStmt &X) {
  auto &Attrs = std::get<std::list<parser::AttrSpec>>(X.t);
  auto Shared = findDataAttr(Attrs, common::CUDADataAttr::Shared);
  if (Shared == Attrs.end())
    return;
  auto IsWide = [](const parser::ArraySpec &Spec) {
    const auto *Assumed = std::get_if<parser::AssumedSizeSpec>(&Spec.u);
    return Assumed &&
           !std::get<std::list<parser::ExplicitShapeSpec>>(Assumed->t).empty();
  };
  bool IsDimensionWide = llvm::any_of(Attrs, [&](const auto &Attr) {
    const auto *Spec = std::get_if<parser::ArraySpec>(&Attr.u);
    return Spec && IsWide(*Spec);
  });
  parser::CharBlock Source;
  for (auto &Entity : std::get<std::list<parser::EntityDecl>>(X.t)) {
    const auto &Name = std::get<parser::Name>(Entity.t);
    Source = Name.source;
    auto &Spec = std::get<std::optional<parser::ArraySpec>>(Entity.t);
    if (Spec ? IsWide(*Spec) : IsDimensionWide)
      LaunchSized.push_back(&Name);
    if (Spec && IsWide(*Spec))
      makeExplicit(*Spec, Source);
  }
  for (auto &Attr : Attrs)
    if (auto *Spec = std::get_if<parser::ArraySpec>(&Attr.u))
      if (IsWide(*Spec))
        makeExplicit(*Spec, Source);
}

void Adjuster::adjustConstant(const std::list<parser::PrefixSpec> &Prefix,
                              const std::set<std::string> &Dummies,
                              parser::SpecificationPart &Spec) {
  if (runsOnDevice(Prefix))
    return;
  auto &Declarations =
      std::get<std::list<parser::DeclarationConstruct>>(Spec.t);
  std::list<parser::CompilerDirective::IgnoreTKR> Ignored;
  parser::CharBlock Source;
  for (auto &Declaration : Declarations) {
    auto *Found = warpfort::typeDeclarationIn(Declaration);
    if (!Found)
      continue;
    parser::TypeDeclarationStmt &X = *Found;
    auto &Attrs = std::get<std::list<parser::AttrSpec>>(X.t);
    auto Constant = findDataAttr(Attrs, common::CUDADataAttr::Constant);
    auto &Entities = std::get<std::list<parser::EntityDecl>>(X.t);
    bool AllFit = Constant != Attrs.end();
    for (const auto &Attr : Attrs)
      if (const auto *Shape = std::get_if<parser::ArraySpec>(&Attr.u))
        AllFit &= std::holds_alternative<std::list<parser::ExplicitShapeSpec>>(
            Shape->u);
    for (const auto &Entity : Entities)
      AllFit &=
          Dummies.count(std::get<parser::Name>(Entity.t).ToString()) &&
          isExplicit(std::get<std::optional<parser::ArraySpec>>(Entity.t));
    if (!AllFit)
      continue;
    Constant->u = common::CUDADataAttr::Device;
    for (const auto &Entity : Entities) {
      static const char Letter = 'd';
      Source = std::get<parser::Name>(Entity.t).source;
      Ignored.emplace_back(
          std::make_tuple(std::make_optional(std::list<const char *>{&Letter}),
                          parser::Name{Source}));
    }
  }
  if (Ignored.empty())
    return;
  parser::CompilerDirective Directive(std::move(Ignored));
  Directive.source = Source;
  Declarations.emplace_back(parser::SpecificationConstruct(
      common::Indirection<parser::CompilerDirective>(std::move(Directive))));
}

} // namespace

void warpfort::adjustDeclarations(SourceContext &Context,
                                  parser::Program &Program) {
  SeparateDeviceProcedures Separate;
  warpfort::walk(Program, Separate);
  Adjuster A{std::move(Separate.Names), Context.LaunchSized};
  warpfort::walk(Program, A);
}
