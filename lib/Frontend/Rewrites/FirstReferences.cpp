//===-- FirstReferences.cpp - What the text refers to first ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See FirstReferences.h.
///
//===----------------------------------------------------------------------===//
#include "FirstReferences.h"

#include "flang/Evaluate/tools.h"
#include "flang/Semantics/symbol.h"
#include "llvm/ADT/STLExtras.h"

using namespace Fortran;

namespace warpfort {

void FirstReferences::define(const Symbol &Variable, const Expr &Part) {
  Defined.insert(&Variable);
  Parts[&Variable].insert(Part.AsFortran());
}

void FirstReferences::refer(const Symbol &Variable, const Expr &Part) {
  if (Defined.count(&Variable) || First.count(&Variable))
    return;
  Symbols Names;
  for (const semantics::Symbol &Name : evaluate::CollectSymbols(Part))
    Names.insert(&Name.GetUltimate());
  add(Variable, Part.AsFortran(), Names);
}

void FirstReferences::add(const Symbol &Variable, const std::string &Part,
                          const Symbols &Names) {
  if (Loops.empty())
    First.insert(&Variable);
  else
    Loops.back().First.insert({{&Variable, Part}, Names});
}

/// What a loop refers to and defines later in its body, the round before may
/// have defined, unless it is the element of the round itself; the rest is the
/// loop around's.
void FirstReferences::endLoop() {
  Loop Ended = Loops.pop_back_val();
  for (const auto &[Place, Names] : Ended.First) {
    const Symbol *Variable = Place.first;
    const std::string &Text = Place.second;
    bool IsOfRound = Names.count(Ended.Index) &&
                     llvm::all_of(Parts[Variable], [&](const std::string &X) {
                       return X == Text;
                     });
    if (!Defined.count(Variable) || IsOfRound)
      add(*Variable, Text, Names);
  }
}

void FirstReferences::endBranch() {
  Choice &Last = Choices.back();
  Last.Behind.insert(Defined.begin(), Defined.end());
  Defined = Last.Before;
}

} // namespace warpfort
