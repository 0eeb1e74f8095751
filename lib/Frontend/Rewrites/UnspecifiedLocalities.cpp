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
/// An array or record that no locality names is each iteration's own (PRIVATE)
/// if only such constructs know of it, and shared otherwise. A scalar is the
/// iteration's own in OpenACC anyway; with COPY, it is that and has a value
/// afterwards, if something may refer to that.
///
//===----------------------------------------------------------------------===//
#include "UnspecifiedLocalities.h"
#include "ConcurrentLocalities.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/TreeWalk.h"
#include "IterationAccesses.h"
#include "StandardParallelism.h"
#include "TextCopies.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>
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
  std::set<const semantics::Symbol *> Locals; ///< that LOCAL names
};

std::set<const semantics::Symbol *> localsOf(parser::DoConstruct &Do) {
  std::set<const semantics::Symbol *> Result;
  for (const parser::LocalitySpec &Spec : localitiesOf(Do))
    if (const auto *Local = std::get_if<parser::LocalitySpec::Local>(&Spec.u))
      for (const parser::Name &Name : Local->v)
        if (Name.symbol)
          Result.insert(&Name.symbol->GetUltimate());
  return Result;
}

/// What REDUCE named, which is SHARED now and has a clause.
std::set<const semantics::Symbol *>
reducedBy(const parser::AccClauseList &Clauses) {
  std::set<const semantics::Symbol *> Result;
  for (const parser::AccClause &Clause : Clauses.v)
    if (const auto *Reduction =
            std::get_if<parser::AccClause::Reduction>(&Clause.u))
      for (const parser::AccObject &Object :
           std::get<parser::AccObjectList>(Reduction->v.t).v)
        if (const parser::DataRef *Ref = dataRefIn(Object))
          if (const parser::Name &Name = parser::GetFirstName(*Ref);
              Name.symbol)
            Result.insert(&Name.symbol->GetUltimate());
  return Result;
}

struct OffloadedFinder {
  const HostVariables &Host;
  std::vector<Offloaded> Found = {};

  bool Pre(parser::OpenACCCombinedConstruct &X) {
    auto &Begin = std::get<parser::AccBeginCombinedDirective>(X.t);
    auto &Do = std::get<std::optional<parser::DoConstruct>>(X.t);
    if (isOffloaded(X))
      Found.push_back({&*Do, &std::get<parser::AccClauseList>(Begin.t),
                       Begin.source, definedByIterations(*Do, Host),
                       localsOf(*Do)});
    return false;
  }
};

/// Where the program names variables, but for their declarations.
struct NameFinder {
  struct Occurrence {
    const char *Place;
    bool IsReference; ///< not the variable of an assignment
  };
  std::map<const semantics::Symbol *, std::vector<Occurrence>> Found = {};

