//===-- OpenACCUnusedReductions.cpp - Misspelt names of REDUCTION ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without IMPLICIT NONE a misspelt variable of a REDUCTION clause is a new one,
// and the variable that the construct sums up is not reduced:
//
//     !$acc parallel loop reduction(+:totl)
//     do i = 1, n
//       total = total + a(i)
//
//===----------------------------------------------------------------------===//

#include "OpenACCRules.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "warpfort/Support/Misspellings.h"
#include <set>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort::checker {
namespace {

using Kind = parser::AccClause;
using SymbolSet = std::set<const Symbol *>;

void listNames(const Stmt &S, SymbolSet &Names) {
  for (const NameUse &Use : S.Names)
    if (Use.Sym)
      Names.insert(&Use.Sym->GetUltimate());
  if (S.Acc)
    for (const Clause &C : S.Acc->Clauses)
      if (!C.is<Kind::Reduction>())
        for (const ClauseObject &Object : C.Objects)
          if (Object.Base.Sym)
            Names.insert(&Object.Base.Sym->GetUltimate());
  for (const StmtList &Block : S.Blocks)
    for (const Stmt &Inner : Block)
      listNames(Inner, Names);
}

void check(SemanticsContext &Context, const Stmt &Construct) {
  SymbolSet Names;
  listNames(Construct, Names);
  for (const Clause &C : Construct.Acc->Clauses) {
    if (!C.is<Kind::Reduction>())
      continue;
    for (const ClauseObject &Object : C.Objects) {
      const Symbol *Variable =
          Object.Base.Sym ? &Object.Base.Sym->GetUltimate() : nullptr;
      if (!Variable || !Variable->test(Symbol::Flag::Implicit) ||
          Names.count(Variable))
        continue;
      std::string Name = Variable->name().ToString();
      NearestName Nearest(Name);
      for (const Symbol *Other : Names)
        Nearest.consider(Other->name().ToString());
      Context.Say(
          Object.Source,
          "'%s' is named in REDUCTION and not in the construct, and nothing declares it%s"_warn_en_US,
          Name, Nearest.hint());
    }
  }
}

void check(SemanticsContext &Context, const StmtList &List) {
  for (const Stmt &S : List) {
    if (S.Acc && !S.Acc->IsFromConcurrent)
      check(Context, S);
    for (const StmtList &Block : S.Blocks)
      check(Context, Block);
  }
}

} // namespace

void checkUnusedReductions(SemanticsContext &Context,
                           const CheckedProgram &Program) {
  for (const Unit &U : Program.Units)
    check(Context, U.Body);
}

} // namespace warpfort::checker
