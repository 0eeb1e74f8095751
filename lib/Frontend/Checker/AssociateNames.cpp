//===-- AssociateNames.cpp - Components under other names -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See AssociateNames.h. The arguments are only looked at: of a section of a
// section, which is no expression of Fortran's, rank and type are right.
//
//===----------------------------------------------------------------------===//

#include "AssociateNames.h"
#include "Flang/FlangWrap.h"
#include "LibraryArguments.h"
#include "ManagedExpressions.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"

using namespace Fortran;

namespace warpfort::checker {

/// The selector, if the symbol is the name of a component with a data
/// attribute.
static const TypedExpr *selectorOf(const Symbol &Sym) {
  const Symbol &Name = semantics::ResolveAssociations(Sym);
  const auto *Details = Name.detailsIf<semantics::AssocEntityDetails>();
  return Details && dataAttrOf(Name) ? &*Details->expr() : nullptr;
}

/// What `name(Subscripts)` is where the name stands for \p Selector.
static std::optional<evaluate::DataRef>
sectionOf(const evaluate::DataRef &Selector,
          std::vector<evaluate::Subscript> Subscripts) {
  if (const auto *Component = std::get_if<evaluate::Component>(&Selector.u))
    return evaluate::DataRef{evaluate::ArrayRef{evaluate::Component{*Component},
                                                std::move(Subscripts)}};
  const auto *Array = std::get_if<evaluate::ArrayRef>(&Selector.u);
  if (!Array)
    return std::nullopt;
  std::vector<evaluate::Subscript> Combined;
  auto Next = Subscripts.begin();
  for (const evaluate::Subscript &Of : Array->subscript()) {
    if (Of.Rank() == 0) {
      Combined.push_back(Of);
      continue;
    }
    if (Next == Subscripts.end())
      return std::nullopt;
    bool IsTriplet = std::holds_alternative<evaluate::Triplet>(Next->u);
    Combined.push_back(IsTriplet ? Of : *Next);
    ++Next;
  }
  // The array of a component, of records that are an array.
  if (Next != Subscripts.end())
    return std::nullopt;
  return evaluate::DataRef{evaluate::ArrayRef{
      evaluate::NamedEntity{Array->base()}, std::move(Combined)}};
}

static std::optional<TypedExpr> componentOf(const TypedExpr &Actual) {
  auto Ref = evaluate::ExtractDataRef(Actual);
  if (!Ref)
    return std::nullopt;
  if (const auto *Sym = std::get_if<evaluate::SymbolRef>(&Ref->u)) {
    const TypedExpr *Selector = selectorOf(**Sym);
    if (!Selector)
      return std::nullopt;
    // The selector may itself begin with such a name.
    auto Inner = componentOf(*Selector);
    return Inner ? Inner : std::optional(*Selector);
  }
  const auto *Array = std::get_if<evaluate::ArrayRef>(&Ref->u);
  if (!Array || !Array->base().IsSymbol())
    return std::nullopt;
  const TypedExpr *Selector = selectorOf(Array->base().GetFirstSymbol());
  auto Inner = Selector ? componentOf(*Selector) : std::nullopt;
  auto Base = Selector ? evaluate::ExtractDataRef(Inner ? *Inner : *Selector)
                       : std::nullopt;
  auto Section = Base ? sectionOf(*Base, Array->subscript()) : std::nullopt;
  return Section ? evaluate::AsGenericExpr(std::move(*Section)) : std::nullopt;
}

/// Whether only an allocatable or a pointer will do, which the name is not.
static bool wantsDescriptor(const evaluate::characteristics::Procedure &Proc,
                            std::size_t Index,
                            const evaluate::ActualArgument &Argument) {
  using Object = evaluate::characteristics::DummyDataObject;
  const Object *Dummy = dummyObjectOf(Proc, Index, Argument);
  return Dummy && (Dummy->attrs.test(Object::Attr::Allocatable) ||
                   Dummy->attrs.test(Object::Attr::Pointer));
}

NamedComponents::NamedComponents(
    const evaluate::characteristics::Procedure &Proc,
    evaluate::ActualArguments &Arguments) {
  for (std::size_t I = 0; I < Arguments.size(); ++I) {
    TypedExpr *Actual = Arguments[I] ? Arguments[I]->UnwrapExpr() : nullptr;
    if (!Actual || wantsDescriptor(Proc, I, *Arguments[I]))
      continue;
    auto Component = componentOf(*Actual);
    if (!Component)
      continue;
    Replaced.push_back({*Actual, *Component});
    *Actual = std::move(*Component);
  }
}

void NamedComponents::restore(evaluate::ActualArguments &Arguments) const {
  for (auto &Argument : Arguments)
    if (TypedExpr *Actual = Argument ? Argument->UnwrapExpr() : nullptr)
      for (const Replacement &R : Replaced)
        if (*Actual == R.Component) {
          *Actual = R.Original;
          break;
        }
}

} // namespace warpfort::checker

// Generic names: what this function gets is a copy, from which Flang then finds
// the specific procedure whose attributes fit best.
WARPFORT_WRAP(bool, CheckInterfaceForGeneric,
              "_ZN7Fortran9semantics24CheckInterfaceForGenericERKNS_8evaluate15"
              "characteristics9ProcedureERSt6vectorISt8optionalINS1_14Actual"
              "ArgumentEESaIS9_EERNS0_16SemanticsContextEb",
              (const evaluate::characteristics::Procedure &Proc,
               evaluate::ActualArguments &Arguments,
               semantics::SemanticsContext &Context,
               bool AllowIntegerConversions)) {
  warpfort::checker::NamedComponents Components(Proc, Arguments);
  // What an assignment defines is called for copies of the components.
  bool MayBeAssignment =
      warpfort::checker::mayDefineAssignment(Proc, Arguments);
  std::optional<warpfort::checker::ComponentAttributes> Attributes;
  bool Fits = true;
  if (!MayBeAssignment) {
    Attributes.emplace(Arguments);
    for (std::size_t I = 0; I < Arguments.size(); ++I)
      Fits &= !Arguments[I] ||
              !warpfort::checker::misplacedComponent(
                  Proc, I, *Arguments[I], Context.languageFeatures());
  }
  auto Checked = warpfort::checker::withoutFittingAttributes(
      Proc, Arguments, warpfort::SourceContext::of(Context),
      /*OfParts=*/!MayBeAssignment);
  return (Fits &&
          realCheckInterfaceForGeneric(Checked ? *Checked : Proc, Arguments,
                                       Context, AllowIntegerConversions)) ||
         warpfort::checker::takesAsAddresses(Proc, Arguments, Context);
}