  bool Pre(const parser::EntityDecl &X) {
    walk(std::get<std::optional<parser::ArraySpec>>(X.t), *this);
    walk(std::get<std::optional<parser::CharLength>>(X.t), *this);
    if (std::get<std::optional<parser::Initialization>>(X.t))
      Post(std::get<parser::Name>(X.t));
    return false;
  }
  bool Pre(const parser::AssignmentStmt &X) {
    const auto &Left = std::get<parser::Variable>(X.t);
    const auto *Designator =
        std::get_if<common::Indirection<parser::Designator>>(&Left.u);
    if (const parser::Name *Whole =
            Designator ? parser::GetDesignatorNameIfDataRef(Designator->value())
                       : nullptr)
      insert(*Whole, /*IsReference=*/false);
    else
      walk(Left, *this);
    walk(std::get<parser::Expr>(X.t), *this);
    return false;
  }
  // In a loop its index has the loop's value.
  bool Pre(const parser::DoConstruct &X) {
    const auto &Control = X.GetLoopControl();
    const auto *Bounds =
        Control ? std::get_if<parser::LoopControl::Bounds>(&Control->u)
                : nullptr;
    if (!Bounds)
      return true;
    walk(Bounds->lower, *this);
    walk(Bounds->upper, *this);
    walk(Bounds->step, *this);
    insert(Bounds->name.thing, /*IsReference=*/false);
    enter(Bounds->name.thing);
    walk(std::get<parser::Block>(X.t), *this);
    Indices.pop_back();
    return false;
  }
  bool Pre(const parser::OutputImpliedDo &X) {
    return enter(std::get<parser::IoImpliedDoControl>(X.t).name.thing.thing);
  }
  void Post(const parser::OutputImpliedDo &) { Indices.pop_back(); }
  bool Pre(const parser::InputImpliedDo &X) {
    return enter(std::get<parser::IoImpliedDoControl>(X.t).name.thing.thing);
  }
  void Post(const parser::InputImpliedDo &) { Indices.pop_back(); }
  // These give no values, but for SOURCE.
  bool Pre(const parser::AllocateStmt &X) {
    const auto &Options = std::get<std::list<parser::AllocOpt>>(X.t);
    for (const parser::AllocOpt &Option : Options)
      if (std::holds_alternative<parser::AllocOpt::Source>(Option.u))
        return true;
    walk(Options, *this);
    for (const auto &Allocation : std::get<std::list<parser::Allocation>>(X.t))
      walk(std::get<std::list<parser::AllocateShapeSpec>>(Allocation.t), *this);
    return false;
  }
  bool Pre(const parser::DeallocateStmt &) { return false; }
  void Post(const parser::Name &X) { insert(X, /*IsReference=*/true); }

private:
  void insert(const parser::Name &X, bool IsReference) {
    if (!X.symbol)
      return;
    const semantics::Symbol *Symbol = &X.symbol->GetUltimate();
    Found[Symbol].push_back(
        {X.source.begin(),
         IsReference && !llvm::is_contained(Indices, Symbol)});
  }

  bool enter(const parser::Name &Index) {
    Indices.push_back(Index.symbol ? &Index.symbol->GetUltimate() : nullptr);
    return true;
  }

  /// Of the loops around.
  std::vector<const semantics::Symbol *> Indices = {};
};

bool isPlainScalar(const semantics::Symbol &Symbol) {
  const semantics::DeclTypeSpec *Type = Symbol.GetType();
  return Type && Type->AsIntrinsic() && Symbol.Rank() == 0 &&
         !semantics::IsAllocatableOrPointer(Symbol) &&
         Type->category() != semantics::DeclTypeSpec::Character;
}

/// Whether each iteration may have its own variable, if nothing outside knows
/// of it.
bool mayBeOwn(const Accesses &Variable) {
  if (Variable.IsShared)
    return false;
  return isPlainScalar(*Variable.Symbol)
             ? Variable.IsReferred && !Variable.ComesFromOutside &&
                   !Variable.ComesIntoProcedures
             : Variable.MayBeCommon && !Variable.MayHaveElements &&
                   !Variable.First.ThatAreDefined;
}

class Chooser {
public:
  Chooser(semantics::SemanticsContext &Context,
          std::vector<Offloaded> &Constructs, NameFinder &Names,
          std::set<std::size_t> &Characters)
      : Context(Context), Constructs(Constructs), Names(Names),
        Characters(Characters) {}

  /// Another attempt may do better with the characters.
  bool IsAgain = false;

