//===-- DefinedAssignments.cpp - Assignments that attributes leave out ----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A generic name chooses among procedures by the data attributes, too. Where a
// procedure for ASSIGNMENT(=) would be chosen but for these, the assignment of
// records becomes an intrinsic one, without a word: it would copy what the type
// says is not copied. Such assignments are refused.
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "flang/Evaluate/characteristics.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/tools.h"

using namespace Fortran;
using namespace Fortran::parser::literals;
using evaluate::characteristics::DummyDataObject;
using evaluate::characteristics::Procedure;

namespace warpfort::checker {
namespace {

bool hasDataAttribute(const TypedExpr &Expr) {
  const Symbol *Base =
      evaluate::IsVariable(Expr) ? baseVariable(Expr) : nullptr;
  return Base && (designatesDeviceData(Expr) || dataAttrOf(rootOf(*Base)));
}

/// What is assigned, or the variable.
struct Operand {
  evaluate::DynamicType Type;
  int Rank;
};

/// Whether the dummy argument takes the operand, whatever attribute it has.
bool takes(const Procedure &Proc, std::size_t Index, const Operand &Of) {
  const auto *Dummy =
      std::get_if<DummyDataObject>(&Proc.dummyArguments[Index].u);
  return Dummy && Dummy->type.type().IsTkCompatibleWith(Of.Type) &&
         (Proc.IsElemental() || Dummy->type.Rank() == Of.Rank ||
          Dummy->type.attrs().test(
              evaluate::characteristics::TypeAndShape::Attr::AssumedRank));
}

constexpr char NameText[] = "assignment(=)";
const CharBlock Name{NameText, sizeof NameText - 1};

/// The procedure of the generic name that would be chosen.
const Symbol *findProcedure(SemanticsContext &Context, const Symbol *Generic,
                            const Operand &Left, const Operand &Right) {
  const auto *Details =
      Generic ? Generic->GetUltimate().detailsIf<semantics::GenericDetails>()
              : nullptr;
  if (!Details)
    return nullptr;
  for (const Symbol &Specific : Details->specificProcs()) {
    const auto *Binding =
        Specific.GetUltimate().detailsIf<semantics::ProcBindingDetails>();
    const Symbol &Proc = Binding ? Binding->symbol() : Specific.GetUltimate();
    auto Known = Procedure::Characterize(Proc, Context.foldingContext());
    if (Known && Known->dummyArguments.size() == 2 && takes(*Known, 0, Left) &&
        takes(*Known, 1, Right))
      return &Proc;
  }
  return nullptr;
}

/// The same of those that are bound to the type of one of the operands.
const Symbol *findBound(SemanticsContext &Context, const Operand &Left,
                        const Operand &Right) {
  for (const Operand *Side : {&Left, &Right}) {
    const auto *Spec = evaluate::GetDerivedTypeSpec(Side->Type);
    const semantics::Scope *Scope = Spec ? Spec->GetScope() : nullptr;
    if (const Symbol *Proc =
            Scope ? findProcedure(Context, Scope->FindComponent(Name), Left,
                                  Right)
                  : nullptr)
      return Proc;
  }
  return nullptr;
}

void check(SemanticsContext &Context, const AssignmentUse &Use) {
  if (!Use.Value ||
      !std::holds_alternative<evaluate::Assignment::Intrinsic>(Use.Value->u))
    return;
  auto Left = Use.Value->lhs.GetType(), Right = Use.Value->rhs.GetType();
  if (!Left || !Right || !evaluate::GetDerivedTypeSpec(*Left) ||
      !(hasDataAttribute(Use.Value->lhs) || hasDataAttribute(Use.Value->rhs)))
    return;
  Operand To{*Left, Use.Value->lhs.Rank()};
  Operand From{*Right, Use.Value->rhs.Rank()};
  const Symbol *Proc = findProcedure(
      Context, Context.FindScope(Use.Target).FindSymbol(Name), To, From);
  if (!Proc)
    Proc = findBound(Context, To, From);
  if (Proc)
    Context.Say(
        Use.Target,
        "Procedure '%s' defines this assignment, but its dummy arguments have other data attributes than what is assigned here"_err_en_US,
        Proc->name());
}

} // namespace

const Symbol *componentWithAssignment(SemanticsContext &Context,
                                      const semantics::DerivedTypeSpec &Type) {
  for (const Symbol &Part : semantics::OrderedComponentIterator(Type)) {
    const semantics::DeclTypeSpec *PartType =
        semantics::IsAllocatableOrPointer(Part) ? nullptr : Part.GetType();
    const auto *Spec = PartType ? PartType->AsDerived() : nullptr;
    if (!Spec || !Spec->GetScope())
      continue;
    Operand Same{evaluate::DynamicType{*Spec}, Part.Rank()};
    if (findBound(Context, Same, Same))
      return &Part;
    if (const Symbol *Found = componentWithAssignment(Context, *Spec))
      return Found;
  }
  return nullptr;
}

void checkDefinedAssignments(SemanticsContext &Context, const Unit &U) {
  forEachStmt(U.Body, [&](const Stmt &S) {
    for (const AssignmentUse &Use : S.Assignments)
      check(Context, Use);
    return true;
  });
}

} // namespace warpfort::checker
