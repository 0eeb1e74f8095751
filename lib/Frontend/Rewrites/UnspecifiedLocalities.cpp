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
/// An array or record that no locality names is shared where no two iterations
/// define a part that one of them refers to: where their subscripts, or
/// conditions as i == k, tell them apart. Else it is each iteration's own
/// (PRIVATE) where it is proved that nothing refers to what iterations leave in
/// it. Where neither is proved, a warning says what is assumed: it is the
/// iteration's own if only such constructs know of it, and shared otherwise.
/// Where that would surely be wrong, since all iterations define a part that
/// something refers to, the iterations run in order. A scalar is the
/// iteration's own in OpenACC anyway; with COPY, it is that and has a value
/// afterwards, if something may refer to that.
///
//===----------------------------------------------------------------------===//
#include "UnspecifiedLocalities.h"
#include "CallArguments.h"
#include "ConcurrentLocalities.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/SourcePlaces.h"
#include "Frontend/Tree/TreeWalk.h"
#include "IterationAccesses.h"
#include "StandardParallelism.h"
#include "TextCopies.h"

#include "flang/Evaluate/tools.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Parser/tools.h"
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
  parser::AccBeginCombinedDirective *Directive;
  parser::AccClauseList *Clauses;
  parser::CharBlock Source; ///< of the DO statement
  std::vector<Accesses> Variables;
  std::set<const semantics::Symbol *> Locals; ///< that LOCAL names
  bool IsRepeated;                            ///< in a loop, or behind a label
  const char *Body; ///< where the statements of the procedure begin

  /// Where the iterations begin: limits and mask are evaluated before.
  const char *begin() const {
    return std::get<parser::Statement<parser::NonLabelDoStmt>>(Do->t)
        .source.end();
  }
  bool has(const char *Place) const {
    const auto &End = std::get<parser::Statement<parser::EndDoStmt>>(Do->t);
    return Place >= begin() && Place < End.source.end();
  }
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

  bool Pre(const AnyStatement &X) {
    IsBehindLabel |= X.Label.has_value();
    if (!Body)
      Body = X.Source.begin();
    return true;
  }
  bool Pre(parser::BlockConstruct &) { return ++Blocks; }
  void Post(parser::BlockConstruct &) { --Blocks; }
  bool Pre(parser::DoConstruct &) { return ++Loops; }
  void Post(parser::DoConstruct &) { --Loops; }
  void Post(parser::SpecificationPart &) {
    if (Blocks)
      return;
    IsBehindLabel = false;
    Body = nullptr;
  }
  bool Pre(parser::OpenACCCombinedConstruct &X) {
    auto &Begin = std::get<parser::AccBeginCombinedDirective>(X.t);
    auto &Do = std::get<std::optional<parser::DoConstruct>>(X.t);
    if (!Body)
      Body = Begin.source.begin();
    if (isOffloaded(X))
      Found.push_back({&*Do, &Begin, &std::get<parser::AccClauseList>(Begin.t),
                       Begin.source, definedByIterations(*Do, Host),
                       localsOf(*Do), Loops > 0 || IsBehindLabel, Body});
    return false;
  }

  unsigned Loops = 0, Blocks = 0; ///< around
  const char *Body = nullptr;
  bool IsBehindLabel = false;
};

