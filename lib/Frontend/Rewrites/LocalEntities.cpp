//===-- LocalEntities.cpp - Variables that LOCAL makes --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See LocalEntities.h.
///
//===----------------------------------------------------------------------===//
#include "LocalEntities.h"
#include "CallArguments.h"
#include "ConcurrentLocalities.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/SymbolCopies.h"
#include "Frontend/Tree/TreeWalk.h"
#include "HostVariables.h"

#include "flang/Evaluate/tools.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort {
namespace {

/// The variable that an associate name is for, or a part of it.
const semantics::Symbol &variableOf(const semantics::Symbol &Name) {
  const semantics::Symbol &Symbol = Name.GetUltimate();
  if (const auto *Associate = Symbol.detailsIf<semantics::AssocEntityDetails>())
    if (Associate->expr())
      if (auto Ref = evaluate::ExtractDataRef(*Associate->expr(),
                                              /*intoSubstring=*/true,
                                              /*intoComplexPart=*/true))
        return variableOf(Ref->GetFirstSymbol());
  return Symbol;
}

/// The names in a construct, but those that it declares, by variables, and what
/// procedures that it calls name.
struct NamesInside {
  parser::CharBlock Range;
  const HostVariables &Host;
  std::map<const semantics::Symbol *, std::set<const semantics::Symbol *>>
      OfVariables = {};
  HostVariables::Symbols InProcedures = {};

  void Post(const parser::Name &X) {
    const semantics::Symbol *Symbol =
        X.symbol ? &X.symbol->GetUltimate() : nullptr;
    if (Symbol && !Range.Contains(Symbol->owner().sourceRange()) &&
        (Symbol->has<semantics::ObjectEntityDetails>() ||
         Symbol->has<semantics::AssocEntityDetails>()))
      OfVariables[&variableOf(*Symbol)].insert(Symbol);
  }
  void Post(const parser::Expr &X) {
    if (const evaluate::ProcedureRef *Call = callIn(X))
      add(*Call);
  }
  void Post(const parser::CallStmt &X) {
    if (X.typedCall)
      add(*X.typedCall);
  }
  void Post(const parser::AssignmentStmt &X) {
    const evaluate::Assignment *Typed = semantics::GetAssignment(X);
    if (const auto *Call =
            Typed ? std::get_if<evaluate::ProcedureRef>(&Typed->u) : nullptr)
      add(*Call);
  }

private:
  void add(const evaluate::ProcedureRef &Call) {
    if (const semantics::Symbol *Procedure = Call.proc().GetSymbol())
      for (const semantics::Symbol *Variable : Host.namedBy(*Procedure))
        if (!Variable->owner().IsModule()) // which is found by its address
          InProcedures.insert(Variable);
  }
};

class Separator {
public:
  Separator(semantics::SemanticsContext &Context, const HostVariables &Host)
      : Context(Context), Host(Host) {}

  // Kernel loops take variables of the host by value.
  bool Pre(parser::CUFKernelDoConstruct &) { return false; }
  bool Pre(parser::OpenACCBlockConstruct &X) {
    Constructs += isCompute(X);
    return true;
  }
  void Post(parser::OpenACCBlockConstruct &X) { Constructs -= isCompute(X); }
  bool Pre(parser::OpenACCCombinedConstruct &) { return ++Constructs; }
  void Post(parser::OpenACCCombinedConstruct &) { --Constructs; }
  bool Pre(parser::OpenACCLoopConstruct &) { return ++Constructs; }
  void Post(parser::OpenACCLoopConstruct &) { --Constructs; }

  bool Pre(parser::DoConstruct &X) {
    if (!X.IsDoConcurrent())
      return true;
    if (!Constructs)
      return true;
    const auto &Begin =
        std::get<parser::Statement<parser::NonLabelDoStmt>>(X.t).source;
    const auto &End =
        std::get<parser::Statement<parser::EndDoStmt>>(X.t).source;
    NamesInside Names{{Begin.begin(), End.end()}, Host};
    walk(std::as_const(X), Names);
    for (const parser::LocalitySpec &Spec : localitiesOf(X))
      if (const auto *Local = std::get_if<parser::LocalitySpec::Local>(&Spec.u))
        for (const parser::Name &Name : Local->v)
          if (Name.symbol && hasOtherName(*Name.symbol, Names))
            separate(Name);
    return true;
  }

private:
  static bool hasOtherName(const semantics::Symbol &Local,
                           const NamesInside &Names) {
    const semantics::Symbol &Variable = variableOf(Local);
    if (semantics::FindEquivalenceSet(Variable) ||
        Names.InProcedures.count(&Variable))
      return true;
    auto Found = Names.OfVariables.find(&Variable);
    return Found != Names.OfVariables.end() && Found->second.size() > 1;
  }

  void separate(const parser::Name &Name) {
    const semantics::Symbol &Outside = Name.symbol->GetUltimate();
    if (&Outside == Name.symbol)
      return; // done
    if (!makeObject(*Name.symbol, Outside))
      Context.Say(
          Name.source,
          "'%s' is LOCAL or LOCAL_INIT in a loop that a directive gives to the device, where another name or a procedure may refer to the variable outside, but has the iteration's: declare it in a BLOCK construct inside"_warn_en_US,
          Name.source);
  }

  semantics::SemanticsContext &Context;
  const HostVariables &Host;
  /// How many compute constructs and LOOP directives are around.
  unsigned Constructs = 0;
};

} // namespace

void separateLocals(semantics::SemanticsContext &Context,
                    parser::Program &Program, const HostVariables &Host) {
  Separator S(Context, Host);
  walk(Program, S);
}

} // namespace warpfort
