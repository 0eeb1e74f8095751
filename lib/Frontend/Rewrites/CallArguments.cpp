//===-- CallArguments.cpp - Arguments of calls ----------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See CallArguments.h.
///
//===----------------------------------------------------------------------===//
#include "CallArguments.h"

#include "flang/Evaluate/tools.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/symbol.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <set>

using namespace Fortran;

namespace warpfort {

const evaluate::ProcedureRef *callIn(const parser::Expr &X) {
  // Some nodes, as literals, were not analysed.
  return X.typedExpr && X.typedExpr->v
             ? evaluate::UnwrapProcedureRef(*X.typedExpr->v)
             : nullptr;
}

std::vector<const parser::Expr *>
withoutValueIn(const parser::FunctionReference &X) {
  static const std::set<llvm::StringRef> Inquiries = {
      "allocated", "associated",    "bit_size",     "c_loc",
      "c_sizeof",  "digits",        "epsilon",      "extends_type_of",
      "huge",      "is_contiguous", "kind",         "lbound",
      "len",       "loc",           "maxexponent",  "minexponent",
      "null",      "precision",     "present",      "radix",
      "range",     "rank",          "same_type_as", "shape",
      "size",      "sizeof",        "storage_size", "tiny",
      "ubound"};
  const auto &[Procedure, Arguments] = X.v.t;
  const auto *Name = std::get_if<parser::Name>(&Procedure.u);
  if (!Name || !Name->symbol ||
      !Name->symbol->attrs().test(semantics::Attr::INTRINSIC))
    return {};
  std::string Intrinsic = Name->ToString();
  bool HasMold = Intrinsic == "transfer" || Intrinsic == "out_of_range";
  if (!HasMold && !Inquiries.count(Intrinsic))
    return {};
  // Others, as DIM=, give values.
  bool AsksForTwo = Intrinsic == "associated" || Intrinsic == "same_type_as" ||
                    Intrinsic == "extends_type_of";
  std::vector<const parser::Expr *> Result;
  for (const auto &[Position, Argument] : llvm::enumerate(Arguments)) {
    const auto &Keyword = std::get<std::optional<parser::Keyword>>(Argument.t);
    std::string Word = Keyword ? Keyword->v.ToString() : "";
    bool IsAskedFor = HasMold   ? (Keyword ? Word == "mold" : Position == 1)
                      : Keyword ? Word != "dim" && Word != "kind"
                                : Position == 0 || AsksForTwo;
    const auto *Actual = std::get_if<common::Indirection<parser::Expr>>(
        &std::get<parser::ActualArg>(Argument.t).u);
    if (Actual && IsAskedFor)
      Result.push_back(&Actual->value());
  }
  return Result;
}

const semantics::Symbol *dummyOf(const evaluate::ProcedureRef &Call, size_t I) {
  const semantics::Symbol *Procedure = Call.proc().GetInterfaceSymbol();
  const auto *Details =
      Procedure
          ? Procedure->GetUltimate().detailsIf<semantics::SubprogramDetails>()
          : nullptr;
  return Details && I < Details->dummyArgs().size() ? Details->dummyArgs()[I]
                                                    : nullptr;
}

PassedObject objectOf(const parser::Call &Text,
                      const evaluate::ProcedureRef &Call) {
  const auto *Component = std::get_if<parser::ProcComponentRef>(
      &std::get<parser::ProcedureDesignator>(Text.t).u);
  const semantics::Symbol *Base =
      Component ? parser::GetFirstName(Component->v.thing.base).symbol
                : nullptr;
  if (!Base)
    return {};
  for (const auto &[I, Argument] : llvm::enumerate(Call.arguments())) {
    const auto *Object = Argument ? Argument->UnwrapExpr() : nullptr;
    if (!Object || !evaluate::IsVariable(*Object))
      continue;
    if (const semantics::Symbol *First = evaluate::GetFirstSymbol(*Object);
        First && &First->GetUltimate() == &Base->GetUltimate())
      return {Object, dummyOf(Call, I)};
  }
  return {};
}

} // namespace warpfort