/// What \p Symbol is a name of by ASSOCIATE; null if it is none.
const semantics::Symbol *associatedWith(const semantics::Symbol &Symbol) {
  const auto *Details = Symbol.detailsIf<semantics::AssocEntityDetails>();
  auto Ref = Details && Details->expr()
                 ? evaluate::ExtractDataRef(*Details->expr(),
                                            /*intoSubstring=*/true,
                                            /*intoComplexPart=*/true)
                 : std::nullopt;
  return Ref ? &Ref->GetFirstSymbol().GetUltimate() : nullptr;
}

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
  // Nor do clauses, which name a variable for its place.
  bool Pre(const parser::AccClause &X) {
    HasValues = std::holds_alternative<parser::AccClause::Firstprivate>(X.u) ||
                std::holds_alternative<parser::AccClause::Reduction>(X.u);
    return true;
  }
  bool Pre(const parser::AccObject &X) {
    const parser::DataRef *Ref = HasValues ? nullptr : dataRefIn(X);
    const auto *Whole = Ref ? std::get_if<parser::Name>(&Ref->u) : nullptr;
    if (Whole)
      insert(*Whole, /*IsReference=*/false);
    return !Whole;
  }
  // LOCAL is another variable.
  bool Pre(const parser::LocalitySpec::Local &) { return false; }
  // A selector gives a variable a name, whose places are the variable's.
  bool Pre(const parser::Selector &X) {
    const auto *Expr = std::get_if<parser::Expr>(&X.u);
    const auto *Designator =
        Expr ? std::get_if<common::Indirection<parser::Designator>>(&Expr->u)
             : std::get_if<common::Indirection<parser::Designator>>(
                   &std::get<parser::Variable>(X.u).u);
    if (Designator)
      Selected = &parser::GetFirstName(Designator->value());
    return true;
  }
  void Post(const parser::Name &X) {
    if (&X != Selected)
      insert(X, /*IsReference=*/true);
  }

private:
  void insert(const parser::Name &X, bool IsReference) {
    const semantics::Symbol *Symbol =
        X.symbol ? &X.symbol->GetUltimate() : nullptr;
    IsReference &= !llvm::is_contained(Indices, Symbol);
    for (; Symbol; Symbol = associatedWith(*Symbol))
      Found[Symbol].push_back({X.source.begin(), IsReference});
  }

  bool enter(const parser::Name &Index) {
    Indices.push_back(Index.symbol ? &Index.symbol->GetUltimate() : nullptr);
    return true;
  }

  /// Of the loops around.
  std::vector<const semantics::Symbol *> Indices = {};
  bool HasValues = false; ///< of the clause around
  const parser::Name *Selected = nullptr;
};

bool isPlainScalar(const semantics::Symbol &Symbol) {
  const semantics::DeclTypeSpec *Type = Symbol.GetType();
  return Type && Type->AsIntrinsic() && Symbol.Rank() == 0 &&
         !semantics::IsAllocatableOrPointer(Symbol) &&
         Type->category() != semantics::DeclTypeSpec::Character;
}

/// Whether an expression asks for what iterations define, which a function may
/// do unseen.
struct DefinedFinder {
  const std::set<const semantics::Symbol *> &Defined;
  bool Found = false;

  void Post(const parser::Expr &X) {
    const evaluate::ProcedureRef *Call = callIn(X);
    Found |= Call && !Call->proc().GetSpecificIntrinsic();
  }
  void Post(const parser::Name &X) {
    const semantics::Symbol *Symbol =
        X.symbol ? &X.symbol->GetUltimate() : nullptr;
    for (; Symbol; Symbol = associatedWith(*Symbol))
      Found |= Defined.count(Symbol) > 0 || hasOtherNames(*Symbol);
  }

private:
  /// What has these may be defined by another one.
  static bool hasOtherNames(const semantics::Symbol &Symbol) {
    return Symbol.attrs().HasAny(
               {semantics::Attr::POINTER, semantics::Attr::TARGET}) ||
           semantics::FindEquivalenceSet(Symbol);
  }
};

/// Adds the limits that iterations could change to \p Limits, which are to be
/// evaluated before (F2023, 11.1.7.4.2). True if there are new ones.
bool noteLimits(semantics::SemanticsContext &Context,
                const Offloaded &Construct, std::set<std::size_t> &Limits) {
  std::set<const semantics::Symbol *> Defined;
  for (const Accesses &Variable : Construct.Variables) {
    Defined.insert({Variable.Symbol, Variable.Alias});
    for (auto [Name, IsDefined] : Variable.Names)
      Defined.insert(Name);
  }
  bool AreNew = false;
  forEachLimit(*Construct.Do, [&](parser::ScalarIntExpr &Limit) {
    DefinedFinder Finder{Defined};
    walk(std::as_const(Limit), Finder);
    if (!Finder.Found)
      return;
    if (auto Place = placeOf(Context, Limit.thing.thing.value().source))
      AreNew |= Limits.insert(*Place).second;
  });
  return AreNew;
}

/// What is done with an array or record.
enum class Treatment { Shared, Own, InOrder };

