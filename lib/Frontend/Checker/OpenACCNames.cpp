//===-- OpenACCNames.cpp - Names of inner scopes in OpenACC constructs ----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When Flang has read an OpenACC construct, it looks its names up again in the
// scope of the directive, where private variables may have taken the place of
// others. A BLOCK, ASSOCIATE or SELECT TYPE construct inside it has a scope of
// its own, which that search leaves out: its names would become those of the
// variables they hide, or of the whole object where a type is selected. Names
// only move inwards here; those that moved out are put back. So are the parts
// of numbers (z%re), which would become a variable of that name.
//
// The name of a COMMON block in a clause stands for the variables of the block,
// each of which may be present or not. Flang's lowering takes the block for one
// variable, so the names are replaced. DECLARE keeps them: a block is in one
// place of the device program. So do blocks with EQUIVALENCE, whose variables
// share memory, and blocks of which a variable has another name or none here.
// Flang resolves the names of blocks in the clauses it knows, which leave out
// NO_CREATE and DELETE. The others are found here.
//
// It also counts what DEFAULT(NONE) wants listed, by other rules than NVIDIA's
// compiler. OpenACCClauses.cpp has ours; the clause is hidden here.
//
//===----------------------------------------------------------------------===//

#include "AtomicProducts.h"
#include "Flang/FlangWrap.h"
#include "Frontend/Tree/ClauseObjects.h"
#include "Frontend/Tree/TreeWalk.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Parser/tools.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include <list>
#include <map>
#include <vector>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace {

/// Calls a function with each name of a tree.
template <typename F> struct NameVisitor {
  F Visit;

  void Post(const parser::Name &X) { Visit(X); }
};

template <typename F>
void forEachName(const parser::ProgramUnit &Unit, F Visit) {
  NameVisitor<F> Visitor{Visit};
  warpfort::walk(Unit, Visitor);
}

/// What each name stands for, by its place in the source: the search may
/// analyze expressions, and what was read as a call becomes an array element
/// with a name of its own. Several names have one place where the compiler
/// wrote the code.
class ResolvedNames {
public:
  explicit ResolvedNames(const parser::ProgramUnit &Unit) {
    forEachName(Unit, [&](const parser::Name &X) {
      Symbols[X.source.begin()].push_back(X.symbol);
    });
  }

  void putBack(const parser::ProgramUnit &Unit) {
    std::map<const char *, size_t> Seen;
    forEachName(Unit, [&](const parser::Name &X) {
      auto Place = Symbols.find(X.source.begin());
      if (Place == Symbols.end())
        return;
      size_t Number = Seen[X.source.begin()]++;
      semantics::Symbol *Before =
          Number < Place->second.size() ? Place->second[Number] : nullptr;
      if (!Before || !X.symbol || X.symbol == Before)
        return;
      bool HasMovedOut = X.symbol->owner() != Before->owner() &&
                         X.symbol->owner().Contains(Before->owner());
      if (HasMovedOut || Before->has<semantics::MiscDetails>())
        X.symbol = Before;
    });
  }

private:
  std::map<const char *, std::vector<semantics::Symbol *>> Symbols;
};

/// Replaces COMMON blocks by their variables.
struct CommonBlockReplacer {
  semantics::SemanticsContext &Context;

  bool Pre(const parser::OpenACCStandaloneDeclarativeConstruct &) {
    return false;
  }
  bool Pre(const parser::OpenACCCacheConstruct &) { return false; }
  void Post(const parser::AccClause &X) {
    // The tree is the program's own; only the function takes it for constant.
    parser::AccObjectList *List =
        warpfort::objectsIn(const_cast<parser::AccClause &>(X));
    if (!List)
      return;
    for (auto It = List->v.begin(); It != List->v.end();) {
      const auto *Block = std::get_if<parser::Name>(&It->u);
      std::list<parser::AccObject> Variables;
      if (Block && collect(*Block, Variables)) {
        List->v.splice(It, Variables);
        It = List->v.erase(It);
      } else {
        ++It;
      }
    }
  }

private:
  /// False if the block must stay.
  bool collect(const parser::Name &Block,
               std::list<parser::AccObject> &Variables) const {
    semantics::Scope &Where = Context.FindScope(Block.source);
    const semantics::Symbol *Symbol =
        Where.FindCommonBlockInVisibleScopes(Block.source);
    if (!Symbol)
      return false;
    for (const semantics::MutableSymbolRef &Variable :
         Symbol->get<semantics::CommonBlockDetails>().objects()) {
      semantics::Symbol *Seen = Where.FindSymbol(Variable->name());
      if (!Seen || &Seen->GetUltimate() != &Variable->GetUltimate() ||
          semantics::FindEquivalenceSet(*Variable))
        return false;
      parser::Name Name{Variable->name(), Seen};
      parser::Designator Whole{parser::DataRef{std::move(Name)}};
      // Messages show the block.
      Whole.source = Block.source;
      Variables.emplace_back(std::move(Whole));
    }
    return true;
  }
};

