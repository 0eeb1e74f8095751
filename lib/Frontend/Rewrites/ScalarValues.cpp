//===-- ScalarValues.cpp - What values in an iteration depend on ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See ScalarValues.h.
///
//===----------------------------------------------------------------------===//
#include "ScalarValues.h"

#include "flang/Semantics/type.h"
#include "llvm/ADT/STLExtras.h"

using namespace Fortran;

namespace warpfort {
namespace {

/// Whether an assignment replaces all of it.
bool isReplaced(const semantics::Symbol &Symbol) {
  const semantics::DeclTypeSpec *Type = Symbol.GetType();
  return Symbol.Rank() == 0 && Type && Type->AsIntrinsic();
}

} // namespace

void Sources::merge(Sources Other) {
  All.merge(Other.All);
  Many.merge(Other.Many);
}

void Sources::add(const ScalarValue &X) {
  All.insert(X);
  Many.insert(X);
}

void Sources::erase(const semantics::Symbol *Symbol) {
  for (ValueSet *Set : {&All, &Many})
    for (auto It = Set->begin(); It != Set->end();)
      It = It->Of == Symbol ? Set->erase(It) : std::next(It);
}

bool intersects(const ValueSet &Some, const ValueSet &Others) {
  return llvm::any_of(Some, [&](const auto &X) { return Others.count(X); });
}

unsigned ScalarValues::add(Value &&X) {
  Values.push_back(std::move(X));
  return Values.size();
}

unsigned ScalarValues::addOneOf(ValueSet &&OneOf, const Sources &Compared) {
  if (OneOf.size() == 1)
    return OneOf.begin()->Number;
  const semantics::Symbol *Of = OneOf.begin()->Of;
  return add({Of, {}, std::nullopt, std::move(OneOf), Compared});
}

void ScalarValues::set(const semantics::Symbol *Symbol, unsigned Number) {
  unsigned &Last = Now[Symbol];
  Log.push_back({Symbol, Last});
  Last = Number;
}

ScalarValue ScalarValues::valueOf(const semantics::Symbol &Symbol) {
  const semantics::Symbol *Of = &Symbol.GetUltimate();
  if (!isReplaced(*Of))
    return {Of};
  auto It = Now.find(Of);
  unsigned Assigned = It == Now.end() ? 0 : It->second;
  ScalarValue Result = {Of, Assigned};
  // An earlier round of the loops that began since may have assigned it.
  for (Loop &L : Loops) {
    if (Assigned >= L.First)
      continue;
    unsigned &Head = L.Heads[Of];
    if (!Head)
      Head = add({Of, {}, std::nullopt, {Result}});
    Result.Number = Head;
  }
  return Result;
}

void ScalarValues::assign(const semantics::Symbol &Symbol, Sources From,
                          std::optional<Sources> Limit) {
  const semantics::Symbol *Of = &Symbol.GetUltimate();
  if (isReplaced(*Of))
    set(Of, add({Of, std::move(From), std::move(Limit)}));
  else
    Parts[Of].merge(std::move(From));
}

ScalarValues::Way ScalarValues::takeBack(std::size_t Begin) {
  Way Result;
  for (; Log.size() > Begin; Log.pop_back()) {
    const ScalarValue &Old = Log.back();
    Result.Last.emplace(Old.Of, Now[Old.Of]);
    Now[Old.Of] = Old.Number;
  }
  Result.HasEnd = std::exchange(HasEnd, true);
  return Result;
}

void ScalarValues::join(std::vector<Way> Ways, bool MayBeNone,
                        const Sources &Compared) {
  llvm::erase_if(Ways, [](const Way &W) { return !W.HasEnd; });
  HasEnd = MayBeNone || !Ways.empty();
  std::map<const semantics::Symbol *, ValueSet> Joined;
  for (const Way &W : Ways)
    for (auto [Symbol, Number] : W.Last)
      Joined[Symbol].insert({Symbol, Number});
  for (auto &[Symbol, OneOf] : Joined) {
    if (MayBeNone || llvm::any_of(Ways, [&, Of = Symbol](const Way &W) {
          return !W.Last.count(Of);
        }))
      OneOf.insert(valueOf(*Symbol));
    set(Symbol, addOneOf(std::move(OneOf), Compared));
  }
}

void ScalarValues::leave(std::optional<std::size_t> Loop) {
  HasEnd = false;
  if (!Loop)
    return;
  Way Result;
  for (const ScalarValue &Old :
       llvm::ArrayRef(Log).drop_front(Loops[*Loop].Begin))
    Result.Last[Old.Of] = valueOf(*Old.Of).Number;
  Result.Exit = ++Exits;
  Loops[*Loop].Left.push_back(std::move(Result));
}

void ScalarValues::beginLoop() {
  Loops.push_back({Log.size(),
                   static_cast<unsigned>(Values.size() + 1),
                   Exits + 1,
                   {},
                   {}});
}

void ScalarValues::endLoop(Rounds Has) {
  Way End = takeBack(Loops.back().Begin);
  std::vector<Way> Ways = std::move(Loops.back().Left);
  size_t Exits = Ways.size();
  Ways.push_back(std::move(End));
  std::map<const semantics::Symbol *, unsigned> Heads;
  for (const Way &W : Ways)
    for (auto [Symbol, Number] : W.Last) {
      unsigned Head = Heads[Symbol] = valueOf(*Symbol).Number;
      if (W.HasEnd)
        Values[Head - 1].OneOf.insert({Symbol, Number});
    }
  unsigned FirstExit = Loops.back().FirstExit;
  Loops.pop_back();
  // Behind the loops around it has what earlier rounds of this one assigned.
  for (Loop &L : Loops)
    for (Way &W : L.Left)
      if (W.Exit >= FirstExit)
        W.Last.insert(Heads.begin(), Heads.end());
  if (Has == Rounds::UntilLeft)
    Ways.resize(Exits);
  llvm::erase_if(Ways, [](const Way &W) { return !W.HasEnd; });
  for (auto [Symbol, Head] : Heads) {
    ValueSet OneOf;
    for (const Way &W : Ways) {
      auto It = W.Last.find(Symbol);
      OneOf.insert({Symbol, It == W.Last.end() ? Head : It->second});
    }
    if (Has == Rounds::Maybe || OneOf.empty())
      OneOf = {{Symbol, Head}};
    set(Symbol, addOneOf(std::move(OneOf), {}));
  }
}

/// Which values depend on an index.
class ScalarValues::Solution {
public:
  Solution(const ScalarValues &Of, const semantics::Symbol &Index,
           ValueSet Sources::*Kind)
      : Of(Of), Index(Index), Kind(Kind) {
    // Values of arrays are found one after the other, and for each of these
    // the values that do not depend on the index.
    do {
      Depends.assign(Of.Values.size(), true);
      while (takeAway())
        ;
    } while (addParts());
  }

