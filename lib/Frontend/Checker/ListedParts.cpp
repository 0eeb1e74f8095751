//===-- ListedParts.cpp - Parts of variables in clauses -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ListedParts.h.
//
//===----------------------------------------------------------------------===//
#include "ListedParts.h"
#include "Frontend/Tree/TreeWalk.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Parser/tools.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <utility>
#include <vector>

using namespace Fortran;

namespace warpfort::checker {

namespace {

/// Finds the places of variables of which a clause of a construct around them
/// names a part, or the COMMON block. What the directive evaluates itself, such
/// as the bounds of sections, needs no clause either.
class ListedParts {
public:
  explicit ListedParts(const parser::AllCookedSources &Sources)
      : Sources(Sources) {}
  /// Of the names' first characters.
  std::set<std::size_t> Places;

  bool Pre(const parser::OpenACCBlockConstruct &) { return begin(); }
  void Post(const parser::OpenACCBlockConstruct &) { end(); }
  bool Pre(const parser::OpenACCCombinedConstruct &) { return begin(); }
  void Post(const parser::OpenACCCombinedConstruct &) { end(); }
  bool Pre(const parser::AccBeginBlockDirective &) { return beginClauses(); }
  void Post(const parser::AccBeginBlockDirective &) { InClauses = false; }
  bool Pre(const parser::AccBeginCombinedDirective &) { return beginClauses(); }
  void Post(const parser::AccBeginCombinedDirective &) { InClauses = false; }
  bool Pre(const parser::AccObject &X) {
    if (!InClauses)
      return true;
    if (const auto *Part = std::get_if<parser::Designator>(&X.u)) {
      if (const semantics::Symbol *Sym = parser::GetFirstName(*Part).symbol)
        Around.back().Listed.insert(&Sym->GetUltimate());
    } else if (const semantics::Symbol *Sym =
                   std::get<parser::Name>(X.u).symbol) {
      if (const auto *Block = Sym->detailsIf<semantics::CommonBlockDetails>())
        for (const auto &Object : Block->objects())
          Around.back().Listed.insert(&Object->GetUltimate());
    }
    return true;
  }
  void Post(const parser::Name &X) {
    if (Around.empty() || !X.symbol)
      return;
    if (InClauses)
      take(X);
    else
      Around.back().Names.push_back(&X);
  }

private:
  struct Construct {
    std::set<const semantics::Symbol *> Listed;
    std::vector<const parser::Name *> Names;
  };
  bool begin() {
    Around.emplace_back();
    return true;
  }
  bool beginClauses() {
    InClauses = true;
    return true;
  }
  void end() {
    Construct Last = std::move(Around.back());
    Around.pop_back();
    for (const parser::Name *Name : Last.Names)
      if (Last.Listed.count(&Name->symbol->GetUltimate()))
        take(*Name);
      else if (!Around.empty())
        Around.back().Names.push_back(Name);
  }
  void take(const parser::Name &Name) {
    if (auto Range = Sources.GetProvenanceRange(Name.source))
      Places.insert(Range->start().offset());
  }

  const parser::AllCookedSources &Sources;
  std::vector<Construct> Around;
  bool InClauses = false;
};

} // namespace

void dropListDemands(semantics::SemanticsContext &Context,
                     const parser::ProgramUnit &Unit) {
  auto IsDemand = [](const parser::Message &Message) {
    return llvm::StringRef(Message.ToString()).starts_with(ListDemand);
  };
  auto &Messages = Context.messages().messages();
  if (llvm::none_of(Messages, IsDemand))
    return;
  const parser::AllCookedSources &Sources = Context.allCookedSources();
  ListedParts Parts(Sources);
  walk(Unit, Parts);
  Messages.remove_if([&](const parser::Message &Message) {
    auto Place = Message.GetProvenanceRange(Sources);
    return Place && IsDemand(Message) &&
           Parts.Places.count(Place->start().offset());
  });
}

} // namespace warpfort::checker