/// BIND clauses with an expression that is neither a name nor a literal, at
/// which Flang crashes.
struct BindChecker {
  semantics::SemanticsContext &Context;

  void Post(const parser::AccClauseList &X) {
    // The tree is the program's own; only the function takes it for constant.
    auto &Clauses = const_cast<parser::AccClauseList &>(X);
    Clauses.v.remove_if([&](const parser::AccClause &C) {
      const auto *Bind = std::get_if<parser::AccClause::Bind>(&C.u);
      const auto *Text =
          Bind ? std::get_if<parser::ScalarDefaultCharExpr>(&Bind->v.u)
               : nullptr;
      if (!Text || parser::Unwrap<parser::CharLiteralConstant>(*Text))
        return false;
      Context.Say(C.source, "The BIND clause must have a name or a character "
                            "literal"_err_en_US);
      return true;
    });
  }
};

/// Finds the COMMON blocks that clauses name.
struct CommonBlockFinder {
  semantics::SemanticsContext &Context;

  void Post(const parser::AccObject &X) {
    const auto *Block = std::get_if<parser::Name>(&X.u);
    if (!Block || Block->symbol)
      return;
    Block->symbol = Context.FindScope(Block->source)
                        .FindCommonBlockInVisibleScopes(Block->source);
    if (!Block->symbol)
      Context.Say(Block->source,
                  "Could not find COMMON block '%s' used in OpenACC "
                  "directive"_err_en_US,
                  Block->source);
  }
};

/// Whether there is anything of OpenACC, as in few of the module files that a
/// program reads.
struct DirectiveFinder {
  bool Found = false;

  void Post(const parser::AccClauseList &) { Found = true; }
  void Post(const parser::AccObject &) { Found = true; }
  void Post(const parser::OpenACCConstruct &) { Found = true; }
  void Post(const parser::OpenACCDeclarativeConstruct &) { Found = true; }
};

/// DEFAULT(NONE) clauses, which say DEFAULT(PRESENT) for as long as this lives.
class HiddenDefaults {
public:
  explicit HiddenDefaults(const parser::ProgramUnit &Unit) {
    warpfort::walk(Unit, *this);
    set(llvm::acc::DefaultValue::ACC_Default_present);
  }
  ~HiddenDefaults() { set(llvm::acc::DefaultValue::ACC_Default_none); }
  HiddenDefaults(const HiddenDefaults &) = delete;
  HiddenDefaults &operator=(const HiddenDefaults &) = delete;

  void Post(const parser::AccClause &X) {
    const auto *Default = std::get_if<parser::AccClause::Default>(&X.u);
    // The tree is the program's own; only the function takes it for constant.
    if (Default && Default->v.v == llvm::acc::DefaultValue::ACC_Default_none)
      Clauses.push_back(const_cast<parser::AccDefaultClause *>(&Default->v));
  }

private:
  void set(llvm::acc::DefaultValue Value) {
    for (parser::AccDefaultClause *Clause : Clauses)
      Clause->v = Value;
  }

  std::vector<parser::AccDefaultClause *> Clauses;
};

} // namespace

WARPFORT_WRAP(void, ResolveAccParts,
              "_ZN7Fortran9semantics15ResolveAccPartsERNS0_16SemanticsContext"
              "ERKNS_6parser11ProgramUnitEPNS0_5ScopeE",
              (semantics::SemanticsContext & Context,
               const parser::ProgramUnit &Unit, semantics::Scope *TopScope)) {
  DirectiveFinder Directives;
  if (Context.IsEnabled(common::LanguageFeature::OpenACC))
    warpfort::walk(Unit, Directives);
  if (!Directives.Found) {
    realResolveAccParts(Context, Unit, TopScope);
    return;
  }
  BindChecker Binds{Context};
  warpfort::walk(Unit, Binds);
  CommonBlockReplacer Replacer{Context};
  warpfort::walk(Unit, Replacer);
  ResolvedNames Before(Unit);
  {
    HiddenDefaults Hidden(Unit);
    realResolveAccParts(Context, Unit, TopScope);
  }
  Before.putBack(Unit);
  CommonBlockFinder Blocks{Context};
  warpfort::walk(Unit, Blocks);
  warpfort::checker::replaceAtomicProducts(Context, Unit);
}