  ValueSet values() const {
    ValueSet Result = {{&Index}};
    for (auto [I, Value] : llvm::enumerate(Of.Values))
      if (Depends[I])
        Result.insert({Value.Of, static_cast<unsigned>(I + 1)});
    for (const semantics::Symbol *Symbol : Parts)
      Result.insert({Symbol});
    return Result;
  }

private:
  bool has(const ScalarValue &X) const {
    return X.Number ? Depends[X.Number - 1]
                    : X.Of == &Index || Parts.count(X.Of);
  }
  bool hasOneOf(const ValueSet &Some) const {
    return llvm::any_of(Some, [&](const auto &X) { return has(X); });
  }

  bool holds(const Value &X) const {
    if (X.OneOf.empty())
      return hasOneOf(X.From.*Kind) && (!X.Limit || hasOneOf((*X.Limit).*Kind));
    return Of.HasJumps ||
           llvm::all_of(X.OneOf, [&](const auto &Each) { return has(Each); }) ||
           (hasOneOf(X.OneOf) && hasOneOf(X.Compared.*Kind));
  }

  bool takeAway() {
    bool Changed = false;
    // With jumps, it may be any value that is assigned.
    std::set<const semantics::Symbol *> Common;
    for (auto [I, Value] : llvm::enumerate(Of.Values)) {
      if (Depends[I] && !holds(Value)) {
        Depends[I] = false;
        Changed = true;
      }
      if (!Depends[I])
        Common.insert(Value.Of);
    }
    if (Of.HasJumps)
      for (auto [I, Value] : llvm::enumerate(Of.Values))
        if (Depends[I] && Common.count(Value.Of)) {
          Depends[I] = false;
          Changed = true;
        }
    return Changed;
  }

  bool addParts() {
    bool Changed = false;
    for (const auto &[Symbol, From] : Of.Parts)
      if (hasOneOf(From.*Kind))
        Changed |= Parts.insert(Symbol).second;
    return Changed;
  }

  const ScalarValues &Of;
  const semantics::Symbol &Index;
  ValueSet Sources::*Kind;
  std::vector<bool> Depends;
  std::set<const semantics::Symbol *> Parts;
};

ValueSet ScalarValues::variantsOf(const semantics::Symbol &Index,
                                  ValueSet Sources::*Kind) const {
  return Solution(*this, Index, Kind).values();
}

ValueSet ScalarValues::varyingWith(const semantics::Symbol &Index) const {
  ValueSet Result = {{&Index}};
  for (const auto &Array : Parts)
    Result.insert({Array.first});
  auto Varies = [&](const Value &X) {
    return HasJumps || X.OneOf.size() > 1 || intersects(X.OneOf, Result) ||
           intersects(X.From.All, Result) ||
           (X.Limit && intersects(X.Limit->All, Result));
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto [I, Value] : llvm::enumerate(Values))
      if (Varies(Value))
        Changed |=
            Result.insert({Value.Of, static_cast<unsigned>(I + 1)}).second;
  }
  return Result;
}

bool ScalarValues::dependsOn(const ValueSet &Some,
                             const ScalarValue &On) const {
  ValueSet Seen = Some;
  std::vector<ScalarValue> Open(Some.begin(), Some.end());
  while (!Open.empty() && !(Open.back() == On)) {
    ScalarValue X = Open.back();
    Open.pop_back();
    if (!X.Number)
      continue;
    const Value &Of = Values[X.Number - 1];
    for (const ValueSet *Set :
         {&Of.OneOf, &Of.From.All, Of.Limit ? &Of.Limit->All : &Of.OneOf})
      for (const ScalarValue &Each : *Set)
        if (Seen.insert(Each).second)
          Open.push_back(Each);
  }
  return !Open.empty();
}

/// What a loop has that does not assign it.
ScalarValue ScalarValues::resolve(ScalarValue X) const {
  while (X.Number && Values[X.Number - 1].OneOf.size() == 1)
    X = *Values[X.Number - 1].OneOf.begin();
  return X;
}

bool ScalarValues::isSame(ScalarValue A, ScalarValue B) const {
  return resolve(A) == resolve(B);
}

} // namespace warpfort
