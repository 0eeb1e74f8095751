//===-- ManagedExpressions.cpp - Values for managed dummies ---------------===//
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

/// Whether lowering can make a managed variable of the value.
static bool isValue(const evaluate::ActualArgument &Argument) {
  const auto *Expr = Argument.UnwrapExpr();
  auto Type = Argument.GetType();
  return Expr && Type && !evaluate::IsVariable(*Expr) &&
         Type->category() != common::TypeCategory::Character &&
         Type->category() != common::TypeCategory::Derived;
}

std::optional<Procedure>
withoutManagedDummies(const Procedure &Proc,
                      const evaluate::ActualArguments &Arguments) {
  std::optional<Procedure> Checked;
  for (std::size_t I = 0; I < Arguments.size(); ++I) {
    const DummyDataObject *Dummy =
        Arguments[I] ? dummyObjectOf(Proc, I, *Arguments[I]) : nullptr;
    if (!Dummy ||
        (Dummy->cudaDataAttr != common::CUDADataAttr::Managed &&
         Dummy->cudaDataAttr != common::CUDADataAttr::Unified) ||
        !isValue(*Arguments[I]))
      continue;
    if (!Checked)
      Checked = Proc;
    auto &Own = Checked->dummyArguments[dummyIndex(Proc, I, *Arguments[I])];
    std::get<DummyDataObject>(Own.u).cudaDataAttr = std::nullopt;
  }
  return Checked;
}

} // namespace warpfort::checker