class Chooser {
public:
  Chooser(semantics::SemanticsContext &Context,
          std::vector<Offloaded> &Constructs, NameFinder &Names,
          checker::PrivateTexts &Characters)
      : Context(Context), Constructs(Constructs), Names(Names),
        Characters(Characters) {}

  /// Another attempt may do better with the characters.
  bool IsAgain = false;

  void choose(Offloaded &Construct) {
    std::list<parser::AccObject> Private, Copied;
    std::set<const semantics::Symbol *> Reduced = reducedBy(*Construct.Clauses);
    bool InOrder = false;
    for (const Accesses &Variable : Construct.Variables)
      if (treatmentOf(Construct, Variable) == Treatment::InOrder) {
        sayInOrder(Variable);
        InOrder = true;
      }
    for (const Accesses &Variable : Construct.Variables)
      decide(Construct, Variable, InOrder, Reduced, Private, Copied);
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
    if (!InOrder)
      return;
    Add(parser::AccClause{parser::AccClause::Seq{}});
    std::get<parser::AccCombinedDirective>(Construct.Directive->t).v =
        llvm::acc::Directive::ACCD_serial_loop;
  }

private:
  /// Whether \p Symbol is a variable of the call of the procedure in which \p
  /// Construct is executed once at most: what stands before in the text is
  /// executed before, and what stands behind is executed behind.
  bool isOfOneCall(const Offloaded &Construct,
                   const semantics::Symbol &Symbol) const {
    const semantics::Scope *Scope = &Context.FindScope(Construct.Source);
    while (Scope != &Symbol.owner() &&
           Scope->kind() != semantics::Scope::Kind::Subprogram &&
           !Scope->IsTopLevel())
      Scope = &Scope->parent();
    bool IsOfCall = Scope->kind() == semantics::Scope::Kind::MainProgram ||
                    (Scope->kind() == semantics::Scope::Kind::Subprogram &&
                     !semantics::IsSaved(Symbol));
    return Scope == &Symbol.owner() && IsOfCall && !Construct.IsRepeated;
  }

  /// Whether \p Symbol has no value when \p Construct begins.
  bool isFresh(const Offloaded &Construct,
               const semantics::Symbol &Symbol) const {
    auto It = Names.Found.find(&Symbol);
    std::set<const semantics::Symbol *> Seen;
    return isOfOneCall(Construct, Symbol) &&
           (It == Names.Found.end() ||
            llvm::none_of(It->second, [&](const NameFinder::Occurrence &Name) {
              return isBefore(Name.Place, Construct, Symbol.owner(), Seen);
            }));
  }

  /// The internal procedure of \p Host that \p Place is in; null if it is in
  /// none.
  static const semantics::Symbol *
  internalProcedureAt(const char *Place, const semantics::Scope &Host) {
    for (const auto &[Name, Internal] : Host) {
      // A scope has the name of its own procedure, too.
      if (!Internal->has<semantics::SubprogramDetails>() ||
          !Internal->scope() || &Internal->scope()->parent() != &Host)
        continue;
      parser::CharBlock Range = Internal->scope()->sourceRange();
      if (Place >= Range.begin() && Place < Range.end())
        return &*Internal;
    }
    return nullptr;
  }

  /// Whether \p Place may be reached before \p Construct, which is executed
  /// once at most in a call of \p Host. Procedures that were \p Seen are not,
  /// or the question has its answer.
  bool isBefore(const char *Place, const Offloaded &Construct,
                const semantics::Scope &Host,
                std::set<const semantics::Symbol *> &Seen) const {
    const semantics::Symbol *Internal = internalProcedureAt(Place, Host);
    if (!Internal)
      return Place < Construct.Source.begin();
    if (!Seen.insert(Internal).second)
      return false;
    auto Calls = Names.Found.find(Internal);
    return Calls != Names.Found.end() &&
           llvm::any_of(Calls->second, [&](const auto &Call) {
             return isBefore(Call.Place, Construct, Host, Seen);
           });
  }

