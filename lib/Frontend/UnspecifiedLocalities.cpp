//===-- UnspecifiedLocalities.cpp - Whose variables are -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See UnspecifiedLocalities.h.
///
/// A variable is each iteration's own (PRIVATE) if no subscript with which it
/// is defined depends on the iteration, and if a definition stands before each
/// reference. A scalar is so in OpenACC anyway; with COPY, it is that and has a
/// value afterwards, if something may refer to that.
///
//===----------------------------------------------------------------------===//
#include "UnspecifiedLocalities.h"
#include "IterationAccesses.h"
#include "ParseTree.h"

#include "flang/Parser/parse-tree-visitor.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include <map>
#include <vector>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort {
namespace {

/// A construct that -stdpar makes a compute construct.
struct Offloaded {
  parser::DoConstruct *Do;
  parser::AccClauseList *Clauses;
  parser::CharBlock Source; ///< of the DO statement
  std::vector<Accesses> Variables;
};

struct OffloadedFinder {
  std::vector<Offloaded> Found = {};

  template <typename A> bool Pre(A &) { return true; }
  template <typename A> void Post(A &) {}
  bool Pre(parser::OpenACCCombinedConstruct &X) {
    auto &Begin = std::get<parser::AccBeginCombinedDirective>(X.t);
    auto &Do = std::get<std::optional<parser::DoConstruct>>(X.t);
    // A directive of the program says itself what it wants.
    if (Do && Do->IsDoConcurrent() && *Begin.source.begin() != '!')
      Found.push_back({&*Do, &std::get<parser::AccClauseList>(Begin.t),
                       Begin.source, definedByIterations(*Do)});
    return false;
  }
};

/// Where the program refers to variables, but for assignments of the whole.
struct ReferenceFinder {
  std::map<const semantics::Symbol *, std::vector<const char *>> Places = {};

  template <typename A> bool Pre(const A &) { return true; }
  template <typename A> void Post(const A &) {}
  bool Pre(const parser::SpecificationPart &) { return false; }
  bool Pre(const parser::AssignmentStmt &X) {
    const auto &Left = std::get<parser::Variable>(X.t);
    const auto *Whole =
        std::get_if<common::Indirection<parser::Designator>>(&Left.u);
    if (!Whole || !parser::GetDesignatorNameIfDataRef(Whole->value()))
      parser::Walk(Left, *this);
    parser::Walk(std::get<parser::Expr>(X.t), *this);
    return false;
  }
  void Post(const parser::Name &X) {
    if (X.symbol)
      Places[&X.symbol->GetUltimate()].push_back(X.source.begin());
  }
};

bool isPlainScalar(const semantics::Symbol &Symbol) {
  const semantics::DeclTypeSpec *Type = Symbol.GetType();
  return Type && Type->AsIntrinsic() && Symbol.Rank() == 0 &&
         !semantics::IsAllocatableOrPointer(Symbol) &&
         Type->category() != semantics::DeclTypeSpec::Character;
}

/// A scalar that has a value of its own in each iteration.
bool isOwnScalar(const Accesses &Variable) {
  return isPlainScalar(*Variable.Symbol) && Variable.IsReferred &&
         !Variable.ComesFromOutside;
}

class Chooser {
public:
  Chooser(semantics::SemanticsContext &Context,
          std::vector<Offloaded> &Constructs, ReferenceFinder &References)
      : Context(Context), Constructs(Constructs), References(References) {}

  void choose(Offloaded &Construct) {
    std::list<parser::AccObject> Private, Copied;
    for (const Accesses &Variable : Construct.Variables)
      decide(Variable, Private, Copied);
    auto Add = [&](parser::AccClause &&Clause) {
      Clause.source = Construct.Source;
      Construct.Clauses->v.push_back(std::move(Clause));
    };
    if (!Private.empty())
      Add(parser::AccClause{parser::AccClause::Private{
          parser::AccObjectList{std::move(Private)}}});
    if (!Copied.empty())
      Add(parser::AccClause{
          parser::AccClause::Copy{parser::AccObjectList{std::move(Copied)}}});
  }

private:
  /// Whether something outside of the constructs in which each iteration has
  /// its own \p Symbol may refer to it.
  bool isLive(const semantics::Symbol &Symbol) const {
    if (semantics::IsDummy(Symbol) || Symbol.owner().IsModule() ||
        semantics::FindEquivalenceSet(Symbol) ||
        semantics::FindCommonBlockContaining(Symbol) ||
        semantics::IsFunctionResult(Symbol) ||
        Symbol.attrs().HasAny(
            {semantics::Attr::TARGET, semantics::Attr::VOLATILE}))
      return true;
    auto It = References.Places.find(&Symbol);
    if (It == References.Places.end())
      return false;
    return llvm::any_of(It->second, [&](const char *Place) {
      return llvm::none_of(Constructs, [&](const Offloaded &Construct) {
        const auto &End =
            std::get<parser::Statement<parser::EndDoStmt>>(Construct.Do->t);
        return Place >= Construct.Source.begin() && Place < End.source.end() &&
               llvm::any_of(
                   Construct.Variables,
                   [&](const Accesses &Variable) {
                     return Variable.Symbol == &Symbol && isOwnScalar(Variable);
                   });
      });
    });
  }

  void decide(const Accesses &Variable, std::list<parser::AccObject> &Private,
              std::list<parser::AccObject> &Copied) {
    const semantics::Symbol &Symbol = *Variable.Symbol;
    auto Add = [&](std::list<parser::AccObject> &To) {
      parser::Name Name{Symbol.name()};
      Name.symbol = const_cast<semantics::Symbol *>(&Symbol);
      parser::Designator Whole{parser::DataRef{std::move(Name)}};
      Whole.source = Symbol.name();
      To.emplace_back(std::move(Whole));
    };
    if (isPlainScalar(Symbol)) {
      if (!Variable.IsReferred || (isOwnScalar(Variable) && isLive(Symbol)))
        Add(Copied);
      return;
    }
    if (!Variable.IsReferred)
      return;
    bool CanCopy = !semantics::IsPointer(Symbol) &&
                   !semantics::IsAssumedSizeArray(Symbol) &&
                   !semantics::IsPolymorphic(Symbol);
    if (!Variable.ByIteration && !Variable.ComesFromOutside &&
        !Variable.IsPassed && CanCopy)
      Add(Private);
    else if (Variable.InEach)
      Context.Say(
          Variable.Place,
          "All iterations of DO CONCURRENT share '%s', of which each may define the same part; if it is meant to be the iteration's own, say LOCAL(%s)"_warn_en_US,
          Symbol.name(), Symbol.name());
  }

  semantics::SemanticsContext &Context;
  std::vector<Offloaded> &Constructs;
  ReferenceFinder &References;
};

} // namespace

void chooseLocalities(semantics::SemanticsContext &Context,
                      parser::Program &Program) {
  OffloadedFinder Finder;
  parser::Walk(Program, Finder);
  ReferenceFinder References;
  parser::Walk(std::as_const(Program), References);
  Chooser C(Context, Finder.Found, References);
  for (Offloaded &Construct : Finder.Found)
    C.choose(Construct);
}

} // namespace warpfort
