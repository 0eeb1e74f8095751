//===-- SureDefinitions.cpp - What an iteration surely defines ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See definesWhatItRefersTo() in IterationUses.h.
///
/// Each definition that is surely executed before a reference gives a region:
/// loops that are not around the reference give the intervals of their indices,
/// and a loop around both gives what its earlier rounds defined. The reference
/// must be within one of them or in intervals that join. Limits are compared as
/// sums of one expression and a number; what an expression names must not
/// change between the two.
///
//===----------------------------------------------------------------------===//
#include "Frontend/Tree/ExpressionWalk.h"
#include "IterationUses.h"

#include "flang/Evaluate/tools.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace Fortran;

namespace warpfort {
namespace {

using Level = VariablePart::Level;
using Region = std::vector<Level>;

struct Definition {
  Region Part;
  Path Where;
  unsigned Time;
};

/// The subscript of a region that is left out of a comparison.
struct Position {
  size_t Level, Dimension;
  bool operator==(const Position &Other) const {
    return Level == Other.Level && Dimension == Other.Dimension;
  }
};

/// Collects what the value of an expression may change with.
struct ChangeCollector : ExpressionVisitor {
  std::set<const semantics::Symbol *> Symbols;

  using ExpressionVisitor::visit;
  Found visit(const semantics::Symbol &X) override {
    Symbols.insert(&X.GetUltimate());
    return ExpressionVisitor::visit(X);
  }
  // The shape of other variables is always the same.
  Found visit(const evaluate::DescriptorInquiry &X) override {
    const semantics::Symbol &Last = X.base().GetLastSymbol().GetUltimate();
    return X.base().UnwrapComponent() ||
                   !Last.has<semantics::ObjectEntityDetails>() ||
                   semantics::IsAllocatableOrPointer(Last)
               ? ExpressionVisitor::visit(X)
               : nullptr;
  }
};

/// Whether something in \p X names \p Variable, or \p Is of a symbol.
template <typename Predicate> bool anySymbol(const Sum &X, Predicate Is) {
  if (!X.Base)
    return false;
  ChangeCollector Collector;
  Collector.walk(evaluate::AsGenericExpr(Fortran::common::Clone(*X.Base)));
  return llvm::any_of(Collector.Symbols,
                      [&](const semantics::Symbol *Each) { return Is(*Each); });
}

template <typename Predicate> bool anySymbol(const Interval &X, Predicate Is) {
  return (X.Lower && anySymbol(*X.Lower, Is)) ||
         (X.Upper && anySymbol(*X.Upper, Is));
}

/// The limits of the declaration, where they are surely those of now.
Interval extentOf(const semantics::Symbol &Entity, size_t Dimension) {
  const auto *Details = Entity.detailsIf<semantics::ObjectEntityDetails>();
  if (!Details || semantics::IsAllocatableOrPointer(Entity) ||
      Dimension >= Details->shape().size())
    return {};
  const semantics::ShapeSpec &Shape = Details->shape()[Dimension];
  auto LimitOf = [](const semantics::Bound &X) -> std::optional<Sum> {
    if (!X.isExplicit() || !X.GetExplicit())
      return std::nullopt;
    evaluate::Expr<evaluate::SomeType> Expr{
        evaluate::Expr<evaluate::SomeInteger>{*X.GetExplicit()}};
    auto Limit = Sum::of(&Expr);
    bool MayChange = Limit && anySymbol(*Limit, [](const auto &Symbol) {
                       return !semantics::IsIntentIn(Symbol);
                     });
    return MayChange ? std::nullopt : Limit;
  };
  return {LimitOf(Shape.lbound()), LimitOf(Shape.ubound())};
}

/// Replaces the index of a loop by \p Values in the one subscript that it
/// counts alone. Nothing is left out where no subscript names it, if \p
/// MayLack.
bool replaceIndex(Region &Part, const semantics::Symbol &Index,
                  const Interval &Values, bool MayLack) {
  Interval *Counted = nullptr;
  auto IsIndex = [&](const semantics::Symbol &X) { return &X == &Index; };
  for (Level &L : Part)
    for (Interval &X : L.Subscripts) {
      if (!anySymbol(X, IsIndex))
        continue;
      if (Counted || !X.Lower || !X.Upper || X.Lower->variable() != &Index ||
          X.Upper->variable() != &Index || X.Lower->Added != X.Upper->Added)
        return false;
      Counted = &X;
    }
  if (!Counted)
    return MayLack;
  std::int64_t Added = Counted->Lower->Added;
  Counted->Lower = *Values.Lower + Added;
  Counted->Upper = *Values.Upper + Added;
  return true;
}

class Prover {
public:
  Prover(llvm::ArrayRef<Use> Uses, const Course &Of) : Of(Of) {
    for (const Use &U : Uses)
      if (U.IsDefinition && U.Part.IsExact && !hasHoles(U.Part.Levels))
        Definitions.push_back({U.Part.Levels, U.Where, U.Time});
    for (const Choice &C : Of.Choices)
      addCommon(C);
  }

