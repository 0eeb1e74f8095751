//===-- OpenACCElements.cpp - Elements in data clauses --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `a(n, m)` in a data clause is one element by the standard, but PGI's and
/// NVIDIA's compilers take it for what a declaration would mean, and programs
/// written for them, their own courses among them, say create(a(n, m)) for the
/// whole array. Those arrays would not be there on the device. So
///
///     copyin(a(n, m))    ->  copyin(a(:n, :m))     also copy and create
///     copyout(a(n, m))   ->  copy(a(:n, :m))       elements that are not set
///                                                  keep their values
///
/// with a warning, on data and compute constructs, ENTER DATA and EXIT DATA.
/// The first element, arrays of derived type (whose elements are copied one by
/// one to be filled with pointers) and the UPDATE directive are left alone.
///
//===----------------------------------------------------------------------===//
#include "OpenACCElements.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Evaluate/fold.h"
#include "flang/Evaluate/tools.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/expression.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/STLExtras.h"

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace {

parser::ArrayElement *elementOf(parser::AccObject &Object) {
  auto *Designator = std::get_if<parser::Designator>(&Object.u);
  auto *Ref =
      Designator ? std::get_if<parser::DataRef>(&Designator->u) : nullptr;
  auto *Element =
      Ref ? std::get_if<common::Indirection<parser::ArrayElement>>(&Ref->u)
          : nullptr;
  return Element ? &Element->value() : nullptr;
}

const semantics::Symbol *arrayOf(const parser::DataRef &Ref) {
  if (const auto *Name = std::get_if<parser::Name>(&Ref.u))
    return Name->symbol;
  if (const auto *Component =
          std::get_if<common::Indirection<parser::StructureComponent>>(&Ref.u))
    return Component->value().component.symbol;
  return nullptr;
}

class ElementTaker {
public:
  explicit ElementTaker(semantics::SemanticsContext &Context)
      : Context(Context) {}

  // Data regions of a program unit, and constructs without data.
  bool Pre(parser::OpenACCDeclarativeConstruct &) { return false; }

  bool Pre(parser::OpenACCStandaloneConstruct &X) {
    auto Directive = std::get<parser::AccStandaloneDirective>(X.t).v;
    if (Directive == llvm::acc::Directive::ACCD_enter_data ||
        Directive == llvm::acc::Directive::ACCD_exit_data)
      take(std::get<parser::AccClauseList>(X.t), /*IsRegion=*/false);
    return false;
  }
  void Post(parser::AccBeginBlockDirective &X) {
    take(std::get<parser::AccClauseList>(X.t), /*IsRegion=*/true);
  }
  void Post(parser::AccBeginCombinedDirective &X) {
    take(std::get<parser::AccClauseList>(X.t), /*IsRegion=*/true);
  }

private:
  static bool isFirst(const semantics::SomeExpr &Subscript,
                      const semantics::ShapeSpec *Bounds) {
    auto Value = evaluate::ToInt64(Subscript);
    auto Lower = Bounds && Bounds->lbound().GetExplicit()
                     ? evaluate::ToInt64(*Bounds->lbound().GetExplicit())
                     : std::optional<std::int64_t>(1);
    return Value && Value == Lower;
  }

  /// Whether all subscripts are scalars, of an array of an intrinsic type, and
  /// not those of its first element.
  bool isElement(parser::ArrayElement &Element) const {
    const semantics::Symbol *Array = arrayOf(Element.base);
    if (!Array)
      return false;
    const semantics::Symbol &Root = Array->GetUltimate();
    auto Type = evaluate::DynamicType::From(Root);
    if (!Type || Type->category() == common::TypeCategory::Derived ||
        Root.Rank() == 0)
      return false;
    const auto *Object = Root.detailsIf<semantics::ObjectEntityDetails>();
    bool IsFirst = true;
    auto Bounds = Object ? Object->shape().begin()
                         : semantics::ArraySpec::const_iterator();
    for (parser::SectionSubscript &Subscript : Element.subscripts) {
      auto *Index = std::get_if<parser::IntExpr>(&Subscript.u);
      const semantics::SomeExpr *Value =
          Index ? semantics::GetExpr(Context, Index->thing.value()) : nullptr;
      if (!Value || Value->Rank() != 0)
        return false;
      IsFirst &=
          isFirst(*Value, Object && Bounds != Object->shape().end() ? &*Bounds++
                                                                    : nullptr);
    }
    return !IsFirst;
  }

  bool take(parser::AccObject &Object) {
    parser::ArrayElement *Element = elementOf(Object);
    if (!Element || !isElement(*Element))
      return false;
    parser::CharBlock Source = std::get<parser::Designator>(Object.u).source;
    Context.Say(
        Source,
        "'%s' in a data clause is taken for the array up to this "
        "element, as NVIDIA's compiler does; write the section"_warn_en_US,
        Source.ToString());
    for (parser::SectionSubscript &Subscript : Element->subscripts)
      Subscript.u = parser::SubscriptTriplet{
          std::optional<parser::Subscript>{},
          std::optional<parser::Subscript>{parser::Scalar<parser::IntExpr>{
              std::move(std::get<parser::IntExpr>(Subscript.u))}},
          std::optional<parser::Subscript>{}};
    return true;
  }

  void take(parser::AccClauseList &Clauses, bool IsRegion) {
    using Clause = parser::AccClause;
    for (auto It = Clauses.v.begin(); It != Clauses.v.end();) {
      auto &U = It->u;
      if (auto *Copy = std::get_if<Clause::Copy>(&U)) {
        for (parser::AccObject &Object : Copy->v.v)
          take(Object);
      } else if (auto *Copyin = std::get_if<Clause::Copyin>(&U)) {
        for (parser::AccObject &Object :
             std::get<parser::AccObjectList>(Copyin->v.t).v)
          take(Object);
      } else if (auto *Create = std::get_if<Clause::Create>(&U)) {
        for (parser::AccObject &Object :
             std::get<parser::AccObjectList>(Create->v.t).v)
          take(Object);
      } else if (auto *Copyout = std::get_if<Clause::Copyout>(&U)) {
        auto &Objects = std::get<parser::AccObjectList>(Copyout->v.t).v;
        std::list<parser::AccObject> Copied;
        for (auto O = Objects.begin(); O != Objects.end();) {
          auto Next = std::next(O);
          if (take(*O) && IsRegion)
            Copied.splice(Copied.end(), Objects, O);
          O = Next;
        }
        if (!Copied.empty()) {
          parser::CharBlock Source = It->source;
          Clause Both{Clause::Copy{parser::AccObjectList{std::move(Copied)}}};
          Both.source = Source;
          Clauses.v.insert(It, std::move(Both));
        }
        if (Objects.empty()) {
          It = Clauses.v.erase(It);
          continue;
        }
      }
      ++It;
    }
  }

  semantics::SemanticsContext &Context;
};

} // namespace

void warpfort::takeElementsForSections(semantics::SemanticsContext &Context,
                                       parser::Program &Program) {
  ElementTaker Taker(Context);
  walk(Program, Taker);
}