  void choose(Offloaded &Construct) {
    std::list<parser::AccObject> Private, Copied;
    std::set<const semantics::Symbol *> Reduced = reducedBy(*Construct.Clauses);
    for (const Accesses &Variable : Construct.Variables)
      decide(Variable, Reduced, Private, Copied);
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
  /// Whether \p Place is in a construct in which each iteration may have its
  /// own \p Symbol, or in an internal procedure that only such ones call.
  bool isWithin(const char *Place, const semantics::Symbol &Symbol,
                std::set<const semantics::Symbol *> Seen = {}) const {
    for (const Offloaded &Construct : Constructs) {
      const auto &End =
          std::get<parser::Statement<parser::EndDoStmt>>(Construct.Do->t);
      if (Place >= Construct.Source.begin() && Place < End.source.end())
        return Construct.Locals.count(&Symbol) ||
               llvm::any_of(Construct.Variables, [&](const Accesses &Variable) {
                 return Variable.Symbol == &Symbol && mayBeOwn(Variable);
               });
    }
    for (const auto &[Name, Internal] : Symbol.owner()) {
      // A scope has the name of its own procedure, too.
      if (!Internal->has<semantics::SubprogramDetails>() ||
          !Internal->scope() || &Internal->scope()->parent() != &Symbol.owner())
        continue;
      parser::CharBlock Range = Internal->scope()->sourceRange();
      if (Place < Range.begin() || Place >= Range.end())
        continue;
      // Recursion adds nothing.
      if (!Seen.insert(&*Internal).second)
        return true;
      auto Calls = Names.Found.find(&*Internal);
      return Calls == Names.Found.end() ||
             llvm::all_of(Calls->second, [&](const auto &Call) {
               return (Call.Place >= Range.begin() &&
                       Call.Place < Range.end()) ||
                      isWithin(Call.Place, Symbol, Seen);
             });
    }
    return false;
  }

  /// Whether something outside of the constructs in which each iteration may
  /// have its own \p Symbol names it: refers to it, where it is a scalar, which
  /// has its value from outside, too.
  bool isKnownOutside(const semantics::Symbol &Symbol) const {
    if (semantics::IsDummy(Symbol) || Symbol.owner().IsModule() ||
        semantics::FindEquivalenceSet(Symbol) ||
        semantics::FindCommonBlockContaining(Symbol) ||
        semantics::IsFunctionResult(Symbol) ||
        Symbol.attrs().HasAny(
            {semantics::Attr::TARGET, semantics::Attr::VOLATILE}))
      return true;
    auto It = Names.Found.find(&Symbol);
    if (It == Names.Found.end())
      return false;
    bool OnlyReferences = isPlainScalar(Symbol);
    return llvm::any_of(It->second, [&](const NameFinder::Occurrence &Name) {
      if (OnlyReferences && !Name.IsReference)
        return false;
      return !isWithin(Name.Place, Symbol);
    });
  }

  void decide(const Accesses &Variable,
              const std::set<const semantics::Symbol *> &Reduced,
              std::list<parser::AccObject> &Private,
              std::list<parser::AccObject> &Copied) {
    const semantics::Symbol &Symbol = *Variable.Symbol;
    auto Add = [&](std::list<parser::AccObject> &To,
                   const semantics::Symbol &Named) {
      parser::Name Name{Named.name()};
      Name.symbol = const_cast<semantics::Symbol *>(&Named);
      parser::Designator Whole{parser::DataRef{std::move(Name)}};
      Whole.source = Named.name();
      To.emplace_back(std::move(Whole));
    };
    // The scalar, or those that ASSOCIATE makes of parts: without the clause
    // they would be firstprivate.
    auto CopyScalars = [&] {
      std::vector<const semantics::Symbol *> Scalars;
      for (auto [Name, IsDefined] : Variable.Names)
        if (IsDefined && isPlainScalar(*Name) && !Reduced.count(Name))
          Scalars.push_back(Name);
      llvm::sort(Scalars, [](const auto *A, const auto *B) {
        return A->name() < B->name();
      });
      for (const semantics::Symbol *Scalar : Scalars)
        Add(Copied, *Scalar);
    };
    if (Variable.IsShared)
      return CopyScalars();
    bool IsKnown = isKnownOutside(Symbol);
    if (isPlainScalar(Symbol)) {
      if (decideScalar(Variable, IsKnown))
        CopyScalars();
      return;
    }
    CopyScalars();
    // What every iteration defines as a whole is undefined afterwards.
    bool IsScratch = IsKnown && Variable.BeginsWhole && Variable.IsReferred &&
                     Symbol.Rank() == 0 && Variable.Names.size() == 1 &&
                     !semantics::IsAllocatable(Symbol);
    bool IsOwn = mayBeOwn(Variable) && (!IsKnown || IsScratch) &&
                 !semantics::IsPointer(Symbol) &&
                 !semantics::IsPolymorphic(Symbol);
    if (IsOwn && IsScratch)
      Context.Say(
          Variable.Place,
          "Each iteration of DO CONCURRENT has its own '%s', whose value is not kept afterwards; a locality can say what is meant"_warn_en_US,
          Symbol.name());
    if (IsOwn && !checker::canCopyText(Context, Symbol, Variable.Place))
      IsAgain |=
          noteCharacter(Context, Variable.Place, Symbol.name(), Characters);
    else if (IsOwn)
      Add(Private, Symbol);
    else if (!Variable.Allocated.empty())
      Context.Say(
          Variable.Allocated,
          "'%s' may not be allocated or deallocated in DO CONCURRENT that runs on the device: it is known outside of the iteration"_err_en_US,
          Symbol.name());
    else
      warnOfCommonParts(Variable);
  }

  /// What is said of a scalar. True if it has its value from the iterations
  /// afterwards.
  bool decideScalar(const Accesses &Variable, bool IsKnown) {
    const semantics::Symbol &Symbol = *Variable.Symbol;
    if (Variable.Names.size() > 1) {
      sayShared(Variable);
      return false;
    }
    if (Variable.Alias)
      Context.Say(
          Variable.Place,
          "'%s' may be the target of '%s', but each iteration of DO CONCURRENT has its own '%s': use it by one name"_warn_en_US,
          Symbol.name(), Variable.Alias->name(), Symbol.name());
    if (IsKnown && Variable.ComesFromOutside)
      Context.Say(
          Variable.Place,
          "Each iteration of DO CONCURRENT has its own '%s', which may be referred to before it is defined: unless it is a reduction, its value is not kept afterwards; a locality can say what is meant"_warn_en_US,
          Symbol.name());
    return IsKnown && !Variable.ComesFromOutside;
  }

  void warnOfCommonParts(const Accesses &Variable) {
    const semantics::Symbol &Symbol = *Variable.Symbol;
    bool IsPointer = semantics::IsPointer(Symbol);
    if (!Variable.MayBeRepeated ||
        !(Variable.IsReferred || (IsPointer && Variable.Alias)))
      return;
    if (IsPointer)
      Context.Say(
          Variable.Place,
          "All iterations of DO CONCURRENT share the target of '%s', which each may define and refer to: use a variable of the iteration's own"_warn_en_US,
          Symbol.name());
    else
      Context.Say(
          Variable.Place,
          "All iterations of DO CONCURRENT share '%s', of which each may define the same part; if it is meant to be the iteration's own, say LOCAL(%s)"_warn_en_US,
          Symbol.name(), Symbol.name());
  }

  /// Iterations on the device have copies of scalars, one by each name.
  void sayShared(const Accesses &Variable) {
    const semantics::Symbol *Other = nullptr;
    for (auto [Name, IsDefined] : Variable.Names)
      if (Name != Variable.Symbol && (!Other || Name->name() < Other->name()))
        Other = Name;
    Context.Say(
        Variable.Place,
        "'%s' and '%s' are one variable, and DO CONCURRENT that runs on the device may use a scalar that it defines by one name only"_err_en_US,
        Variable.Symbol->name(), Other->name());
  }

  semantics::SemanticsContext &Context;
  std::vector<Offloaded> &Constructs;
  NameFinder &Names;
  std::set<std::size_t> &Characters;
};

} // namespace