  /// Whether no iteration of \p Construct refers to what something else has
  /// left in the variable.
  bool refersToOwn(const Offloaded &Construct, const Accesses &Variable) const {
    if (Variable.IsShared)
      return false;
    if (isPlainScalar(*Variable.Symbol))
      return Variable.IsReferred && !Variable.ComesFromOutside &&
             !Variable.ComesIntoProcedures;
    if (Variable.IsCovered)
      return true;
    auto [Answer, IsNew] = Fresh.try_emplace(&Variable);
    if (IsNew)
      Answer->second = isFresh(Construct, *Variable.Symbol);
    return Answer->second;
  }

  /// Whether \p Place is in a construct in which iterations refer to values of
  /// their own of \p Symbol, or in an internal procedure that only such ones
  /// call. Procedures that were \p Seen are, or the question has its answer.
  bool isWithin(const char *Place, const semantics::Symbol &Symbol,
                std::set<const semantics::Symbol *> &Seen) const {
    for (const Offloaded &Construct : Constructs)
      if (Construct.has(Place))
        return Construct.Locals.count(&Symbol) ||
               llvm::any_of(Construct.Variables, [&](const Accesses &Variable) {
                 return Variable.Symbol == &Symbol &&
                        refersToOwn(Construct, Variable);
               });
    const semantics::Symbol *Internal =
        internalProcedureAt(Place, Symbol.owner());
    if (!Internal)
      return false;
    if (!Seen.insert(Internal).second)
      return true;
    auto Calls = Names.Found.find(Internal);
    parser::CharBlock Range = Internal->scope()->sourceRange();
    return Calls == Names.Found.end() ||
           llvm::all_of(Calls->second, [&](const auto &Call) {
             return (Call.Place >= Range.begin() && Call.Place < Range.end()) ||
                    isWithin(Call.Place, Symbol, Seen);
           });
  }

  /// Whether the variable may have a value, or a name, that no construct knows.
  static bool isKnownElsewhere(const semantics::Symbol &Symbol) {
    return semantics::IsDummy(Symbol) || Symbol.owner().IsModule() ||
           semantics::FindEquivalenceSet(Symbol) ||
           semantics::FindCommonBlockContaining(Symbol) ||
           semantics::IsFunctionResult(Symbol) ||
           Symbol.attrs().HasAny(
               {semantics::Attr::TARGET, semantics::Attr::VOLATILE});
  }

  /// Whether something outside of the constructs in which each iteration may
  /// have its own \p Symbol may refer to it when \p Construct has run.
  bool isKnownOutside(const Offloaded &Construct,
                      const semantics::Symbol &Symbol) const {
    if (isKnownElsewhere(Symbol))
      return true;
    auto It = Names.Found.find(&Symbol);
    if (It == Names.Found.end())
      return false;
    bool IsOfOneCall = isOfOneCall(Construct, Symbol);
    std::set<const semantics::Symbol *> Seen;
    return llvm::any_of(It->second, [&](const NameFinder::Occurrence &Name) {
      bool IsBefore =
          Name.Place >= Construct.Body && Name.Place < Construct.begin();
      return Name.IsReference && !(IsBefore && IsOfOneCall) &&
             !isWithin(Name.Place, Symbol, Seen);
    });
  }

  /// Whether each iteration has its own array or record.
  bool isOwn(const Offloaded &Construct, const Accesses &Variable) const {
    const semantics::Symbol &Symbol = *Variable.Symbol;
    return (Variable.MayBeRepeated || !Variable.Allocated.empty()) &&
           !Variable.HasTargets && canBeOwn(Variable) &&
           refersToOwn(Construct, Variable) &&
           (!isKnownOutside(Construct, Symbol) || isScratch(Variable));
  }

  /// What every iteration defines is undefined afterwards.
  static bool isScratch(const Accesses &Variable) {
    return Variable.IsContended && Variable.IsCovered &&
           Variable.IsUndefinedBehind && Variable.Names.size() == 1 &&
           !Variable.Alias && !semantics::IsAllocatable(*Variable.Symbol) &&
           !Variable.Symbol->attrs().test(semantics::Attr::VOLATILE);
  }

  static bool canBeOwn(const Accesses &Variable) {
    return !semantics::IsPointer(*Variable.Symbol) &&
           !semantics::IsPolymorphic(*Variable.Symbol) &&
           !Variable.IsStaticInProcedures;
  }

