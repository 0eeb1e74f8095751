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
/// that USE_DEVICE names, with the attribute DEVICE, by which generic names
/// choose procedures. Lowering binds the copy to what it finds by the name:
///
///   - For a variable of the host of an internal procedure, or of a module,
///     Flang copies the reference to it, without the attribute, and ends. The
///     copy is taken of the variable.
///   - An internal procedure captures what its names refer to: the copies,
///     which are its own. They capture the variables.
///   - Another variable may have the name, such as one of a module that USE
///     renames; a component has it in no scope, and lowering ends. The copy
///     is bound to its variable beforehand, innermost, and is what the name
///     finds. A component is bound to its record: its name finds it, and
///     nothing else looks for it.
///
/// With the copies bound, the addresses in the construct are matters of passes
/// on OpenACC (ACCUseDeviceCanonicalizer).
///
//===----------------------------------------------------------------------===//
#include "FlangWrap.h"
#include "Frontend/Tree/ClauseObjects.h"
#include "Frontend/Tree/SymbolCopies.h"
#include "flang/Lower/OpenACC.h"
#include "flang/Lower/PFTBuilder.h"
#include "flang/Lower/SymbolMap.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Parser/tools.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/symbol.h"
#include "mlir/IR/Value.h"
#include <functional>

using namespace Fortran;

namespace warpfort {

/// What \p Symbol of a HOST_DATA construct is a copy of; null if it is none.
static const semantics::Symbol *copiedBy(const semantics::Symbol &Symbol) {
  const semantics::Scope &Here = Symbol.owner();
  return Here.kind() == semantics::Scope::Kind::OpenACCConstruct &&
                 !Symbol.has<semantics::HostAssocDetails>()
             ? Here.parent().FindSymbol(Symbol.name())
             : nullptr;
}

/// Binds what USE_DEVICE names to what is bound outside of the construct.
static void bindCopies(const parser::AccObject &Object,
                       lower::SymMap &Symbols) {
  const auto *Designator = std::get_if<parser::Designator>(&Object.u);
  if (!Designator)
    return;
  const semantics::Symbol *Base = parser::GetFirstName(*Designator).symbol;
  const semantics::Symbol *Last = parser::GetLastName(*Designator).symbol;
  const semantics::Symbol *Bound = isComponent(Object) ? Base : copiedBy(*Base);
  if (Bound && Symbols.lookupSymbol(*Bound))
    Symbols.copySymbolBinding(*Bound, *Last);
}

} // namespace warpfort

WARPFORT_WRAP(semantics::Symbol *, CopySymbol,
              "_ZN7Fortran9semantics5Scope10CopySymbolERKNS0_6SymbolE",
              (semantics::Scope * Here, const semantics::Symbol &Symbol)) {
  const semantics::Symbol &Ultimate = Symbol.GetUltimate();
  if (Here->kind() != semantics::Scope::Kind::OpenACCConstruct ||
      !Ultimate.has<semantics::ObjectEntityDetails>() ||
      !(Symbol.has<semantics::HostAssocDetails>() ||
        Symbol.has<semantics::UseDetails>()))
    return realCopySymbol(Here, Symbol);
  Here->erase(Symbol.name());
  return &warpfort::copyObject(*Here, Symbol.name(), Ultimate);
}

WARPFORT_WRAP(void, VisitAllSymbols,
              "_ZN7Fortran5lower3pft15visitAllSymbolsERKNS1_"
              "16FunctionLikeUnitESt8functionIFvRKNS_9semantics6SymbolEEE",
              (const lower::pft::FunctionLikeUnit &Unit,
               std::function<void(const semantics::Symbol &)> Visit)) {
  realVisitAllSymbols(Unit, [&](const semantics::Symbol &Symbol) {
    for (const auto *X = &Symbol; X; X = warpfort::copiedBy(*X))
      Visit(*X);
  });
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
  if (const auto *Block =
          std::get_if<parser::OpenACCBlockConstruct>(&Construct.u)) {
    const auto &Begin = std::get<parser::AccBeginBlockDirective>(Block->t);
    for (const parser::AccClause &Clause :
         std::get<parser::AccClauseList>(Begin.t).v)
      if (const auto *Use =
              std::get_if<parser::AccClause::UseDevice>(&Clause.u))
        for (const parser::AccObject &Object : Use->v.v)
          warpfort::bindCopies(Object, Symbols);
  }
  return realGenOpenACCConstruct(Converter, Context, Evaluation, Construct,
                                 Symbols);
}