/// What one construct refers to and does not define, others may define.
static void findValuesOfOthers(std::vector<Offloaded> &Constructs) {
  std::map<const semantics::Symbol *, std::vector<Accesses *>> BySymbol;
  for (Offloaded &Construct : Constructs)
    for (Accesses &Variable : Construct.Variables)
      BySymbol[Variable.Symbol].push_back(&Variable);
  for (auto &[Symbol, All] : BySymbol)
    for (Accesses *Variable : All)
      for (const VariablePart &Part : Variable->First.Others)
        for (const Accesses *Other : All)
          Variable->First.ThatAreDefined |=
              llvm::any_of(Other->Defined, [&](const VariablePart &Defined) {
                return Defined.mayMeet(Part);
              });
}

bool chooseLocalities(semantics::SemanticsContext &Context,
                      parser::Program &Program,
                      std::set<std::size_t> &Characters) {
  HostVariables Host(Program);
  OffloadedFinder Finder{Host};
  walk(Program, Finder);
  findValuesOfOthers(Finder.Found);
  NameFinder Names;
  walk(std::as_const(Program), Names);
  Chooser C(Context, Finder.Found, Names, Characters);
  for (Offloaded &Construct : Finder.Found)
    C.choose(Construct);
  return C.IsAgain;
}

} // namespace warpfort