  /// Whether the text does not say against it that the variable is scratch.
  static bool mayBeScratch(const Accesses &Variable) {
    return !Variable.IsShared && Variable.MayBeCommon &&
           !Variable.IsReferredFirst && canBeOwn(Variable);
  }

  /// Whether only constructs in which it may be scratch name the variable, or
  /// each iteration begins with a definition of a record.
  bool isLikelyOwn(const Accesses &Variable) const {
    const semantics::Symbol &Symbol = *Variable.Symbol;
    if (!mayBeScratch(Variable))
      return false;
    if (Variable.BeginsWhole && Symbol.Rank() == 0 && Variable.IsReferred &&
        Variable.Names.size() == 1 && !semantics::IsAllocatable(Symbol))
      return true;
    return isOnlyInScratch(Symbol);
  }

  bool isOnlyInScratch(const semantics::Symbol &Symbol) const {
    auto It = Names.Found.find(&Symbol);
    return !isKnownElsewhere(Symbol) &&
           (It == Names.Found.end() ||
            llvm::all_of(It->second, [&](const NameFinder::Occurrence &Name) {
              return isInScratch(Name.Place, Symbol);
            }));
  }

  /// Whether \p Place is in a construct in which \p Symbol may be scratch.
  bool isInScratch(const char *Place, const semantics::Symbol &Symbol) const {
    return llvm::any_of(Constructs, [&](const Offloaded &Construct) {
      return Construct.has(Place) &&
             (Construct.Locals.count(&Symbol) ||
              llvm::any_of(Construct.Variables, [&](const Accesses &Variable) {
                return Variable.Symbol == &Symbol && mayBeScratch(Variable);
              }));
    });
  }

  /// Whether one iteration alone defines some part of \p Symbol, and some
  /// iteration refers to what it may not have defined.
  bool isHandedOn(const semantics::Symbol &Symbol) const {
    bool IsOfOne = false, IsTaken = false;
    for (const Offloaded &Construct : Constructs)
      for (const Accesses &Variable : Construct.Variables)
        if (Variable.Symbol == &Symbol) {
          IsOfOne |= Variable.HasOwnPart;
          IsTaken |= !refersToOwn(Construct, Variable);
        }
    return IsOfOne && IsTaken;
  }

  Treatment treatmentOf(const Offloaded &Construct,
                        const Accesses &Variable) const {
    auto [Answer, IsNew] = Treatments.try_emplace(&Variable);
    if (IsNew)
      Answer->second = findTreatment(Construct, Variable);
    return Answer->second;
  }

  Treatment findTreatment(const Offloaded &Construct,
                          const Accesses &Variable) const {
    const semantics::Symbol &Symbol = *Variable.Symbol;
    if (Variable.IsShared || isPlainScalar(Symbol))
      return Treatment::Shared;
    if (isOwn(Construct, Variable))
      return Treatment::Own;
    bool IsAllocated = !Variable.Allocated.empty();
    if (!isInDoubt(Variable) && !IsAllocated)
      return Treatment::Shared;
    if (isLikelyOwn(Variable))
      return isHandedOn(Symbol) ? Treatment::InOrder : Treatment::Own;
    return Variable.IsRepeated ? Treatment::InOrder : Treatment::Shared;
  }

  /// Whether the variable may be each iteration's own and may be shared.
  static bool isInDoubt(const Accesses &Variable) {
    return Variable.IsContended || (Variable.MayBeCommon && Variable.Alias);
  }

  void sayInOrder(const Accesses &Variable) const {
    const semantics::Symbol &Symbol = *Variable.Symbol;
    if (semantics::IsPointer(Symbol))
      Context.Say(
          Variable.Place,
          "The iterations of DO CONCURRENT run in order, since each may define and refer to the same target of '%s': use a variable of the iteration's own, or say SHARED(%s)"_warn_en_US,
          Symbol.name(), Symbol.name());
    else
      Context.Say(
          Variable.Place,
          "The iterations of DO CONCURRENT run in order, since each may define and refer to the same part of '%s': say LOCAL(%s) if each has its own, SHARED(%s) if not"_warn_en_US,
          Symbol.name(), Symbol.name(), Symbol.name());
  }

