//===-- HostDataCopies.cpp - Variables of HOST_DATA constructs ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// With CUDA Fortran, Flang gives HOST_DATA constructs a copy of each variable
/// that USE_DEVICE names, with the attribute DEVICE. For a variable of the host
/// of an internal procedure, or of a module, it copies the reference to it,
/// without the attribute, and ends. The copy is taken of the variable here.
///
/// A component has no copy, and lowering fails where it looks for one. Such
/// constructs are lowered without CUDA Fortran (HostData.cpp divides those with
/// other variables, too).
///
//===----------------------------------------------------------------------===//
#include "FlangWrap.h"
#include "Frontend/Tree/ClauseObjects.h"
#include "Frontend/Tree/SourceContext.h"
#include "Frontend/Tree/SymbolCopies.h"
#include "flang/Lower/OpenACC.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/STLExtras.h"

using namespace Fortran;

namespace warpfort {

/// Whether a construct gives the device's addresses of components.
static bool usesComponents(const parser::OpenACCConstruct &Construct) {
  const auto *Block = std::get_if<parser::OpenACCBlockConstruct>(&Construct.u);
  if (!Block)
    return false;
  const auto &Begin = std::get<parser::AccBeginBlockDirective>(Block->t);
  for (const parser::AccClause &Clause :
       std::get<parser::AccClauseList>(Begin.t).v)
    if (const auto *Use = std::get_if<parser::AccClause::UseDevice>(&Clause.u))
      return llvm::any_of(Use->v.v, [](const parser::AccObject &Object) {
        return isComponent(Object);
      });
  return false;
}

} // namespace warpfort

WARPFORT_WRAP(semantics::Symbol *, CopySymbol,
              "_ZN7Fortran9semantics5Scope10CopySymbolERKNS0_6SymbolE",
              (semantics::Scope * Here, const semantics::Symbol &Symbol)) {
  const semantics::Symbol &Ultimate = Symbol.GetUltimate();
  if (Here->kind() != semantics::Scope::Kind::OpenACCConstruct ||
      !Ultimate.has<semantics::ObjectEntityDetails>() ||
      !(Symbol.has<semantics::HostAssocDetails>() ||
        (Symbol.has<semantics::UseDetails>() &&
         Ultimate.name() == Symbol.name())))
    return realCopySymbol(Here, Symbol);
  Here->erase(Symbol.name());
  return &warpfort::copyObject(*Here, Symbol.name(), Ultimate);
}

WARPFORT_WRAP(mlir::Value, GenOpenACCConstruct,
              "_ZN7Fortran5lower19genOpenACCConstructERNS0_17AbstractConverterE"
              "RNS_9semantics16SemanticsContextERNS0_3pft10EvaluationERKNS_"
              "6parser16OpenACCConstructERNS0_6SymMapE",
              (lower::AbstractConverter & Converter,
               semantics::SemanticsContext &Context,
               lower::pft::Evaluation &Evaluation,
               const parser::OpenACCConstruct &Construct,
               lower::SymMap &Symbols)) {
  auto Lower = [&] {
    return realGenOpenACCConstruct(Converter, Context, Evaluation, Construct,
                                   Symbols);
  };
  constexpr auto CUDA = common::LanguageFeature::CUDA;
  if (!Context.IsEnabled(CUDA) || !warpfort::usesComponents(Construct))
    return Lower();
  auto &Features = warpfort::SourceContext::of(Context).Features;
  Features.Enable(CUDA, false);
  mlir::Value Result = Lower();
  Features.Enable(CUDA, true);
  return Result;
}