  /// Whether \p Part, referred to at a place, is defined before.
  bool isDefined(const Region &Part, const Path &Where, unsigned Time) const {
    std::vector<Region> Given;
    for (const Definition &D : Definitions)
      if (mayMeet(D.Part, Part))
        addGiven(D, Where, Time, Given);
    return covers(Given, Part, Where, /*Splits=*/3);
  }

private:
  static bool hasHoles(const Region &Part) {
    return llvm::any_of(Part, [](const Level &L) {
      return semantics::IsPointer(*L.Entity) ||
             llvm::any_of(L.Subscripts, [](const Interval &X) {
               return X.HasHoles || !(X.Lower || X.IsFromFirst) ||
                      !(X.Upper || X.IsToLast);
             });
    });
  }

  /// What all branches define is defined behind them.
  void addCommon(const Choice &C) {
    std::vector<Definition> Common;
    auto PathTo = [&](const Step &Branch) {
      Path Result = C.Where;
      Result.push_back(Branch);
      return Result;
    };
    const auto &[First, End] = C.Branches.front();
    for (const Definition &D : Definitions) {
      if (D.Where.size() <= C.Where.size() ||
          !(D.Where[C.Where.size()] == First))
        continue;
      std::vector<Region> Given;
      addGiven(D, PathTo(First), End, Given);
      for (Region &Part : Given)
        if (llvm::all_of(llvm::drop_begin(C.Branches), [&](const auto &Other) {
              return isDefined(Part, PathTo(Other.first), Other.second);
            }))
          Common.push_back({std::move(Part), C.Where, C.End});
    }
    llvm::append_range(Definitions, Common);
  }

  bool isLeft(const Step &S) const { return Of.Left.count(S.Number); }
  unsigned endOf(const Step &S) const {
    auto It = Of.Ends.find(S.Number);
    return It == Of.Ends.end() ? ~0u : It->second;
  }

  /// Adds what \p D has surely defined when a place is reached.
  void addGiven(const Definition &D, const Path &Where, unsigned Time,
                std::vector<Region> &Given) const {
    size_t Common = 0;
    while (Common < D.Where.size() && Common < Where.size() &&
           D.Where[Common] == Where[Common])
      ++Common;
    if (D.Time < Time) {
      Region Part = D.Part;
      unsigned Begin =
          Common < D.Where.size() ? D.Where[Common].Number : D.Time;
      unsigned End = Common < Where.size() ? endOf(Where[Common]) : Time;
      if (leave(Part, D.Where, Common) && isStable(Part, Begin, End, nullptr))
        Given.push_back(std::move(Part));
    }
    for (size_t I = 0; I < Common; ++I)
      addEarlierRounds(D, I, Given);
  }

  void addEarlierRounds(const Definition &D, size_t Around,
                        std::vector<Region> &Given) const {
    const Step &Loop = D.Where[Around];
    Region Part = D.Part;
    if (Loop.Is != Step::Loop || !Loop.Direction || isLeft(Loop) ||
        !leave(Part, D.Where, Around + 1))
      return;
    auto Index = evaluate::AsGenericExpr(*Loop.Index);
    auto Value = Index ? Sum::of(&*Index) : std::nullopt;
    if (!Value)
      return;
    Interval Earlier = Loop.Values;
    if (Loop.Direction > 0)
      Earlier.Upper = *Value + -1;
    else
      Earlier.Lower = *Value + 1;
    if (replaceIndex(Part, *Loop.Index, Earlier, /*MayLack=*/false) &&
        isStable(Part, Loop.Number, endOf(Loop), Loop.Index))
      Given.push_back(std::move(Part));
  }

  /// Makes \p Part what is defined behind the steps of \p Where from number \p
  /// Outermost on. False if it may be nothing.
  bool leave(Region &Part, const Path &Where, size_t Outermost) const {
    for (const Step &S :
         llvm::reverse(llvm::ArrayRef(Where).drop_front(Outermost))) {
      if (S.Is == Step::Condition || isLeft(S))
        return false;
      if (S.Is != Step::Loop)
        continue;
      if (!S.Direction)
        return false;
      bool HasRounds = !S.Values.Lower->Base && !S.Values.Upper->Base &&
                       S.Values.Lower->Added <= S.Values.Upper->Added;
      if (!replaceIndex(Part, *S.Index, S.Values, /*MayLack=*/HasRounds))
        return false;
    }
    return true;
  }

