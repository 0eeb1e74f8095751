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
//     device attribute            Which these are, an earlier attempt found:
//                                 the interface may be in another file.
//
//===----------------------------------------------------------------------===//

#include "TreeAdjustments.h"
#include "AddedCalls.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/SourceContext.h"
#include "Frontend/Tree/SourcePlaces.h"
#include "Frontend/Tree/TreeWalk.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/symbol.h"
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

void addIntrinsicUse(parser::SpecificationPart &Spec, const std::string &Module,
                     parser::CharBlock Source) {
  parser::UseStmt Use{
      std::make_optional(parser::UseStmt::ModuleNature::Intrinsic),
      warpfort::nameOf(Module), std::list<parser::Rename>{}};
  warpfort::addUse(Spec, std::move(Use), Source);
}

struct Adjuster {
  warpfort::SourceContext &Context;
  const std::set<std::size_t> &SeparateOnDevice;

  void Post(common::CUDADataAttr &X) {
    if (X == common::CUDADataAttr::Unified)
      X = common::CUDADataAttr::Managed;
  }

  bool Pre(parser::SeparateModuleSubprogram &X) {
    static const std::string Builtins = "__cuda_builtins",
                             Device = "cudadevice";
    const auto &Head =
        std::get<parser::Statement<parser::MpSubprogramStmt>>(X.t);
    if (warpfort::isAtPlace(Context, SeparateOnDevice,
                            Head.statement.v.source)) {
      auto &Spec = std::get<parser::SpecificationPart>(X.t);
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
      Context.LaunchSized.push_back(&Name);
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

/// Finds the separate module procedures whose interfaces say that they run on
/// the device.
struct SeparateFinder {
  semantics::SemanticsContext &Context;
  std::set<std::size_t> &Places;

  bool Pre(const parser::SeparateModuleSubprogram &X) {
    const parser::Name &Name =
        std::get<parser::Statement<parser::MpSubprogramStmt>>(X.t).statement.v;
    const auto *Details =
        Name.symbol ? Name.symbol->detailsIf<semantics::SubprogramDetails>()
                    : nullptr;
    auto Attrs = Details ? Details->cudaSubprogramAttrs() : std::nullopt;
    if (!Attrs || *Attrs == common::CUDASubprogramAttrs::Host)
      return true;
    if (auto Place = warpfort::placeOf(Context, Name.source))
      Places.insert(*Place);
    return true;
  }
};

} // namespace

bool warpfort::findSeparateProcedures(semantics::SemanticsContext &Context,
                                      const parser::Program &Program,
                                      std::set<std::size_t> &Places) {
  std::size_t Before = Places.size();
  SeparateFinder Finder{Context, Places};
  warpfort::walk(Program, Finder);
  return Places.size() > Before;
}

void warpfort::adjustDeclarations(SourceContext &Context,
                                  parser::Program &Program,
                                  const std::set<std::size_t> &Separate) {
  Adjuster A{Context, Separate};
  warpfort::walk(Program, A);
}
