//===-- NestedLevels.cpp - Loops inside loops of their level --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See NestedLevels.h.
///
//===----------------------------------------------------------------------===//
#include "NestedLevels.h"
#include "Frontend/Tree/SourcePlaces.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include <list>
#include <vector>

namespace warpfort {

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace {

/// The name of a clause for a level of parallelism; null for others.
const char *levelOf(const parser::AccClause &Clause) {
  if (std::holds_alternative<parser::AccClause::Gang>(Clause.u))
    return "GANG";
  if (std::holds_alternative<parser::AccClause::Worker>(Clause.u))
    return "WORKER";
  if (std::holds_alternative<parser::AccClause::Vector>(Clause.u))
    return "VECTOR";
  return nullptr;
}

template <typename Level> parser::AccClause *find(parser::AccClauseList &List) {
  for (parser::AccClause &Clause : List.v)
    if (std::holds_alternative<Level>(Clause.u))
      return &Clause;
  return nullptr;
}

/// Whether a clause says which dimension its gangs are of.
bool hasDimension(const parser::AccClause &Clause) {
  const auto *Gang = std::get_if<parser::AccClause::Gang>(&Clause.u);
  if (!Gang || !Gang->v)
    return false;
  for (const parser::AccGangArg &Argument : Gang->v->v)
    if (std::holds_alternative<parser::AccGangArg::Dim>(Argument.u))
      return true;
  return false;
}

class Dropper {
public:
  Dropper(semantics::SemanticsContext &Context,
          const std::set<std::size_t> &Places)
      : Context(Context), Places(Places) {}

  bool Pre(parser::OpenACCLoopConstruct &X) {
    auto &Directive = std::get<parser::AccBeginLoopDirective>(X.t);
    auto &List = std::get<parser::AccClauseList>(Directive.t);
    settle(List);
    Around.push_back(&List);
    return true;
  }
  void Post(parser::OpenACCLoopConstruct &) { Around.pop_back(); }
  bool Pre(parser::OpenACCCombinedConstruct &X) {
    auto &Directive = std::get<parser::AccBeginCombinedDirective>(X.t);
    Around.push_back(&std::get<parser::AccClauseList>(Directive.t));
    return true;
  }
  void Post(parser::OpenACCCombinedConstruct &) { Around.pop_back(); }

private:
  template <typename... Levels> bool isTaken() {
    for (parser::AccClauseList *List : Around)
      if ((find<Levels>(*List) || ...))
        return true;
    return false;
  }

  /// What is left of the clauses of an inner loop. A message may be about any
  /// of them.
  void settle(parser::AccClauseList &Inner) {
    using Gang = parser::AccClause::Gang;
    using Worker = parser::AccClause::Worker;
    using Vector = parser::AccClause::Vector;
    bool Any = false;
    for (const parser::AccClause &Clause : Inner.v)
      Any |= isAtPlace(Context, Places, Clause.source);
    parser::AccClause *InnerGang = find<Gang>(Inner);
    // Dimensions have an order of their own.
    if (!Any || Around.empty() || (InnerGang && hasDimension(*InnerGang)))
      return;
    // Gangs and lanes for both: the outer loop keeps the gangs.
    parser::AccClauseList &Outer = *Around.back();
    if (find<Gang>(Outer) && find<Vector>(Outer) && find<Vector>(Inner)) {
      drop<Vector>(Outer, "a loop inside has it");
      if (find<Worker>(Inner))
        drop<Worker>(Outer, "a loop inside has it");
    }
    const char *Why = "a loop around it leaves no threads for it";
    if (isTaken<Gang, Worker, Vector>())
      drop<Gang>(Inner, Why);
    if (isTaken<Worker, Vector>())
      drop<Worker>(Inner, Why);
    if (isTaken<Vector>())
      drop<Vector>(Inner, Why);
  }

  template <typename Level>
  void drop(parser::AccClauseList &List, const char *Why) {
    parser::AccClause *Clause = find<Level>(List);
    if (!Clause)
      return;
    Context.Say(Clause->source, "The %s clause is dropped: %s"_warn_en_US,
                levelOf(*Clause), Why);
    List.v.remove_if([](const parser::AccClause &Other) {
      return std::holds_alternative<Level>(Other.u);
    });
  }

  semantics::SemanticsContext &Context;
  const std::set<std::size_t> &Places;
  /// Of the loops around.
  std::vector<parser::AccClauseList *> Around;
};

} // namespace

void dropNestedLevels(semantics::SemanticsContext &Context,
                      parser::Program &Program,
                      const std::set<std::size_t> &Places) {
  Dropper Visitor{Context, Places};
  walk(Program, Visitor);
}

} // namespace warpfort