  /// Whether the limits of \p Part mean the same from one time to another, but
  /// for what names \p Index.
  bool isStable(const Region &Part, unsigned Begin, unsigned End,
                const semantics::Symbol *Index) const {
    auto MayChange = [&](const semantics::Symbol &X) {
      if (&X == Index)
        return false;
      if (!X.has<semantics::ObjectEntityDetails>() || semantics::IsPointer(X) ||
          X.attrs().test(semantics::Attr::TARGET) ||
          semantics::FindEquivalenceSet(X))
        return true;
      auto Changes = Of.Changes.find(&X);
      return Changes != Of.Changes.end() &&
             llvm::any_of(Changes->second, [&](unsigned Time) {
               return Time >= Begin && Time <= End;
             });
    };
    return llvm::none_of(Part, [&](const Level &L) {
      return llvm::any_of(L.Subscripts, [&](const Interval &X) {
        return anySymbol(X, MayChange);
      });
    });
  }

  /// Whether \p A is at most \p B at a place.
  bool isAtMost(const Sum &A, const Sum &B, llvm::ArrayRef<Step> Where) const {
    if (A.Base == B.Base)
      return A.Added <= B.Added;
    for (size_t I = Where.size(); I > 0; --I) {
      const Step &S = Where[I - 1];
      // The limits are those of when the loop began.
      if (S.Is != Step::Loop || !S.Index ||
          !isStable({{S.Index, {S.Values}}}, S.Number, endOf(S), nullptr))
        continue;
      llvm::ArrayRef<Step> Around = Where.take_front(I - 1);
      if (B.variable() == S.Index && S.Values.Lower &&
          isAtMost(A, *S.Values.Lower + B.Added, Around))
        return true;
      if (A.variable() == S.Index && S.Values.Upper &&
          isAtMost(*S.Values.Upper + A.Added, B, Around))
        return true;
    }
    return false;
  }

  /// Whether an interval begins before, and ends behind, another one of an
  /// array with limits.
  bool beginsBefore(const Interval &X, const Interval &Y,
                    const Interval &Limits, const Path &Where) const {
    return X.IsFromFirst ||
           (X.Lower &&
            ((Y.Lower && isAtMost(*X.Lower, *Y.Lower, Where)) ||
             (Limits.Lower && isAtMost(*X.Lower, *Limits.Lower, Where))));
  }
  bool endsBehind(const Interval &X, const Interval &Y, const Interval &Limits,
                  const Path &Where) const {
    return X.IsToLast ||
           (X.Upper &&
            ((Y.Upper && isAtMost(*Y.Upper, *X.Upper, Where)) ||
             (Limits.Upper && isAtMost(*Limits.Upper, *X.Upper, Where))));
  }

  static Interval subscriptOf(const Level &L, size_t Dimension) {
    return L.Subscripts.empty() ? Interval{{}, {}, true, true}
                                : L.Subscripts[Dimension];
  }

  /// Whether \p Given has \p Part, but for one subscript.
  bool covers(const Region &Given, const Region &Part, const Path &Where,
              std::optional<Position> But = std::nullopt) const {
    if (Given.size() > Part.size())
      return false;
    for (size_t I = 0; I < Given.size(); ++I) {
      if (Given[I].Entity != Part[I].Entity)
        return false;
      for (size_t D = 0; D < Given[I].Subscripts.size(); ++D) {
        Interval Wanted = subscriptOf(Part[I], D);
        Interval Limits = extentOf(*Part[I].Entity, D);
        const Interval &X = Given[I].Subscripts[D];
        if (!(But && *But == Position{I, D}) &&
            !(beginsBefore(X, Wanted, Limits, Where) &&
              endsBehind(X, Wanted, Limits, Where)))
          return false;
      }
    }
    return true;
  }

  bool covers(const std::vector<Region> &Given, const Region &Part,
              const Path &Where, unsigned Splits) const {
    if (llvm::any_of(Given,
                     [&](const Region &X) { return covers(X, Part, Where); }))
      return true;
    for (size_t I = 0; I < Part.size(); ++I)
      for (size_t D = 0; D < rankOf(Part[I]); ++D)
        if (joinsTo(Given, Part, Where, {I, D}))
          return true;
    return Splits > 0 && (coversElements(Given, Part, Where, Splits) ||
                          coversComponents(Given, Part, Where, Splits));
  }

  static size_t rankOf(const Level &L) {
    return L.Subscripts.empty() ? L.Entity->Rank() : L.Subscripts.size();
  }

