//===-- DefinedPlaces.cpp - What several iterations define ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See DefinedPlaces.h.
///
//===----------------------------------------------------------------------===//
#include "DefinedPlaces.h"

#include "flang/Evaluate/tools.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace Fortran;

namespace warpfort {

static std::vector<ConstructIndex>
indicesOf(const parser::ConcurrentHeader &Header) {
  std::vector<ConstructIndex> Result;
  for (const parser::ConcurrentControl &Control :
       std::get<std::list<parser::ConcurrentControl>>(Header.t)) {
    const auto &[Index, Lower, Upper, By] = Control.t;
    if (!Index.symbol)
      continue;
    auto First = Sum::of(semantics::GetExpr(Lower));
    auto Last = Sum::of(semantics::GetExpr(Upper));
    Result.push_back({&Index.symbol->GetUltimate(), {}, std::nullopt});
    if (!By)
      Result.back().Values = {First, Last};
    if (First && Last && !By && First->Base == Last->Base)
      Result.back().Count =
          std::max<std::int64_t>(Last->Added - First->Added + 1, 0);
  }
  return Result;
}

IterationSpace::IterationSpace(parser::CharBlock Range,
                               const parser::ConcurrentHeader &Header)
    : Range(Range), Indices(indicesOf(Header)), Count(1) {
  for (const ConstructIndex &Index : Indices)
    Count = Count && Index.Count ? std::optional(*Count * *Index.Count)
                                 : std::nullopt;
}

DefinedPlaces::DefinedPlaces(const IterationSpace &Space, const Course &Of,
                             const ScalarValues &Values,
                             const std::vector<DefinedPlace> &Places,
                             const UsesOf &Uses)
    : Space(Space), Of(Of), Values(Values), Places(Places), Uses(Uses) {
  for (const ConstructIndex &Index : Space.Indices) {
    Variants.push_back({Values.variantsOf(*Index.Symbol, &Sources::All),
                        Values.variantsOf(*Index.Symbol, &Sources::Many)});
    Variants.back().All.merge(ValueSet(Variants.back().Many));
    Varying.push_back(Values.varyingWith(*Index.Symbol));
  }
}

/// Whether all of \p Inner is in \p Outer, whose subscripts are numbers.
static bool has(const VariablePart &Outer, const VariablePart &Inner) {
  auto IsSame = [](const std::optional<Sum> &A, const std::optional<Sum> &B) {
    return A && B && !A->Base && !B->Base && A->Added == B->Added;
  };
  if (Outer.Levels.size() > Inner.Levels.size())
    return false;
  return llvm::all_of(llvm::zip(Outer.Levels, Inner.Levels), [&](auto Both) {
    const auto &[A, B] = Both;
    return A.Entity == B.Entity &&
           (A.Subscripts.empty() ||
            (!B.Subscripts.empty() &&
             llvm::all_of(llvm::zip(A.Subscripts, B.Subscripts),
                          [&](auto Subscripts) {
                            const auto &[X, Y] = Subscripts;
                            return (X.IsFromFirst && X.IsToLast) ||
                                   (IsSame(X.Lower, Y.Lower) &&
                                    IsSame(X.Upper, Y.Upper));
                          })));
  });
}

void DefinedPlaces::summarize(
    std::map<const semantics::Symbol *, Accesses> &Found) const {
  for (const DefinedPlace &Place : Places)
    summarize(Place, Found[Place.Root]);
  std::vector<const DefinedPlace *> OfAll;
  for (const DefinedPlace &Place : Places)
    if (isOfAll(Place))
      OfAll.push_back(&Place);
  for (const DefinedPlace &Place : Places)
    if (bool &IsUndefined = Found[Place.Root].IsUndefinedBehind)
      IsUndefined = llvm::any_of(OfAll, [&](const DefinedPlace *Other) {
        return Other->Root == Place.Root &&
               (Other == &Place || has(Other->Part, Place.Part));
      });
}

/// Whether \p Index has one value only where \p Place is.
bool DefinedPlaces::isFixed(const ConstructIndex &Index,
                            const DefinedPlace &Place) const {
  auto IsOneValue = [&](const ScalarValue &X) {
    return llvm::none_of(Variants,
                         [&](const Sources &Of) { return Of.All.count(X); }) &&
           !Of.Changes.count(X.Of) &&
           !Space.Range.Contains(X.Of->owner().sourceRange());
  };
  auto IsIn = [&](const decltype(Step::Fixed) &Equal) {
    return llvm::any_of(Equal, [&](const auto &Value) {
      return Value.first.Of == Index.Symbol &&
             llvm::all_of(Value.second, IsOneValue);
    });
  };
  return Index.Count == 1 || IsIn(Space.FixedByMask) ||
         llvm::any_of(Place.Where,
                      [&](const Step &S) { return IsIn(S.Fixed); });
}

/// What the definition of \p Place says of the variable.
void DefinedPlaces::summarize(const DefinedPlace &Place,
                              Accesses &Variable) const {
  Variable.IsUndefinedBehind = true;
  Variable.MayBeCommon |= dependsOnNone(Place);
  bool IsCommon = isCommon(Place);
  Variable.MayBeRepeated |=
      (IsCommon && !isSameForAll(Place)) || hasFewElements(*Place.Root);
  Variable.IsContended =
      Variable.IsContended || (IsCommon && isReferred(Place));
  Variable.IsRepeated =
      Variable.IsRepeated || (isOfEach(Place) && isReferred(Place));
  Variable.HasOwnPart = Variable.HasOwnPart || isOfOne(Place);
  Variable.HasTargets |=
      llvm::any_of(llvm::drop_begin(Place.Part.Levels), [](const auto &L) {
        return semantics::IsPointer(*L.Entity);
      });
}

/// Whether every iteration defines the part, which is the same for all values
/// of some index.
bool DefinedPlaces::isOfEach(const DefinedPlace &Place) const {
  if (!Place.IsSure || Place.IsRead || !Place.Part.IsExact || Space.HasMask)
    return false;
  return llvm::any_of(llvm::zip(Space.Indices, Varying), [&](auto Pair) {
    const auto &[Index, With] = Pair;
    auto Names = [&, &With = With](const std::optional<Sum> &Limit) {
      return !Limit ||
             (Limit->Base && llvm::any_of(With, [&](const auto &X) {
                return evaluate::CollectSymbols(*Limit->Base).count(*X.Of);
              }));
    };
    return Index.Count != 1 && !intersects(Place.Subscripts.All, With) &&
           !hasOneValue(Place, With) &&
           llvm::none_of(Place.Where, [&](const Step &S) {
             return S.Is == Step::Loop &&
                    (Names(S.Values.Lower) || Names(S.Values.Upper));
           });
  });
}

/// Whether the subscripts depend on some index, and all iterations that
/// define the same part give it the same value.
bool DefinedPlaces::isSameForAll(const DefinedPlace &Place) const {
  if (Place.IsRead || !Place.Part.IsExact || dependsOnNone(Place))
    return false;
  for (const auto &[Index, Of, With] :
       llvm::zip(Space.Indices, Variants, Varying))
    if (!isFixed(Index, Place) && !isToldApart(Place, Of) &&
        !hasOneValue(Place, With))
      return false;
  return true;
}

/// Whether all iterations give the part the same value, in one assignment: it
/// does not matter who does last.
bool DefinedPlaces::hasOneValue(const DefinedPlace &Place,
                                const ValueSet &Varying) const {
  // What differs from round to round of a loop is no value of its own.
  auto IsOfRounds = [&](const Step &S) {
    return S.Index && Values.dependsOn(Place.Value.All, S.Value) &&
           !Values.dependsOn(Place.Subscripts.Many, S.Value);
  };
  return !intersects(Place.Value.All, Varying) &&
         llvm::none_of(Place.Where, IsOfRounds) &&
         !semantics::FindEquivalenceSet(*Place.Root) &&
         llvm::none_of(Places, [&](const DefinedPlace &Other) {
           return &Other != &Place && Other.Root == Place.Root &&
                  mayMeet(Other.Part.Levels, Place.Part.Levels);
         });
}

/// Whether one iteration alone defines the part: its subscripts are the
/// indices, and no definition of all iterations meets it.
bool DefinedPlaces::isOfOne(const DefinedPlace &Place) const {
  VariablePart Range = Place.Part;
  for (const ConstructIndex &Index : Space.Indices) {
    bool IsSubscript = false;
    for (auto &L : Range.Levels)
      for (Interval &X : L.Subscripts) {
        if (!X.Lower || !X.Upper || X.Lower->variable() != Index.Symbol ||
            X.Upper->variable() != Index.Symbol)
          continue;
        IsSubscript |= X.Lower->Added == X.Upper->Added;
        std::int64_t First = X.Lower->Added, Last = X.Upper->Added;
        X = Index.Values;
        if (X.Lower)
          X.Lower = *X.Lower + First;
        if (X.Upper)
          X.Upper = *X.Upper + Last;
      }
    if (!IsSubscript && !isFixed(Index, Place))
      return false;
  }
  return llvm::none_of(Places, [&](const DefinedPlace &Other) {
    return Other.Root == Place.Root && isCommon(Other) &&
           mayMeet(Other.Part.Levels, Range.Levels);
  });
}

bool DefinedPlaces::dependsOnNone(const DefinedPlace &Place) const {
  return llvm::none_of(Variants, [&](const Sources &Of) {
    return intersects(Place.Subscripts.All, Of.All);
  });
}

/// Whether several iterations may define the part.
bool DefinedPlaces::isCommon(const DefinedPlace &Place) const {
  for (const auto &[Index, Of] : llvm::zip(Space.Indices, Variants))
    if (!isFixed(Index, Place) && !isToldApart(Place, Of))
      return true;
  return false;
}

/// Whether the subscripts depend on what \p Of does, maybe by a condition as
/// j == n - i.
bool DefinedPlaces::isToldApart(const DefinedPlace &Place,
                                const Sources &Of) const {
  auto IsSubscript = [&](const ScalarValue &Value) {
    return llvm::any_of(Place.Subscripts.Many, [&](const ScalarValue &X) {
      return Values.isSame(X, Value);
    });
  };
  return intersects(Place.Subscripts.Many, Of.Many) ||
         llvm::any_of(Place.Where, [&](const Step &S) {
           return llvm::any_of(S.Fixed, [&](const auto &Value) {
             return intersects(Value.second, Of.Many) &&
                    IsSubscript(Value.first);
           });
         });
}

/// Whether some iteration may refer to some of the part.
bool DefinedPlaces::isReferred(const DefinedPlace &Place) const {
  if (Place.IsRead || semantics::FindEquivalenceSet(*Place.Root))
    return true;
  auto Of = Uses.find(Place.Root);
  return Of != Uses.end() && llvm::any_of(Of->second, [&](const Use &U) {
           return !U.IsDefinition && mayMeet(U.Part.Levels, Place.Part.Levels);
         });
}

/// Whether each of several iterations defines the same part.
bool DefinedPlaces::isOfAll(const DefinedPlace &Place) const {
  auto IsLoop = [&](const Step &S) {
    return S.Is != Step::Loop ||
           (S.Direction && !S.Values.Lower->Base && !S.Values.Upper->Base);
  };
  auto IsNumber = [&](const std::optional<Sum> &X) {
    return !X || !X->Base || llvm::any_of(Place.Where, [&](const Step &S) {
      return S.Index && S.Index == X->variable();
    });
  };
  return Place.IsSure && Place.Part.IsExact && !Space.HasMask && Space.Count &&
         *Space.Count > 1 && llvm::all_of(Place.Where, IsLoop) &&
         llvm::all_of(Place.Part.Levels, [&](const auto &L) {
           return llvm::all_of(L.Subscripts, [&](const Interval &X) {
             return (X.Lower || X.IsFromFirst) && (X.Upper || X.IsToLast) &&
                    IsNumber(X.Lower) && IsNumber(X.Upper);
           });
         });
}

/// Whether it is an array of few numbers. Then two iterations may define the
/// same element, whatever its subscript depends on.
bool DefinedPlaces::hasFewElements(const semantics::Symbol &Root) const {
  const semantics::DeclTypeSpec *Type = Root.GetType();
  bool IsOfNumbers = Root.Rank() > 0 && Type && Type->AsIntrinsic() &&
                     Type->category() != semantics::DeclTypeSpec::Character;
  auto Size =
      IsOfNumbers ? constantSize(evaluate::GetShape(Root)) : std::nullopt;
  return Size && *Size <= std::min<std::int64_t>(Space.few(), 64);
}

std::optional<std::int64_t>
constantSize(const std::optional<evaluate::Shape> &Shape) {
  std::optional<std::int64_t> Size = Shape ? std::optional(1) : std::nullopt;
  if (Shape)
    for (const auto &Extent : *Shape) {
      auto Value = Extent ? evaluate::ToInt64(*Extent) : std::nullopt;
      Size = Size && Value ? std::optional(*Size * *Value) : std::nullopt;
    }
  return Size;
}

} // namespace warpfort