  void decide(const Offloaded &Construct, const Accesses &Variable,
              bool InOrder, const std::set<const semantics::Symbol *> &Reduced,
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
    if (isPlainScalar(Symbol)) {
      if (decideScalar(Construct, Variable, InOrder))
        CopyScalars();
      return;
    }
    CopyScalars();
    Treatment As = treatmentOf(Construct, Variable);
    bool IsOwn = As == Treatment::Own;
    if (IsOwn)
      warnOfOwn(Construct, Variable);
    if (IsOwn && !checker::canCopyText(Context, Symbol, Variable.Place))
      IsAgain |= noteCharacter(Context, Variable.Place, Symbol, Characters);
    else if (IsOwn)
      Add(Private, Symbol);
    else if (!Variable.Allocated.empty())
      Context.Say(
          Variable.Allocated,
          "'%s' may not be allocated or deallocated in DO CONCURRENT that runs on the device: it is known outside of the iteration"_err_en_US,
          Symbol.name());
    else if (As == Treatment::Shared && isInDoubt(Variable) && !InOrder)
      warnOfShared(Variable);
  }

  void warnOfOwn(const Offloaded &Construct, const Accesses &Variable) {
    const semantics::Symbol &Symbol = *Variable.Symbol;
    bool IsOwn = isOwn(Construct, Variable) ||
                 (Variable.BeginsWhole && !isOnlyInScratch(Symbol));
    if (IsOwn && isKnownOutside(Construct, Symbol))
      Context.Say(
          Variable.Place,
          "Each iteration of DO CONCURRENT has its own '%s', whose value is not kept afterwards; a locality can say what is meant"_warn_en_US,
          Symbol.name());
    else if (!IsOwn && isInDoubt(Variable))
      Context.Say(
          Variable.Place,
          "Each iteration of DO CONCURRENT has its own '%s', though it may refer to a part that it has not defined: say LOCAL(%s) if that is meant, SHARED(%s) if not"_warn_en_US,
          Symbol.name(), Symbol.name(), Symbol.name());
  }

  void warnOfShared(const Accesses &Variable) {
    const semantics::Symbol &Symbol = *Variable.Symbol;
    if (semantics::IsPointer(Symbol))
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

  /// What is said of a scalar. True if it has its value from the iterations
  /// afterwards.
  bool decideScalar(const Offloaded &Construct, const Accesses &Variable,
                    bool InOrder) {
    const semantics::Symbol &Symbol = *Variable.Symbol;
    if (Variable.Names.size() > 1) {
      sayShared(Variable);
      return false;
    }
    if (InOrder)
      return true;
    bool IsKnown = isKnownOutside(Construct, Symbol);
    if (Variable.Alias)
      Context.Say(
          Variable.Place,
          "'%s' may be the target of '%s', but each iteration of DO CONCURRENT has its own '%s': use it by one name"_warn_en_US,
          Symbol.name(), Variable.Alias->name(), Symbol.name());
    if (IsKnown && Variable.ComesWithoutExit)
      Context.Say(
          Variable.Place,
          "Each iteration of DO CONCURRENT has its own '%s', which may be referred to before it is defined: unless it is a reduction, its value is not kept afterwards; a locality can say what is meant"_warn_en_US,
          Symbol.name());
    return IsKnown && !Variable.ComesWithoutExit;
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
  checker::PrivateTexts &Characters;
  /// Answers of isFresh() and findTreatment().
  mutable std::map<const Accesses *, bool> Fresh;
  mutable std::map<const Accesses *, Treatment> Treatments;
};

} // namespace

bool chooseLocalities(semantics::SemanticsContext &Context,
                      parser::Program &Program,
                      checker::PrivateTexts &Characters,
                      std::set<std::size_t> &Limits) {
  HostVariables Host(Program);
  OffloadedFinder Finder{Host};
  walk(Program, Finder);
  bool HasNewLimits = false;
  for (const Offloaded &Construct : Finder.Found)
    HasNewLimits |= noteLimits(Context, Construct, Limits);
  if (HasNewLimits)
    return true;
  NameFinder Names;
  walk(std::as_const(Program), Names);
  Chooser C(Context, Finder.Found, Names, Characters);
  for (Offloaded &Construct : Finder.Found)
    C.choose(Construct);
  return C.IsAgain;
}

} // namespace warpfort