  /// Whether intervals of one subscript, each of which begins at most behind
  /// the one before, cover \p Part together.
  bool joinsTo(const std::vector<Region> &Given, const Region &Part,
               const Path &Where, Position At) const {
    Interval Wanted = subscriptOf(Part[At.Level], At.Dimension);
    Interval Limits = extentOf(*Part[At.Level].Entity, At.Dimension);
    std::vector<const Interval *> All, Reached;
    for (const Region &X : Given)
      if (At.Level < X.size() && At.Dimension < X[At.Level].Subscripts.size() &&
          covers(X, Part, Where, At))
        All.push_back(&X[At.Level].Subscripts[At.Dimension]);
    for (const Interval *X : All)
      if (beginsBefore(*X, Wanted, Limits, Where))
        Reached.push_back(X);
    for (size_t I = 0; I < Reached.size(); ++I) {
      if (endsBehind(*Reached[I], Wanted, Limits, Where))
        return true;
      for (const Interval *Next : All)
        if (!llvm::is_contained(Reached, Next) && Reached[I]->Upper &&
            Next->Lower &&
            isAtMost(*Next->Lower, *Reached[I]->Upper + 1, Where))
          Reached.push_back(Next);
    }
    return false;
  }

  /// The limits of a subscript in numbers, if they are few.
  static std::optional<std::pair<std::int64_t, std::int64_t>>
  numbersOf(const Interval &X, const Interval &Limits, const Path &Where) {
    auto NumberOf = [&](std::optional<Sum> Value, bool IsLower) {
      for (const Step &S : llvm::reverse(Where))
        if (Value && S.Index && Value->variable() == S.Index) {
          const auto &Limit = IsLower ? S.Values.Lower : S.Values.Upper;
          Value = Limit ? std::optional(*Limit + Value->Added) : std::nullopt;
        }
      return Value && !Value->Base ? std::optional(Value->Added) : std::nullopt;
    };
    auto Lower = NumberOf(X.Lower, true), Upper = NumberOf(X.Upper, false);
    if (!Lower)
      Lower = NumberOf(Limits.Lower, true);
    if (!Upper)
      Upper = NumberOf(Limits.Upper, false);
    if (!Lower || !Upper || *Upper <= *Lower || *Upper - *Lower >= 9)
      return std::nullopt;
    return std::make_pair(*Lower, *Upper);
  }

  bool coversElements(const std::vector<Region> &Given, const Region &Part,
                      const Path &Where, unsigned Splits) const {
    for (size_t I = 0; I < Part.size(); ++I)
      for (size_t D = 0; D < rankOf(Part[I]); ++D) {
        auto Numbers = numbersOf(subscriptOf(Part[I], D),
                                 extentOf(*Part[I].Entity, D), Where);
        if (!Numbers)
          continue;
        Region One = Part;
        if (One[I].Subscripts.empty())
          One[I].Subscripts.assign(rankOf(Part[I]),
                                   Interval{{}, {}, true, true});
        for (std::int64_t N = Numbers->first; N <= Numbers->second; ++N) {
          One[I].Subscripts[D] = {Sum{{}, N}, Sum{{}, N}};
          if (!covers(Given, One, Where, Splits - 1))
            return false;
        }
        return true;
      }
    return false;
  }

  bool coversComponents(const std::vector<Region> &Given, const Region &Part,
                        const Path &Where, unsigned Splits) const {
    const semantics::DeclTypeSpec *Type = Part.back().Entity->GetType();
    const semantics::DerivedTypeSpec *Derived =
        Type && !Type->IsPolymorphic() ? Type->AsDerived() : nullptr;
    if (!Derived || llvm::none_of(Given, [&](const Region &X) {
          return X.size() > Part.size();
        }))
      return false;
    semantics::OrderedComponentIterator Components{*Derived};
    bool HasSome = false;
    for (const semantics::Symbol &Component : Components) {
      Region Of = Part;
      Of.push_back({&Component, {}});
      HasSome = true;
      if (!covers(Given, Of, Where, Splits - 1))
        return false;
    }
    return HasSome;
  }

  const Course &Of;
  std::vector<Definition> Definitions;
};

} // namespace

/// Each reference is compared with each definition, and so are branches: more
/// than this takes too long.
static constexpr std::uint64_t MaxComparisons = 1 << 20;

bool definesWhatItRefersTo(llvm::ArrayRef<Use> Uses, const Course &Of) {
  if (llvm::all_of(Uses, [](const Use &U) { return U.IsDefinition; }))
    return true;
  std::uint64_t Comparisons =
      std::uint64_t(Uses.size()) * (Uses.size() + Of.Choices.size());
  if (Of.HasLabels || Comparisons > MaxComparisons)
    return false;
  Prover P(Uses, Of);
  return llvm::all_of(Uses, [&](const Use &U) {
    return U.IsDefinition || P.isDefined(U.Part.Levels, U.Where, U.Time);
  });
}

} // namespace warpfort
