//===-- ManagedExpressions.cpp - Data that is the host's for Flang --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ManagedExpressions.h.
//
//===----------------------------------------------------------------------===//
#include "ManagedExpressions.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

using namespace Fortran;
using evaluate::characteristics::DummyDataObject;
using evaluate::characteristics::Procedure;

namespace warpfort::checker {

/// The place of the dummy argument, if there is one.
static std::size_t dummyIndex(const Procedure &Proc, std::size_t Index,
                              const evaluate::ActualArgument &Argument) {
  if (auto Keyword = Argument.keyword())
    for (std::size_t I = 0; I < Proc.dummyArguments.size(); ++I)
      if (Proc.dummyArguments[I].name == Keyword->ToString())
        Index = I;
  return Index;
}

const DummyDataObject *dummyObjectOf(const Procedure &Proc, std::size_t Index,
                                     const evaluate::ActualArgument &Argument) {
  Index = dummyIndex(Proc, Index, Argument);
  return Index < Proc.dummyArguments.size()
             ? std::get_if<DummyDataObject>(&Proc.dummyArguments[Index].u)
             : nullptr;
}

static bool isManaged(std::optional<common::CUDADataAttr> Attr) {
  return Attr == common::CUDADataAttr::Managed ||
         Attr == common::CUDADataAttr::Unified;
}

/// Whether lowering can make a managed variable of the value.
static bool isValue(const evaluate::ActualArgument &Argument) {
  const auto *Expr = Argument.UnwrapExpr();
  auto Type = Argument.GetType();
  return Expr && Type && !evaluate::IsVariable(*Expr) &&
         Type->category() != common::TypeCategory::Character &&
         Type->category() != common::TypeCategory::Derived;
}

/// Whether it is a result that -gpu=managed makes managed memory.
static bool isManagedResult(const evaluate::ActualArgument &Argument,
                            const SourceContext &Context) {
  const auto *Expr = Argument.UnwrapExpr();
  const Symbol *Whole =
      Expr ? evaluate::UnwrapWholeSymbolDataRef(*Expr) : nullptr;
  return Whole && Context.ManagedResults.count(&Whole->GetUltimate());
}

/// Whether the variable, or what an ASSOCIATE name stands for, is part of a
/// record in device memory, and no attribute of its own says where it is.
static bool isPartOfDeviceRecord(const TypedExpr &Variable,
                                 bool MustBeManaged) {
  const Symbol *First = firstSymbol(Variable), *Last = lastSymbol(Variable);
  if (!First || !Last || dataAttrOf(*Last))
    return false;
  const TypedExpr *Part = &Variable;
  if (First == Last) {
    const auto *Name = semantics::ResolveAssociations(*First)
                           .detailsIf<semantics::AssocEntityDetails>();
    if (!Name || !Name->expr() || !evaluate::IsVariable(*Name->expr()))
      return false;
    Part = &*Name->expr();
    First = firstSymbol(*Part);
  }
  return designatesDeviceData(*Part) &&
         (!MustBeManaged || isManaged(dataAttrOf(rootOf(*First))));
}

/// Whether the argument fits a dummy with this attribute, though Flang takes it
/// for data of the host.
static bool isDeviceData(const evaluate::ActualArgument &Argument,
                         std::optional<common::CUDADataAttr> Wanted,
                         const SourceContext &Context, bool OrPart) {
  bool OfManaged = isManaged(Wanted);
  if (OfManaged && (isValue(Argument) || isManagedResult(Argument, Context)))
    return true;
  const TypedExpr *Expr = Argument.UnwrapExpr();
  return OrPart && (OfManaged || Wanted == common::CUDADataAttr::Device) &&
         Expr && evaluate::IsVariable(*Expr) &&
         isPartOfDeviceRecord(*Expr, OfManaged);
}

/// The attribute of a record by its declaration, though it be in managed memory
/// for its components.
static std::optional<common::CUDADataAttr> declaredAttr(const Symbol &Record) {
  const auto *Object = Record.detailsIf<semantics::ObjectEntityDetails>();
  return Object && Object->cudaDataAttr() ? Object->cudaDataAttr()
                                          : dataAttrOf(Record);
}

/// Where a component is that has no attribute of its own: in the memory of what
/// it is part of. None if it is data of the host, or no component.
static std::optional<common::CUDADataAttr>
memoryOfComponent(const TypedExpr &Variable) {
  auto Parts = evaluate::GetSymbolVector(Variable);
  if (Parts.size() < 2 || dataAttrOf(*Parts.back()) ||
      semantics::IsAllocatableOrPointer(*Parts.back()))
    return std::nullopt;
  for (std::size_t I = Parts.size() - 1; I-- > 0;) {
    const Symbol &Part = rootOf(*Parts[I]);
    if (auto Attr = declaredAttr(Part))
      return Attr;
    if (semantics::IsAllocatableOrPointer(Part))
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<common::CUDADataAttr>
misplacedComponent(const Procedure &Proc, std::size_t Index,
                   const evaluate::ActualArgument &Argument,
                   const common::LanguageFeatureControl &Features) {
  using common::CUDASubprogramAttrs;
  const TypedExpr *Expr = Argument.UnwrapExpr();
  auto Memory =
      Expr && evaluate::IsVariable(*Expr) &&
              Proc.cudaSubprogramAttrs.value_or(CUDASubprogramAttrs::Host) ==
                  CUDASubprogramAttrs::Host
          ? memoryOfComponent(*Expr)
          : std::nullopt;
  const DummyDataObject *Dummy =
      Memory ? dummyObjectOf(Proc, Index, Argument) : nullptr;
  bool Fits = !Dummy || Dummy->attrs.test(DummyDataObject::Attr::Value) ||
              common::AreCompatibleCUDADataAttrs(
                  Dummy->cudaDataAttr, Memory, Dummy->ignoreTKR,
                  /*allowUnifiedMatchingRule=*/true,
                  /*isHostDeviceProcedure=*/false, &Features);
  return Fits ? std::nullopt : Memory;
}

ComponentAttributes::ComponentAttributes(
    const evaluate::ActualArguments &Arguments) {
  std::vector<std::pair<const Symbol *, std::optional<common::CUDADataAttr>>>
      Found;
  for (const auto &Argument : Arguments) {
    const TypedExpr *Expr = Argument ? Argument->UnwrapExpr() : nullptr;
    if (!Expr || !evaluate::IsVariable(*Expr))
      continue;
    auto Parts = evaluate::GetSymbolVector(*Expr);
    // (An ASSOCIATE name is no component.)
    if (Parts.size() > 1 && lastSymbol(*Expr) == &*Parts.back())
      Found.push_back({&*Parts.back(), memoryOfComponent(*Expr)});
  }
  for (const auto &Each : Found) {
    bool IsElsewhere = llvm::any_of(Found, [&](const auto &Other) {
      return Other.first == Each.first && Other.second != Each.second;
    });
    auto *Own = const_cast<Symbol *>(Each.first);
    if (!Each.second || IsElsewhere ||
        !Own->has<semantics::ObjectEntityDetails>())
      continue;
    Own->get<semantics::ObjectEntityDetails>().set_cudaDataAttr(Each.second);
    Changed.push_back(Own);
  }
}

ComponentAttributes::~ComponentAttributes() {
  for (Symbol *Component : Changed)
    Component->get<semantics::ObjectEntityDetails>().set_cudaDataAttr(
        std::nullopt);
}

/// Whether the arguments are those of an assignment statement: between them is
/// its sign. Names of arguments stand before their signs.
static bool areAssigned(const evaluate::ActualArguments &Arguments) {
  const auto &Left = Arguments[0];
  if (!Left || !Left->sourceLocation())
    return true;
  const char *Sign = Left->sourceLocation()->end();
  while (*Sign == ' ')
    ++Sign;
  return *Sign == '=';
}

bool mayDefineAssignment(const Procedure &Proc,
                         const evaluate::ActualArguments &Arguments) {
  auto Dummy = [&](std::size_t Index) {
    return std::get_if<DummyDataObject>(&Proc.dummyArguments[Index].u);
  };
  if (Proc.functionResult || Proc.dummyArguments.size() != 2 || !Dummy(0) ||
      !Dummy(1) || Arguments.size() != 2)
    return false;
  return (Dummy(0)->intent == common::Intent::Out ||
          Dummy(0)->intent == common::Intent::InOut) &&
         (Dummy(1)->intent == common::Intent::In ||
          Dummy(1)->attrs.test(DummyDataObject::Attr::Value)) &&
         areAssigned(Arguments);
}

std::optional<Procedure>
withoutFittingAttributes(const Procedure &Proc,
                         const evaluate::ActualArguments &Arguments,
                         const SourceContext &Context, bool OfParts) {
  std::optional<Procedure> Checked;
  for (std::size_t I = 0; I < Arguments.size(); ++I) {
    const DummyDataObject *Dummy =
        Arguments[I] ? dummyObjectOf(Proc, I, *Arguments[I]) : nullptr;
    if (!Dummy ||
        !isDeviceData(*Arguments[I], Dummy->cudaDataAttr, Context, OfParts))
      continue;
    if (!Checked)
      Checked = Proc;
    auto &Own = Checked->dummyArguments[dummyIndex(Proc, I, *Arguments[I])];
    std::get<DummyDataObject>(Own.u).cudaDataAttr = std::nullopt;
  }
  return Checked;
}

} // namespace warpfort::checker
